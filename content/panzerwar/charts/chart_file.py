"""The charts as their files state them, and cells read one by one, with what is wrong told by file, row and column."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import frozen

from content.kit import folders
from content.kit import tables as kit
from content.kit.folders import kept
from content.kit.load import ContentError, Proof, near, no_such, read_toml, structure
from core.panzerwar.pieces.charts.rows import Chart, Modifier, Modifiers

E = TypeVar("E", bound=Enum)

SOURCES: Final = ("printed", "reconstructed", "derived", "judged", "separate example")


@frozen(eq=False, repr=False)
class Table(kit.Table):
    """One chart as its file states it. checks: what of the book it reproduces; formula: how the rest was made."""

    certainty: str = ""
    note: str = ""
    formula: str = ""
    checks: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class NumberEntry:
    """A single number of the book."""

    id: str
    value: float
    rule: str
    told: str


@frozen(eq=False, repr=False)
class ChartFile:
    """A file of charts, or of numbers."""

    table: tuple[Table, ...] = ()
    number: tuple[NumberEntry, ...] = ()


@frozen(eq=False, repr=False)
class Line:
    """A row of a chart, whose cells are asked for by column. What does not fit is noted, and something harmless read.

    table: the key of the chart in its file, such as ``table[3]``; row: the number of the row, from 1.
    """

    cells: Mapping[str, Any]
    proof: Proof
    table: str
    row: int

    @property
    def key(self) -> str:
        """The key of the row in its file."""
        return f"{self.table}.rows[{self.row}]"

    def wrong(self, column: str, allowed: str, remedy: str = "") -> None:
        """Note that a cell is not what it may be; a column that is not there once for the whole chart."""
        if column in self.cells:
            self.proof.mistake(f"{self.key}.{column}", repr(self.cells[column]), allowed, remedy)
        elif self.row == 1 and not any(m.found.endswith(f" {column!r}") for m in self.proof.mistakes):
            self.proof.mistake(f"{self.table}.columns", f"no column {column!r}", allowed, near(column, self.cells))

    def text(self, column: str) -> str:
        """A cell of words."""
        found = self.cells.get(column)
        if isinstance(found, str):
            return found
        self.wrong(column, "a string")
        return ""

    def number(self, column: str) -> float:
        """A cell with a number."""
        found = self.cells.get(column)
        if isinstance(found, int | float) and not isinstance(found, bool):
            return found
        self.wrong(column, "a number")
        return 0

    def whole(self, column: str) -> int:
        """A cell with a whole number."""
        found = self.cells.get(column)
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        self.wrong(column, "a whole number")
        return 0

    def perhaps(self, column: str) -> int | None:
        """A cell with a whole number, or blank."""
        return None if self.cells.get(column) == "" else self.whole(column)

    def flag(self, column: str) -> bool:
        """A cell with true or false."""
        found = self.cells.get(column)
        if isinstance(found, bool):
            return found
        self.wrong(column, "true or false")
        return False

    def member(self, column: str, kind: type[E]) -> E:
        """A cell with the value of an enum; its first member if it has none."""
        for one in kind:
            if one.value == self.cells.get(column):
                return one
        names = [str(one.value) for one in kind]
        self.wrong(column, ", ".join(names), near(str(self.cells.get(column)), names))
        return next(iter(kind))

    def among(self, column: str, known: Collection[str]) -> str:
        """A cell with one of some words."""
        found = self.text(column)
        if found not in known:
            self.wrong(column, ", ".join(repr(one) for one in known))
        return found


@frozen(eq=False, repr=False)
class ChartTables:
    """The tables by id, each with the mistakes of its file; `done` tells all of them."""

    tables: Mapping[str, Table]
    places: Mapping[str, tuple[Proof, int]]

    def lines(self, id_: str) -> Iterator[Line]:
        """The rows of a table. ContentError if there is no such table."""
        table = self.tables.get(id_)
        if table is None:
            raise no_such("panzerwar/charts", id_, self.tables)
        proof, at = self.places[id_]
        for row_at, row in enumerate(table.rows, 1):
            yield Line(dict(zip(table.columns, row, strict=True)), proof, f"table[{at}]", row_at)

    def modifiers(self, id_: str, *wanted: str) -> Modifiers:
        """The rows of a table of modifiers by key. `wanted`: keys that it must have."""
        made: dict[str, Modifier] = {}
        for line in self.lines(id_):
            key = line.text("key")
            if key in made:
                line.proof.mistake(f"{line.key}.key", f"{key!r} again", "a key of its own")
            made[key] = Modifier(
                key=key,
                condition=line.text("condition"),
                amount=line.whole("modifier"),
                source=line.among("source", SOURCES),
                by=line.among("by", ("", "size", "-size", "table")),
                times=line.whole("times"),
            )
        proof, at = self.places[id_]
        for key in wanted:
            if key not in made:
                proof.mistake(f"table[{at}].rows", f"no row {key!r}", "a row for every condition of the rules")
        return Modifiers(made)

    def done(self) -> None:
        """ContentError with the mistakes of all files, if there are any."""
        proofs = dict.fromkeys(id(proof) for proof, _ in self.places.values())
        by_id = {id(proof): proof for proof, _ in self.places.values()}
        mistakes = [mistake for key in proofs for mistake in by_id[key].mistakes]
        if mistakes:
            raise ContentError(*mistakes)


def chart_files() -> tuple[Path, ...]:
    """The files of the charts."""
    return folders.files("panzerwar", "charts")


@kept
def stated() -> tuple[Mapping[str, Table], Mapping[str, str], Mapping[str, NumberEntry]]:
    """Tables by id, the label of the file of each, and numbers by id. ContentError with every mistake of a file."""
    tables: dict[str, Table] = {}
    labels: dict[str, str] = {}
    numbers: dict[str, NumberEntry] = {}
    for path in chart_files():
        proof = Proof(folders.label(path))
        data = structure(read_toml(path, proof.file), ChartFile, proof.file)
        made = kit.by_id(data.table, proof, tables)
        for at, one in enumerate(data.table, 1):
            proof.among(f"table[{at}].source", one.source, SOURCES, "the source")
            labels[one.id] = proof.file
        for at, number in enumerate(data.number, 1):
            if number.id in numbers:
                proof.mistake(f"number[{at}].id", f"{number.id!r} again", "an id of its own")
            numbers[number.id] = number
        tables |= made
        proof.done()
    return tables, labels, numbers


def chart_tables() -> ChartTables:
    """The tables, ready to be read, with a place for the mistakes of each file."""
    tables, labels, _ = stated()
    proofs = {label: Proof(label) for label in labels.values()}
    counts: dict[str, int] = {}
    places: dict[str, tuple[Proof, int]] = {}
    for id_ in tables:
        label = labels[id_]
        counts[label] = counts.get(label, 0) + 1
        places[id_] = (proofs[label], counts[label])
    return ChartTables(tables, places)


def shown(table: Table) -> Chart:
    """A chart as it is shown, each row with its source."""
    at = table.columns.index("source") if "source" in table.columns else None
    sources = tuple(table.source if at is None else str(row[at]) for row in table.rows)
    return Chart(
        id=table.id,
        name=table.name,
        rules=table.rules,
        columns=table.columns,
        rows=table.rows,
        source=table.source,
        sources=sources,
        formula=table.formula,
        note=table.note,
        checks=table.checks,
    )
