"""Putting a game off and going on with it, giving it up, closing a table."""

from __future__ import annotations

from core.ai import SUBSTITUTE
from core.event import SideId
from saves.rooms import books
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import Absence
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


def absent_for(desk: Desk, side: SideId) -> float | None:
    """Seconds for which no player of a side has been at the table; None if one is there, or nobody plays it."""
    players = desk.state.players(side)
    since = [desk.means.gone(desk.id, player) for player in players]
    if not players or None in since:
        return None
    return max(0.0, desk.means.now() - max(one for one in since if one is not None))


def claim_refusal(desk: Desk, player: PlayerName, side: SideId) -> str:
    """Why a player may not make use of what was agreed for when a side stays away; "" if he may."""
    state, agreed = desk.state, desk.state.plan.away
    own = state.side_of(player)
    if agreed is None:
        return "nothing was agreed for when a player stays away; wait, or resign"
    if own is None or own == side:
        return "only a player of another side may do that"
    if state.stage is not Stage.PLAYING or side not in state.waits or state.computers.get(side):
        return "the game does not wait for that side"
    away = absent_for(desk, side)
    if away is None or away < agreed.minutes * 60:
        return f"the side has not been away for {agreed.minutes} minutes"
    return ""


def claim(desk: Desk, player: PlayerName, side: SideId) -> None:
    """Do what was agreed for when a side stays away that the game waits for."""
    with desk.turn():
        books.current(desk)
        no = claim_refusal(desk, player, side)
        if no:
            raise RoomError(no)
        agreed = desk.state.plan.away
        assert agreed is not None
        done: list[e.RoomEvent] = [e.Claimed(side=side, player=player, what=agreed.then.value)]
        if agreed.then is Absence.COMPUTER:
            done.append(e.SeatTaken(side=side, level=SUBSTITUTE))
        elif agreed.then is Absence.ADJOURN:
            done.append(e.Adjourned(by=player))
        if desk.clocks is not None:
            desk.clocks.settle(desk.means.monotonic())
            done.insert(0, e.ClockRan(left=desk.clocks.written()))
        desk.write(*done)
        books.keep(desk)


def come_back(desk: Desk, player: PlayerName) -> None:
    """Play on for one's side, which a computer plays because nobody was there."""
    with desk.turn():
        side = seated_side(desk.state, player)
        if side not in desk.state.substituted:
            raise RoomError("no computer plays in your place")
        books.current(desk)
        desk.write(e.SeatTaken(side=side, level=""))


def close_refusal(desk: Desk, player: PlayerName) -> str:
    """Why a player may not close the table; "" if he may."""
    state = desk.state
    if player != state.owner:
        return f"only the owner can close the table, {state.owner}"
    if state.finished:
        return "the game is over already"
    if state.stage is Stage.BY_FILE:
        return "the game goes on by file; what it hides would be shown"
    others = [m.name for m in state.members if m.name != player]
    if state.stage is not Stage.WAITING and others:
        return f"{', '.join(others)} still play; resign, or let them leave"
    return ""


def close_by_keeper(desk: Desk) -> None:
    """Close a table whoever plays at it: the keeper of the host wants it."""
    with desk.turn():
        if desk.state.finished:
            raise RoomError("the game is over already")
        if desk.state.stage is Stage.BY_FILE:
            raise RoomError("the game goes on by file; what it hides would be shown. The table can be removed")
        if desk.state.started:
            books.current(desk)
        desk.write(e.Closed(by=PlayerName("host")))
        books.keep(desk)


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
