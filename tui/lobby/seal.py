"""Sitting down before a game: the fingerprint of what the host has sealed, and the player's words for the dice."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from core.event import SideId
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tui.kit.foot import foot
from tui.kit.form import EditLine
from tui.kit.text import MUTED
from tui.lobby.identity import words_for_dice
from tui.lobby.seated import Seated
from tui.lobby.visitor import visitor


class SealLine(EditLine):
    """The line for a player's words; he is shown the fingerprint first, so that nobody could know them before."""

    DEFAULT_CSS = """
    SealLine > #window { width: 76; }
    SealLine #seal { height: auto; margin: 0 1 1 1; }
    """

    def __init__(self, room: Room) -> None:
        super().__init__("Your words for the dice", "anything you like", words_for_dice())
        self.room = room

    def compose(self) -> ComposeResult:
        """What is sealed, what that is worth, the line."""
        told = Content("\n").join(
            [
                Content.styled("The host has sealed the dice. Fingerprint; keep a copy to compare at the end:", MUTED),
                Content.styled(self.room.state.commitment, "bold"),
                Content.styled("Better than these words, which the host proposes, are words of your own.", MUTED),
                Content.styled(
                    "Whoever keeps the host can read the secret: if he plays, he can foresee the rolls, and bend them "
                    "if he is the last to add words.",
                    MUTED,
                ),
            ]
        )
        window = Vertical(Static(told, id="seal"), Input(placeholder=self.hint), id="window")
        window.border_title = Content(self.heading)
        self.say_keys(window, foot("enter sits down", ("esc back", "leave")))
        yield window


def sit_down(screen: Seated, side: SideId) -> None:
    """Take a seat of a side; before the game has begun the player gives words for the dice."""
    room, player = screen.room, screen.player

    def sit(value: str | None) -> None:
        if value is not None and screen.attempt(lambda: room.join(player, side, value)):
            visitor(screen.app).enter(room.id)

    if room.stage is Stage.WAITING:
        screen.app.push_screen(SealLine(room), sit)
    else:
        sit("")
