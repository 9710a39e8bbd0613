"""A lesson on the screen: the game screen with a teacher, who says what to do and sees whether it was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from core.book.lesson import Lesson, Look, Window
from tui.game.attention import Attention
from tui.game.drawing import WIDTHS
from tui.game.screen import GameScreen
from tui.game.sheets import GameSheets
from tui.keys.bindings import LESSON
from tui.keys.held import AS_THEY_COME, Keys, keys_of
from tui.keys.held import told as key_told
from tui.kit.help import HelpScreen
from tui.kit.popups import Sheet
from tui.kit.text import MUTED
from tui.kit.whole_card import WholeCard
from tui.learn.table import LessonTable
from tui.widgets.log import GameLog

#: The screens behind the windows that a step may ask for.
WINDOWS: Final[dict[Window, type[Screen[Any]]]] = {
    Window.CARD: WholeCard,
    Window.SHEETS: GameSheets,
    Window.ODDS: Sheet,
    Window.HELP: HelpScreen,
}


class TeacherLine(Static):
    """What the teacher says: where the lesson is, the step, and below it a hint or what was wrong."""

    DEFAULT_CSS = """
    TeacherLine {
        height: auto; max-height: 12; padding: 0 1; background: $panel; border-left: thick $success;
    }
    """


class Teacher(Attention):
    """Goes through a lesson with the pupil.

    finished: called once the last step is done; next_lesson: opens the lesson after this one, None = there is none.
    """

    title = "Lesson"
    keys: tuple[Binding, ...] = LESSON

    def __init__(
        self, table: LessonTable, finished: Callable[[], None], next_lesson: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self.table = table
        self.finished = finished
        self.next_lesson = next_lesson
        self.line = TeacherLine()
        self._at = table.progress.at
        self._note = ""
        self._hinted = False
        self._done = False
        self._shown: object = None

    def widgets(self) -> Iterable[Widget]:
        """The teacher's line."""
        yield self.line

    def begin(self) -> None:
        """Say the first step."""
        self.game.add_class("-taught")
        self.game.meanwhile.turns = False
        self._say()

    def leave(self) -> None:
        """Back to the lessons."""

        def go() -> None:
            # Nobody waits for it here: a screen that waited for its own end would wait for ever.
            self.game.app.pop_screen()

        self.game.call_later(go)

    def go_on(self) -> None:
        """An order may have done the step."""
        self._note = ""
        self._say()

    def note(self) -> str:
        """In the headline, what this is; on a narrow screen who is winning needs the room."""
        wide, _ = WIDTHS[1]
        return "Lesson" if self.game.app.size.width >= wide else ""

    def show_end(self) -> None:
        """How the game ended; what the teacher says of it stands below."""
        self._say()
        super().show_end()

    def explains(self, reason: str, rule: str) -> bool:
        """Say what was wrong with an order in the teacher's words."""
        if not reason or reason != self.table.said:
            return False
        self._note = reason
        self._say()
        return True

    def undo(self) -> bool:
        """Begin the step again; in free play the game undoes."""
        progress = self.table.progress
        if progress.step is None:
            return False
        self._open(progress.at)
        return True

    def do(self, what: str) -> None:
        """A hint, the log, or the next lesson."""
        if what == "log":
            self._log()
        elif what == "hint":
            self._hint()
        elif self.table.progress.step is None and self.next_lesson is not None:
            self.next_lesson()
        else:
            self._note = "Finish this lesson first; {lesson.hint} helps, {game.leave} leaves it."
            self._say()

    def enter(self) -> bool:
        """What there is only to read was read; whether there was such a thing."""
        step = self.table.progress.step
        if step is None or not step.reads:
            return False
        self._done_by_itself()
        return True

    def rest(self) -> None:
        """See whether the pupil looks at what the step asks for."""
        if not self.line.display and not isinstance(self.game.focused, GameLog):
            self.line.display = True
            self.game.add_class("-taught")
        step = self.table.progress.step
        if step is not None and step.look is not None and self._looks(step.look):
            self._done_by_itself()

    # -- inside -----------------------------------------------------------------------------------

    def _looks(self, look: Look) -> bool:
        stage = self.game.stage
        return (
            (not look.hex or stage.cursor.id == look.hex)
            and (not look.unit or stage.shown == look.unit)
            and (not look.layer or look.layer in stage.layers.on)
            and (not look.zoom or self.game.map.zoom.value == look.zoom)
            and (look.window is None or type(self.game.app.screen) is WINDOWS[look.window])
        )

    def _done_by_itself(self) -> None:
        self.table.progress.go_on()
        self._note = ""
        self._say()

    def _log(self) -> None:
        """To the log and back; on a low screen it stands in the teacher's place meanwhile."""
        log = self.game.query_one(GameLog)
        if self.game.focused is log:
            self.game.set_focus(self.game.map)
            return
        if self.game.has_class("-low"):
            self.game.remove_class("-taught")
            self.line.display = False
        self.game.set_focus(log)

    def _hint(self) -> None:
        step = self.table.progress.step
        if step is None:
            self._note = ""
        elif self._hinted and step.want:
            self._open(self.table.progress.at + 1)
            return
        elif self._hinted or not step.hint:
            pressed = keys_of(self.game).pressed(step.keys)
            self._note = f"Press {', '.join(map(key_told, pressed))}." if pressed else "Press enter to go on."
        else:
            self._note = f"Hint: {step.hint}" + (" {lesson.hint} again does it for you." if step.want else "")
            self._hinted = True
        self._say()

    def _open(self, at: int) -> None:
        table = LessonTable(self.table.lesson, at)
        self.game.workers.cancel_all()
        self.game.app.switch_screen(lesson_screen(table, self.finished, self.next_lesson))

    def _say(self) -> None:
        progress = self.table.progress
        if progress.at != self._at:
            self._at, self._hinted = progress.at, False
        if progress.step is None and not self._done:
            self._done = True
            self.finished()
        shown = (progress.at, progress.left, self._note)
        if shown != self._shown:
            self._shown = shown
            self.line.update(
                told(
                    self.table.lesson,
                    progress.at,
                    progress.left,
                    self._note,
                    self.next_lesson is not None,
                    keys_of(self.game),
                )
            )


def told(lesson: Lesson, at: int, left: int, note: str, more: bool, held: Keys = AS_THEY_COME) -> Content:
    """The teacher's line in step `at` (from 0) of the lesson, of which `left` orders are still to be given, with the
    keys that hold."""
    if at < len(lesson.steps):
        step = lesson.steps[at]
        head = f"step {at + 1} of {len(lesson.steps)}"
        say = step.say
        keys = "enter goes on" if step.reads else "{lesson.hint} hint · {game.undo} this step again"
        if len(step.want) > 1 and not step.until:
            keys = f"{left} to go · {keys}"
    else:
        head = "finished"
        say = lesson.free or "That is all of this lesson."
        keys = ("{lesson.next} next lesson · " if more else "") + "{game.leave} leaves the lesson"
    first = Content.assemble((lesson.title, "bold $text-success"), f" · {head}", (f" · {held.in_text(keys)}", MUTED))
    lines = [first, Content(" ".join(held.in_text(say).split()))]
    if note:
        lines.append(Content.styled(held.in_text(note), "bold $text-warning"))
    return Content("\n").join(lines)


def lesson_screen(
    table: LessonTable, finished: Callable[[], None], next_lesson: Callable[[], None] | None = None
) -> GameScreen:
    """The screen of a lesson as it stands at a table."""
    return GameScreen(table, Teacher(table, finished, next_lesson))
