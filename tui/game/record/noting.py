"""The notes that players write while a game goes on: each for his own side alone until it is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen

from core.presentation import Report
from saves.line import SaveError
from saves.notes import Notes, read_notes, write_notes
from tui.game.record.chronicle import Line
from tui.game.table import Table
from tui.program import program

NOWHERE = "Notes are kept of games of your own and by file; at a table with others there is the talk."


class Noting:
    """The notes of a game at this keyboard, in the file beside its journal that a replay shows too."""

    def __init__(self, screen: Screen[Any], table: Table) -> None:
        self._screen = screen
        self._table = table
        self._notes: Notes | None = None
        self._amiss = ""

    def told(self, lines: Sequence[Line]) -> list[Line]:
        """The log with the notes that the player at the keyboard may read, each behind what had happened then."""
        found = list(lines)
        for note in self._known().of(self._table.here, over=self._table.over):
            at = next((i for i, line in enumerate(found) if line.n > note.at), len(found))
            if at or not lines:
                found.insert(at, Line(note.at, Report(f"note: {note.text}", "", "info")))
        return found

    def write(self, written: Callable[[], None]) -> None:
        """Ask for a note on this moment; the one that is there is changed, an empty one is taken away."""
        side, at = self._table.here or "", self._at()
        if self._table.path is None:
            self._say(NOWHERE)
            return
        notes = self._known()
        if self._amiss:
            self._say(self._amiss)
            return
        old = next((note.text for note in notes.notes if (note.at, note.side) == (at, side)), "")

        def answered(text: str | None) -> None:
            if text is None:
                return
            self._keep(self._known().with_note(at, text.strip(), side))
            written()

        from tui.kit.form import EditLine

        self._screen.app.push_screen(
            EditLine("A note of your own", "what there is to say; empty = none", old), answered
        )

    def _at(self) -> int:
        lines = self._table.lines()
        return lines[-1].n if lines else 0

    def _known(self) -> Notes:
        path = self._table.path
        if path is None:
            return Notes()
        if self._notes is None:
            self._notes = Notes()
            try:
                self._notes = read_notes(program(self._screen.app).manners.notes_on(path))
            except (SaveError, OSError) as error:
                self._amiss = program(self._screen.app).manners.told_error(error)
        return self._notes

    def _keep(self, notes: Notes) -> None:
        path = self._table.path
        assert path is not None
        try:
            write_notes(program(self._screen.app).manners.notes_on(path, write=True), notes)
        except (SaveError, OSError) as error:
            self._say(f"This cannot be kept: {program(self._screen.app).manners.told_error(error)}")
            return
        self._notes = notes

    def _say(self, words: str) -> None:
        self._screen.notify(words, timeout=6, markup=False)
