"""What a player may ask for or do at a table, beside his orders."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from saves.rooms.names import PlayerName
from saves.rooms.plan import Absence
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tui.lobby import words


class Act(Enum):
    """What can be done at a table."""

    JOIN = "join"
    TAKE_BACK = "take-back"
    READY = "ready"
    NOT_READY = "not-ready"
    SHARE = "share"
    ADJOURN = "adjourn"
    BY_FILE = "by-file"
    GO_ON = "go-on"
    COMPUTER = "computer"
    CLAIM = "claim"
    BACK = "back"
    RESIGN = "resign"
    LEAVE = "leave"
    CLOSE = "close"


@frozen
class Offer:
    """An act that is possible now: its key in a list, its words, and what is asked before it is done ("" = nothing)."""

    act: Act
    key: str
    label: str
    sure: str = ""


_CLAIMS: Final = {
    Absence.ADJOURN: ("put the game off", ""),
    Absence.COMPUTER: ("let a computer play on for them", ""),
    Absence.CLAIM: ("claim the game", "Claim the game? It ends for good."),
}


def offers(room: Room, player: PlayerName, *, guest: bool = False) -> tuple[Offer, ...]:
    """What a player may do at a table now; a guest only watches."""
    state = room.state
    side = state.side_of(player)
    found: list[Offer] = []
    if side is not None and not state.finished:
        found += _of_members(room, player)
    elif not guest and words.may_join(state, player):
        found.append(Offer(Act.JOIN, "j", "sit down on a side that has a free seat"))
    if not room.may_close(player):
        sure = "Close the table? The game ends for good."
        found.append(Offer(Act.CLOSE, "x", "close the table for good", sure))
    return tuple(found)


def _of_members(room: Room, player: PlayerName) -> list[Offer]:
    state = room.state
    side = state.side_of(player)
    assert side is not None
    found: list[Offer] = []
    if state.stage is Stage.BY_FILE:
        return found
    commands = state.commander(side) == player
    if state.stage is Stage.PLAYING:
        if room.take_back is None and room.take_back_points(player):
            found.append(Offer(Act.TAKE_BACK, "u", "ask the other side to let you take an order back"))
        if not commands:
            done = player in state.ready
            found.append(
                Offer(Act.NOT_READY, "r", f"tell {state.commander(side)} that you have not finished after all")
                if done
                else Offer(Act.READY, "r", f"tell {state.commander(side)} that you have finished")
            )
        if side not in state.wishes:
            found.append(Offer(Act.ADJOURN, "a", "put the game off, if the other side agrees"))
        if side not in state.by_file and not room.post.may_go_by_file(player):
            sure = "Go on by file, and no more at this table?"
            found.append(Offer(Act.BY_FILE, "f", "go on by file, if the other side agrees", sure))
        agreed = state.plan.away
        if agreed is not None and room.may_claim(player):
            label, sure = _CLAIMS[agreed.then]
            found.append(Offer(Act.CLAIM, "w", f"nobody of the other side is here: {label}", sure))
        if side in state.substituted:
            found.append(Offer(Act.BACK, "b", "play on yourself in the place of the computer"))
        for other in state.plan.seats:
            if not state.players(other) and not state.computers.get(other):
                found.append(Offer(Act.COMPUTER, "c", "let a computer play the side that nobody plays any more"))
    elif state.stage is Stage.ADJOURNED and side not in state.wishes:
        found.append(Offer(Act.GO_ON, "g", "go on with the game, if the other side agrees"))
    if commands and len(state.players(side)) > 1:
        found.append(Offer(Act.SHARE, "s", "share the formations of your side out"))
    if commands and state.stage is not Stage.WAITING:
        found.append(Offer(Act.RESIGN, "R", "resign", "Resign? The other side wins, for good."))
    sure = "Leave your seat? Somebody else may take it." if state.stage is not Stage.WAITING else ""
    found.append(Offer(Act.LEAVE, "l", "give up your seat", sure))
    return found
