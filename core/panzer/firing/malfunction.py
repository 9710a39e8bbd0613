"""Weapon malfunction: weapons that fail as they fire, and their repair (or:7.25, na:4.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzer.armament import armament, place
from core.panzer.firing import inquiry
from core.panzer.firing.events import WeaponMalfunctioned, WeaponRepairChecked
from core.panzer.pieces.inquiry import Fact, FactKind
from core.panzer.pieces.unit import Presence
from core.panzer.pieces.weapons import Condition, Malfunction
from core.panzer.state import PanzerState
from core.tally import Modifier, Tally, summed

RULE: Final = "or:7.25"
#: Up to this total a weapon is repaired; an unmodified roll of `GONE` ends all attempts.
REPAIRED, GONE = 2, 10
#: Where units repair their weapons.
_THERE: Final = frozenset({Presence.ON_MAP, Presence.CARRIED, Presence.HIDDEN})
#: What is added to the roll, by the id of its line.
_AMOUNTS: Final = {"no-command": -2}
#: The rolls by which a weapon fails, and the result that does it.
FAILS: Final = {"AP hit": 100, "GP combat": 1}


def fails(rolls: tuple[Roll, ...], purpose: str) -> bool:
    """Whether a weapon fails by the unmodified roll of its combat: AP on 00, GP on 01."""
    return any(roll.result == FAILS[purpose] for roll in rolls if roll.for_ == purpose)


def refusal(state: PanzerState, unit: UnitId, index: int) -> Refusal | None:
    """Why a weapon does not fire now because it has failed; None if it works."""
    failed = state.units[unit].malfunctions
    if not failed:
        return None
    at = place(state, unit, index)
    condition = next((one.condition for one in failed if one.weapon == at), None)
    if condition is None:
        return None
    name = armament(state, unit)[index].weapon.name
    words = {
        Condition.MALFUNCTION: "has a Malfunction",
        Condition.REPAIRED: "has been repaired and fires from the next turn on",
        Condition.OUT_OF_ACTION: "is Out of Action for good",
    }
    return Refusal(f"the {name} {words[condition]}", RULE)


def failed(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """The weapons that have failed in what is resolved now, of units that are still there."""
    found = tuple(
        WeaponMalfunctioned(unit=one.unit, weapon=one.weapon, called=name_of(state, one.unit, one.weapon))
        for one in state.fire.failing
    )
    return iter(found) if found else None


def name_of(state: PanzerState, unit: UnitId, weapon: str) -> str:
    """The name of a weapon by its place; that of the place if the unit has it no more."""
    mounted = armament(state, unit)
    return next((one.weapon.name for at, one in enumerate(mounted) if place(state, unit, at) == weapon), weapon)


# -- repair ----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Repairing(Alike):
    """A unit that tries to repair a weapon. ordered: it has a command other than N/C."""

    ordered: bool


#: What is added to the roll of a repair.
REPAIR: Final = (Modifier[Repairing]("no-command", "N/C command", RULE, lambda one: not one.ordered),)


def repair_tally(*, ordered: bool) -> Tally:
    """What is added to the roll."""
    return summed(REPAIR, Repairing(ordered), _AMOUNTS)


def waiting(state: PanzerState) -> tuple[tuple[UnitId, Malfunction], ...]:
    """The weapons that may be repaired, of units on the map, aboard or under counters (or:7.2)."""
    there = (u for u in state.units.values() if u.presence in _THERE and not u.bailed_out)
    return tuple((u.id, one) for u in there for one in u.malfunctions if one.condition is Condition.MALFUNCTION)


def repairs(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """One attempt for each weapon at the end of the Command Phase; commands stay face down but for N/C or not."""
    trying = waiting(state)
    inquiry.require(state, (Fact(unit, FactKind.ORDERED) for unit, _ in trying))
    for unit, one in trying:
        tally = repair_tally(ordered=inquiry.has_order(state, state.units[unit]))
        roll = dice.roll("d10", "weapon repair", RULE)
        total = roll.result + tally.total
        lost = roll.result == GONE
        condition = Condition.REPAIRED if total <= REPAIRED else Condition.MALFUNCTION
        yield WeaponRepairChecked(
            unit=unit,
            weapon=one.weapon,
            called=name_of(state, unit, one.weapon),
            total=total,
            condition=Condition.OUT_OF_ACTION if lost else condition,
            rolls=(roll,),
            tally=tally.reasons,
        )
