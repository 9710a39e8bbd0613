"""The Unit Summary Charts, from ``charts/*.toml``: values as printed, and what the book says of dates (min:22.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof, no_such, read_toml, structure
from content.panzer.cards.cards import attached_weapons, counter_batteries, units
from core.alike import Alike
from core.panzer.forces.periods import Period, available
from core.panzer.forces.points import ChartValues, chart_values
from core.panzer.pieces.cards import AircraftCard, AttachedWeapon, LegCard, LegStep, UnitCard, VehicleCard

Charted = UnitCard | AttachedWeapon

#: How sure it is that a printed value stands on this line: a scenario has it too, its place in the list, a guess.
_CERTAINTIES: Final = ("confirmed", "placed", "guess")
_JUDGED: Final = "judged from history"


@frozen(kw_only=True, eq=False, repr=False)
class ChartLine(Alike):
    """A line of a chart.

    points: as printed, of vehicles base, damaged, tracked (min:22.2.1), of squads squad and half-squad (min:22.2.2),
    of aircraft base and damaged (min:22.2.5), of others base; none where nothing is printed. first, last: the periods
    of its service (min:22.3); first_source, last_source: where the book says so, or that they are judged from history.
    """

    unit: Charted
    points: tuple[int, ...]
    certainty: str
    first: Period | None
    last: Period | None
    first_source: str
    last_source: str
    note: str


@frozen(eq=False, repr=False)
class LineEntry(Alike):
    """A line as a chart's file states it; see the README of the content."""

    unit: str
    points: tuple[int, ...] = ()
    certainty: str = ""
    first: str = ""
    last: str = ""
    said: str = ""
    note: str = ""


@frozen(eq=False, repr=False)
class ChartFile(Alike):
    """A chart."""

    nation: str
    lines: tuple[LineEntry, ...]


def charts() -> Mapping[str, Mapping[str, ChartLine]]:
    """The chart of each nation that has one: its lines by the id of the unit, in the order of the chart."""
    found: dict[str, Mapping[str, ChartLine]] = {}
    for path in folders.files("panzer", "charts"):
        nation, lines = _chart(path)
        found[nation] = {**found.get(nation, {}), **lines}
    return found


def chart(nation: str) -> Mapping[str, ChartLine]:
    """The chart of a nation, by the id of the unit. ContentError, with those that have one, if it has none."""
    all_ = charts()
    if nation not in all_:
        raise no_such("panzer/charts", nation, all_)
    return all_[nation]


def values(card: UnitCard) -> ChartValues:
    """What a unit, damage to it and a Track hit are worth: as printed, else as a chart would have it (min:22.2.1).

    KeyError if the card has no points.
    """
    files = (_read(path) for path in folders.files("panzer", "charts"))
    lines = (line for file in files if file.nation == card.nation for line in file.lines)
    points = next((line.points for line in lines if line.unit == card.id), ())
    return ChartValues(*points) if points and not isinstance(card, LegCard) else chart_values(card)


@kept
def _read(path: Path) -> ChartFile:
    """The file of a chart alone: to know what one line prints, no card of any other unit is made."""
    return structure(read_toml(path, folders.label(path)), ChartFile, folders.label(path))


@kept
def _chart(path: Path) -> tuple[str, Mapping[str, ChartLine]]:
    proof = Proof(folders.label(path))
    data = _read(path)
    known: dict[str, Charted] = {**units(), **attached_weapons(), **counter_batteries()}
    made: dict[str, ChartLine] = {}
    for at, entry in enumerate(data.lines, 1):
        key = f"lines[{at}]"
        card = known.get(entry.unit)
        if card is None:
            proof.unknown(f"{key}.unit", entry.unit, known, "the unit")
            continue
        if card.nation != data.nation:
            proof.mistake(f"{key}.unit", f"{entry.unit}, which is {card.nation}", f"units that are {data.nation}")
        if entry.unit in made:
            proof.mistake(f"{key}.unit", f"{entry.unit!r} again", "one line for each unit")
        _prove_points(entry, card, key, proof)
        _prove_dates(entry, card, key, proof)
        made[entry.unit] = _line(entry, card)
    proof.done()
    return data.nation, made


def _line(entry: LineEntry, card: Charted) -> ChartLine:
    served = available(card.available, Period.of("1940"))
    return ChartLine(
        unit=card,
        points=entry.points,
        certainty=entry.certainty,
        first=served.first,
        last=served.last,
        first_source=entry.said if entry.first else _JUDGED,
        last_source=entry.said if entry.last else _JUDGED,
        note=entry.note,
    )


def _prove_points(entry: LineEntry, card: Charted, key: str, proof: Proof) -> None:
    """That so many values are printed as such a unit has, and the card has the same."""
    if bool(entry.points) != (entry.certainty in _CERTAINTIES):
        proof.unknown(f"{key}.certainty", entry.certainty, _CERTAINTIES, "the certainty")
    if not entry.points:
        return
    of_card = _of_card(card)
    if len(entry.points) != _how_many(card):
        proof.mistake(f"{key}.points", str(list(entry.points)), f"{_how_many(card)} for {card.id}")
    elif any(here != there for here, there in zip(entry.points, of_card, strict=False)):
        proof.mistake(f"{key}.points", str(list(entry.points)), f"{list(of_card)} first, as the card has it")


def _how_many(card: Charted) -> int:
    if isinstance(card, VehicleCard):
        return 3
    if isinstance(card, LegCard):
        return len(card.sizes)
    return 2 if isinstance(card, AircraftCard) else 1


def _of_card(card: Charted) -> Sequence[int | None]:
    if isinstance(card, LegCard):
        return [card.sizes[step].points or card.points for step in LegStep if step in card.sizes]
    return [card.points]


def _prove_dates(entry: LineEntry, card: Charted, key: str, proof: Proof) -> None:
    """That a date is said somewhere, and the card has the same."""
    if bool(entry.first or entry.last) != bool(entry.said):
        proof.mistake(f"{key}.said", repr(entry.said), "where the book says what first or last state")
    served = available(card.available, Period.of("1940"))
    for name, text, of_card in (("first", entry.first, served.first), ("last", entry.last, served.last)):
        try:
            if text and Period.read(text) != of_card:
                proof.mistake(f"{key}.{name}", repr(text), f"{of_card}, as the card has it")
        except ValueError:
            proof.mistake(f"{key}.{name}", repr(text), "a period such as early-43, mid-43, late-43")
