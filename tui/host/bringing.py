"""A game by file is brought over SSH: `ssh HOST bring < FILE`, by each player his own; the first lays the table.

What takes long, reading the letters and deciding them again, is done beside the loop in which all others play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from core.event import SideId
from saves.line import SaveError
from saves.post.bring import LARGEST, Brought, read_bring, whole_of
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.rooms.state import Stage
from saves.session import OpenSystem
from tui.host.errands import Errand

#: The command.
BRING: Final = "bring"
#: Seconds until the file must have come.
PATIENCE: Final = 120.0
#: Games by file whose other side is waited for, of one player.
WAITING: Final = 5


class Bringing:
    """Takes the files of games by file, one after the other."""

    def __init__(self, house: House, open_system: OpenSystem) -> None:
        self._house = house
        self._open = open_system
        self._one = asyncio.Lock()

    async def take(self, player: PlayerName, data: bytes, refused: Callable[[], str]) -> Errand:
        """What is answered to a file. refused: why the player may not lay one more table; "" if he may."""
        async with self._one:
            try:
                return await self._taken(player, data, refused)
            except (SaveError, LookupError, ValueError) as error:
                return Errand("bring-refused", str(error), status=1)

    async def _taken(self, player: PlayerName, data: bytes, refused: Callable[[], str]) -> Errand:
        one = await asyncio.to_thread(read_bring, data, self._open)
        side = SideId(one.side)
        room = self._house.of_letters(one.mail.last.digest)
        if room is None:
            if no := refused() or self._too_many(player):
                raise RoomError(no)
            room = self._laid(player, one)
        if no := room.post.may_bring(player, side):
            raise RoomError(no)
        path = room.post.brought_by_the_other(side)
        whole = None
        if path is not None:
            other = await asyncio.to_thread(lambda: read_bring(path.read_bytes(), self._open))
            whole = await asyncio.to_thread(whole_of, (one, other))
        room.post.bring(player, one, data, whole)
        return Errand("brought", _words(room, both=whole is not None), (room.id,), room=room.id)

    def _too_many(self, player: PlayerName) -> str:
        mine = (e.state for e in self._house.mine(player) if e.state is not None and e.state.owner == player)
        waiting = sum(state.stage is Stage.WAITING and bool(state.plan.letters) for state in mine)
        return f"{waiting} games by file of yours wait for their other side here already" if waiting >= WAITING else ""

    def _laid(self, player: PlayerName, one: Brought) -> Room:
        invitation = one.mail.invitation
        title = f"{one.system.title}, by file before"
        plan = RoomPlan(invitation.scenario, invitation.options, title, spectators=False, letters=one.mail.last.digest)
        return self._house.create(player, plan)


def _words(room: Room, *, both: bool) -> str:
    told = f"{room.id} is the table. The fingerprint of its dice: {room.state.commitment}"
    if both:
        return f"{told}. Both sides are there; sit down in the lobby"
    return f"{told}. Sit down in the lobby; the game goes on when the other side has been brought and sits there"


def too_long(size: int) -> str:
    """Why a file of so many bytes is not taken; "" if it is."""
    return f"the file is larger than {LARGEST >> 20} MB" if size > LARGEST else ""
