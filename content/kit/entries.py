"""Entries of files that hold many: of the program's own files, which tests prove, only the wanted ones are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, structure
from core.text.toml_text import TomlError, toml_of

F = TypeVar("F")
T = TypeVar("T")


@frozen(eq=False, repr=False)
class Entries(Generic[F, T]):
    """The entries of all files of a kind, each a table of an array with its id first.

    system, kind: the folder, "panzer" and "units"; name: of the array, "unit"; form: what a file is structured as;
    made: the entries by id that such a file states; whole: those of a file that is read and proved as a whole, as
    players' own files are.
    """

    system: str
    kind: str
    name: str
    form: type[F]
    made: Callable[[F], Mapping[str, T]]
    whole: Callable[[Path], Mapping[str, T]]

    def file(self, id_: str) -> Path | None:
        """The file with the entry of an id; None if there is none."""
        return _file(self, id_)

    def find(self, id_: str) -> T | None:
        """The entry of an id; None if no file has it. ContentError with the mistakes of the file."""
        path = self.file(id_)
        return _in(self, path, id_) if path else None


@kept
def _file(entries: Entries[F, T], id_: str) -> Path | None:
    quoted = f'"{id_}"'
    there = (path for path in folders.files(entries.system, entries.kind) if quoted in folders.text(path))
    return next((path for path in there if _in(entries, path, id_) is not None), None)


def _in(entries: Entries[F, T], path: Path, id_: str) -> T | None:
    return _of_own(entries, path, id_) if path.is_relative_to(folders.OWN) else entries.whole(path).get(id_)


@kept
def _of_own(entries: Entries[F, T], path: Path, id_: str) -> T | None:
    part = _parts(path, entries.name).get(id_)
    if part is None:
        return None
    try:
        data = toml_of(part)
        return entries.made(structure(data, entries.form, folders.label(path))).get(id_)
    except (TomlError, ContentError):
        return entries.whole(path).get(id_)  # which says where in the file the mistake is


@kept
def _parts(path: Path, name: str) -> Mapping[str, str]:
    """The text of each entry of a file by its id."""
    head = f"[[{name}]]\n"
    parts = re.split(rf"^\[\[{name}\]\]\n", folders.text(path), flags=re.MULTILINE)[1:]
    first = re.compile(r'id = "([^"\\]+)"\n')
    return {found[1]: head + part for part in parts if (found := first.match(part))}
