"""The rolls of one GP attack on a unit, its passengers and the terrain, and what follows from them (na:6.5.4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.attached_weapons import attached_weapon_loss
from core.panzer.gp.bail_out import bail_out
from core.panzer.gp.defense import target_type
from core.panzer.gp.events import GpFireResolved, TerrainAttacked, UnitEliminated, UnitSuppressed
from core.panzer.gp.strike import beside
from core.panzer.ground.positions import victims
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.gp import GpOutcome, Strike
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.pieces.unit import Presence, Suppression, Unit
from core.panzer.state import PanzerState

_SUPPRESSED = frozenset({Result.SUPPRESSED, Result.REDUCED})
#: Terrain whose destruction takes units along, and the rule that says so.
_BURIES = {
    "wood-building": "na:6.5.4.4.3d",
    "brick-building": "na:6.5.4.4.3d",
    "stone-building": "na:6.5.4.4.3d",
    "bridge": "na:6.5.4.4.3e",
    "improved-position": "na:6.5.4.4.3f",
}


@frozen(eq=False, repr=False)
class FiredBy(Alike):
    """Where a fire comes from, for its events: the unit (None for aircraft bombs and the like), its weapon, the range.

    shot: whether it is the first of the announced shots, which is done with it.
    """

    shooter: UnitId | None
    weapon: int
    range: int
    overwatch: bool = False
    shot: bool = False


def resolve_strikes(
    state: PanzerState, by: FiredBy, strikes: Sequence[Strike], dice: Dice, rolls: tuple[Roll, ...] = ()
) -> Iterator[Event]:
    """One attack: a unit, its passengers, then the terrain, each result applied at once; then who bails out.

    rolls: those made before, told with the first event. (na:6.5.4.2.3, na:6.5.4.4c, na:6.5.4.4d, na:6.5.4.5)
    """
    vehicle = _vehicle(state, strikes)
    first_track = vehicle is not None and not state.units[vehicle].track_hit
    causes: list[Cause] = []
    suppressed: list[UnitId] = []
    indirect = strikes[0].source.indirect
    for strike in strikes:
        if strike.target is None:
            yield from _strike_terrain(state, by, strike, dice, rolls)
            rolls = ()
            continue
        before = state.units[strike.target]
        if before.presence is Presence.ELIMINATED:
            continue
        outcome = gp_strike.resolve(state, strike, dice)
        yield _resolved(state, by, strike, outcome, rolls)
        rolls = ()
        if strike.target == vehicle and outcome.result in CAUSES:
            causes.append(CAUSES[outcome.result])
        elif outcome.result in _SUPPRESSED and _newly(before):
            suppressed.append(strike.target)
        if outcome.result is Result.REDUCED:
            yield from attached_weapon_loss(state, strike.target, dice)
        if outcome.result is Result.BREW_UP:
            yield from suppressed_beside(state, strike.target)
    if vehicle is not None:
        yield from bail_out(
            state, vehicle, causes, dice, first_track=first_track, suppressed=suppressed, indirect=indirect
        )


def _newly(passenger: Unit) -> bool:
    """Whether a Suppression makes a passenger check: not with SUPPRESSION/ON, which changes nothing (na:6.5.4.5)."""
    return passenger.presence is Presence.CARRIED and passenger.suppression is not Suppression.ON


def suppressed_beside(state: PanzerState, vehicle: UnitId) -> Iterator[Event]:
    """What a Brew Up does to its own side in the hex (na:6.5.2.5d, na:6.5.4.4.2f)."""
    for unit in tuple(beside(state, vehicle)):
        yield UnitSuppressed(unit=unit, cause=f"{state.name(vehicle)} brews up", rule="na:6.5.2.5d")


def _vehicle(state: PanzerState, strikes: Sequence[Strike]) -> UnitId | None:
    target = strikes[0].target
    return target if target is not None and isinstance(state.card(target), VehicleCard) else None


def _resolved(
    state: PanzerState, by: FiredBy, strike: Strike, outcome: GpOutcome, rolls: tuple[Roll, ...]
) -> GpFireResolved:
    source, target = strike.source, strike.target
    if target is None:
        raise ValueError("terrain is struck by events of its own")
    return GpFireResolved(
        shooter=by.shooter,
        target=target,
        weapon=by.weapon,
        overwatch=by.overwatch,
        indirect=source.indirect,
        small_arms=source.small_arms,
        shot=by.shot and bool(state.fire.announced) and state.fire.announced[0].target == target,
        range=by.range,
        factor=source.factor.name,
        gp=source.gp,
        defense=strike.row,
        type=target_type(state.card(target)),
        n_effect=strike.cell[0],
        s_effect=strike.cell[1],
        net=strike.tally.total,
        total=outcome.total,
        result=outcome.result,
        second_damage=outcome.second_damage,
        target_hex=strike.hex,
        rolls=(*rolls, *outcome.rolls),
        tally=strike.tally.reasons,
    )


def _strike_terrain(
    state: PanzerState, by: FiredBy, strike: Strike, dice: Dice, rolls: tuple[Roll, ...]
) -> Iterator[Event]:
    """Terrain that both rolls destroy takes those in it along; blocks, mines and wire do not (na:6.5.4.4.3g).

    Vehicles leave wrecks in the rubble of the miniatures edition (min:16.7.4.2.16.1).
    """
    outcome = gp_strike.resolve(state, strike, dice)
    destroyed = outcome.result is Result.ELIMINATED
    lost = victims(state, strike.hex, strike.terrain) if destroyed else ()
    yield TerrainAttacked(
        shooter=by.shooter,
        hex=strike.hex,
        terrain=strike.terrain,
        gp=strike.source.gp,
        defense=strike.row,
        n_effect=strike.cell[0],
        s_effect=strike.cell[1],
        net=strike.tally.total,
        total=outcome.total,
        destroyed=destroyed,
        small_arms=strike.source.small_arms,
        rolls=(*rolls, *outcome.rolls),
        tally=strike.tally.reasons,
    )
    if destroyed:
        name = state.tables.terrain[strike.terrain].name
        buried = state.edition.ruins_leave_wrecks and strike.terrain in BUILDINGS
        for unit in lost:
            wreck = buried and isinstance(state.card(unit), VehicleCard)
            rule = "min:16.7.4.2.16.1" if buried else _BURIES[strike.terrain]
            yield UnitEliminated(unit=unit, cause=f"{name} destroyed", rule=rule, wreck=wreck)
