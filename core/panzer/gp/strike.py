"""One GP combat roll against one unit or one piece of terrain, whatever fire it comes from (na:6.5.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice, Roll
from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.firing import burning
from core.panzer.firing.track_damage import spares_tracks
from core.panzer.gp.defense import gp_defense, target_type
from core.panzer.ground.buildings import indoors
from core.panzer.ground.positions import improved
from core.panzer.pieces.cards import AircraftCard, LegStep, VehicleCard
from core.panzer.pieces.gp import GpOutcome, GpSource, Strike, factor
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.sight.turrets import is_open
from core.panzer.state import PanzerState
from core.tally import Tally

#: Buildings behind whose walls tracks are safe (min:16.7.4.2.5.2).
_WALLS = frozenset({"brick-building", "stone-building"})


def strike_at(state: PanzerState, source: GpSource, target: UnitId, tally: Tally, *, masked: bool = False) -> Strike:
    """The strike of a fire at a unit, on the map or carried (na:6.5.4.2)."""
    unit = state.units[target]
    carrier = state.units[unit.carrier] if unit.presence is Presence.CARRIED and unit.carrier else None
    hex_ = carrier.hex if carrier is not None else unit.hex
    if hex_ is None:
        raise ValueError(f"{target} is not on the map")
    defense = gp_defense(state, target)
    cell = result_cell(state, source.gp, factor(defense))
    return Strike(source, target, hex_, defense, tally, cell, masked=masked)


def strike_terrain(state: PanzerState, source: GpSource, hex_: Hex, terrain: str, defense: int, tally: Tally) -> Strike:
    """The strike of a fire at terrain (na:6.5.4.2.5)."""
    made = Tally().add(state.tables.terrain[terrain].name, defense, "na:6.5.4.2.5")
    return Strike(source, None, hex_, made, tally, result_cell(state, source.gp, defense), terrain)


def result_cell(state: PanzerState, gp: int, defense: int) -> tuple[int, int]:
    """N-Effect and S-Effect of the GP Combat Results Table (na:6.5.4.4)."""
    row = state.advanced.gp_results[max(1, min(10, defense))]
    return row[max(1, min(len(row), gp)) - 1]


# -- the roll --------------------------------------------------------------------------------------


def resolve(state: PanzerState, strike: Strike, dice: Dice) -> GpOutcome:
    """Roll, find the result, No Effect for a start, and roll for what kind of damage it is.

    (na:6.5.4.4, na:6.5.4.4.1)
    """
    roll = dice.roll("d100", "GP combat", "na:6.5.4.4")
    total = roll.result + strike.tally.total
    if strike.target is None:
        return _terrain(strike, total, roll, dice, once=state.edition.terrain_falls_at_once)
    unit, card = state.units[strike.target], state.card(strike.target)
    reach = 0 if total <= strike.cell[0] else 1 if total <= strike.cell[1] else 2
    if isinstance(card, VehicleCard):
        return _vehicle(state, strike, unit, reach, total, roll, dice)
    if isinstance(card, AircraftCard):
        return _aircraft(unit, reach, total, roll, tens=state.edition.tens_damage_aircraft)
    return GpOutcome(_on_foot(unit, min(reach, 1) if strike.source.pins else reach), total, (roll,))


def _on_foot(unit: Unit, reach: int) -> Result:
    """Leg and towed units: Small Arms do as much as others (na:6.5.4.4.3, na:6.5.4.4.3a, na:6.5.4.4.3b)."""
    if reach == 0:
        return Result.NO_EFFECT
    if reach == 1:
        return Result.SUPPRESSED
    return Result.REDUCED if unit.size is LegStep.SQUAD else Result.ELIMINATED


def _aircraft(unit: Unit, reach: int, total: int, roll: Roll, *, tens: bool) -> GpOutcome:
    """Missed, Suppressed, Damaged by a result that ends in 5 or 10, or shot down; the second Damage shoots it down.

    tens: whether one that ends in 10 damages, which shoots down in the miniatures edition (min:15.4.2.2.2.1). No test
    of effectiveness, and Small Arms do as much as others. (na:6.7.4.2.1, na:6.7.4.2.1a, na:6.7.4.2.1b,
    na:6.7.4.2.1c, na:6.7.4.2.1d)
    """
    if reach < 2:
        return GpOutcome(Result.SUPPRESSED if reach else Result.NO_EFFECT, total, (roll,))
    if total % (5 if tens else 10) != (0 if tens else 5):
        return GpOutcome(Result.ELIMINATED, total, (roll,))
    if unit.damaged:
        return GpOutcome(Result.ELIMINATED, total, (roll,), second_damage=True)
    return GpOutcome(Result.DAMAGED, total, (roll,))


def _terrain(strike: Strike, total: int, roll: Roll, dice: Dice, *, once: bool) -> GpOutcome:
    """Terrain is gone if a second roll is Effective too, mines at the first (na:6.5.4.4.3c).

    once: all is at the first, in the miniatures edition (min:16.7.4.2.16).
    """
    if total <= strike.cell[1]:
        return GpOutcome(Result.NO_EFFECT, total, (roll,))
    if once or strike.terrain.startswith("mines"):
        return GpOutcome(Result.ELIMINATED, total, (roll,))
    second = dice.roll("d100", "GP combat, second roll against terrain", "na:6.5.4.4.3c")
    both = second.result + strike.tally.total > strike.cell[1]
    return GpOutcome(Result.ELIMINATED if both else Result.NO_EFFECT, total, (roll, second))


def _vehicle(
    state: PanzerState, strike: Strike, unit: Unit, reach: int, total: int, roll: Roll, dice: Dice
) -> GpOutcome:
    """By Small Arms or not, the type of the target, and the rule of 5s and 10s (na:6.5.4.4.2, na:6.5.4.4.2a).

    S-Types are hurt without a test of effectiveness. What is lost brews up by the GP Effectiveness Factor, by Small
    Arms fire by half the GP Factor, which is never less than 1. (na:6.5.4.4.2b, na:6.5.4.4.2g, na:5.12b,
    min:16.7.4.2.5.3, min:16.7.4.2.6, min:16.7.4.2.12)
    """
    source, type_ = strike.source, target_type(state.card(unit.id))
    if reach == 0:
        return GpOutcome(Result.NO_EFFECT, total, (roll,))
    if source.small_arms and type_ != "S":
        return _small_arms(state, source.factor, type_, unit, reach, total, roll, dice)
    open_ = reach == 2 and is_open(state, unit)
    harmless = not (source.small_arms or source.sure) and type_ != "S" and source.effectiveness < strike.row
    if open_ and harmless:  # or:7.8.3
        return turret_or_hull(state, unit, total, roll, dice)
    if reach == 1 or harmless:  # na:6.5.4.4.2c
        return GpOutcome(Result.SUPPRESSED, total, (roll,))
    if total % 10 == 5:
        return turret_or_hull(state, unit, total, roll, dice)
    if total % 10 == 0:
        spared = strike.masked or walled_in(state, unit) or _spares_tracks(state, source, unit)  # na:6.5.4.4.2e
        return GpOutcome(Result.NO_EFFECT if spared else Result.TRACK, total, (roll,))
    # na:6.5.4.4.2f; Small Arms against S-Type: na:6.5.4.4.2j
    brews = max(1, source.gp // 2) if source.small_arms else source.effectiveness
    brews += burning.more(state, state.vehicle(unit.id))
    kind = dice.roll("d10", "Knocked Out or Brew Up", "na:6.5.4.4.2j" if source.small_arms else "na:6.5.4.4.2f")
    result = Result.BREW_UP if kind.result <= brews else Result.KNOCKED_OUT
    return GpOutcome(result, total, (roll, kind))


def walled_in(state: PanzerState, unit: Unit) -> bool:
    """Whether walls around a vehicle save its tracks from fire of any kind (min:16.7.4.2.5.2)."""
    if not state.edition.walls_save_tracks or unit.hex is None:
        return False
    return improved(state, unit) is not None or (indoors(state, unit) and state.cell(unit.hex).terrain in _WALLS)


def _spares_tracks(state: PanzerState, source: GpSource, unit: Unit) -> bool:
    """Whether a Track Hit does nothing, because the gun is too light for these tracks (or:7.21)."""
    effectiveness = 0 if source.small_arms else source.effectiveness
    exempt = source.hand_held or source.sure
    return (
        state.edition.optional.gp_spares_tracks
        and not exempt
        and spares_tracks(state, state.vehicle(unit.id), effectiveness)
    )


def _small_arms(
    state: PanzerState, factor_: RangeFactor, type_: str, unit: Unit, reach: int, total: int, roll: Roll, dice: Dice
) -> GpOutcome:
    """Small Arms against A- and P-Type vehicles do anything from near only (na:6.5.4.4.2h, na:6.5.4.4.2i)."""
    hurts = type_ == "P" or is_open(state, unit)  # or:7.8.3
    if hurts and reach == 2 and factor_ is RangeFactor.P:
        return turret_or_hull(state, unit, total, roll, dice)
    suppresses = RangeFactor.S if type_ == "P" or reach == 2 else RangeFactor.P
    result = Result.SUPPRESSED if factor_.value <= suppresses.value else Result.NO_EFFECT
    return GpOutcome(result, total, (roll,))


def turret_or_hull(state: PanzerState, unit: Unit, total: int, roll: Roll, dice: Dice) -> GpOutcome:
    """TURRET DMGD or HULL DMGD, always the hull of an unarmed vehicle; the second is a KO (na:6.5.4.4.2d).

    In the miniatures edition the whole vehicle is Damaged (min:16.7.4.2.5.1).
    """
    if unit.hurt:
        return GpOutcome(Result.KNOCKED_OUT, total, (roll,), second_damage=True)
    if not state.edition.damaged_parts:
        return GpOutcome(Result.DAMAGED, total, (roll,))
    if not state.card(unit.id).armed:
        return GpOutcome(Result.HULL, total, (roll,))
    part = dice.roll("d10", "turret or hull", "na:6.5.4.4.2d")
    return GpOutcome(Result.TURRET if part.result <= 4 else Result.HULL, total, (roll, part))


# -- what else a Brew Up does ------------------------------------------------------------------------


def beside(state: PanzerState, vehicle: UnitId) -> Iterator[UnitId]:
    """The ground units of its side in the hex of a brewed up vehicle, not Under Cover: they are Suppressed; in the
    miniatures edition all within 2 hexes.

    (na:6.5.2.5d, na:6.5.4.4.2f, min:8.4.7.6)
    """
    lost, edition = state.units[vehicle], state.edition

    def near(hex_: Hex | None) -> bool:
        return hex_ is not None and lost.hex is not None and distance(hex_, lost.hex) <= edition.brew_up_reach

    for unit in state.units.values():
        if unit.side != lost.side or unit.id == vehicle or isinstance(state.card(unit.id), AircraftCard):
            continue
        if unit.presence is Presence.CARRIED and unit.carrier is not None and unit.carrier != vehicle:
            sheltered = edition.brew_up_spares_under_cover and state.vehicle(unit.carrier).under_cover
            if near(state.units[unit.carrier].hex) and not sheltered:
                yield unit.id
        elif unit.on_map and near(unit.hex) and not unit.bailed_out:
            yield unit.id
