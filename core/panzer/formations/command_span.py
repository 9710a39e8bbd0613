"""Command Span: how far from its command units a formation may be (or:7.52, or:7.52a, or:7.52b, or:7.52c).

Within a company it limits the MOVE and SHORT HALT commands; from company to battalion, and from battalion to regiment,
the number of commands. Headquarters that are off the map, and those that no force has, are in span; so are those under
HIDDEN UNIT counters (or:7.2), since how many commands there are is known to all, and where they are is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import Kind
from core.panzer.pieces.scenario import Label, Level, ScenarioFormation, ScenarioUnit
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command, Presence
from core.panzer.sight.radio import without_radio
from core.panzer.sight.spotting import stands
from core.panzer.state import PanzerState

#: Command Span in hexes of the headquarters of each level (or:7.52a, or:7.52b, or:7.52c).
SPAN: Final = {Level.COMPANY: 10, Level.BATTALION: 20, Level.REGIMENT: 20}
#: Rows of the Available Commands Table that a formation moves down by each headquarters out of span.
ROWS: Final = 2
_GRADES: Final = tuple(Grade)
_OFF_THE_GROUND: Final = (Kind.AIRCRAFT, Kind.BATTERY)
_OFF_THE_MAP: Final = (Presence.WAITING, Presence.OFF_MAP, Presence.HIDDEN)


def span_of(formation: ScenarioFormation) -> int:
    """The Command Span of the headquarters of a formation, as the scenario has it."""
    return SPAN[formation.level] if formation.span is None else formation.span


def limit(state: PanzerState, formation: ScenarioFormation, commands: int) -> int | None:
    """How many MOVE and SHORT HALT commands a company has at most, out of all that it has; None if as many as it likes.

    Half of them, at least 1, once it has lost its headquarters for good, or while a unit is out of span, Recon units
    aside, as long as they have their radio (or:7.52a, or:7.23.2).
    """
    if formation.level is not Level.COMPANY:
        return None
    own = [u for u in state.scenario.units if u.side == formation.side and u.formation == formation.name]
    chiefs = [u for u in own if _commands(u, Level.COMPANY)]
    scouts = {u.id for u in own if Label.RECON in u.labels and state.units[u.id].has_radio}
    led = [u.id for u in own if u.id not in scouts and u.card.kind not in _OFF_THE_GROUND]
    if not chiefs or (_living(state, chiefs) and not _stray(state, led, chiefs, span_of(formation))):
        return None
    return max(1, commands // 2)


def _stray(
    state: PanzerState, units: Collection[UnitId], chiefs: Collection[ScenarioUnit], span: int
) -> tuple[UnitId, ...]:
    """The units on the map that are out of span of all their headquarters; one in span is enough."""
    if any(state.units[chief.id].presence in _OFF_THE_MAP for chief in chiefs):
        return ()
    living = _living(state, chiefs)
    posts = [(hex_, _reach(state, one.id, span)) for one in living if (hex_ := _where(state, one.id)) is not None]
    found = ((unit, _where(state, unit)) for unit in units)
    return tuple(u for u, here in found if here is not None and all(distance(here, post) > far for post, far in posts))


def _reach(state: PanzerState, chief: UnitId, span: int) -> int:
    """The Command Span of a headquarters: 0 while it is Broken or if it has no radio (or:7.1.5.2, or:7.4)."""
    return 0 if state.units[chief].broken or without_radio(state, chief) else span


def rows_down(state: PanzerState, formation: ScenarioFormation) -> int:
    """By how many rows of the Available Commands Table a company moves down: two for a battalion's headquarters out
    of span or lost, two more for a regiment's (or:7.52b, or:7.52c)."""
    if formation.level is not Level.COMPANY:
        return 0
    chain = [formation, *_above(state, formation)]
    by_level = {level: _headquarters(state, chain, level) for level in Level}
    spans = {above.level: span_of(above) for above in chain}
    found = 0
    for level, higher in ((Level.COMPANY, Level.BATTALION), (Level.BATTALION, Level.REGIMENT)):
        found += ROWS * _cut_off(state, by_level[level], by_level[higher], spans.get(higher, SPAN[higher]))
    return found


def _cut_off(state: PanzerState, chiefs: Collection[ScenarioUnit], higher: Collection[ScenarioUnit], span: int) -> bool:
    """Whether all of the higher headquarters are lost, or all of the lower that are left are out of their span."""
    if not higher:
        return False
    left = _living(state, chiefs)
    if not _living(state, higher):
        return True
    return bool(left) and len(_stray(state, [chief.id for chief in left], higher, span)) == len(left)


def lowered(state: PanzerState, formation: ScenarioFormation) -> Grade:
    """The row of the Available Commands Table for a formation: that of its grade, or so many below, down to Green."""
    if not state.has(Switch.COMMAND_SPAN):
        return formation.grade
    return _GRADES[min(len(_GRADES) - 1, _GRADES.index(formation.grade) + rows_down(state, formation))]


def counted(commands: Collection[Command]) -> int:
    """How many of these are MOVE or SHORT HALT; a shared one counts once (or:7.52a)."""
    return sum(command in MOVING for command in commands)


def _commands(unit: ScenarioUnit, level: Level) -> bool:
    return Label.COMMAND in unit.labels and (unit.level or Level.COMPANY) is level


def _above(state: PanzerState, formation: ScenarioFormation) -> Iterator[ScenarioFormation]:
    names = state.scenario.above(formation.side, formation.name)[1:]
    found = {f.name: f for f in state.scenario.formations if f.side == formation.side}
    return (found[name] for name in names if name in found)


def _headquarters(state: PanzerState, chain: Collection[ScenarioFormation], level: Level) -> tuple[ScenarioUnit, ...]:
    """The command units of a level in a formation and all that it belongs to."""
    names = {f.name for f in chain}
    side = next(iter(chain)).side
    return tuple(u for u in state.scenario.units if u.side == side and u.formation in names and _commands(u, level))


def _living(state: PanzerState, chiefs: Collection[ScenarioUnit]) -> tuple[ScenarioUnit, ...]:
    """Those that are not lost: not eliminated, bailed out or gone; nor is their radio (or:7.23.2)."""
    gone = (Presence.ELIMINATED, Presence.EXITED)
    there = ((chief, state.units[chief.id]) for chief in chiefs)
    return tuple(chief for chief, unit in there if unit.presence not in gone and not unit.bailed_out and unit.has_radio)


def _where(state: PanzerState, unit: UnitId) -> Hex | None:
    one = state.units[unit]
    return stands(state, one)[0] if one.presence in (Presence.ON_MAP, Presence.CARRIED) and not one.bailed_out else None
