"""Who sits at a table, on which side, and who commands what there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from core.ai import LEVELS
from core.event import SideId, UnitId
from saves.rooms import books
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName, printable
from saves.rooms.state import RoomState, Stage

#: Characters that a player may give for the dice.
LONGEST_VALUE = 80


def refusal(state: RoomState, player: PlayerName, side: SideId) -> str:
    """Why a player may not take a seat of a side, and what he may do; "" if he may."""
    plan = state.plan
    if side not in plan.seats:
        return f"there is no side {side!r}; there are {', '.join(plan.seats)}"
    if state.finished or state.stage is Stage.BY_FILE:
        return "the game is over; it can be watched" if state.finished else "the game goes on by file"
    seated = state.side_of(player)
    if seated is not None:
        return f"{player} sits on the side {seated} already; leave it first"
    before = state.sat.get(player, side)
    if before != side:
        return f"{player} has played {before} in this game and knows its secrets; join that side again, or watch"
    if plan.may_join and player not in plan.may_join and player != state.owner:
        return f"the owner lets only {', '.join(plan.may_join)} join"
    if plan.letters and state.brought.get(side) != player:
        return f"{side} is for who brings its keys of the game by file: ssh HOST bring < FILE"
    if plan.computer(side):
        return f"a computer plays {side}; take another side"
    if len(state.players(side)) >= plan.players_a_side:
        return f"{side} has its {plan.players_a_side} player{'s' if plan.players_a_side > 1 else ''} already"
    return ""


def watch_refusal(state: RoomState, player: PlayerName | None) -> str:
    """Why somebody may not watch a game; "" if he may, as everybody may who sits at the table, or may still sit down
    before there is anything to see."""
    if (
        player is not None
        and state.stage is Stage.WAITING
        and any(not refusal(state, player, s) for s in state.plan.seats)
    ):
        return ""
    if state.plan.spectators or (player is not None and (player == state.owner or state.side_of(player) is not None)):
        return ""
    return "the owner of this game lets nobody watch"


def join(desk: Desk, player: PlayerName, side: SideId, value: str) -> None:
    """Take a seat. The game begins when no side is empty any more; a computer that stood in gives its seat back."""
    desk.prepare()
    with desk.turn():
        state = desk.state
        no = refusal(state, player, side)
        if no:
            raise RoomError(no)
        if state.stage is not Stage.WAITING:
            new: list[e.RoomEvent] = [e.Joined(player=player, side=side)]
            if state.computers.get(side):
                new.append(e.SeatTaken(side=side, level=""))
            desk.write(*new)
            _note(desk)
            return
        given = printable(value, LONGEST_VALUE) if value.strip() else ""
        if not given:
            raise RoomError("give some words for the dice; any will do")
        joined = e.Joined(player=player, side=side, value=given)
        if all(s == side or state.computers.get(s) or state.players(s) for s in state.plan.seats):
            books.start(desk, joined)
        else:
            desk.write(joined)


def leave(desk: Desk, player: PlayerName) -> None:
    """Give up one's seat, and the units that one commands."""
    with desk.turn():
        side = seated_side(desk.state, player)
        desk.write(e.Left(player=player))
        if desk.state.take_back is not None and not desk.state.players(side):
            desk.write(e.TakeBackSettled(done=False))
        _note(desk)


def share(desk: Desk, commander: PlayerName, units: Sequence[UnitId], player: PlayerName) -> None:
    """Give units to a player of one's side to command, or take them back by giving them to oneself."""
    with desk.turn():
        state = desk.state
        side = seated_side(state, commander)
        if state.commander(side) != commander:
            raise RoomError(f"units are shared out by the commander of the side, {state.commander(side)}")
        if state.side_of(player) != side:
            raise RoomError(f"{player} does not play {side}; choose one of {', '.join(state.players(side))}")
        foreign = [unit for unit in units if unit not in desk.units(side)]
        if foreign:
            raise RoomError(f"{', '.join(foreign)} are no units of {side}")
        if units:
            desk.write(e.Shared(units=tuple(dict.fromkeys(units)), player=player))


def ready(desk: Desk, player: PlayerName, on: bool) -> None:
    """Tell one's commander that one has finished, or has not after all."""
    with desk.turn():
        seated_side(desk.state, player)
        if (player in desk.state.ready) != on:
            desk.write(e.Ready(player=player, on=on))


def seat_computer(desk: Desk, player: PlayerName, side: SideId, level: str) -> None:
    """Let a computer go on for a side that has lost all its players."""
    with desk.turn():
        state = desk.state
        if side not in state.plan.seats:
            raise RoomError(f"there is no side {side!r}; there are {', '.join(state.plan.seats)}")
        if state.stage not in (Stage.PLAYING, Stage.ADJOURNED):
            raise RoomError("a computer can stand in only while a game is played")
        if state.side_of(player) is None and player != state.owner:
            raise RoomError("only who sits at the table may let a computer play on")
        if state.players(side):
            raise RoomError(f"{', '.join(state.players(side))} still play {side}")
        if state.computers.get(side):
            raise RoomError(f"a computer plays {side} already")
        if level not in LEVELS:
            raise RoomError(f"there is no computer player {level!r}; there are {', '.join(LEVELS)}")
        desk.write(e.SeatTaken(side=side, level=level))
        _note(desk)


def _note(desk: Desk) -> None:
    """Have the journal say who sits there now; if nobody has the game open, whoever opens it next does that."""
    if desk.game is not None:
        with suppress(RoomError):
            books.current(desk)


def seated_side(state: RoomState, player: PlayerName) -> SideId:
    """The side of somebody who sits at a table on which something is still to be done."""
    side = state.side_of(player)
    if side is None:
        raise RoomError("you have no seat at this table; join a side first")
    if state.finished or state.stage is Stage.BY_FILE:
        raise RoomError("the game is over" if state.finished else "the game goes on by file")
    return side
