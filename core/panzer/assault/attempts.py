"""Close combat as attempts: Close Assaults, roll-offs of Hand-to-Hand combats, Overruns (na:6.6.1, na:6.6.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from core.attempt import Attempt, one_or_none
from core.event import Event, OrderGiven
from core.panzer.assault.close_assault import CloseAssaultTerms, close_assault_odds
from core.panzer.assault.events import CloseAssaultResolved, HandToHandFought, OverrunResolved
from core.panzer.assault.hand_to_hand import fighter, higher_chance, reduced
from core.panzer.gp.bail_out import crew_left
from core.panzer.gp.events import BailOutChecked
from core.panzer.gp.fire import strike_odds
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.state import PanzerState
from core.tally import Reason, Tally

_GONE: Final = (Result.KNOCKED_OUT, Result.BREW_UP, Result.ELIMINATED)


def _close_assault(state: PanzerState, event: CloseAssaultResolved, after: Sequence[Event]) -> Attempt:
    target = state.units[event.target]
    gone = event.second_damage or event.result in _GONE or _bailed(event, after)
    made = Attempt(
        kind="Close Assault",
        side=state.units[event.primary].side,
        by=(event.primary, *event.others),
        at=(event.target,),
        effect=event.result is not Result.NO_EFFECT,
        lost=(event.target,) if gone else (),
        why="Close Assaults at abandoned vehicles, which need no roll",
    )
    if event.total is None:
        return made
    terms = CloseAssaultTerms(
        units=(event.primary, *event.others),
        target=event.target,
        gp=event.gp,
        brews=0,  # a wreck burns or not: it is lost
        defense=event.defense,
        cell=(event.n_effect, event.s_effect),
        tally=Tally((Reason("Net Modifier", event.net, "na:6.6.1.1.1"),)),
        flamethrower=event.flamethrower,
        abandoned=False,
    )
    odds = close_assault_odds(state, terms)
    kill = sum(odds.get(result, 0.0) for result in _GONE) + crew_left(state, target.id, odds)
    chance = 1 - odds.get(Result.NO_EFFECT, 0.0)
    return evolve(made, chance=chance, losses=one_or_none(kill, target.id), why="")


def _bailed(event: CloseAssaultResolved, after: Sequence[Event]) -> bool:
    for other in after:
        if isinstance(other, OrderGiven | CloseAssaultResolved):
            return False
        if isinstance(other, BailOutChecked) and other.unit == event.target and other.out:
            return True
    return False


def _hand_to_hand(state: PanzerState, event: HandToHandFought, after: Sequence[Event]) -> Attempt | None:
    """One roll-off: who is lower loses a step, or is gone; a tie is rolled again and settles nothing."""
    if event.loser is None:
        return None
    wins = higher_chance(event.attack_net - event.defense_net)
    steps = [(wins, event.target), (1 - wins, event.primary)]
    losses = tuple((share, (unit,) if reduced(fighter(state, unit)) is None else ()) for share, unit in steps)
    return Attempt(
        kind="Hand-to-Hand",
        side=state.units[event.primary].side,
        by=(event.primary, *event.others),
        at=(event.target,),
        chance=wins,
        effect=event.loser == event.target,
        losses=losses,
        lost=(event.loser,) if event.eliminated else (),
    )


def _overrun(state: PanzerState, event: OverrunResolved, after: Sequence[Event]) -> Attempt:
    source = GpSource(event.gp, RangeFactor.P, effectiveness=0, small_arms=False)
    strike = Strike(
        source,
        event.target,
        event.hex,
        Tally((Reason("GP Defense Factor", event.defense, "na:6.5.4.2.2"),)),
        Tally((Reason("Net Modifier", event.net, "na:6.5.4.3"),)),
        (event.n_effect, event.s_effect),
    )
    odds = strike_odds(state, strike)
    return Attempt(
        kind="Overrun",
        side=state.units[event.unit].side,
        by=(event.unit,),
        at=(event.target,),
        chance=1 - odds.get(Result.NO_EFFECT, 0.0),
        effect=event.result is not Result.NO_EFFECT,
        losses=one_or_none(sum(odds.get(result, 0.0) for result in _GONE), event.target),
        lost=(event.target,) if event.result in _GONE else (),
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[PanzerState, Any, Sequence[Event]], Attempt | None]]] = {
    CloseAssaultResolved: _close_assault,
    HandToHandFought: _hand_to_hand,
    OverrunResolved: _overrun,
}
