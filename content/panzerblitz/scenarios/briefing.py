"""What the players of a Situation read before it begins, as a neutral card (pb:PB-SETUP-1, pb:PB-WIN-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from content.panzerblitz.boards.joining import Layout
from content.panzerblitz.scenarios.areas import EDGES
from core.event import SideId
from core.hexes import in_hexes
from core.panzerblitz.pieces.reference import UnitType
from core.panzerblitz.pieces.situation import Exit, Goal, Group, Situation, SituationUnit
from core.presentation import Card, Row, Section
from core.setting import Area, Side

_SOURCES: Final = {
    "rulebook": "as the rules folder states it",
    "derived": "forces, set-up and victory are from public sources; the cards are not in the rules folder",
    "judged": "designed for this program",
}
#: Areas of at most so many hexes are told hex by hex.
_NAMED: Final = 4
_COMPARED: Final = (
    "Levels are compared at the end: the higher one wins by the difference, so that tactical against marginal is a "
    "marginal victory; equal levels are a draw."
)


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


def _force(situation: Situation, side: Side) -> Section:
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
    rows = [Row("Boards", _boards(situation.layout), "pb:PB-COMP-2")]
    where = ", ".join(f"{edge} {side}" for edge, side in EDGES.items())
    rows.append(Row("Compass", f"the map lies on its side: {where}"))
    rows.append(Row("Size", f"{board.columns} columns, {board.rows} rows; hexes are named as printed, such as 2-A-3"))
    return tuple(rows)


def _boards(layout: Layout) -> str:
    """The boards in words: ``from west to east: 3, 1 (turned half round), 2; joined on their long edges``."""
    words = [[board.replace(" inverted", " (turned half round)") for board in row] for row in layout]
    if len(words) == 1:
        return f"from west to east: {', '.join(words[0])}; joined on their long edges"
    if all(len(row) == 1 for row in words):
        return f"from north to south: {', '.join(board for row in words for board in row)}; joined on their short edges"
    return f"rows from north to south, each from west to east: {'; '.join(', '.join(row) for row in words)}"


def _set_up(situation: Situation) -> tuple[Row, ...]:
    names = {side.id: side.name for side in situation.sides}
    rows = [
        Row("Order", _order(situation, names), "pb:PB-SETUP-1"),
        Row("First move", f"{names[situation.first]} takes the first Player-Turn", "pb:PB-SEQ-0"),
    ]
    rows += (Row(f"{names[group.side]}, {group.name}", _where(situation, group)) for group in situation.groups)
    rows += (
        Row(names[exit_.side], _way_out(situation.areas[exit_.area], exit_), "pb:PB-WIN-1") for exit_ in situation.exits
    )
    return tuple(rows)


def _order(situation: Situation, names: Mapping[SideId, str]) -> str:
    """Who sets up, in which order; sides of which all units enter do not."""
    placing = [side for side in situation.set_up if any(g.side == side and g.area for g in situation.groups)]
    if not placing:
        return "nobody sets up; all units enter"
    first = names[placing[0]]
    if len(placing) == 1:
        return f"{first} sets up; all {names[situation.enemy(placing[0])]} units enter"
    return f"{first} sets up first, then {names[placing[1]]}"


def _way_out(area: Area, exit_: Exit) -> str:
    words = f"may leave by the {area.name.lower()}"
    if exit_.returns is None:
        return words
    return f"{words}, and come back in the same hex after {exit_.returns} complete turns off the map"


def _where(situation: Situation, group: Group) -> str:
    if group.entry is None:
        area = situation.areas[group.area or "map"]
        return f"sets up in: {area.name} ({_hexes(situation, area)})"
    area = situation.areas[group.entry.area]
    column = " as a column" if group.entry.column else ""
    return f"enters from turn {group.entry.turn} at: {area.name} ({_hexes(situation, area)}){column}"


def _hexes(situation: Situation, area: Area) -> str:
    """The hexes of a small area by their printed names, the number of those of a large one."""
    if len(area.hexes) > _NAMED:
        return in_hexes(len(area.hexes))
    return ", ".join(situation.board.label(hex_) for hex_ in sorted(area.hexes))


def _victory(situation: Situation, side: Side) -> Section:
    rows: list[Row] = []
    for goal in (g for g in situation.goals if g.side == side.id):
        rows.append(Row("", _counted(goal), "pb:PB-WIN-1"))
        if len(goal.levels) > 1:
            bound = "at most" if goal.at_most else "at least"
            rows += (Row(f"  {level.name.title()}", f"{bound} {limit}") for level, limit in goal.levels.items())
        else:
            rows += (Row(f"  {level.name.title()}", "if it is met") for level in goal.levels)
    return Section(f"Victory: {side.name}", tuple(rows))


def _counted(goal: Goal) -> str:
    """What a goal counts; its limits, which end its text, stand in lines of their own."""
    words, _, _ = goal.text.rpartition(": ")
    return f"{words}:" if words and len(goal.levels) > 1 else goal.text


def _notes(situation: Situation) -> tuple[Row, ...]:
    rows = [Row("•", note) for note in situation.notes]
    rows.append(Row("•", _COMPARED))
    rows.append(Row("Source", _SOURCES.get(situation.source, situation.source)))
    return tuple(rows)
