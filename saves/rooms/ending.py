"""Putting a game off and going on with it, giving it up, closing a table."""

from __future__ import annotations

from saves.rooms import books
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.seating import seated_side
from saves.rooms.state import Stage


def adjourn(desk: Desk, player: PlayerName) -> bool:
    """Wish to put the game off; returns whether every side that people play has wished it, so that it is."""
    with desk.turn():
        side = seated_side(desk.state, player)
        if desk.state.stage is not Stage.PLAYING:
            raise RoomError("only a game that goes on can be adjourned")
        books.current(desk)
        wish = e.AdjournAsked(side=side, player=player)
        if not set(desk.state.human_sides) <= desk.state.wishes | {side}:
            desk.write(wish)
            return False
        clocks: list[e.RoomEvent] = []
        if desk.clocks is not None:
            desk.clocks.settle(desk.means.monotonic())
            clocks.append(e.ClockRan(left=desk.clocks.written()))
        desk.write(wish, *clocks, e.Adjourned(by=player))
        return True


def resume(desk: Desk, player: PlayerName) -> bool:
    """Wish to go on with an adjourned game; returns whether every side that people play has wished it, so that it
    goes on."""
    with desk.turn():
        side = seated_side(desk.state, player)
        if desk.state.stage is not Stage.ADJOURNED:
            raise RoomError("the game is not adjourned")
        wish = e.ResumeAsked(side=side, player=player)
        if not set(desk.state.human_sides) <= desk.state.wishes | {side}:
            desk.write(wish)
            return False
        desk.write(wish, e.Resumed(by=player))
        return True


def resign(desk: Desk, player: PlayerName) -> None:
    """Give the game up for one's side, as its commander."""
    with desk.turn():
        state = desk.state
        side = seated_side(state, player)
        if state.stage is Stage.WAITING:
            raise RoomError("the game has not begun; leave the table instead")
        if state.commander(side) != player:
            raise RoomError(f"only the commander of the side can resign, {state.commander(side)}")
        books.current(desk)
        desk.write(e.Resigned(side=side, player=player))
        books.keep(desk)


def close_refusal(desk: Desk, player: PlayerName) -> str:
    """Why a player may not close the table; "" if he may."""
    state = desk.state
    if player != state.owner:
        return f"only the owner can close the table, {state.owner}"
    if state.finished:
        return "the game is over already"
    others = [m.name for m in state.members if m.name != player]
    if state.stage is not Stage.WAITING and others:
        return f"{', '.join(others)} still play; resign, or let them leave"
    return ""


def close(desk: Desk, player: PlayerName) -> None:
    """Close a table at which nobody else plays, or whose game has not begun."""
    with desk.turn():
        no = close_refusal(desk, player)
        if no:
            raise RoomError(no)
        if desk.state.started:
            books.current(desk)
        desk.write(e.Closed(by=player))
        books.keep(desk)
