"""GP combat rolls as attempts: any effect, and what is lost by it (na:6.5.4.4). Fire at terrain is not weighed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from core.attempt import Attempt, one_or_none
from core.event import Event, OrderGiven
from core.panzer.gp import fire
from core.panzer.gp.bail_out import crew_left
from core.panzer.gp.events import BailOutChecked, GpFireResolved, TerrainAttacked, VehicleSunk
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.state import PanzerState
from core.tally import Reason, Tally

_DIRECT: Final = "GP fire"
_INDIRECT: Final = "indirect fire"
_TERRAIN: Final = "fire at terrain"
_GONE: Final = (Result.KNOCKED_OUT, Result.BREW_UP, Result.ELIMINATED)
_UNKNOWN: Final = "GP fire at armored vehicles that was not aimed at them, and of which not everything is known"


def _resolved(state: PanzerState, event: GpFireResolved, after: Sequence[Event]) -> Attempt:
    target = state.units[event.target]
    kind = _INDIRECT if event.indirect else _DIRECT
    made = Attempt(
        kind=kind,
        side=_side(state, event),
        by=() if event.shooter is None else (event.shooter,),
        at=(event.target,),
        range=event.range or None,
        effect=event.result is not Result.NO_EFFECT,
        why=_UNKNOWN,
    )
    strike = _strike(state, event)
    if strike is None:
        return made
    odds = fire.strike_odds(state, strike)
    kill = sum(odds.get(result, 0.0) for result in _GONE)
    vehicle = isinstance(state.card(target.id), VehicleCard)
    aboard = target.carrier is not None
    if vehicle and not aboard:
        kill += crew_left(state, target.id, odds)
    chance = 1 - odds.get(Result.NO_EFFECT, 0.0)
    gone = event.second_damage or event.result in _GONE or (vehicle and _bailed(event, after))
    return evolve(
        made,
        chance=chance,
        losses=one_or_none(kill, target.id),
        lost=(target.id,) if gone else (),
        why="",
    )


def _side(state: PanzerState, event: GpFireResolved) -> str:
    """Whose fire it is: of who fired; of aircraft bombs, which name nobody, that of the enemy of the target."""
    shooter = state.units.get(event.shooter) if event.shooter is not None else None
    return shooter.side if shooter is not None else state.scenario.enemy(state.units[event.target].side)


def _bailed(event: GpFireResolved, after: Sequence[Event]) -> bool:
    for other in after:
        if isinstance(other, OrderGiven):
            return False
        if isinstance(other, GpFireResolved) and other.target == event.target:
            return False
        if isinstance(other, BailOutChecked) and other.unit == event.target and other.out:
            return True
        if isinstance(other, VehicleSunk) and other.unit == event.target:
            return True
    return False


def _strike(state: PanzerState, event: GpFireResolved) -> Strike | None:
    """The strike that was rolled for: that of the announced shot, or one made of what its event tells, if that decides
    what is lost."""
    for shot in state.fire.announced[:1]:
        if shot.gp and (shot.shooter, shot.weapon) == (event.shooter, event.weapon) and not event.indirect:
            terms = fire.gp_terms(state, shot, overwatch=event.overwatch)
            for strike in terms.strikes:
                for one in (strike, fire.short(state, strike)):
                    if _same(one, event):
                        return one
    if event.type in ("A", "P") and isinstance(state.card(event.target), VehicleCard):
        return None  # how effective it was is known of a shot alone (na:6.5.4.4.2c)
    source = GpSource(
        event.gp, RangeFactor[event.factor], effectiveness=0, small_arms=event.small_arms, indirect=event.indirect
    )
    defense = Tally((Reason("GP Defense Factor", event.defense, "na:6.5.4.2.2"),))
    return Strike(source, event.target, event.target_hex, defense, Tally(event.tally), (event.n_effect, event.s_effect))


def _same(strike: Strike, event: GpFireResolved) -> bool:
    return (strike.target, strike.tally.total, strike.cell, strike.row) == (
        event.target,
        event.net,
        (event.n_effect, event.s_effect),
        event.defense,
    )


def _terrain(state: PanzerState, event: TerrainAttacked, after: Sequence[Event]) -> Attempt:
    shooter = state.units.get(event.shooter) if event.shooter is not None else None
    return Attempt(
        kind=_TERRAIN,
        side=shooter.side if shooter is not None else "",
        by=(event.shooter,) if event.shooter is not None else (),
        effect=event.destroyed,
        why="fire at terrain, and who is lost with it",
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[PanzerState, Any, Sequence[Event]], Attempt | None]]] = {
    GpFireResolved: _resolved,
    TerrainAttacked: _terrain,
}
