"""The lessons that there are, with a mark at those that were finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from content.kit.load import ContentError
from content.lesson import LessonInfo, lessons, read_lesson
from tui.game.screen import GameScreen
from tui.kit.listing import Column, Listing
from tui.learn.finished import finish, finished
from tui.learn.lesson import lesson_screen
from tui.learn.table import LessonTable
from tui.program import program

#: How the list calls the systems.
NAMES = {"panzer": "Panzer", "panzerblitz": "PanzerBlitz", "panzerwar": "Panzer War"}


class LessonsScreen(Listing[LessonInfo]):
    """All lessons; enter opens one."""

    HELP_TITLE = "Learn"
    FIND = "type to filter by title or words"
    EMPTY = "No lesson fits."
    place = "Learn"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open")]
    COLUMNS: Sequence[Column[Any]] = ()

    def __init__(self) -> None:
        super().__init__()
        self._finished: frozenset[str] = frozenset()
        self.COLUMNS = (
            Column[LessonInfo]("Done", self._mark, self._mark),
            Column[LessonInfo]("Lesson", _title, lambda one: one.id),
            Column[LessonInfo]("Game", lambda one: NAMES[one.system], lambda one: one.system),
            Column[LessonInfo]("Steps", lambda one: str(one.steps), lambda one: one.steps, right=True, from_width=92),
        )

    def load(self) -> Iterable[LessonInfo]:
        """All of them."""
        self._finished = finished(program(self.app).library.data)
        return lessons()

    def words(self, item: LessonInfo) -> str:
        """Title, game and what it is about."""
        return f"{item.title} {NAMES[item.system]} {item.about}".lower()

    def key_of(self, item: LessonInfo) -> str:
        """Lessons have ids."""
        return item.id

    def facts(self, item: LessonInfo) -> str:
        """What it is about."""
        return " ".join(item.about.split())

    def choose(self, item: LessonInfo) -> None:
        """Begin it."""
        try:
            open_lesson(self.app, item)
        except (ContentError, ValueError) as error:
            self.say(program(self.app).manners.told_error(error), wrong=True)

    def action_choose(self) -> None:
        """Begin the lesson under the cursor."""
        if self.current is not None:
            self.choose(self.current)

    def _mark(self, item: LessonInfo) -> str:
        return "✓" if item.id in self._finished else ""


def open_lesson(app: App[Any], info: LessonInfo) -> None:
    """Begin a lesson; one that is open on the screen makes room. ContentError or ValueError if its file is wrong."""
    table = LessonTable(read_lesson(info.path))
    all_ = lessons()
    at = [one.id for one in all_].index(info.id) + 1
    onwards = partial(open_lesson, app, all_[at]) if at < len(all_) else None
    screen = lesson_screen(table, partial(_note, app, info.id), onwards)
    if isinstance(app.screen, GameScreen):
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


def _note(app: App[Any], lesson: str) -> None:
    running = program(app)
    try:
        finish(running.library.data, lesson)
    except OSError as error:
        text = f"That this lesson is finished cannot be kept: {running.manners.told_error(error)}"
        app.notify(text, severity="warning", markup=False)


def _title(item: LessonInfo) -> str:
    number = item.path.stem.partition("-")[0].lstrip("0")
    return f"{number} {item.title}" if number.isdecimal() else item.title
