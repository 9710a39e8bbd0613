"""When units and ammunition are to be had: a year has three periods, early, mid and late (min:22.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import total_ordering
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzer.pieces.cards import AttachedWeapon, UnitCard

_TEXT: Final = re.compile(r"(early|mid|late|[EML])-?(?:19)?(\d{2})", re.IGNORECASE)
_MONTHS: Final = 4


class Part(IntEnum):
    """A third of a year."""

    EARLY = 0
    MID = 1
    LATE = 2


@total_ordering
@frozen(order=False, eq=False, repr=False)
class Period(Alike):
    """A third of a year, such as mid-43 (min:22.3)."""

    year: int
    part: Part

    def __lt__(self, other: Period) -> bool:
        return (self.year, self.part) < (other.year, other.part)

    def __str__(self) -> str:
        return f"{self.part.name.lower()}-{self.year % 100:02d}"

    @staticmethod
    def read(text: str) -> Period:
        """Of "mid-43", "mid-1943" or, as the charts have it, "M43"; ValueError for anything else."""
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text!r} is no period such as early-43, mid-43, late-43")
        part = next(part for part in Part if part.name.startswith(found[1][0].upper()))
        return Period(1900 + int(found[2]), part)

    @staticmethod
    def of(date: str) -> Period:
        """That of a date, "1943", "1943-07" or "1943-07-10"; a year alone begins it. ValueError if it is none."""
        found = re.fullmatch(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-\d{2})?)?", date)
        if found is None:
            raise ValueError(f"{date!r} is no date such as 1943-07")
        return Period(int(found[1]), Part((int(found[2] or 1) - 1) // _MONTHS))


#: The periods of the charts: mid-40 to early-45 (min:22.3).
PERIODS: Final = tuple(
    period
    for year in range(1940, 1946)
    for part in Part
    if Period(1940, Part.MID) <= (period := Period(year, part)) <= Period(1945, Part.EARLY)
)


@frozen(eq=False, repr=False)
class Availability(Alike):
    """Whether something is to be had in a period. first, last: of its service, None where nothing is known.

    The first is hard; the last is when it was officially withdrawn, which binds nobody (min:22.3).
    """

    first: Period | None
    last: Period | None
    at: Period

    @property
    def ready(self) -> bool:
        """Whether it may be used."""
        return self.first is None or self.first <= self.at

    @property
    def withdrawn(self) -> bool:
        """Whether it has been withdrawn by then, and lingers on."""
        return self.last is not None and self.last < self.at

    def __str__(self) -> str:
        if not self.ready:
            return f"from {self.first}"
        return f"yes, withdrawn after {self.last}" if self.withdrawn else "yes"


def available(months: Sequence[str], at: Period) -> Availability:
    """Whether something that served from the first to the last of these months may be used in a period (min:22.3).

    months: as data cards have them, ("1942-05", "1943-12"); none, or an empty one, where nothing is known.
    """
    first, last = (*months, "", "")[:2]
    return Availability(Period.of(first) if first else None, Period.of(last) if last else None, at)


@frozen(eq=False, repr=False)
class NotYet(Alike):
    """Something that cannot be had yet. what: a unit, a weapon or its ammunition; first: when it can."""

    what: str
    first: Period

    def __str__(self) -> str:
        return f"{self.what}: from {self.first}"


def not_yet(cards: Iterable[UnitCard | AttachedWeapon], at: Period) -> tuple[NotYet, ...]:
    """Which of these may not be used in a period, each once, with the first in which it may (min:22.3)."""
    found: dict[str, NotYet] = {}
    for card in cards:
        answer = available(card.available, at)
        if not answer.ready and answer.first is not None:
            found.setdefault(card.id, NotYet(card.name, answer.first))
    return tuple(found.values())


def not_yet_issued(card: UnitCard, at: Period) -> tuple[NotYet, ...]:
    """The ammunition of a unit's weapons that is issued after a period (min:16.1.2.1, na:5.16.1)."""
    return tuple(
        NotYet(f"{mounted.weapon.name} {row.type}", Period.of(row.available))
        for mounted in card.weapons
        for row in mounted.weapon.ap
        if row.available and Period.of(row.available) > at
    )
