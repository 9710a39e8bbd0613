"""Asking the other machine for what a command face down decides, and telling it, where each knows one side's secrets.

Nothing of this happens at a table that knows all (na:4.2.1a, `core.play.replica`). What is told is no more than what
the fire or the roll that it is told for shows of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer.firing import showing
from core.panzer.firing.events import FactsAsked, FactsTold
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.inquiry import Fact, FactKind
from core.panzer.pieces.unit import MOVING, Command, CommandFace, Presence, Unit
from core.panzer.state import PanzerState
from core.play.replica import SecretWantedError


def is_hidden(state: PanzerState, unit: Unit) -> bool:
    """Whether this half of the secrets does not tell the command of a unit, nor whether it has one; under a HIDDEN UNIT
    counter that is the counter's (or:7.2.2.2)."""
    half = state.half_of
    if half is None or unit.side == half or unit.command is not None or unit.side not in state.commands.done:
        return False
    return unit.command_face is CommandFace.DOWN and (
        unit.on_map or unit.presence is Presence.HIDDEN or state.may_enter(unit)
    )


def require(state: PanzerState, facts: Iterable[Fact]) -> None:
    """Ask for those facts that this half does not know, before anything is rolled. SecretWantedError if it must."""
    hidden = (fact for fact in facts if is_hidden(state, state.units[fact.unit]))
    missing = tuple(fact for fact in hidden if state.inquiry.answer(fact) is None)
    if missing:
        raise SecretWantedError(FactsAsked(side=state.units[missing[0].unit].side, facts=missing))


def _told(state: PanzerState, fact: Fact) -> bool:
    require(state, (fact,))
    return bool(state.inquiry.answer(fact))


def crawls(state: PanzerState, unit: Unit) -> bool:
    """Whether a leg unit that is to move keeps its Full Cover, and so crawls; it has no SHORT HALT there (na:6.6.4.3,
    na:6.1.4.2c)."""
    if not isinstance(state.card(unit.id), LegCard) or not unit.full_cover:
        return False
    if is_hidden(state, unit):
        return _told(state, Fact(unit.id, FactKind.MOVING))
    return unit.command is Command.MOVE


def is_to_move(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has a MOVE or SHORT HALT, face down or not (na:6.5.4.2.2)."""
    if is_hidden(state, unit):
        return _told(state, Fact(unit.id, FactKind.MOVING))
    return unit.command in MOVING


def has_order(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has a command other than N/C (na:6.8.3.1.1); under a HIDDEN UNIT counter that of the counter,
    which is none of who has mounted there (or:7.2.2.2, na:6.6.7.2)."""
    if is_hidden(state, unit):
        return _told(state, Fact(unit.id, FactKind.ORDERED))
    counter = state.hidden.holding(unit.id)
    command = unit.command if counter is None else counter.command if unit.id in counter.holds else None
    return command not in (None, Command.NONE)


def of_struck(state: PanzerState, units: Iterable[Unit], shot: Callable[[UnitId], Shot | None]) -> tuple[Fact, ...]:
    """What fire that strikes units needs to know of their commands; shot: the one that a vehicle may answer, None =
    it may show nothing to it (na:6.5.4.2.2, na:6.5.4.3a, min:16.7.2.1)."""
    found: list[Fact] = []
    for unit in units:
        card = state.card(unit.id)
        if isinstance(card, LegCard | TowedCard):
            found.append(Fact(unit.id, FactKind.MOVING))
        elif isinstance(card, VehicleCard) and (answered := shot(unit.id)) is not None:
            found.append(Fact(unit.id, FactKind.SHOWING, answered))
    return tuple(found)


# -- the other machine tells -----------------------------------------------------------------------------


def asked_side(state: PanzerState) -> SideId | None:
    """The side of which something is asked."""
    return state.units[state.inquiry.asked[0].unit].side if state.inquiry.asked else None


def answers(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Let the owner show what he may and wishes to show, one unit after the other, then tell what was asked."""
    side = asked_side(state)
    if side is None or side != state.half_of:
        return None
    for fact in state.inquiry.asked:
        unit = state.units[fact.unit]
        if fact.kind is FactKind.SHOWING and fact.shot is not None and _undecided(state, unit):
            return showing.ask(state, unit, fact.shot)
    return iter((FactsTold(side=side, facts=tuple((fact, _holds(state, fact)) for fact in state.inquiry.asked)),))


def _undecided(state: PanzerState, unit: Unit) -> bool:
    strike = state.air.flight.strike if state.air.flight is not None else None
    done = state.indirect.asked if state.indirect.pending else strike.asked if strike is not None else ()
    return showing.may_show(state, unit) and unit.id not in done


def _holds(state: PanzerState, fact: Fact) -> bool:
    unit = state.units[fact.unit]
    if fact.kind is FactKind.MOVING:
        return is_to_move(state, unit)
    return has_order(state, unit) if fact.kind is FactKind.ORDERED else True
