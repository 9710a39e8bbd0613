"""Bookmarks and notes on a game, in a file beside its journal that a player may edit."""

from __future__ import annotations

from pathlib import Path

import tomli_w
from attrs import evolve, frozen

from core.alike import Alike
from core.text.toml_text import TomlError, toml_of
from saves.files import replace_file
from saves.line import SaveError


@frozen(eq=False, repr=False)
class Note(Alike):
    """A remark on the moment after event `at`; a bookmark if `text` only names the moment.

    side: whose it is while the game goes on, "" = everybody's.
    """

    at: int
    text: str
    side: str = ""


@frozen(eq=False, repr=False)
class Notes(Alike):
    """All bookmarks and notes on one game, each in order of time."""

    bookmarks: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()

    def with_bookmark(self, at: int, name: str) -> Notes:
        """One more bookmark, in the place of an earlier one at the same moment."""
        return evolve(self, bookmarks=_placed(self.bookmarks, Note(at, name)))

    def with_note(self, at: int, text: str, side: str = "") -> Notes:
        """One more note, in the place of an earlier one of the side at the same moment; an empty text removes it."""
        return evolve(self, notes=_placed(self.notes, Note(at, text, side)))

    def of(self, side: str | None, *, over: bool) -> tuple[Note, ...]:
        """The notes that one may read who sees what a side sees, None = what everybody does: all of a game that is
        over, else those that are everybody's and the side's own."""
        return tuple(note for note in self.notes if over or note.side in ("", side))

    def without_bookmark(self, at: int) -> Notes:
        """Without the bookmark at this moment."""
        return evolve(self, bookmarks=tuple(b for b in self.bookmarks if b.at != at))


def _placed(notes: tuple[Note, ...], new: Note) -> tuple[Note, ...]:
    kept = [n for n in notes if (n.at, n.side) != (new.at, new.side)]
    return tuple(sorted([*kept, new] if new.text else kept, key=lambda n: (n.at, n.side)))


def notes_path(journal: Path) -> Path:
    """Where the notes on a journal lie."""
    return journal.with_name(f"{journal.name}.notes.toml")


def read_notes(journal: Path) -> Notes:
    """The notes on a journal; none if there is no file. SaveError names what is wrong with it."""
    path = notes_path(journal)
    try:
        data = toml_of(path.read_text("utf-8"))
    except FileNotFoundError:
        return Notes()
    except (OSError, UnicodeDecodeError, TomlError) as error:
        raise SaveError(f"cannot read {path}: {error}; correct or remove it") from error
    return Notes(_notes(path, data, "bookmark", "name"), _notes(path, data, "note", "text"))


def _notes(path: Path, data: dict[str, object], key: str, text: str) -> tuple[Note, ...]:
    found: list[Note] = []
    entries = data.get(key, [])
    for entry in entries if isinstance(entries, list) else [entries]:
        if not isinstance(entry, dict) or type(entry.get("at")) is not int or type(entry.get(text)) is not str:
            raise SaveError(f"{path}: a [[{key}]] needs at = a number and {text} = a text, found {entry!r}")
        side = entry.get("side", "")
        if type(side) is not str:
            raise SaveError(f"{path}: the side of a [[{key}]] is a text, found {side!r}")
        found.append(Note(entry["at"], entry[text], side))
    return tuple(sorted(found, key=lambda n: n.at))


def write_notes(journal: Path, notes: Notes) -> None:
    """Put the notes on a journal into their file. SaveError if it cannot be written."""
    data = {
        "bookmark": [{"at": b.at, "name": b.text} for b in notes.bookmarks],
        "note": [{"at": n.at, "text": n.text, **({"side": n.side} if n.side else {})} for n in notes.notes],
    }
    try:
        replace_file(notes_path(journal), tomli_w.dumps(data, multiline_strings=True).encode())
    except OSError as error:
        raise SaveError(f"cannot write {notes_path(journal)}: {error.strerror}") from error
