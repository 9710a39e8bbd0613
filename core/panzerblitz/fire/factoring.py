"""Factoring and odds: what each attacker counts and why, the odds column, the die modifiers.

First the weapon against the target, then the terrain, each fraction dropped (pb:PB-FACTOR-A, pb:PB-FACTOR-B); factors
are never split or passed on (pb:PB-COMBAT-H).
"""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve, frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex, direction_between, distance
from core.panzerblitz.ground.terrain import die_effect, elevation, is_in
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.reference import BROWN, ODDS, Elevation
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.state import BlitzState
from core.tally import Reason

#: Rules by which a class counts as it does.
WEC: str = "pb:PB-WEC-1"


@frozen(eq=False, repr=False)
class Change(Alike):
    """One change of a factor: what it is multiplied by in words ("x2", "1/2"), why, by which rule."""

    by: str
    why: str
    rule: str


@frozen(eq=False, repr=False)
class Factor(Alike):
    """What an attacker counts in an attack: the printed Attack Factor, what it becomes, and every change on the way."""

    unit: UnitId
    printed: int
    amount: int
    changes: tuple[Change, ...] = ()


def is_armored(state: BlitzState, hex_: Hex, target: UnitId) -> bool:
    """Whether a single element is an armored target (pb:PB-UIT-3).

    Units in towns are, whatever they are (pb:PB-WEC-B, pb:PB-TEC-TOWN), and so are fortifications (pb:PB-WEC-C).
    """
    if is_in(state.cell(hex_), "town"):
        return True
    unit = state.units[target]
    type_ = state.type(target)
    return type_.armored or not type_.manned or unit.inside


def wec_factor(
    situation: Situation, attacker: UnitId, origin: Hex | None, hex_: Hex, *, armored: bool, amount: int
) -> Factor | None:
    """Weapon to target (pb:PB-WEC-1): by class, target and half range; None = this attack is not allowed."""
    type_ = situation.by_id[attacker].type
    far = distance(origin, hex_) if origin is not None else 0
    near = far <= type_.half_range
    halves = situation.tables.wec.get((type_.weapon_class, armored, near))
    if halves is None:
        return None
    target = "armored" if armored else "non-armored"
    reach = f", {'within' if near else 'beyond'} half range {type_.half_range}" if armored else ""
    change = {4: "x2", 1: "1/2"}.get(halves)
    changes = (Change(change, f"{type_.weapon_class.value} class, {target} target{reach}", WEC),) if change else ()
    return Factor(attacker, type_.attack, amount * halves // 2, changes)


def hill_change(situation: Situation, origin: Hex, hex_: Hex) -> Change | None:
    """Whether the terrain of the target halves an attacker (pb:PB-HILL-A, pb:PB-HILL-B, pb:PB-HILL-C)."""
    cells = situation.board.cells
    level = elevation(cells[hex_])
    if level is Elevation.GROUND:
        return None
    if level is Elevation.HILLTOP:
        if elevation(cells[origin]) is Elevation.HILLTOP:
            return None
        return Change("1/2", "target on a hilltop", "pb:PB-HILL-C")
    if origin == hex_:
        return None
    direction = direction_between(origin, hex_)
    if direction is None:
        return Change("1/2", "target on a slope", "pb:PB-HILL-C")
    if BROWN in situation.board.side(origin, direction):
        return Change("1/2", "target on a slope behind a Brown hexside", "pb:PB-HILL-B")
    return None


def fire_factor(
    state: BlitzState, attacker: UnitId, hex_: Hex, *, armored: bool, intensive: bool = False
) -> Factor | None:
    """What an attacker counts in normal combat; None = its class may not attack such a target.

    From a fortification it is the same (pb:PB-FORT-D). Intensive fire triples the printed factor first (pb:PB-FACT-2,
    pb:PB-OPT-AMMO-1).
    """
    where = state.units[attacker].hex
    return factor_from(state.situation, attacker, where, hex_, armored=armored, intensive=intensive)


@lru_cache(maxsize=1 << 16)
def factor_from(
    situation: Situation, attacker: UnitId, origin: Hex | None, hex_: Hex, *, armored: bool, intensive: bool = False
) -> Factor | None:
    """What an attacker counts, or would count, from a hex; see `fire_factor`."""
    printed = situation.by_id[attacker].type.attack
    start = 3 * printed if intensive else printed
    found = wec_factor(situation, attacker, origin, hex_, armored=armored, amount=start)
    if found is None:
        return None
    changes = found.changes
    if intensive:
        changes = (Change("x3", "intensive fire", "pb:PB-OPT-AMMO-1"), *changes)
    return _with_terrain(situation, Factor(attacker, printed, found.amount, changes), origin, hex_)


def assault_factor(state: BlitzState, attacker: UnitId, hex_: Hex) -> Factor:
    """What an attacker counts in Close Assault: as printed, against armor too, halved by hills (pb:PB-CAT-G)."""
    printed = state.type(attacker).attack
    return _with_terrain(state.situation, Factor(attacker, printed, printed), state.units[attacker].hex, hex_)


def joined(state: BlitzState, hex_: Hex, factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """The factors of units that attack together: beside one on a hilltop the others are still halved (pb:PB-HILL-A)."""
    if len(factors) < 2 or elevation(state.cell(hex_)) is not Elevation.HILLTOP:
        return factors
    origins = (state.units[f.unit].hex for f in factors)
    if not any(h is not None and elevation(state.cell(h)) is Elevation.HILLTOP for h in origins):
        return factors
    return tuple(evolve(f, changes=tuple(_beside_hilltop(c) for c in f.changes)) for f in factors)


def _beside_hilltop(change: Change) -> Change:
    return evolve(change, rule="pb:PB-HILL-A") if change.rule == "pb:PB-HILL-C" else change


def overrun_factor(state: BlitzState, attacker: UnitId) -> Factor:
    """What an attacker counts in an overrun: as printed, never tripled (pb:PB-OVR-E, pb:PB-WEC-D, pb:PB-OPT-AMMO-D)."""
    printed = state.type(attacker).attack
    return Factor(attacker, printed, printed)


def _with_terrain(situation: Situation, factor: Factor, origin: Hex | None, hex_: Hex) -> Factor:
    change = hill_change(situation, origin, hex_) if origin is not None else None
    if change is None:
        return factor
    return Factor(factor.unit, factor.printed, factor.amount // 2, (*factor.changes, change))


# -- defense ---------------------------------------------------------------------------------------


def defense_of(state: BlitzState, target: UnitId) -> int:
    """The Defense Factor of one element of a stack (pb:PB-FACT-3).

    A wagon or truck has 1 with or without passenger (pb:PB-TRANS-D), other carriers their own (pb:PB-TRANS-E), a rider
    attacked by itself 1 (pb:PB-TRANS-H), a fortification its own for all in it (pb:PB-FORT-C).
    """
    if state.units[target].carrier is not None:
        return 1
    return state.type(target).defense


def odds_column(attack: int, defense: int, shift: int = 0) -> str | None:
    """The odds column, rounded in the defender's favor (pb:PB-COMBAT-A); None = below 1-4, no attack.

    shift: columns gained in an overrun (pb:PB-OVR-D) or by engineers (pb:PB-CAT-E); 4-1 stays 4-1.
    """
    if attack <= 0:
        return None
    if attack >= defense:
        name = f"{min(4, attack // max(1, defense))}-1"
    else:
        below = -(-defense // attack)
        if below > 4:
            return None
        name = f"1-{below}"
    return ODDS[min(ODDS.index(name) + shift, len(ODDS) - 1)]


def die_modifiers(state: BlitzState, hex_: Hex, method: Method, targets: tuple[UnitId, ...]) -> tuple[Reason, ...]:
    """What is added to the die, all summed into one figure (pb:PB-CRT-2).

    Terrain never helps against mines (pb:PB-MINE-E) and cannot in overruns; -1 if any target was dispersed in this
    Player-Turn (pb:PB-CRT-D); Close Assaults and overruns have -2 (pb:PB-CAT-D, pb:PB-OVR-D).
    """
    found = []
    modifiers = state.tables.modifiers
    if method not in (Method.MINEFIELD, Method.OVERRUN):
        effect = die_effect(state, hex_)
        if effect is not None:
            found.append(Reason(f"defender in {effect.name.lower()}", effect.die, effect.rule))
    if method is Method.OVERRUN:
        found.append(Reason("overrun", modifiers["overrun"], "pb:PB-OVR-D"))
    if method is Method.CLOSE_ASSAULT:
        found.append(Reason("Close Assault", modifiers["close-assault"], "pb:PB-CAT-D"))
    if method is not Method.MINEFIELD and any(state.units[t].struck for t in targets):
        found.append(Reason("defender already dispersed", modifiers["dispersed"], "pb:PB-CRT-D"))
    return tuple(found)
