"""How command control shows itself: rows on the unit card, the overlay of Command Range (na:6.2)."""

from __future__ import annotations

from typing import Final

from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, in_hexes, within_range
from core.panzer.command import sharing
from core.panzer.formation_turns import FORMATION_MOVE, active, formation_unit, name_of, side_of
from core.panzer.formations import columns, platoons
from core.panzer.formations.control import (
    active_units,
    available,
    command_range,
    exercises_command,
    formation_key,
    formation_name,
    grade_of,
    group_of,
    left,
    recon,
    stands,
    together,
)
from core.panzer.formations.without_radio import bound
from core.panzer.ground import entrenching
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.sequence import step_of
from core.panzer.sight.radio import without_radio
from core.panzer.state import PanzerState
from core.presentation import Overlay, OverlayCell, OverlayKind, Row

KIND: Final = OverlayKind("command", "Command Range", "c", "unit")


def rows(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """What command control knows of a unit: grades, labels, its formation's commands, with whom it shares."""
    member = state.scenario.by_id[unit.id]
    found: list[Row] = []
    if state.has(Switch.GRADES):
        grades = f"{member.grade.value}; formation {grade_of(state, unit.id).value}"
        found.append(Row("Grade", grades, "na:5.8.3", full=True))
    if member.labels:
        labels = [label.value for label in Label if label in member.labels]
        if exercises_command(state, unit.id) and member.level is not None:
            labels[labels.index(Label.COMMAND.value)] = f"Command ({member.level.value})"
        found.append(Row("Labels", ", ".join(labels), "na:5.9"))
    if state.has(Switch.COMMAND_CONTROL):
        found += _commands(state, unit)
    if unit.full_cover:
        found.append(Row("Full Cover", "in it until the next Full Cover Step", "na:6.1.4.2b"))
    if unit.smoke_screen:
        found.append(Row("SMOKE/DS", "fire at it and from it: AP -3, GP -10, until it moves", "or:7.9"))
    work = entrenching.work_of(state, unit.id)
    if work is not None:
        dug = "complete, GP fire -10" if work.complete else f"being dug, side {work.progress} of 4"
        found.append(Row("Entrenchment", dug, "na:6.6.8"))
    if unit.id in state.adjustment.pivots:
        found.append(Row("Will face", DIRECTION_NAMES[state.adjustment.pivots[unit.id]], "na:6.8.1"))
    covers = state.adjustment.covers
    if unit.id in covers:
        found.append(Row("Will be", "in Full Cover" if covers[unit.id] else "out of Full Cover", "na:6.8.2"))
    if state.has(Switch.STAGGERED_INITIATIVE):
        found.append(_turn(state, unit))
    return tuple(found)


def _turn(state: PanzerState, unit: Unit) -> Row:
    """When a unit's formation fires and moves (or:7.42)."""
    formation = formation_unit(state, unit)
    order = state.staggered.order
    place = f"number {order.index(formation) + 1} to fire" if formation in order else "has yet to win a roll"
    return Row("Fires and moves with", f"{name_of(state, formation)}: {place}", "or:7.42", full=True)


def headline(state: PanzerState) -> tuple[str, ...]:
    """The order in which formations have won their rolls, which is that of their fire, or in which they have yet to
    move (or:7.42.1.1, or:7.42.2)."""
    if not state.staggered.order:
        return ()
    if state.step == FORMATION_MOVE:
        left = ", ".join(name_of(state, one) for one in reversed(state.staggered.to_move))
        return (f"then: {left}",) if left else ()
    return (f"order: {', '.join(name_of(state, one) for one in state.staggered.order)}",)


def step_title(state: PanzerState) -> str:
    """A step of one formation with the side and the formation whose it is; "" of any other step (or:7.42)."""
    formation = active(state)
    if formation is None:
        return ""
    side = state.scenario.side(side_of(formation)).name
    return f"{step_of(state).title} ({side}: {name_of(state, formation)})"


def _commands(state: PanzerState, unit: Unit) -> list[Row]:
    key = formation_key(state, unit.id)
    active = len(active_units(state, key))
    count = f"{active} active, {available(state, key)} commands, {left(state, key)} left"
    found = [Row("Formation has", count, "na:6.2.1.1.1", full=True)]
    if recon(state, unit.id):
        found.append(Row("Recon", "has a command of its own, shares with nobody", "na:6.2.1.1.3e"))
    else:
        rule = "or:7.4.2" if bound(state, unit.id) else "na:6.2.1.1.2"
        found.append(Row("Command Range", in_hexes(command_range(state, unit.id)), rule, full=True))
    if state.has(Switch.PLATOON_COMMAND):
        found.append(Row("Platoon", platoons.platoon_name(state, unit.id), "or:7.3", full=True))
    if without_radio(state, unit.id):
        found.append(Row("Radio", "none: one command and one hex for its platoon; calls no fire", "or:7.4"))
    mates = [state.name(u) for u in group_of(state, unit.id) if u != unit.id]
    if mates:
        found.append(Row("Shares with", ", ".join(mates), "na:6.2.1.1.3b"))
    return found


def overlay(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """Which units of its formation are within Command Range of a unit, which of them all together, and its column."""
    where = stands(state, unit.id) if unit is not None else None
    if unit is None or where is None:
        return Overlay(KIND.id, KIND.title)
    if not state.has(Switch.COMMAND_CONTROL):
        return Overlay(KIND.id, KIND.title, {}, (("dim", "without command control each unit has its own command"),))
    key, reach = formation_key(state, unit.id), command_range(state, unit.id)
    own = [u for u in state.of(unit.side) if formation_key(state, u.id) == key and not recon(state, u.id)]
    able = [u.id for u in own]
    clique = set(sharing.in_range_of(state, unit.id, able)) if not recon(state, unit.id) else {unit.id}
    column = set(columns.column_of(state, unit.id, able))
    cells = {
        h: OverlayCell("reach", "", f"within {in_hexes(reach)} of {state.name(unit.id)}", "na:6.2.1.1.2")
        for h in within_range(where, reach)
        if h in state.board
    }
    for other in own:
        there = stands(state, other.id)
        if there is None or other.id == unit.id:
            continue
        cells[there] = _member(state, unit, other, clique, column)
    shared = [state.name(u) for u in group_of(state, unit.id) if u != unit.id]
    grade = grade_of(state, unit.id).value
    legend = [
        ("reach", f"Command Range {reach} ({grade}); {left(state, key)} of {available(state, key)} commands left"),
        ("seen", "could share a command, all of them together"),
        ("maybe", "in range of this unit, but not of all the others"),
        ("arc", "in one column on the road or path: could share a MOVE"),
        ("blocked", "of its formation, out of range"),
    ]
    if shared:
        legend.append(("dim", f"shares its {_word(unit.command)} with {', '.join(shared)}"))
    return Overlay(
        KIND.id, f"{KIND.title} of {state.name(unit.id)}, {formation_name(state, key)}", cells, tuple(legend)
    )


def _word(command: Command | None) -> str:
    return command.value if command is not None else "command"


def _member(state: PanzerState, unit: Unit, other: Unit, clique: set[UnitId], column: set[UnitId]) -> OverlayCell:
    name = state.name(other.id)
    if other.id in clique:
        return OverlayCell("seen", "", f"{name} could share a command with it and the others in range", "na:6.2.1.1.3b")
    if together(state, unit.id, other.id):
        return OverlayCell("maybe", "", f"{name} is in its range, not in that of all others", "na:6.2.1.1.3b")
    if other.id in column:
        return OverlayCell("arc", "", f"{name} is in its column and could share a MOVE", "na:6.2.1.1.3c")
    return OverlayCell("blocked", "", f"{name} is out of Command Range", "na:6.2.1.1.2")
