"""The formations of a side, each with the player who commands it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual import on
from textual.widget import Widget

from core.event import UnitId
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.room import Room
from tui.kit.form import Field, Form, values
from tui.kit.form_place import LinesPlace

#: A formation whose units have several commanders.
SEVERAL: Final = "several"


def fields(room: Room, commander: PlayerName) -> Iterable[Field]:
    """A line for each formation of the commander's side; its value is the player who has it."""
    side = room.side_of(commander)
    if side is None:
        return
    players = room.players(side)
    for formation in room.formations(side):
        holders = {room.player_of(UnitId(unit)) for unit in formation.units}
        held = holders.pop() if len(holders) == 1 else SEVERAL
        choice = values(players) if held in players else ((SEVERAL, SEVERAL), *values(players))
        number = len(formation.units)
        about = f"{number} unit{'s' * (number != 1)}. Who has it gives its orders; the commander ends the steps."
        yield Field(formation.id, formation.name, held or commander, choice, about, group="Formations")


class SharingScreen(LinesPlace):
    """Left and right give the formation under the cursor to another player; it holds at once."""

    place = "Formations shared out"
    HELP_TITLE = "Formations"

    def __init__(self, room: Room, player: PlayerName) -> None:
        super().__init__()
        self.room = room
        self.player = player

    def body(self) -> Iterable[Widget]:
        """One form."""
        yield Form()

    def on_mount(self) -> None:
        """Show who has what."""
        form = self.query_one(Form)
        form.show(fields(self.room, self.player))
        form.focus()
        self.headline(self.room.plan.title)

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        side = self.room.side_of(self.player)
        if side is None or event.field.value == SEVERAL:
            return
        units = next(f.units for f in self.room.formations(side) if f.id == event.field.id)
        try:
            self.room.share(self.player, [UnitId(unit) for unit in units], PlayerName(event.field.value))
        except (RoomError, OSError) as error:
            self.say(str(error), wrong=True)
