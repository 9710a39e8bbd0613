"""The charts of command, from their tables (pw:4.2 to pw:5.3)."""

from __future__ import annotations

from content.panzerwar.charts.chart_file import ChartTables
from core.panzerwar.pieces.charts.command import CommandCharts, CommandRange, Contact, RadioRange, TacticalOrder
from core.panzerwar.pieces.organisation import Tactical


def command_charts(tables: ChartTables) -> CommandCharts:
    """The charts of command; what is wrong in them is noted."""
    return CommandCharts(
        initiative={
            line.text("nation"): {column: line.whole(column) for column in line.cells if column != "nation"}
            for line in tables.lines("initiative")
        },
        contact={
            line.text("key"): Contact(line.whole("new contact"), line.whole("maintain"))
            for line in tables.lines("radio-contact")
        },
        ranges={
            line.text("key"): CommandRange(line.whole("in sight"), line.whole("out of sight"))
            for line in tables.lines("command-range")
        },
        radio={
            line.text("terrain"): RadioRange(line.number("FM"), line.number("AM"))
            for line in tables.lines("radio-terrain")
        },
        regroup={
            (line.text("troops"), column): line.text(column)
            for line in tables.lines("regroup-time")
            for column in line.cells
            if column != "troops"
        },
        orders={
            line.member("order", Tactical): TacticalOrder(
                order=line.member("order", Tactical),
                movement=line.text("movement"),
                condition=line.text("condition"),
                doctrine=line.text("doctrine"),
            )
            for line in tables.lines("tactical-orders")
        },
    )
