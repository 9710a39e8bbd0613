"""Vehicle collateral damage: what a hit breaks that penetrates and does No Damage, and leaking fuel (or:7.23).

It comes with the hits of na:6.5.2.5a; whoever bails out for No Damage does so besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, UnitId
from core.hexes import in_front_arc
from core.panzer.ap.events import ApHit, CollateralChecked, FuelChecked
from core.panzer.gp.attack import suppressed_beside
from core.panzer.gp.bail_out import bail_out
from core.panzer.pieces.results import CAUSES, Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Unit
from core.panzer.sight.turrets import has_turret
from core.panzer.state import PanzerState

RULE: Final = "or:7.23"
#: What a roll(10) of 1 and of 2 breaks, by the location without its mark; nothing where there is no line.
TABLE: Final = {
    "TF": (Collateral.OPTICS, Collateral.COAX),
    "TS": (Collateral.TURRET, Collateral.RADIO),
    "TR": (Collateral.TURRET, Collateral.RADIO),
    "HF": (Collateral.RUNNING_GEAR,),
    "HS": (Collateral.FUEL,),
    "HR": (Collateral.FUEL,),
}
#: The rule by the first roll.
RULES: Final = {"TF": "or:7.23.1", "TS": "or:7.23.2", "TR": "or:7.23.2", "HF": "or:7.23.3", "HS": "or:7.23.4"}
#: The rolls(10) by which leaking fuel is out, and catches fire (or:7.23.4).
_OUT, _FIRE = 1, 2


def rule_of(location: str) -> str:
    """The rule of a location."""
    return RULES.get(location.rstrip("*"), "or:7.23.4")


def checks(state: PanzerState, hits: Iterable[ApHit], dice: Dice) -> Iterator[Event]:
    """A roll for each hit that has penetrated an A-Type or P-Type vehicle and done No Damage."""
    if not state.has(Switch.COLLATERAL_DAMAGE):
        return
    for hit in hits:
        place = hit.location.rstrip("*")
        armored = state.units[hit.target].on_map and state.vehicle(hit.target).type in ("A", "P")
        if armored and hit.result is Result.NO_DAMAGE and place in TABLE:
            yield _checked(state, state.units[hit.target], place, dice)


def _checked(state: PanzerState, unit: Unit, place: str, dice: Dice) -> CollateralChecked:
    roll = dice.roll("d10", "collateral damage", rule_of(place))
    struck = TABLE[place][roll.result - 1] if roll.result <= len(TABLE[place]) else None
    suppressed = struck is not None and _shakes_only(state, unit.id, struck)
    broken = None if suppressed or _has(unit, struck) else struck
    return CollateralChecked(
        unit=unit.id,
        location=place,
        broken=broken,
        suppressed=suppressed,
        turret=_turned(state, unit) if broken is Collateral.TURRET else None,
        rolls=(roll,),
    )


def _has(unit: Unit, struck: Collateral | None) -> bool:
    """Whether a vehicle has had a kind of hit already; fuel that is out had leaked (or:7.23, or:7.23.4)."""
    out = struck is Collateral.FUEL and Collateral.OUT_OF_FUEL in unit.collateral
    return out or struck in unit.collateral


def _shakes_only(state: PanzerState, unit: UnitId, struck: Collateral) -> bool:
    """Whether a vehicle has nothing there to be broken and is Suppressed instead: no coaxial MG, no turret."""
    card = state.vehicle(unit)
    return not card.coax_mg if struck is Collateral.COAX else struck is Collateral.TURRET and not card.has_turret


def _turned(state: PanzerState, unit: Unit) -> int:
    """By how many hexsides, clockwise from the front of the hull, a turret is turned that sticks: as it faces, if it
    has a facing of its own (or:7.8), else to the last target at which it has announced Direct Fire in this turn, or
    ahead."""
    if has_turret(state, unit):
        return unit.turret
    aimed = state.fire.fired_at.get(unit.id, ())
    if not aimed or unit.hex is None or aimed[-1] == unit.hex:
        return 0
    return next((turn for turn in range(6) if in_front_arc(unit.hex, (unit.facing + turn) % 6, aimed[-1])), 0)


# -- fuel ------------------------------------------------------------------------------------------


def fuel(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """One roll for each vehicle that leaks, at the beginning of the Movement Phase (or:7.23.4)."""
    for unit in [u.id for u in state.units.values() if u.on_map and Collateral.FUEL in u.collateral]:
        if not state.units[unit].on_map or state.units[unit].bailed_out:
            continue
        roll = dice.roll("d10", "fuel damage", "or:7.23.4")
        first_track = not state.units[unit].track_hit
        kinds = {_OUT: Result.TRACK, _FIRE: Result.BREW_UP}
        result = kinds.get(roll.result, Result.NO_EFFECT)
        yield FuelChecked(unit=unit, result=result, rolls=(roll,))
        if result is Result.BREW_UP and state.has(Switch.GP_FIRE):
            yield from suppressed_beside(state, unit)
        if result in CAUSES:
            yield from bail_out(state, unit, [CAUSES[result]], dice, first_track=first_track)
