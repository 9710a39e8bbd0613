"""The settings: how the program looks and asks, and what a new game begins with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from attrs import evolve
from textual import on
from textual.widget import Widget

from tui.game.playback import NONE, RUN, WAIT
from tui.kit.form import Field, Form, switch
from tui.kit.form_place import LinesPlace
from tui.menu.seats import HOW, SEATS
from tui.program import program
from tui.settings import Settings

THEMES: Final = (
    ("dark", "dark"),
    ("light", "light"),
    ("contrast", "high contrast"),
    ("safe", "safe for the colour-blind"),
    ("16", "16 colours of the terminal"),
)
ZOOMS: Final = (("close", "close"), ("middle", "middle"), ("far", "far"), ("plain", "plain"))
PLAYBACKS: Final = (
    (WAIT, "waits at each first sight and shot"),
    (RUN, "never waits"),
    (NONE, "is not played"),
)
SPEEDS: Final = tuple((f"{speed:g}", f"{speed:g} events a second") for speed in (0.5, 1.0, 2.0, 4.0, 8.0, 16.0))
#: From what weight on something is told, or stops a computer player.
WEIGHTS: Final = (
    ("loss", "my losses"),
    ("fire", "my losses, and fire at me"),
    ("contact", "those, and enemies that come into view"),
    ("never", "nothing"),
)
PACES: Final = (("fast", "fast"), ("normal", "normal"), ("slow", "slow"), ("step", "a key for each order"))
CALLS: Final = (
    ("none", "not at all"),
    ("bell", "bell"),
    ("title", "title of the terminal"),
    ("both", "bell and title"),
)


def fields(settings: Settings) -> tuple[Field, ...]:
    """The form of these settings."""
    look, others, ask, new = "Look", "What others do", "Asking", "A new game"
    return (
        Field(
            "theme",
            "Theme",
            settings.theme,
            THEMES,
            "Sides and states are told by glyphs too (? in a game). A terminal of 16 colours shows its own theme.",
            group=look,
        ),
        switch(
            "ascii",
            "ASCII glyphs only",
            settings.ascii,
            about="For terminals without UTF-8: the whole screen, frames and bars too.",
            group=look,
        ),
        Field("zoom", "Zoom of the map at first", settings.zoom, ZOOMS, "+ and - change it in a game.", group=look),
        switch(
            "printed",
            "Hexes as printed on the boards",
            settings.printed,
            about="On maps joined from several boards: 2-A-1 instead of the id of the whole map. g knows both.",
            group=look,
        ),
        Field("speed", "Speed of replays", f"{settings.speed:g}", SPEEDS, "+ and - change it in a replay.", group=look),
        Field(
            "playback",
            "What has happened",
            settings.playback,
            PLAYBACKS,
            "Moves, first sights and shots are played where both sides plan in secret, as fast as a replay.",
            group=look,
        ),
        Field(
            "telling",
            "Tell me by itself",
            settings.telling,
            WEIGHTS,
            "When others have acted and it is my turn: in order of weight; ' goes back to it at any time.",
            group=others,
        ),
        Field(
            "stop",
            "The computer waits after",
            settings.stop,
            WEIGHTS,
            "Its turn stops there until a key is pressed.",
            group=others,
        ),
        Field(
            "pace", "Pace of the computer", settings.pace, PACES, "How fast its orders follow each other.", group=others
        ),
        switch(
            "turn_sheet",
            "The turn in short at its end",
            settings.turn_sheet,
            about="The sheet of B, as soon as a new turn has begun.",
            group=others,
        ),
        Field("call", "Call me when I am to order", settings.call, CALLS, "After others have acted.", group=others),
        switch(
            "confirm",
            "Ask before what cannot be undone",
            settings.confirm,
            about="An order that rolls dice or shows a secret cannot be taken back.",
            group=ask,
        ),
        switch(
            "hand_over",
            "Cover the screen between players",
            settings.hand_over,
            about="Two players at one keyboard do not see each other's secrets.",
            group=ask,
        ),
        *(
            Field(
                f"seat-{i}",
                f"{name} side",
                seat,
                SEATS,
                "Who plays it unless the options of a game say otherwise.",
                group=new,
                listed=True,
                tells=HOW,
            )
            for i, (name, seat) in enumerate(zip(("First", "Second"), settings.seats, strict=False))
        ),
    )


def changed(settings: Settings, field: Field) -> Settings:
    """The settings with the value of a field."""
    if field.id.startswith("seat-"):
        seats = list(settings.seats)
        seats[int(field.id.removeprefix("seat-"))] = field.value
        return evolve(settings, seats=tuple(seats))
    if field.id == "speed":
        return evolve(settings, speed=float(field.value))
    value: Any = field.value if field.values[0][0] != "on" else field.value == "on"
    return evolve(settings, **{field.id: value})


class SettingsScreen(LinesPlace):
    """Every change holds at once and is kept in settings.toml."""

    place = "Settings"
    HELP_TITLE = "Settings"

    def body(self) -> Iterable[Widget]:
        """One form."""
        yield Form()

    def on_mount(self) -> None:
        """Show what is set."""
        form = self.query_one(Form)
        form.show(fields(program(self.app).settings))
        form.focus()

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        running = program(self.app)
        try:
            running.keep_settings(changed(running.settings, event.field))
        except OSError as error:
            self.say(f"It holds for now, but cannot be kept: {running.manners.told_error(error)}", wrong=True)
