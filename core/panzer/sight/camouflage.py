"""Camouflage: announced when an enemy could spot the unit, seen through by a roll, lost by moving and firing (or:7.24).

Which units are camouflaged is noted in secret before the set-up. As soon as an enemy meets the normal conditions for
spotting a unit that may be camouflaged, its owner says whether it is; then, and once in every later Spotting Phase,
the enemy with the best chance rolls for it. What he spots is handed on to those who are no farther away.

By the miniatures edition units are camouflaged in the same secrecy (min:20.8), and stay on the map. The roll is
compared with the range that the table lists, and whom it spots the whole side has spotted (min:20.8.1). Any MOVE, SHORT
HALT or FIRE, a shot on Overwatch and a pivot end it, whoever looks (min:20.8.2); a command counts as it is turned up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.own import own_unit
from core.panzer import sequence
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.sight.events import CamouflageAnnounced, CamouflageTested, FireWatched, UnitCamouflaged
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.sight.ranges import listed_range
from core.panzer.sight.spotting import (
    AUTOMATIC,
    able_to_spot,
    eyes,
    rolled_for,
    shown,
    spotting_phase,
    spotting_range,
    stands,
)
from core.panzer.state import PanzerState
from core.remembered import remembered

RULE: Final = "or:7.24"


def rule(state: PanzerState, part: str = "") -> str:
    """The rule as the book of the edition counts it; part: of the miniatures edition, ".1" the roll, ".2" its loss."""
    return f"min:20.8{part}" if state.edition.optional.camouflage_by_table else RULE


#: The faces of the die: a spotting range of so many hexes needs no roll.
SURE: Final = 10


# -- which units are camouflaged -------------------------------------------------------------------------


def granted(state: PanzerState, side: SideId) -> int:
    """How many units of a side may be camouflaged."""
    return state.scenario.side(side).camouflage if state.has(Switch.CAMOUFLAGE) else 0


@remembered
def eligible(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The ground units of a side that begin on the map by themselves."""
    return tuple(
        u.id
        for u in state.scenario.units
        if u.side == side
        and u.entry is None
        and u.riding is None
        and not isinstance(u.card, AircraftCard | BatteryCard)
        and state.units[u.id].presence in (Presence.ON_MAP, Presence.WAITING)
    )


def camouflaged(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units that a side has chosen."""
    return tuple(u for u in eligible(state, side) if u in state.camouflage.secret)


def _choosing(state: PanzerState) -> tuple[SideId, ...]:
    return tuple(s.id for s in state.scenario.sides if granted(state, s.id) and eligible(state, s.id))


#: Each side notes in secret which of its units are camouflaged (or:7.24).
CHOOSING: Final = SecretStep[PanzerState](
    part=_choosing, refusal=Refusal("this side has nothing to camouflage, or has ended it", RULE)
)


def check(state: PanzerState, side: SideId, order: CamouflageUnit) -> None:
    """A unit of one's own that begins on the map, and no more of them than the scenario grants."""
    CHOOSING.check(state, side)
    unit = own_unit(state, side, order.unit, RULE)
    if unit.id not in eligible(state, side):
        raise IllegalOrder(f"{state.name(unit.id)} does not begin on the map by itself", rule(state))
    if order.on and len({*camouflaged(state, side), unit.id}) > granted(state, side):
        raise IllegalOrder(f"no more than {granted(state, side)} units may be camouflaged", rule(state))


def camouflage(state: PanzerState, side: SideId, order: CamouflageUnit, dice: Dice) -> Iterator[Event]:
    """Note it in secret."""
    yield UnitCamouflaged(unit=order.unit, on=order.on)


# -- announcing it -----------------------------------------------------------------------------------------


def may_be(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit may be camouflaged without its enemy knowing, for all that everybody knows."""
    side, known = state.units[unit].side, state.camouflage
    return granted(state, side) > 0 and unit in eligible(state, side) and unit not in known.announced | known.bare


def normally_spots(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a unit meets all conditions for spotting an enemy but those of its camouflage."""
    return able_to_spot(state, spotter, target) and rolled_for(state, spotter, target)


def _eyes(state: PanzerState, target: UnitId) -> Iterator[UnitId]:
    """The units that meet the normal conditions for spotting a unit."""
    enemy = state.scenario.enemy(state.units[target].side)
    return (u.id for u in state.units.values() if u.side == enemy and normally_spots(state, u.id, target))


def in_view(state: PanzerState, target: UnitId) -> bool:
    """Whether an enemy meets the normal conditions for spotting a unit."""
    return next(_eyes(state, target), None) is not None


def awaited(state: PanzerState) -> tuple[UnitId, ...]:
    """The units of which their owner has to say whether they are camouflaged, all of one side."""
    return _awaited(state) if state.has(Switch.CAMOUFLAGE) and state.turn else ()


@remembered
def _awaited(state: PanzerState) -> tuple[UnitId, ...]:
    for side in state.scenario.sides:
        there = (u.id for u in state.of(side.id) if not u.bailed_out and may_be(state, u.id))
        found = tuple(unit for unit in there if in_view(state, unit))
        if found:
            return found
    return ()


def due(state: PanzerState) -> bool:
    """Whether camouflage has to be announced, or whoever has fired may have lost it."""
    return bool(state.camouflage.executed or awaited(state))


def needed(state: PanzerState) -> SideId | None:
    """The side that has to say whether its units are camouflaged."""
    if state.camouflage.executed or not (units := awaited(state)):
        return None
    return state.units[units[0]].side


def happens(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Who has fired before the eyes of an enemy loses it; then it is announced, and rolled for."""
    if state.camouflage.executed:
        unit = state.camouflage.executed[0]
        yield FireWatched(unit=unit, seen=state.units[unit].on_map and in_view(state, unit))
        return
    units = awaited(state)
    for unit in units:
        yield CamouflageAnnounced(unit=unit, camouflaged=unit in state.camouflage.secret)
    in_phase = state.step == sequence.SPOTTING
    if not in_phase:
        yield from tested(state, dice)
    elif state.has(Switch.LIMITED_SPOTTING):  # its rolls come before, and this within the phase
        yield from tested(state, dice)
        yield spotting_phase(state)


# -- seeing through it -------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Attempt(Alike):
    """The attempt to see through camouflage: by whom, from how far, within which spotting range (or:7.24, min:20.8.1).

    chance: that of the roll.
    """

    target: UnitId
    spotter: UnitId
    range: int
    spotting_range: int

    @property
    def chance(self) -> float:
        """The exact chance that it succeeds."""
        return min(SURE, self.spotting_range) / SURE


def attempt(state: PanzerState, target: UnitId) -> Attempt | None:
    """The attempt with the best chance, of those the one from farthest away; None if nobody needs a roll."""
    made = (
        Attempt(target, spotter, range_, _compared(state, target, spotter))
        for spotter in _eyes(state, target)
        if (range_ := _range(state, spotter, target)) > AUTOMATIC
    )
    return max(made, key=lambda one: (one.chance, one.range), default=None)


def _compared(state: PanzerState, target: UnitId, spotter: UnitId) -> int:
    """The spotting range with all that modifies it (or:7.24), or as the table lists it (min:20.8.1)."""
    if not state.edition.optional.camouflage_by_table:
        return spotting_range(state, target, spotter)
    return listed_range(state.tables, shown(state, state.units[target]), eyes(state, state.units[spotter]))


def _range(state: PanzerState, spotter: UnitId, target: UnitId) -> int:
    here, there = stands(state, state.units[spotter])[0], state.units[target].hex
    if here is None or there is None:
        raise ValueError(f"{spotter} and {target} must both be on the map")
    return distance(here, there)


def tested(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Roll once in a turn for each unit whose camouflage is known."""
    for unit in sorted(state.camouflage.announced):
        if unit in state.camouflage.tried or not state.units[unit].on_map:
            continue
        made = attempt(state, unit)
        if made is not None:
            yield _tested(made, dice, rule(state, ".1"))


def _tested(made: Attempt, dice: Dice, by_rule: str = RULE) -> CamouflageTested:
    """A spotting range of 10 or more always succeeds."""
    rolls: tuple[Roll, ...] = ()
    if made.spotting_range < SURE:
        rolls = (dice.roll("d10", "camouflage", by_rule),)
    return CamouflageTested(
        target=made.target,
        spotter=made.spotter,
        range=made.range,
        spotting_range=made.spotting_range,
        spotted=all(roll.result <= made.spotting_range for roll in rolls),
        rolls=rolls,
    )
