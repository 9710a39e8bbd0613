"""What fire is directed at which hexes in a turn, and the fires that come of it (or:7.35). No rule, no dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.air.anti_aircraft import CRASH
from core.panzer.air.attacks import source_of
from core.panzer.air.events import AirAttackAnnounced, AirAttackCompleted, AircraftCrashed, BombScatterRolled
from core.panzer.ap.events import ApShotFired
from core.panzer.armament import armament
from core.panzer.assault.close_assault import has_flamethrower
from core.panzer.assault.events import CloseAssaultResolved, HandToHandFought, OverrunResolved
from core.panzer.course.events import TurnBegun
from core.panzer.fires import events
from core.panzer.firing import malfunction
from core.panzer.gp.events import GpFireResolved, TerrainAttacked
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.indirect.events import MissionFired
from core.panzer.indirect.impact import gp_source
from core.panzer.pieces.cards import AircraftCard, LegCard, VehicleCard
from core.panzer.pieces.clouds import NO_KINDLING, Cloud, CloudKind
from core.panzer.pieces.missions import FireType
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.replaced import replaced

_Apply = Callable[[PanzerState, Any], None]


def _under(state: PanzerState, hexes: Iterable[Hex], gp: int) -> None:
    state.kindling = state.kindling.under(hexes, gp)


def _in_flames(state: PanzerState, hex_: Hex) -> None:
    state.kindling = replaced(state.kindling, flames=state.kindling.flames | {hex_})


def _throws_flames(state: PanzerState, unit: UnitId, weapon: int | None = None) -> bool:
    """Whether a weapon of a unit is a flamethrower, or any of them that has not failed (na:5.1.3.5, or:7.25)."""
    mounted = armament(state, unit)
    able = (index for index in range(len(mounted)) if malfunction.refusal(state, unit, index) is None)
    at = able if weapon is None else (weapon,) if weapon < len(mounted) else ()
    return any(mounted[index].weapon.kind.endswith("flamethrower") for index in at)


def _harmless(state: PanzerState, shooter: UnitId | None) -> bool:
    """Whether fire comes from the air, wrecks of aircraft included, and starts nothing (min:20.11; not or:7.35)."""
    from_the_air = shooter is None or isinstance(state.card(shooter), AircraftCard)
    return from_the_air and not state.edition.optional.aircraft_start_fires


def _reached(state: PanzerState, target: UnitId, hex_: Hex) -> bool:
    """Whether what strikes a unit in a hex may set it on fire: with a Building in it in the miniatures edition only who
    is inside, wherever he has gone by it (min:20.11)."""
    if not state.edition.optional.fires_need_target_inside or state.cell(hex_).terrain not in BUILDINGS:
        return True
    unit = state.units[target]
    stands = state.units[unit.carrier] if unit.carrier is not None else unit
    return stands.inside or (isinstance(state.card(stands.id), LegCard) and stands.outside != hex_)


def _gp_fire(state: PanzerState, event: GpFireResolved) -> None:
    """Small Arms set nothing on fire, flamethrowers always (or:7.35.1); an aircraft is fired at in the air. Passengers
    are struck with their vehicle."""
    if isinstance(state.card(event.target), AircraftCard) or _harmless(state, event.shooter):
        return
    aimed = event.shot or event.indirect or not state.edition.optional.fires_need_target_inside
    if not aimed or not _reached(state, event.target, event.target_hex):
        return
    if not event.small_arms:
        _under(state, (event.target_hex,), event.gp)
    if event.shooter is not None and not event.indirect and _throws_flames(state, event.shooter, event.weapon):
        _in_flames(state, event.target_hex)


def _terrain(state: PanzerState, event: TerrainAttacked) -> None:
    """Engineers attack it as in Close Assault, by which flames alone start a fire (or:7.35.1, or:7.19); Small Arms,
    which strike it in the miniatures edition, start none (min:20.11.1.2)."""
    fought = state.combats.demolition
    if _harmless(state, event.shooter):
        return
    if fought is None:
        _under(state, () if event.small_arms else (event.hex,), event.gp)
    elif any(has_flamethrower(state, unit) for unit in fought.attack.units):
        _in_flames(state, event.hex)


def _mission(state: PanzerState, event: MissionFired) -> None:
    """All of its SHEAF (or:7.35)."""
    if event.aim.type is FireType.GP:
        source = gp_source(state, event.firing)
        _under(state, () if source.small_arms else event.hexes, source.gp)


def _announced(state: PanzerState, event: AirAttackAnnounced) -> None:
    source = source_of(state, event.unit, event.strike)
    factor = 0 if source.small_arms or _harmless(state, event.unit) else source.gp
    state.kindling = replaced(state.kindling, pattern=event.strike.hexes, factor=factor)


def _scattered(state: PanzerState, event: BombScatterRolled) -> None:
    state.kindling = replaced(state.kindling, pattern=event.hexes)


def _completed(state: PanzerState, event: AirAttackCompleted) -> None:
    """All of the impact pattern of bombs, rockets and guns (or:7.35)."""
    _under(state, state.kindling.pattern, state.kindling.factor)
    state.kindling = replaced(state.kindling, pattern=(), factor=0)


def _crashed(state: PanzerState, event: AircraftCrashed) -> None:
    if event.hex is not None and not _harmless(state, event.unit):
        _under(state, (event.hex,), CRASH.gp)


def _assaulted(state: PanzerState, event: CloseAssaultResolved) -> None:
    if event.flamethrower and _reached(state, event.target, event.hex):
        _in_flames(state, event.hex)


def _fought(state: PanzerState, event: HandToHandFought) -> None:
    burns = any(has_flamethrower(state, unit) for unit in (event.primary, *event.others))
    if burns and _reached(state, event.target, event.hex):
        _in_flames(state, event.hex)


def _overrun(state: PanzerState, event: OverrunResolved) -> None:
    """All weapons of the vehicle take part in it (na:6.6.10.1)."""
    if _throws_flames(state, event.unit) and _reached(state, event.target, event.hex):
        _in_flames(state, event.hex)


def _missed(state: PanzerState, event: ApShotFired) -> None:
    """A rocket from the shoulder that misses a vehicle counts with its fixed GP Factor (or:7.35.3)."""
    mounted = armament(state, event.shooter)[event.weapon]
    row = mounted.weapon.gp
    if event.hits or not mounted.hand_held or row is None or not isinstance(state.card(event.target), VehicleCard):
        return
    if state.has(Switch.ROCKET_FIRES) and _reached(state, event.target, event.target_hex):
        _under(state, (event.target_hex,), max(row.factor))


def _checked(state: PanzerState, event: events.FireChecked) -> None:
    """It burns to the end of the scenario, from the next step on (or:7.35, na:6.1.4.3.5)."""
    if event.started:
        state.counters = state.counters.with_cloud(Cloud(CloudKind.FIRE, frozenset({event.hex}), since=state.turn))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.kindling = NO_KINDLING


def _noted(apply: _Apply) -> _Apply:
    """What is noted where fires are played with alone (or:7.35)."""

    def noted(state: PanzerState, event: Event) -> None:
        if state.has(Switch.FIRES):
            apply(state, event)

    return noted


_NOTED: Final[Mapping[type[Event], _Apply]] = {
    GpFireResolved: _gp_fire,
    TerrainAttacked: _terrain,
    MissionFired: _mission,
    AirAttackAnnounced: _announced,
    BombScatterRolled: _scattered,
    AirAttackCompleted: _completed,
    AircraftCrashed: _crashed,
    CloseAssaultResolved: _assaulted,
    HandToHandFought: _fought,
    OverrunResolved: _overrun,
    ApShotFired: _missed,
    TurnBegun: _turn_begun,
}

#: What each event does to the fires of a game.
APPLY: Final[Mapping[type[Event], _Apply]] = {
    **{event: _noted(apply) for event, apply in _NOTED.items()},
    events.FireChecked: _checked,
}
