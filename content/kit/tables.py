"""Printed tables and the looks of terrain, as files of any system state them."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen

from content.kit import folders
from content.kit.load import Proof, read_toml, structure
from core.alike import Alike
from core.presentation import TerrainLook

T = TypeVar("T", bound="Table")


@frozen(eq=False, repr=False)
class Table(Alike):
    """One table as its file states it. rows: lines of cells in the order of `columns`."""

    id: str
    name: str
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str
    certainty: str
    note: str

    def line(self, *key: Any) -> tuple[Any, ...]:
        """The line that the first columns identify; KeyError if there is none."""
        for row in self.rows:
            if row[: len(key)] == key:
                return row
        raise KeyError(f"table {self.id} has no line {key}")

    def cell(self, key: Any | tuple[Any, ...], column: str) -> Any:
        """One cell; KeyError or ValueError if there is no such line or column."""
        return self.line(*(key if isinstance(key, tuple) else (key,)))[self.columns.index(column)]

    def column(self, column: str) -> Mapping[Any, Any]:
        """A column by the first cell of each line."""
        at = self.columns.index(column)
        return {row[0]: row[at] for row in self.rows}

    def told(self) -> str:
        """Where its figures come from."""
        return f"{self.source}, {self.certainty}: {self.note}"


def by_id(tables: Iterable[T], proof: Proof, known: Container[str] = ()) -> dict[str, T]:
    """The tables of a file by id; a mistake for each line with a cell too many or too few, and each id again.

    known: ids that other files have.
    """
    made: dict[str, T] = {}
    for at, one in enumerate(tables, 1):
        for row_at, row in enumerate(one.rows, 1):
            if len(row) != len(one.columns):
                allowed = f"{len(one.columns)}, one for each column of {one.id}"
                proof.mistake(f"table[{at}].rows[{row_at}]", f"{len(row)} cells", allowed)
        if one.id in made or one.id in known:
            proof.mistake(f"table[{at}].id", f"{one.id!r} again", "an id of its own")
        made[one.id] = one
    return made


@frozen(eq=False, repr=False)
class _LookFile(Alike):
    terrain: tuple[TerrainLook, ...]


def looks_file(system: str) -> Path:
    """The file with the looks of a system's terrain."""
    return folders.OWN / system / "terrain.toml"


def terrain_looks(system: str, known: Collection[str]) -> Mapping[str, TerrainLook]:
    """How each terrain of a system is drawn, by terrain id; ContentError if letters clash or terrain is not `known`."""
    path = looks_file(system)
    proof = Proof(folders.label(path))
    looks = structure(read_toml(path, proof.file), _LookFile, proof.file).terrain
    letters: dict[str, str] = {}
    for at, look in enumerate(looks, 1):
        proof.among(f"terrain[{at}].id", look.id, known, "the terrain")
        for key, glyph in (("glyph", look.glyph), ("ascii", look.ascii), ("letter", look.letter)):
            if len(glyph) != 1:
                proof.mistake(f"terrain[{at}].{key}", repr(glyph), "one character")
        if look.letter in letters:
            found, remedy = f"{look.letter!r} again", f"{letters[look.letter]} has it"
            proof.mistake(f"terrain[{at}].letter", found, "a letter of its own", remedy)
        letters.setdefault(look.letter, look.id)
    proof.done()
    return {look.id: look for look in looks}
