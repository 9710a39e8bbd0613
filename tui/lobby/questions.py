"""What is asked of a player in a game at a table: to take something back, to adjourn, to go on by file."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from textual.content import Content

from saves.rooms.state import Stage
from tui.kit.popups import PickList
from tui.lobby.hosted import HostedTable


class Questions:
    """What is asked at a table, as one of its players sees it, and his answers.

    app: where he answers, in a window of its own; attempt: does something at the table, and says why if it cannot be
    done; declined: told when he has put a question off, which is not asked again.
    """

    def __init__(
        self,
        table: HostedTable,
        app: Callable[[], App[object]],
        attempt: Callable[[Callable[[], object]], bool],
        declined: Callable[[], None],
    ) -> None:
        self._table = table
        self._room = table.room
        self._player = table.player
        self._app = app
        self._attempt = attempt
        self._tell_declined = declined
        self._declined: object = None

    def line(self) -> tuple[str, str]:
        """What is asked of this player or by him, and the key that answers; "" for both if nothing is."""
        state, here = self._room.state, self._table.here
        if here is None or state.finished:
            return "", ""
        question = self._room.take_back
        if question is not None and question.side == here:
            return "You asked to take an order back; the other side has not answered yet", "a withdraws"
        if self._room.must_answer(self._player) and question is not None:
            return f"{question.player} asks to take back: {self._order_after(question.to)}", "a answers"
        if state.wishes and self._declined != state.wishes:
            on_ = state.stage is Stage.ADJOURNED
            if here in state.wishes:
                return ("You want to go on" if on_ else "You want to adjourn") + "; the other side has yet to agree", ""
            return ("The other side wants to go on" if on_ else "The other side wants to adjourn"), "a answers"
        if state.by_file and (here in state.by_file or self._declined != state.by_file):
            if here in state.by_file:
                return "You want to go on by file; the other side has yet to agree", ""
            return "The other side wants to go on by file", "a answers"
        if self._room.may_claim(self._player):
            return "Nobody of the other side is here for so long that you need not wait", "t tells what you may do"
        return "", ""

    def _order_after(self, to: int) -> str:
        """What this player knows of the order that began after so many events."""
        known = [line.report.text for line in self._table.lines() if line.n > to and line.report.level]
        return f"{known[0]}, and all since" if known else "an order that you know nothing of"

    def answer(self) -> None:
        """Answer what is asked, in a window of its own."""
        question = self._room.take_back
        state, here = self._room.state, self._table.here
        if here is None:
            return
        if question is not None and (question.side == here or self._room.must_answer(self._player)):
            self._answer_take_back(own=question.side == here)
        elif state.wishes and here not in state.wishes and not state.finished:
            self._answer_wish(go_on=state.stage is Stage.ADJOURNED)
        elif state.by_file and here not in state.by_file:
            self._answer_by_file()
        else:
            self._app().notify("Nothing is asked of you", timeout=2)

    def _answer_take_back(self, *, own: bool) -> None:
        lines = [("n", Content("withdraw the question"))] if own else []
        if not own:
            lines = [("y", Content("yes, let them go back")), ("n", Content("no, what happened stands"))]

        def picked(row: int | None) -> None:
            if row is not None:
                self._attempt(lambda: self._room.answer_take_back(self._player, not own and row == 0))

        self._app().push_screen(PickList(self.line()[0] or "Take back?", lines), picked)

    def _answer_wish(self, *, go_on: bool) -> None:
        def picked(row: int | None) -> None:
            if row == 0:
                self._attempt(lambda: (self._room.resume if go_on else self._room.adjourn)(self._player))
            elif row == 1:
                self._put_off(self._room.state.wishes)

        what = "go on" if go_on else "adjourn; the clocks stop"
        lines = [("y", Content(f"yes, {what}")), ("n", Content("not now"))]
        self._app().push_screen(PickList("Go on with the game?" if go_on else "Adjourn the game?", lines), picked)

    def _answer_by_file(self) -> None:
        def picked(row: int | None) -> None:
            if row == 0:
                self._attempt(lambda: self._room.post.go_by_file(self._player))
            elif row == 1:
                self._put_off(self._room.state.by_file)

        lines = [("y", Content("yes; nothing more is ordered here")), ("n", Content("not now"))]
        self._app().push_screen(PickList("Go on by file?", lines), picked)

    def _put_off(self, asked: object) -> None:
        self._declined = asked
        self._tell_declined()
