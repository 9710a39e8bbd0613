"""Determining the Cohesion Point of formations by a roll, in place of what the scenario says (or:7.1.1.1).

At the beginning of the game, or delayed until a formation suffers its first loss: until then nobody knows it
(or:7.1.1.1b).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzer.formations.control import keys_of, members, stated
from core.panzer.morale import cohesion
from core.panzer.morale.events import CohesionDetermined
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import ScenarioFormation
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.tally import Reason, Tally

RULE: Final = "or:7.1.1.1"
_LEVELS: Final = tuple(Morale)
#: How many levels above and below the one that its scenario states a formation may come to (or:7.1.1.1a).
_MOST: Final = 2, 2
#: The same of those that are as likely to be any worse, but hardly better.
_SHAKY: Final = 1, len(_LEVELS)
_SHAKY_NATIONS: Final = frozenset({"Soviet", "Italian"})
#: The last year in which the French are among them.
_FRENCH: Final = 1943


def year_of(state: PanzerState) -> int:
    """The year of a scenario, 0 if it states none."""
    return int(state.scenario.date[:4] or 0)


def modifiers(state: PanzerState, nation: str, year: int, grade: str) -> Tally:
    """What is added to the roll: of the nation in its year, and of the Formation Grade (or:7.1.1.1)."""
    tables = state.advanced.morale
    by_nation = Reason(f"{nation} {year or ''}".strip(), tables.of_nation(nation, year), RULE)
    return Tally((by_nation, Reason(f"{grade} Formation Grade", tables.by_grade[grade], RULE)))


def limited(rolled: Morale, printed: Morale, nation: str, year: int) -> Morale:
    """The level that comes of a roll where a scenario states one: not too far from that (or:7.1.1.1a,
    min:20.1.1.1.2)."""
    shaky = nation in _SHAKY_NATIONS or (nation == "French" and year <= _FRENCH)
    above, below = _SHAKY if shaky else _MOST
    at = _LEVELS.index(printed)
    return _LEVELS[max(at - above, min(at + below, _LEVELS.index(rolled)))]


def pending(state: PanzerState) -> tuple[str, ...]:
    """The formations whose Cohesion Point is to be determined now: all, or those with a first loss (or:7.1.1.1b)."""
    return _pending(state) if state.has(Switch.VARY_COHESION) else ()


@remembered
def _pending(state: PanzerState) -> tuple[str, ...]:
    keys = (key for side in state.scenario.sides for key in keys_of(state, side.id))
    open_ = tuple(key for key in keys if key not in state.cohesion.levels and _has_morale(state, key))
    if not state.has(Switch.DELAYED_COHESION):
        return open_
    return tuple(key for key in open_ if cohesion.losses(state, next(members(state, key)).id))


def _has_morale(state: PanzerState, key: str) -> bool:
    return any(cohesion.counts(state, unit.id) for unit in members(state, key))


def determine(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Roll for each formation that is to be determined now."""
    for key in pending(state):
        yield _determined(state, key, stated(state, key), dice)


def _determined(state: PanzerState, key: str, formation: ScenarioFormation, dice: Dice) -> CohesionDetermined:
    nation, year = state.scenario.side(next(members(state, key)).side).nation, year_of(state)
    tally = modifiers(state, nation, year, formation.grade.value)
    roll = dice.roll("d100", "Cohesion Point", RULE)
    rolled = state.advanced.morale.level(roll.result + tally.total)
    level = rolled if formation.morale is None else limited(rolled, formation.morale, nation, year)
    units = sum(1 for _ in cohesion.combat_units(state, next(members(state, key)).id))
    return CohesionDetermined(
        formation=key,
        net=roll.result + tally.total,
        rolled=rolled,
        level=level,
        point=state.advanced.morale.cohesion_point(level, units),
        rolls=(roll,),
        tally=tally.reasons,
    )
