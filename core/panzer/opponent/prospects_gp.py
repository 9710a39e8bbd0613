"""What GP fire that may come is worth to a computer player, in shares of its target's value (na:6.5.4).

The real resolution is run for each kind of roll that occurs, once; ranges, factors and defenses are those of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.kept import KeptFor
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.armament import armament
from core.panzer.firing.platform_mounts import field_of_fire
from core.panzer.gp.defense import by_cover, full_cover, target_type
from core.panzer.gp.fire import gp_row, strike_odds
from core.panzer.gp.modifiers import heavy_cover, vehicle_cover
from core.panzer.gp.strike import result_cell
from core.panzer.ground.cover import combat_cover_of
from core.panzer.ground.entrenching import entrenched
from core.panzer.ground.terrain import BUILDINGS, best_cover, terrain_in
from core.panzer.pieces.cards import LegCard, LegStep, TowedCard, VehicleCard
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import FieldOfFire, GpRow
from core.panzer.pieces.works import WorkKind, in_hex
from core.panzer.sight.turrets import is_open
from core.panzer.state import PanzerState
from core.tally import Tally

#: What each result takes from a unit as it stands, in shares of what it is worth whole.
LOST: Final = {
    Result.SUPPRESSED: 0.2,
    Result.TRACK: 0.3,
    Result.TURRET: 0.5,
    Result.HULL: 0.5,
    Result.DAMAGED: 0.5,
    Result.REDUCED: 0.5,
    Result.KNOCKED_OUT: 1.0,
    Result.BREW_UP: 1.0,
    Result.ELIMINATED: 1.0,
}
#: Net Modifiers are taken in steps of this: rolls that differ by less promise the same.
STEP: Final = 5


@frozen
class GpArm:
    """A weapon of a unit that fires GP: its Field-of-Fire and its row."""

    field: FieldOfFire
    row: GpRow


_ARMS: KeptFor[Scenario, tuple[UnitId, LegStep | None], tuple[GpArm, ...]] = KeptFor(4096)
_FIRE: KeptFor[Scenario, tuple[object, ...], tuple[float, ...]] = KeptFor(1 << 14)
_SHARES: KeptFor[Scenario, tuple[object, ...], float] = KeptFor(1 << 14)


def gp_arms(state: PanzerState, unit: Unit) -> tuple[GpArm, ...]:
    """The weapons with which a unit fires GP directly, at the size that it has."""
    known = _ARMS.of(state.scenario)
    key = unit.id, unit.size
    found = known.get(key)
    if found is None:
        rows = ((field_of_fire(state, unit.id, mounted), gp_row(mounted)) for mounted in armament(state, unit.id))
        found = known[key] = tuple(GpArm(field, row) for field, row in rows if row is not None)
    return found


def cover_at(state: PanzerState, unit: Unit, hex_: Hex) -> Cover:
    """The Cover that a unit has where it stands, or would have in another hex; on foot, in its building."""
    if unit.hex == hex_:
        return combat_cover_of(state, unit)
    if _free_position(state, hex_):
        return Cover.HEAVY
    cell = state.cell(hex_)
    if cell.terrain in BUILDINGS and isinstance(state.card(unit.id), LegCard):
        return state.tables.terrain[cell.terrain].cover_combat
    return best_cover(effect.cover_combat for effect in terrain_in(state.tables, cell))


def vehicle_cover_at(state: PanzerState, unit: Unit, hex_: Hex) -> Cover:
    """The Cover against direct GP fire that a vehicle has where it stands, or would have in another hex: on a road
    through Heavy Woods none in the miniatures edition (min:16.7.2.5)."""
    if unit.hex == hex_:
        return vehicle_cover(state, unit, indirect=False)
    cover = cover_at(state, unit, hex_)
    return cover if cover is not Cover.HEAVY else heavy_cover(state, built=_free_position(state, hex_))


def _free_position(state: PanzerState, hex_: Hex) -> bool:
    """Whether there is an Improved Position in a hex that nobody holds."""
    works = state.counters.works
    return bool(works) and any(w.kind is WorkKind.IMPROVED and not w.holders for w in in_hex(works, hex_))


def defense_at(state: PanzerState, unit: Unit, hex_: Hex) -> int:
    """The GP Defense Factor of a unit in a hex, in Full Cover if it is in it where it stands."""
    card = state.card(unit.id)
    if not isinstance(card, LegCard | TowedCard):
        return max(1, min(10, getattr(card, "gp_defense", 1)))
    printed = card.gp_defense
    made = by_cover(printed, cover_at(state, unit, hex_)) + (full_cover(state, printed)[0] if unit.full_cover else 0)
    return max(1, min(10, made))


def target_modifier(state: PanzerState, unit: Unit, hex_: Hex) -> int:
    """What the target adds to a GP roll: its type and Cover, or the entrenchment that holds it (na:6.5.4.3)."""
    modifiers, card = state.advanced.gp_modifiers, state.card(unit.id)
    total = 0
    if isinstance(card, VehicleCard):
        type_ = target_type(card)
        if type_ in ("A", "P"):
            total += modifiers["target-a" if type_ == "A" else "target-p"].direct or 0
        cover = vehicle_cover_at(state, unit, hex_)
        if cover in (Cover.MEDIUM, Cover.HEAVY):
            name = "vehicle-medium-cover" if cover is Cover.MEDIUM else "vehicle-heavy-cover"
            total += modifiers[name].direct or 0
    elif unit.hex == hex_ and state.counters.works and entrenched(state, unit.id):
        total += modifiers["hasty-entrenchment"].direct or 0
    return total


@frozen
class GpStand:
    """How a target stands against GP fire: its GP Defense Factor, and what it adds to the roll."""

    defense: int
    net: int


def gp_stand(state: PanzerState, target: Unit, at: Hex) -> GpStand:
    """How a unit stands, or would stand in a hex."""
    return GpStand(defense_at(state, target, at), target_modifier(state, target, at))


def gp_condition(state: PanzerState, shooter: Unit) -> int:
    """What the condition of a shooter adds to its GP rolls (na:6.5.4.3)."""
    net, modifiers = 0, state.advanced.gp_modifiers
    if shooter.suppressed:
        net += modifiers["shooter-suppressed"].direct or 0
    if shooter.damaged or shooter.turret_damaged:
        net += modifiers["shooter-damaged"].direct or 0
    return net


def gp_share(state: PanzerState, shooter: Unit, target: Unit, defense: int, range_: int, net: int) -> tuple[float, ...]:
    """The share of a target's value that each GP weapon of a shooter takes; net: the whole of the modifiers."""
    arms = gp_arms(state, shooter)
    if not arms:
        return ()
    known = _FIRE.of(state.scenario)
    worn = target.size, target.suppressed, target.hurt, target.track_hit, is_open(state, target)
    key = shooter.id, shooter.size, state.card(target.id).id, worn, defense, net, range_
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(_shares(state, shooter, arms, target, defense, net, range_))
    return found


def _shares(
    state: PanzerState, shooter: Unit, arms: tuple[GpArm, ...], target: Unit, row: int, net: int, range_: int
) -> Iterator[float]:
    grades = state.advanced.gp_grade[unit_grade(state, shooter.id)]
    for arm in arms:
        factor = arm.row.at(range_)
        if factor is None:
            yield 0.0
            continue
        source = GpSource(arm.row.factor[factor.value], factor, arm.row.effectiveness, arm.row.small_arms)
        yield share_of(state, source, target, row, net + grades[factor])


def share_of(state: PanzerState, source: GpSource, target: Unit, defense: int, net: int) -> float:
    """The share of a target's value that one roll takes, by the real resolution."""
    cell = result_cell(state, source.gp, defense)
    rounded = STEP * round(net / STEP)
    card = state.card(target.id)
    known = _SHARES.of(state.scenario)
    key: tuple[object, ...]
    if isinstance(card, LegCard | TowedCard):
        key = tuple(max(0, min(100, limit - rounded)) for limit in cell), target.size, target.suppressed
    else:
        kind = target_type(card), card.armed, target.hurt, target.suppressed, target.track_hit
        key = (
            cell,
            rounded,
            source.small_arms,
            source.factor,
            source.effectiveness,
            defense,
            kind,
            is_open(state, target),
        )
    found = known.get(key)
    if found is None:
        tally = Tally().add("Net Modifier", rounded, "na:6.5.4.3")
        made = Tally().add("GP Defense", defense, "na:6.5.4.2")
        strike = Strike(source, target.id, target.hex or Hex(1, 1), made, tally, cell)
        found = known[key] = sum(lost_share(target, result) * p for result, p in strike_odds(state, strike).items())
    return found


def lost_share(target: Unit, result: Result) -> float:
    """The share of what a unit is worth as it stands that a result takes."""
    if (result is Result.SUPPRESSED and target.suppressed) or (result is Result.TRACK and target.track_hit):
        return 0.0
    return LOST.get(result, 0.0)
