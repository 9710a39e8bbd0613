"""Limited Spotting: what is more than a hex away is spotted by one roll for all who could (or:7.7, or:7.7.1).

There is a roll for a target that is not spotted whenever there is an occasion for it: in the Spotting Phase, when it
enters a hex or gets off its vehicle, and when it fires; none where an enemy is within 1 hex, who spots it for all. Who
fails has lost nothing; a unit on Overwatch keeps its command for later occasions. Once spotted, a target is spotted by
all in whose spotting range it is (na:4.1.1b), until none of its enemies could spot it any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event, UnitId
from core.hexes import distance
from core.panzer.pieces.switches import Switch
from core.panzer.sight.events import ContactLost, SpottingRolled
from core.panzer.sight.radio import hands_on, hears, yet_to_hear
from core.panzer.sight.spotting import AUTOMATIC, able_to_spot, seen_as, spotting_range, stands
from core.panzer.state import PanzerState

#: What each unit that tries besides the best of them adds to the chance (or:7.7.1).
FURTHER: Final = 10
#: The chance of an attempt that cannot fail.
SURE: Final = 100


@frozen(eq=False, repr=False)
class Attempt(Alike):
    """A side's attempt to spot a target: by whom it is made, from how far, within which spotting range.

    further: how many other units could spot it; value: the highest roll(100) that does.
    """

    target: UnitId
    spotter: UnitId
    range: int
    spotting_range: int
    further: int
    value: int


def attempt(state: PanzerState, target: UnitId) -> Attempt | None:
    """The attempt to spot a unit as it stands now, by the spotter with the best chance; None if nobody is able to.

    Those try who have not heard of it yet, each with the help of those with whom it can share what it sees (or:7.4.1).
    """
    able = [u.id for u in state.units.values() if able_to_spot(state, u.id, target)]
    trying = yet_to_hear(state, able, target) or able
    tries = [_made_by(state, one, target, sum(hands_on(state, u, one) for u in trying) - 1) for one in trying]
    return max(tries, key=lambda one: (one.range <= AUTOMATIC, one.value, -one.range), default=None)


def _made_by(state: PanzerState, spotter: UnitId, target: UnitId, further: int) -> Attempt:
    """First value of the Unit Grade up to half the spotting range, rounded down; else the second; at 1 hex none is
    needed, nor any help (or:7.7).

    In the miniatures edition there is no doubt up to half of it, and nobody helps (min:20.14, min:20.14.1,
    min:GC-D.4).
    """
    far, reach = _range(state, spotter, target), spotting_range(state, target, spotter)
    chances = state.advanced.spotting_chances[state.scenario.by_id[spotter].grade]
    if far <= AUTOMATIC:
        return Attempt(target, spotter, far, reach, 0, SURE)
    if state.edition.optional.spots_within_half:
        return Attempt(target, spotter, far, reach, 0, SURE if 2 * far <= reach else chances.far)
    value = (chances.near if far <= reach // 2 else chances.far) + FURTHER * further
    return Attempt(target, spotter, far, reach, further, min(SURE, value))


def _range(state: PanzerState, spotter: UnitId, target: UnitId) -> int:
    here, there = stands(state, state.units[spotter])[0], state.units[target].hex
    if here is None or there is None:
        raise ValueError(f"{spotter} and {target} must both be on the map")
    return distance(here, there)


def occasion(state: PanzerState, units: Iterable[UnitId], dice: Dice) -> Iterator[Event]:
    """An occasion to spot units: those that nobody could spot are lost, those not spotted yet are rolled for."""
    if not state.has(Switch.LIMITED_SPOTTING):
        return
    for unit in dict.fromkeys(seen_as(state, one) for one in units):
        made = attempt(state, unit)
        if made is None and unit in state.made_out:
            yield ContactLost(unit=unit)
        elif made is not None and not known(state, made.spotter, unit):
            yield _rolled(state, made, dice)


def known(state: PanzerState, spotter: UnitId, target: UnitId) -> bool:
    """Whether a target has been spotted by a roll, and a spotter has heard of it (or:7.7.1, or:7.4.1)."""
    return hears(state, spotter, state.made_out.get(target, ()))


def _rolled(state: PanzerState, made: Attempt, dice: Dice) -> SpottingRolled:
    """By a roll; at 1 hex (or:7.7), and where the edition asks for none, at once, for all in whose range it is
    (or:7.7.1, min:20.14.1)."""
    sure = made.range <= AUTOMATIC or (made.value >= SURE and state.edition.optional.spots_within_half)
    rolls = () if sure else (dice.roll("d100", "spotting", "or:7.7.1"),)
    return SpottingRolled(
        target=made.target,
        spotter=made.spotter,
        range=made.range,
        spotting_range=made.spotting_range,
        further=made.further,
        value=made.value,
        spotted=all(roll.result <= made.value for roll in rolls),
        rolls=rolls,
    )


def spotting_phase(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """The attempts of the Spotting Phase, at all units on the map (or:7.7.1)."""
    standing = [u.id for u in state.units.values() if u.on_map and not u.bailed_out]
    yield from occasion(state, standing, dice)
