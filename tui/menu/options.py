"""What a new game begins with: who plays each side, the rules switched on, the dice, the name of its file."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from attrs import evolve
from textual import on
from textual.binding import Binding, BindingType

from saves.library import SUFFIX, slug
from saves.line import SaveError
from saves.session import start_game
from tui.kit.form import Field, Form
from tui.kit.form_place import RULE
from tui.kit.rules_form import KEEP, RulesForm
from tui.menu.seats import HOW, SEATS
from tui.program import program


class OptionsScreen(RulesForm):
    """A form, and a button that starts the game."""

    DEFAULT_CSS = """
    OptionsScreen { overflow-y: hidden; }
    """
    place = "New game: options"
    HELP_TITLE = "Options"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("s,f10", "begin", "Start the game", key_display="s"), KEEP, RULE]
    begins = "Start the game  (s)"

    def fields(self) -> Iterable[Field]:
        """Seats, rules, the file and the dice."""
        running = program(self.app)
        defaults = running.settings.seats
        known = {value for value, _ in SEATS}
        for i, side in enumerate(self.scenario.sides):
            seat = defaults[i] if i < len(defaults) and defaults[i] in known else "human"
            about = f"Who plays {side.name}, with {side.units} units."
            yield Field(f"seat-{side.id}", side.name, seat, SEATS, about, group="Seats", listed=True, tells=HOW)
        yield from self.rules()
        now = datetime.now()
        name = running.library.new_path(self.scenario.id, now).name.removesuffix(SUFFIX)
        about = "The game is saved under this name after every order."
        yield Field("name", "Name", name, about=about, group="Game")
        about = (
            "The same seed gives the same dice to the same orders. Leave it empty for dice that nobody can foretell."
        )
        yield Field("seed", "Seed of the dice", "", about=about, group="Game", empty="none: nobody can foretell them")

    @property
    def seats(self) -> dict[str, str]:
        """Who plays each side, as a header has it."""
        form = self.query_one(Form)
        return {side.id: form.value(f"seat-{side.id}") for side in self.scenario.sides}

    @property
    def path(self) -> Path:
        """The file that the game is to be kept in."""
        name = self.query_one(Form).value("name")
        return program(self.app).library.games_directory / f"{slug(name)}{SUFFIX}"

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        if event.field.id == "name" and self.path.exists():
            self.say(f"There is a game named {self.path.stem} already; choose another name.", wrong=True)

    def action_begin(self) -> None:
        """Begin the game and go to it."""
        running = program(self.app)
        refused = running.manners.new_game_refused()
        if refused:
            self.say(refused, wrong=True)
            return
        form = self.query_one(Form)
        if not form.value("name"):
            fresh = running.library.new_path(self.scenario.id, datetime.now()).name.removesuffix(SUFFIX)
            form.put(evolve(next(f for f in form.fields if f.id == "name"), value=fresh))
        try:
            session = start_game(
                self.scenario.id,
                running.shelf.open_system,
                self.path,
                options=self.options,
                sides=self.seats,
                created=datetime.now(UTC).isoformat(timespec="seconds"),
                content=running.shelf.content_hash(self.scenario.id),
                seed=form.value("seed") or None,
            )
        except (SaveError, LookupError, ValueError) as error:
            self.say(f"The game cannot begin: {program(self.app).manners.told_error(error)}", wrong=True)
            return
        running.play(session)
