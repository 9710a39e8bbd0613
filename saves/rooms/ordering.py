"""Giving orders at a table: each by the player whom it belongs to, in a game that others may have moved on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial as bound
from typing import Any

from attrs import frozen

from core.ai import SUBSTITUTE, Thought
from core.ai.decision import Decision
from core.choice import Choices, Partial
from core.event import Event, OrderGiven, SideId, UnitId
from core.order import IllegalOrder, Order
from core.play.aside import Considered
from core.play.game import Game
from saves.rooms import books, shares
from saves.rooms.desk import Desk
from saves.rooms.names import PlayerName
from saves.rooms.plan import TakeBacks
from saves.rooms.state import RoomState, Stage


@frozen
class Thinking:
    """What a computer player is to decide: calling it takes a while and may be done in a thread.

    events: length of the journal that it thinks about.
    """

    events: int
    decision: Decision

    @property
    def side(self) -> SideId:
        """The side that it orders for."""
        return self.decision.side

    def __call__(self) -> Thought:
        """The order, and why."""
        return self.decision()


def player_of(state: RoomState, side: SideId, unit: UnitId) -> PlayerName | None:
    """Who commands a unit of a side."""
    return state.commands.get(unit) or state.commander(side)


def choices(desk: Desk, player: PlayerName, partial: Partial) -> Choices:
    """What a player may pick next, in the game as it was last read."""
    side, game = desk.state.side_of(player), desk.game
    stopped = _stopped(desk.state)
    if side is None or game is None or stopped:
        return Choices(stopped or "Watch the game", "")
    found: Choices = game.choices(side, partial)
    return _marked(desk, player, side, partial, found)


def order(desk: Desk, player: PlayerName, partial: Partial) -> Order:
    """The order that a partial stands for, if this player may give it now. IllegalOrder if not."""
    side, game = _seated(desk, player)
    made: Order = game.order(side, partial)
    _check_share(desk, game, player, side, made, partial)
    game.check(side, made)
    return made


def submit(desk: Desk, player: PlayerName, partial: Partial) -> tuple[Event, ...]:
    """Give the order that a partial stands for; what came of it is on the disk. IllegalOrder leaves no trace."""
    return _ordered(desk, player, bound(order, desk, player, partial))


def give(desk: Desk, player: PlayerName, made: Order) -> tuple[Event, ...]:
    """Give an order that was not picked step by step."""

    def checked() -> Order:
        side, game = _seated(desk, player)
        _check_share(desk, game, player, side, made, ())
        return made

    return _ordered(desk, player, checked)


def undo(desk: Desk, player: PlayerName) -> None:
    """Take back the last order of one's side, if it was one's own and nothing came of it that cannot be unmade."""
    with desk.turn():
        books.current(desk)
        side, game = _seated(desk, player)
        _check_last(desk, game, player, side)
        given = max((n for n, event in enumerate(game.journal) if isinstance(event, OrderGiven)), default=0)
        seconds = _increment(desk, given)
        with desk.shared.playing() as game:
            game.undo(side)
        _moved_on(desk, side, -seconds)


def may_undo(desk: Desk, player: PlayerName) -> bool:
    """Whether `undo` would do something."""
    try:
        side, game = _seated(desk, player)
        _check_last(desk, game, player, side)
    except IllegalOrder:
        return False
    return game.undo_to(side) is not None


def give_thought(desk: Desk, thinking: Thinking, thought: Thought) -> tuple[Event, ...]:
    """Give the order that a computer player has thought of; () if it is not wanted any more. IllegalOrder if the rules
    refuse it. Why it was given is noted behind it, sealed to its side until the game is over."""
    with desk.turn():
        books.current(desk)
        if not wanted_still(desk, thinking):
            return ()
        desk.intents[thinking.side] = thought.intent
        return give_in_turn(desk, thinking.side, thought.order, thought)


def computer_wanted(desk: Desk) -> tuple[SideId, str] | None:
    """The side for which a computer is to order now and its level; None if people are waited for."""
    return next(iter(_computers(desk).items()), None)


def _computers(desk: Desk) -> dict[SideId, str]:
    """The sides for which computers are to order now, and their levels."""
    state, game = desk.state, desk.game
    if game is None or state.stage is not Stage.PLAYING:
        return {}
    found: dict[SideId, str] = {}
    for side in game.active:
        if level := state.computers.get(side):
            found[side] = level
        elif side in state.timed_out and finishing(game, side) is None:
            found[side] = SUBSTITUTE
    return found


def finishing(game: Game[Any], side: SideId) -> Order | None:
    """The order with which a side ends the step or lets a chance pass; None if it may not now."""
    for choice in game.choices(side).legal:
        if choice.kind == "done":
            with suppress(IllegalOrder):
                made: Order = game.order(side, (choice.pick,))
                game.check(side, made)
                return made
    return None


def thinking(desk: Desk) -> Thinking | None:
    """What a computer player should think about now; None if there is nothing."""
    wanted, game = computer_wanted(desk), desk.game
    if wanted is None or game is None:
        return None
    side, level = wanted
    events = len(game.journal)
    # Not of what players know, or they could reckon its next order beforehand.
    seed = f"{desk.secret()}/{side}/{events}"
    return Thinking(events, Decision(game.system, game.view(side), side, level, seed, desk.intents.get(side, "")))


def wanted_still(desk: Desk, thinking: Thinking) -> bool:
    """Whether what a computer player thinks about is still to be decided: nothing has happened that its side knows of.
    What others do in secret meanwhile is no matter."""
    side, game = thinking.side, desk.game
    if game is None or _stopped(desk.state) or side not in _computers(desk):
        return False
    given = any(isinstance(event, OrderGiven) and event.side == side for event in game.journal[thinking.events :])
    return not given and len(game.journal) >= thinking.events and bool(game.view(side) == thinking.decision.view)


def _ordered(desk: Desk, player: PlayerName, made: Callable[[], Order]) -> tuple[Event, ...]:
    known = len(desk.game.journal) if desk.game else 0
    with desk.turn():
        books.current(desk)
        side, game = _seated(desk, player)
        moved = desk.known_to(side).any(game, known, len(game.journal)) if known else False
        try:
            return give_in_turn(desk, side, made())
        except IllegalOrder as error:
            if moved:
                raise IllegalOrder(f"the game has moved on meanwhile: {error.reason}", error.rule) from error
            raise


def give_in_turn(desk: Desk, side: SideId, made: Order, thought: Thought | None = None) -> tuple[Event, ...]:
    """Give an order of a side within `desk.turn`, whoever gives it. thought: that of a computer that gives it."""
    with desk.shared.playing() as game:
        before = len(game.journal)
        events: tuple[Event, ...] = game.submit(side, made)
        considered = Considered.of(thought, before + 1) if thought is not None else None
        if considered is not None:
            game.note(considered)
    _moved_on(desk, side, _increment(desk, before))
    return events


def _increment(desk: Desk, first: int) -> int:
    """Seconds that the order after event number `first`, the last one, adds to a clock.

    One of which the other side sees nothing adds none, or its clock would tell how many there were.
    """
    clock, game = desk.state.plan.clock, desk.game
    if clock is None or not clock.increment_seconds or game is None:
        return 0
    seen = desk.known_to(None).any(game, first, len(game.journal))
    return clock.increment_seconds if seen else 0


def _moved_on(desk: Desk, side: SideId, seconds: int) -> None:
    """An order was given or taken back: its clock, and all that is written beside the game."""
    desk.touch("game")
    if desk.clocks is not None:
        desk.clocks.settle(desk.means.monotonic())
        if side in desk.clocks.running or seconds > 0:
            desk.clocks.add(side, seconds)
    books.keep(desk, clock=bool(seconds))


def _stopped(state: RoomState) -> str:
    """Why nobody may order now; "" if somebody may."""
    if state.stage is Stage.WAITING:
        return "the game begins when every side has a player"
    if state.stage is Stage.ADJOURNED:
        return "the game is adjourned; it goes on when every side wants to resume it"
    if state.stage is Stage.BY_FILE:
        return "the game goes on by file"
    return "the game is over" if state.finished else ""


def _seated(desk: Desk, player: PlayerName) -> tuple[SideId, Game[Any]]:
    """The side of a player who may order and the game. IllegalOrder if he may not."""
    state, game = desk.state, desk.game
    stopped = _stopped(state)
    side = state.side_of(player)
    if side is None:
        raise IllegalOrder("you only watch this game; join a side to order")
    if stopped or game is None:
        raise IllegalOrder(stopped or "the game is not open")
    if state.computers.get(side):
        raise IllegalOrder(f"a computer plays {side} now")
    if side in state.timed_out:
        raise IllegalOrder("the time of your side is out; it passes whatever it is asked")
    return side, game


def _single(state: RoomState, side: SideId) -> bool:
    return len(state.players(side)) == 1


def _marked(desk: Desk, player: PlayerName, side: SideId, partial: Partial, found: Choices) -> Choices:
    state = desk.state
    if _single(state, side):
        return found
    commander = state.commander(side)
    return shares.marked(found, partial, player, desk.units(side), bound(player_of, state, side), commander)


def _check_share(desk: Desk, game: Game[Any], player: PlayerName, side: SideId, made: Order, partial: Partial) -> None:
    """Refuse what another player of the side should order. IllegalOrder names him."""
    state = desk.state
    if _single(state, side):
        return
    own = desk.units(side)
    picked: list[UnitId] = []
    for k, pick in enumerate(partial):
        for choice in game.choices(side, partial[:k]).options:
            if choice.pick == pick:
                unit = shares.unit_of(choice, own)
                picked += [unit] if unit is not None else []
                break

    def named(unit: UnitId) -> str:
        try:
            return game.system.face.unit_card(game.view(side), unit).title
        except KeyError:
            return unit

    shares.check_order(picked, made, player, own, bound(player_of, state, side), state.commander(side), named)


def _check_last(desk: Desk, game: Game[Any], player: PlayerName, side: SideId) -> None:
    """Refuse to unmake what another player of the side has ordered, and anything while another side may order:
    whether it can be unmade would tell whether that side has ordered in secret since. Also what the table has agreed
    not to take back unasked."""
    if desk.state.plan.take_backs is not TakeBacks.FREE:
        raise IllegalOrder(f"{desk.state.plan.take_backs.words} at this table")
    if game.active != (side,):
        raise IllegalOrder("another side may order now; ask it to agree to taking back, or order something else")
    if _single(desk.state, side):
        return
    to = game.undo_to(side)
    if to is None:
        return
    for event in reversed(game.journal):
        if isinstance(event, OrderGiven):
            if event.side == side:
                _check_share(desk, game, player, side, event.order, ())
            return
