"""Close Assault: leg units against a vehicle next to them, with modifiers of its own (na:6.6.1.1.1, na:6.6.1.1.3).

It is a form of GP Direct Fire that knows no terrain, but for the support that vehicles need in it (na:6.6.1.1.2g).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import UnitId
from core.hexes import Hex, distance
from core.kept import KeptFor
from core.odds import chances
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.armament import armament
from core.panzer.firing import burning
from core.panzer.firing.aim import known_moving
from core.panzer.gp.bail_out import passengers
from core.panzer.gp.defense import target_type
from core.panzer.gp.fire import man_pack
from core.panzer.gp.strike import result_cell, turret_or_hull
from core.panzer.ground.buildings import indoors
from core.panzer.ground.heights import unit_height
from core.panzer.ground.terrain import vehicle_terrain
from core.panzer.pieces.cards import LegStep, VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.gp import GpOutcome
from core.panzer.pieces.results import Result
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import is_open
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

#: The GP Defense Factor that counts at most (na:6.6.1.1.1).
MOST_DEFENSE: Final = 5
#: The GP Factor that counts at most, the last column of the table (min:16.9.2.1).
MOST_FACTOR: Final = 15
#: Sizes of leg units as the tables of close combat name them.
SIZES: Final = {LegStep.SQUAD: "squad", LegStep.HALF_SQUAD: "half-squad", LegStep.SECTION: "section"}
#: How many vehicles a dismounted unit supports; sections support none (na:6.6.1.1.2g).
SUPPORTS: Final = {LegStep.SQUAD: 2, LegStep.HALF_SQUAD: 1}


@frozen(eq=False, repr=False)
class CloseAssaultTerms(Alike):
    """All that decides a Close Assault before its dice.

    gp: GP Factor by the size of the primary attacker; brews: up to what a d10 makes an Effective Result a Brew Up;
    defense: GP Defense Factor, at most 5; cell: N-Effect and S-Effect; flamethrower: whether one is in the attack, so
    that it is always a Brew Up; abandoned: whether the crew has bailed out, so that it is Effective without a roll.
    """

    units: tuple[UnitId, ...]
    target: UnitId
    gp: int
    brews: int
    defense: int
    cell: tuple[int, int]
    tally: Tally
    flamethrower: bool
    abandoned: bool


# -- who is how large, and how high ------------------------------------------------------------------


def size_of(state: PanzerState, unit: UnitId) -> str:
    """The size of a leg unit as the tables name it: squad, half-squad or section. ValueError for other units."""
    size = state.units[unit].size
    if size is None:
        raise ValueError(f"{unit} is no leg unit")
    return SIZES[size]


def has_flamethrower(state: PanzerState, unit: UnitId) -> bool:
    """Whether a leg unit has an attached flamethrower, which counts in close combat alone (na:5.1.3.5)."""
    return any(man_pack(mounted) for mounted in armament(state, unit))


def height_in(state: PanzerState, unit: Unit, hex_: Hex | None = None) -> int:
    """The Height of a unit where it is, storeys that it has gone up included, or on the ground of another hex."""
    where = unit.hex if hex_ is None else hex_
    if where is None:
        raise ValueError(f"{unit.id} is not on the map")
    up = unit.floor if where == unit.hex else 0
    return unit_height(state.board, state.tables, where) + up


def beside(state: PanzerState, hex_: Hex, target: Hex) -> bool:
    """Whether a unit in a hex is where it may attack one in another: next to it (na:6.6.1.1, na:6.6.1.2), in the
    miniatures edition within 1 inch, in the same place too, where a vehicle may have come to stand (min:16.9.1.4)."""
    far = distance(hex_, target)
    return far == 1 or (far == 0 and state.edition.advances_by_half)


def uphill(state: PanzerState, attack: Attack, target: UnitId) -> bool:
    """Whether the target is 1 Height above one of its attackers (na:6.6.1.1.2b, na:6.6.1.2.2g)."""
    above = height_in(state, state.units[target])
    return any(above - height_in(state, state.units[u], attack.hex_of(u)) == 1 for u in attack.units)


# -- support -----------------------------------------------------------------------------------------


def needs_support(state: PanzerState, unit: Unit) -> str:
    """The terrain that a vehicle is in and in which it needs the support of infantry; "" = it needs none."""
    if unit.hex is None:
        return ""
    cell = state.cell(unit.hex)
    terrain = cell.terrain if indoors(state, unit) else vehicle_terrain(state.tables, cell).id
    return terrain if terrain in state.advanced.needs_support else ""


def supported(state: PanzerState, vehicle: UnitId) -> bool:
    """Whether infantry of its side supports a vehicle: squads and half-squads in its hex (na:6.6.1.1.2g).

    A mounted one supports its transporter alone; what the dismounted ones can do goes to the vehicles worth most.
    """
    unit = state.units[vehicle]
    if unit.hex is None:
        return False
    if _carries_support(state, vehicle):
        return True
    here = [u for u in state.in_hex(unit.hex) if u.side == unit.side and not _no_help(state, u)]
    places = sum(SUPPORTS.get(u.size, 0) for u in here if u.size is not None)
    waiting = [
        u.id
        for u in here
        if isinstance(state.card(u.id), VehicleCard) and not u.bailed_out and not _carries_support(state, u.id)
    ]
    waiting.sort(key=lambda u: (-state.scenario.by_id[u].value, u))
    return vehicle in waiting[:places]


def _no_help(state: PanzerState, unit: Unit) -> bool:
    """Broken infantry supports no vehicle (or:7.1.5.2)."""
    return unit.broken and not isinstance(state.card(unit.id), VehicleCard)


def _carries_support(state: PanzerState, vehicle: UnitId) -> bool:
    return any(state.units[u].size in SUPPORTS and not state.units[u].broken for u in passengers(state, vehicle))


# -- modifiers ---------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Assaulted(Alike):
    """A Close Assault as its modifiers see it.

    advanced: whether an attacker spent movement to come next to the target; dismount: it is a Dismount Attack; moving:
    whether the vehicle counts as moving.
    """

    state: PanzerState
    attack: Attack
    target: Unit
    card: VehicleCard
    advanced: bool
    dismount: bool
    moving: bool


def _unsupported(at: Assaulted) -> bool:
    return bool(needs_support(at.state, at.target)) and not supported(at.state, at.target.id)


def _others(at: Assaulted) -> Iterable[Reason]:
    sizes = (size_of(at.state, unit) for unit in at.attack.others)
    return added_attackers(at.state.advanced.close_assault_modifiers, sizes, "na:6.6.1.1.2h")


def _burns(at: Assaulted) -> bool:
    """However many there are, they count once (na:6.6.1.1.2l)."""
    return any(has_flamethrower(at.state, unit) for unit in at.attack.units)


def _grade(at: Assaulted) -> Iterable[Reason]:
    grade = unit_grade(at.state, at.attack.primary)
    yield Reason(f"{grade.value} Unit Grade", at.state.advanced.close_combat_grade[grade], "na:6.6.1.1.2o")


#: The modifiers of a Close Assault, which are all that count, in the order in which they are told (na:6.6.1.1.2).
CLOSE_ASSAULT: Final[tuple[Line[Assaulted], ...]] = (
    Modifier("advance", "Advance Attack", "na:6.6.1.1.2a", lambda at: at.advanced),
    Modifier("uphill", "Uphill Attack", "na:6.6.1.1.2b", lambda at: uphill(at.state, at.attack, at.target.id)),
    Modifier("dismount", "Dismount Attack", "na:6.6.1.1.2c", lambda at: at.dismount),
    Modifier("moving", "Moving Vehicle", "na:6.6.1.1.2d", lambda at: at.moving),
    Modifier("suppressed", "Suppressed Vehicle", "na:6.6.1.1.2e", lambda at: at.target.suppressed),
    Modifier("hesitating", "Hesitating Vehicle", "na:6.6.1.1.2m", lambda at: at.target.hesitating),
    Modifier("broken", "Broken Vehicle", "na:6.6.1.1.2n", lambda at: at.target.broken),
    Modifier("c", "Vehicle with C", "na:6.6.1.1.2f", lambda at: at.card.easy_to_assault),
    Modifier("unsupported", "Vehicle in Unsupported Hex", "na:6.6.1.1.2g", _unsupported),
    Modifier("p-type", "P-Type", "na:6.6.1.1.2i", lambda at: target_type(at.card) == "P"),
    Modifier("s-type", "S-Type", "na:6.6.1.1.2j", lambda at: target_type(at.card) == "S"),
    Modifier("open-a-type", "Open A-Type", "na:6.6.1.1.2k", lambda at: is_open(at.state, at.target), Switch.TURRETS),
    Varying(_others),
    Modifier("flamethrower", "Flamethrower", "na:6.6.1.1.2l", _burns),
    Varying(_grade),
)


def close_assault_tally(
    state: PanzerState,
    attack: Attack,
    target: UnitId,
    *,
    advanced: bool,
    dismount: bool = False,
    moving: bool | None = None,
) -> Tally:
    """The modifiers of a Close Assault (na:6.6.1.1.2), of which the miniatures edition has fewer (min:16.9.3).

    advanced: whether an attacker spent movement to come next to the target; moving: assume that of the vehicle instead
    of what is known.
    """
    unit = state.units[target]
    counts = known_moving(state, unit) if moving is None else moving
    assaulted = Assaulted(state, attack, unit, state.vehicle(target), advanced, dismount, counts)
    return summed(CLOSE_ASSAULT, assaulted, state.advanced.close_assault_modifiers, state.scenario.switches)


def added_attackers(modifiers: Mapping[str, int], sizes: Iterable[str], rule: str) -> Iterator[Reason]:
    """One modifier for each additional attacker, by its size."""
    return (Reason(f"additional {size}", modifiers[f"add-{size}"], rule) for size in sizes)


# -- factors -----------------------------------------------------------------------------------------


def factors(state: PanzerState, unit: UnitId) -> tuple[int, int]:
    """The GP Factor of a primary attacker, and up to what a d10 makes an Effective Result a Brew Up.

    By its size (na:6.6.1.1.1, na:6.6.1.1.3). In the miniatures edition its own GP Factor at 1 inch and those of its
    attached rocket launchers, 15 at most (min:16.9.2.1); half of what is without those, 1 at least (min:16.9.4.2.3).
    """
    if not state.edition.assault_by_card:
        return state.advanced.close_assault[size_of(state, unit)]
    own = rockets = 0
    for mounted in armament(state, unit):
        row = mounted.weapon.gp
        column = row.at(1) if row is not None else None
        if row is None or column is None:
            continue
        if mounted.hand_held:
            rockets += row.factor[column.value]
        elif mounted.mount == "own":
            own = max(own, row.factor[column.value])
    return min(MOST_FACTOR, own + rockets), max(1, own // 2)


# -- resolution --------------------------------------------------------------------------------------


def close_assault_terms(
    state: PanzerState,
    attack: Attack,
    target: UnitId,
    *,
    advanced: bool,
    dismount: bool = False,
    moving: bool | None = None,
) -> CloseAssaultTerms:
    """Everything about a Close Assault but its dice (na:6.6.1.1.1, min:16.9.2.2); the arguments as in
    `close_assault_tally`."""
    gp, brews = factors(state, attack.primary)
    defense = state.vehicle(target).gp_defense
    if not state.edition.assault_by_card:
        defense = min(MOST_DEFENSE, defense)
    return CloseAssaultTerms(
        units=attack.units,
        target=target,
        gp=gp,
        brews=brews + burning.more(state, state.vehicle(target)),
        defense=defense,
        cell=result_cell(state, gp, defense),
        tally=close_assault_tally(state, attack, target, advanced=advanced, dismount=dismount, moving=moving),
        flamethrower=any(has_flamethrower(state, u) for u in attack.units),
        abandoned=state.units[target].bailed_out and state.edition.follows_into_hex,
    )


def resolve(state: PanzerState, terms: CloseAssaultTerms, dice: Dice) -> GpOutcome:
    """Roll, and find what it does: an Effective Result harms every vehicle, whatever its type (na:6.6.1.1.3).

    What ends in 5 damages it (min:16.9.4.2.1). Against an abandoned vehicle it is Effective at once (na:6.6.1.1.3a).
    Hull Down is no protection, since terrain has no effect.
    """
    if terms.abandoned:
        return _lost(terms, 0, (), dice)
    roll = dice.roll("d100", "Close Assault", "na:6.6.1.1.1")
    total = roll.result + terms.tally.total
    if total <= terms.cell[0]:
        return GpOutcome(Result.NO_EFFECT, total, (roll,))
    if total <= terms.cell[1]:
        return GpOutcome(Result.SUPPRESSED, total, (roll,))
    if total % 10 == 5:
        return turret_or_hull(state, state.units[terms.target], total, roll, dice)
    if total % 10 == 0:
        return GpOutcome(Result.TRACK, total, (roll,))
    return _lost(terms, total, (roll,), dice)


def _lost(terms: CloseAssaultTerms, total: int, rolls: tuple[Roll, ...], dice: Dice) -> GpOutcome:
    """Always a Brew Up by a flamethrower, else by half the GP Factor."""
    if terms.flamethrower:
        return GpOutcome(Result.BREW_UP, total, rolls)
    kind = dice.roll("d10", "Knocked Out or Brew Up", "na:6.6.1.1.3a" if terms.abandoned else "na:6.6.1.1.3")
    result = Result.BREW_UP if kind.result <= terms.brews else Result.KNOCKED_OUT
    return GpOutcome(result, total, (*rolls, kind))


# -- chances -----------------------------------------------------------------------------------------


_KNOWN: KeptFor[Scenario, tuple[object, ...], dict[Result, float]] = KeptFor(1 << 14)


def close_assault_odds(state: PanzerState, terms: CloseAssaultTerms) -> dict[Result, float]:
    """The exact chance of each result, by the real resolution, run once for all that the same things decide."""
    known = _KNOWN.of(state.scenario)
    unit, armed = state.units[terms.target], state.card(terms.target).armed
    brews = terms.flamethrower or terms.brews
    key = (terms.gp, terms.defense, terms.tally.total, brews, terms.abandoned, unit.hurt, armed)
    found = known.get(key)
    if found is None:
        odds = chances(lambda dice: resolve(state, terms, dice).result)
        found = known[key] = {result: odds[result] for result in Result if result in odds}
    return found
