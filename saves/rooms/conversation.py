"""What is said at a table, who hears it and has read it, and who is not there to hear."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName, printable
from saves.rooms.seating import watch_refusal
from saves.rooms.state import Remark

#: Characters of one line of chat.
LONGEST_REMARK: Final = 400
#: Seconds after which it is written down again that a player has gone, if he has read nothing new meanwhile.
AWAY_EVERY: Final = 60.0


class Conversation:
    """The part of a `Room` that has to do with words."""

    _desk: Desk

    def __init__(self) -> None:
        self._heard: dict[PlayerName, float] = {}

    @abstractmethod
    def refresh(self) -> bool:
        """Read what other processes wrote."""
        ...

    def say(self, player: PlayerName, to: str, text: str) -> None:
        """Say a line to "all" who are at the table or to one's own "side"."""
        self.refresh()
        side = self._desk.state.side_of(player)
        if to not in ("all", "side"):
            raise RoomError(f'{to!r} is nobody to speak to; choose "all" or "side"')
        if to == "side" and side is None:
            raise RoomError("you have no side to speak to; speak to all")
        no = watch_refusal(self._desk.state, player)
        if no:
            raise RoomError(no)
        line, desk = printable(text, LONGEST_REMARK), self._desk
        desk.means.talk.spend(player)
        desk.chat.say(Remark(desk.means.now(), player, line, side, alone=to == "side"))
        desk.chat.lines()
        desk.touch("chat")
        desk.flush()

    def lines_for(self, player: PlayerName | None) -> tuple[Remark, ...]:
        """The chat as a player hears it: what was said to all, and to his own side; to him who plays, not what
        spectators said, if that is kept apart."""
        side = self._desk.state.side_of(player) if player is not None else None
        apart = self._desk.state.plan.apart and side is not None and not self._desk.state.finished
        said = (*self._desk.state.said, *self._desk.chat.lines())
        return tuple(
            r for r in said if (not r.alone or (side is not None and r.side == side)) and not (apart and r.side is None)
        )

    def heard(self, player: PlayerName) -> float:
        """The time of the last line that a player has read."""
        return max(self._heard.get(player, 0.0), self._desk.state.heard.get(player, 0.0))

    def mark_heard(self, player: PlayerName) -> None:
        """Note that a player has read all that was said. It is written down when he goes."""
        said = self.lines_for(player)
        if said:
            self._heard[player] = max(self.heard(player), said[-1].at)

    def went(self, player: PlayerName) -> None:
        """Note that a player has gone from the table."""
        away, heard = self._desk.state.away.get(player, 0.0), self.heard(player)
        new = heard > self._desk.state.heard.get(player, 0.0) or self._desk.means.now() > away + AWAY_EVERY
        if self._desk.state.side_of(player) is not None and not self._desk.state.finished and new:
            with self._desk.turn():
                self._desk.write(e.Away(player=player, heard=heard))

    def gone(self, player: PlayerName) -> float | None:
        """Since when a player has not been at the table; None if he is there, or if nobody knows."""
        return self._desk.means.gone(self._desk.id, player)

    def away_for(self, player: PlayerName) -> float | None:
        """For how many seconds a player has not been at the table; None as of `gone`."""
        since = self.gone(player)
        return max(0.0, self._desk.means.now() - since) if since is not None else None
