"""What the players of a Situation read before it begins, as a neutral card (pb:PB-SETUP-1, pb:PB-WIN-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from content.panzerblitz.areas import EDGES
from core.panzerblitz.reference import UnitType
from core.panzerblitz.situation import Group, Situation, SituationSide, SituationUnit
from core.presentation import Card, Row, Section

_SOURCES: Final = {
    "rulebook": "as the rules folder states it",
    "derived": "from public sources; the cards are not in the rules folder",
    "judged": "designed for this program",
}


def briefing(situation: Situation) -> Card:
    """Situation, forces by group, set-up and entry, victory levels, special rules, conflicts and provenance."""
    sections = (
        Section("Situation", (Row("", situation.situation),)),
        *(_force(situation, side) for side in situation.sides),
        Section("Map", _map(situation)),
        Section("Set-up", _set_up(situation)),
        *(_victory(situation, side) for side in situation.sides),
        Section("Special rules", tuple(Row("•", text) for text in situation.special)),
        Section("Notes", _notes(situation)),
    )
    facts = (f"Situation {situation.number}", situation.place, situation.date, f"{situation.turns} turns")
    return Card(title=situation.title, subtitle=" · ".join(facts), sections=sections)


def _force(situation: Situation, side: SituationSide) -> Section:
    units = [u for u in situation.units if u.side == side.id]
    rows: list[Row] = []
    for group in (g for g in situation.groups if g.side == side.id):
        members = [u for u in units if u.group == group.id]
        rows.append(Row(group.name, f"{len(members)} counters", tone="strong"))
        rows += _counters(members)
    return Section(f"{side.name}: {side.force} ({len(units)} counters)", tuple(rows))


def _counters(members: Sequence[SituationUnit]) -> Iterable[Row]:
    """One line for all counters of a group of the same type: how many, and their factors."""
    types = {u.type.id: u.type for u in members}
    for id_, number in Counter(u.type.id for u in members).items():
        yield Row(f"  {number} x {types[id_].name}", factors(types[id_]))


def factors(type_: UnitType) -> str:
    """The factors of a counter in words: ``14 A 8, defense 8, moves 8`` (pb:PB-FACT-5)."""
    if not type_.manned and not type_.defense:
        return type_.role
    attack = f"{type_.attack} {type_.weapon_class.value} {type_.range}, " if type_.attack else ""
    moves = f"moves {type_.movement}" if type_.movement else "does not move"
    return f"{attack}defense {type_.defense}, {moves}"


def _map(situation: Situation) -> tuple[Row, ...]:
    board = situation.board
    rows = [Row("Boards", "; ".join(" | ".join(row) for row in situation.layout), "pb:PB-COMP-2")]
    where = ", ".join(f"{edge} {side}" for edge, side in EDGES.items())
    rows.append(Row("Compass", f"the map lies on its side: {where}"))
    rows.append(Row("Size", f"{board.columns} columns, {board.rows} rows; hexes are named as printed, such as 2-A-3"))
    return tuple(rows)


def _set_up(situation: Situation) -> tuple[Row, ...]:
    names = {side.id: side.name for side in situation.sides}
    first, then = (names[side] for side in situation.set_up)
    rows = [
        Row("Order", f"{first} sets up first, then {then}", "pb:PB-SETUP-1"),
        Row("First move", f"{names[situation.first]} takes the first Player-Turn", "pb:PB-SEQ-0"),
    ]
    rows += (Row(f"{names[group.side]}, {group.name}", _where(situation, group)) for group in situation.groups)
    rows += (
        Row(names[exit_.side], f"may leave by the {situation.areas[exit_.area].name.lower()}")
        for exit_ in situation.exits
    )
    return tuple(rows)


def _where(situation: Situation, group: Group) -> str:
    if group.entry is None:
        area = situation.areas[group.area or "map"]
        return f"sets up in: {area.name} ({len(area.hexes)} hexes)"
    area = situation.areas[group.entry.area]
    column = " as a column" if group.entry.column else ""
    return f"enters from turn {group.entry.turn} at: {area.name}{column}"


def _victory(situation: Situation, side: SituationSide) -> Section:
    rows: list[Row] = []
    for goal in (g for g in situation.goals if g.side == side.id):
        rows.append(Row("", goal.text, "pb:PB-WIN-1"))
        if len(goal.levels) > 1:
            bound = "at most" if goal.at_most else "at least"
            rows += (Row(f"  {level.name.title()}", f"{bound} {limit}") for level, limit in goal.levels.items())
    return Section(f"Victory: {side.name}", tuple(rows))


def _notes(situation: Situation) -> tuple[Row, ...]:
    rows = [Row("•", note) for note in situation.notes]
    rows.append(Row("•", "The side with the higher level wins; if both reach the same level the game is a draw."))
    rows.append(Row("Source", _SOURCES.get(situation.source, situation.source)))
    return tuple(rows)
