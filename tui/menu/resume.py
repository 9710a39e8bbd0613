"""The games that there are: to go on with, to watch, to delete."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content

from saves.library import Entry
from saves.line import SaveError
from saves.reading import read_header
from saves.session import open_game
from tui.kit.listing import Column, Listing
from tui.kit.popups import PickList
from tui.menu.seats import seat_words
from tui.program import program


def ago(seconds: float, now: float | None = None) -> str:
    """How long ago a moment (seconds since the epoch) was, in words."""
    passed = (time.time() if now is None else now) - seconds
    for size, one, many in (
        (86400 * 7, "a week", "{} weeks"),
        (86400, "yesterday", "{} days"),
        (3600, "an hour", "{} hours"),
        (60, "a minute", "{} minutes"),
    ):
        if passed >= size:
            number = int(passed // size)
            words = one if number == 1 else many.format(number)
            return words if words == "yesterday" else f"{words} ago"
    return "just now"


def scenario_title(app: App[Any], scenario: str) -> str:
    """Title of a scenario; LookupError if there is none with this id."""
    for line in program(app).shelf.scenarios():
        if line.id == scenario:
            return line.title
    raise LookupError(scenario)


def resume(app: App[Any], path: Path) -> None:
    """Go on with a game. SaveError says why it cannot be."""
    running = program(app)
    header = read_header(path)
    if any(seat.startswith("post:") for seat in header.sides.values()):
        # Keys and seals take a while to load; most games have none.
        from saves.audience import post_of
        from tui.post.screen import open_post_game

        open_post_game(app, post_of(header))
        return
    try:
        session = open_game(path, running.shelf.open_system, content_hash=running.shelf.content_hash)
    except (LookupError, ValueError) as error:
        raise SaveError(f"{path.name}: its scenario cannot be opened: {error}") from error
    running.play(session)


class ResumeScreen(Listing[Entry]):
    """Games of the player, the last played first; watch: what can be watched, the samples too, and enter watches."""

    HELP_TITLE = "Games"
    FIND = "type to filter by scenario, side or file name"
    EMPTY = "No game fits."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Open"),
        Binding("ctrl+r", "replay", "Watch"),
        Binding("delete,ctrl+d", "delete", "Delete", key_display="del"),
        Binding("ctrl+e", "path", "Path of the file"),
        Binding("ctrl+n", "newest", "Continue the newest", show=False),
    ]
    COLUMNS: Sequence[Column[Any]] = ()

    def __init__(self, *, watch: bool = False) -> None:
        super().__init__()
        self.watching = watch
        self.place = "Replays" if watch else "Saved games"
        self._titles: dict[str, str] = {}
        self.COLUMNS = (
            Column[Entry]("Game", self._title, self._title),
            Column[Entry]("Sides", self._seats, self._seats, 100),
            Column[Entry]("Turn", lambda e: str(e.turn or "-"), lambda e: e.turn, right=True),
            Column[Entry]("Events", lambda e: str(e.events), lambda e: e.events, 90, right=True),
            Column[Entry]("State", self._state, self._state),
            Column[Entry]("Played", lambda e: "" if e.sample else ago(e.modified), lambda e: -e.modified),
            Column[Entry]("File", lambda e: e.name, lambda e: e.name, 130),
        )

    def load(self) -> Iterable[Entry]:
        """The player's games; with them the samples if they are to be watched."""
        self._titles = {line.id: line.title for line in program(self.app).shelf.scenarios()}
        library = program(self.app).library
        return (*library.games(), *(library.samples() if self.watching else ()))

    def words(self, item: Entry) -> str:
        """What a filter may hit."""
        return f"{self._title(item)} {item.name} {' '.join(item.sides)} {self._state(item)}".lower()

    def key_of(self, item: Entry) -> str:
        """Files have paths."""
        return str(item.path)

    def facts(self, item: Entry) -> str:
        """Where it lies, who plays, and what is wrong with it."""
        if item.problem:
            path = program(self.app).manners.told_path(item.path)
            where = "" if str(item.path) in item.problem else f"\n{path}"
            return f"! {item.problem.replace(str(item.path), path)}{where}"
        options = f" · rules: {', '.join(item.header.options)}" if item.header and item.header.options else ""
        path = program(self.app).manners.told_path(item.path)
        return f"{self._title(item)} · {self._seats(item)} · {item.events} events{options}\n{path}"

    def choose(self, item: Entry) -> None:
        """Go on with a game that is not over; watch any other."""
        if self.watching or item.over or item.sample:
            self._watch(item)
            return
        try:
            resume(self.app, item.path)
        except SaveError as error:
            self.say(str(error), wrong=True)

    def action_choose(self) -> None:
        """Open the game under the cursor."""
        if self.current is not None:
            self.choose(self.current)

    def action_replay(self) -> None:
        """Watch the game under the cursor."""
        if self.current is not None:
            self._watch(self.current)

    def action_newest(self) -> None:
        """Go on with the newest game."""
        newest = program(self.app).library.newest()
        if newest is None:
            self.say("There is no game to go on with; n on the title begins one.", wrong=True)
        else:
            self.choose(newest)

    def action_path(self) -> None:
        """Put the path of the file on the clipboard and on the screen."""
        if self.current is not None:
            path = program(self.app).manners.told_path(self.current.path)
            self.app.copy_to_clipboard(path)
            self.say(f"Copied, if the terminal allows it: {path}")

    def action_delete(self) -> None:
        """Ask, then delete the game under the cursor."""
        item = self.current
        if item is None:
            return
        if item.sample:
            self.say("This game came with the program and stays.", wrong=True)
            return

        def take(row: int | None) -> None:
            if row != 1:
                return
            try:
                program(self.app).library.delete(item.path)
            except SaveError as error:
                self.say(str(error), wrong=True)
            else:
                self.say(f"{item.name} is deleted.")
            self.reload()

        lines = (("k", Content("keep it")), ("d", Content("delete it for good, with its notes")))
        self.app.push_screen(PickList(f"Delete {item.name}?", lines), take)

    def _watch(self, item: Entry) -> None:
        try:
            program(self.app).watch_game(item.path)
        except SaveError as error:
            self.say(str(error), wrong=True)

    def _title(self, item: Entry) -> str:
        return item.title(self._titles.__getitem__)

    def _seats(self, item: Entry) -> str:
        return ", ".join(f"{side}: {seat_words(seat)}" for side, seat in item.sides.items())

    def _state(self, item: Entry) -> str:
        if item.problem:
            return "damaged"
        kind = "sample, " if item.sample else ""
        return f"{kind}{'finished' if item.over else 'in progress'}"
