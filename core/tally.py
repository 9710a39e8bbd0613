"""A value together with the reasons that make it: label, amount and rule id of each part."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from core.alike import Alike

A = TypeVar("A")


@frozen(eq=False, repr=False)
class Reason(Alike):
    """One part of a tally."""

    label: str
    amount: int
    rule: str


@frozen(eq=False, repr=False)
class Tally(Alike):
    """A sum that can say where it comes from."""

    reasons: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        """Sum of all parts."""
        return sum(r.amount for r in self.reasons)

    def add(self, label: str, amount: int, rule: str) -> Tally:
        """The tally with one more part; a part of 0 is left out."""
        return Tally((*self.reasons, Reason(label, amount, rule))) if amount else self

    def __add__(self, other: Tally) -> Tally:
        """The parts of both, these first."""
        return Tally((*self.reasons, *other.reasons))

    def __str__(self) -> str:
        parts = ", ".join(f"{r.label} {r.amount:+d}" for r in self.reasons)
        return f"{self.total:+d} ({parts})" if parts else "0"


#: The sum of nothing.
NOTHING: Final = Tally()


def in_sum(start: int, total: int) -> str:
    """A total with how it comes about, such as ``63+15 = 78``; the total alone where nothing was added."""
    return f"{start}{total - start:+d} = {total}" if total != start else f"{total}"


def number_in_sum(needed: int, parts: Sequence[Reason]) -> str:
    """A number that was needed as its first part and what modifies it; alone where the parts do not make it."""
    made = bool(parts) and sum(part.amount for part in parts) == needed
    return in_sum(parts[0].amount if made else needed, needed)


@frozen(eq=False, repr=False)
class Factor(Alike):
    """One part of a product."""

    label: str
    times: Fraction
    rule: str


@frozen(eq=False, repr=False)
class Product(Alike):
    """A product that can say where it comes from."""

    factors: tuple[Factor, ...] = ()

    @property
    def total(self) -> Fraction:
        """Product of all parts; 1 without any."""
        return prod((f.times for f in self.factors), start=Fraction(1))

    def __mul__(self, other: Product) -> Product:
        """The parts of both, these first."""
        return Product((*self.factors, *other.factors))

    def __str__(self) -> str:
        parts = ", ".join(f"{f.label} x{f.times}" for f in self.factors)
        return f"x{self.total} ({parts})" if parts else "x1"


# -- printed lists of modifiers --------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Modifier(Alike, Generic[A]):
    """A line that counts or does not; its amount stands in the table of the list under its id.

    switch: the part of the game that brings it in; None if it always holds.
    """

    id: str
    label: str
    rule: str
    applies: Callable[[A], bool]
    switch: Enum | None = None


@frozen(eq=False, repr=False)
class Varying(Alike, Generic[A]):
    """A line whose amount stands elsewhere, on a data card or in a table of its own, or that counts several times."""

    parts: Callable[[A], Iterable[Reason]]
    switch: Enum | None = None


#: A line of a Game Card's list of modifiers.
Line: TypeAlias = Modifier[A] | Varying[A]


#: No line has a rule but its own.
_AS_PRINTED: Final[Mapping[str, str]] = MappingProxyType({})


def multiplied(lines: Iterable[Modifier[A]], at: A, factors: Mapping[str, Fraction]) -> Product:
    """What the lines of a list multiply by, in their order."""
    return Product(tuple(Factor(one.label, factors[one.id], one.rule) for one in lines if one.applies(at)))


def summed(
    lines: Iterable[Line[A]],
    at: A,
    amounts: Mapping[str, int],
    on: Container[Enum] = (),
    rules: Mapping[str, str] = _AS_PRINTED,
) -> Tally:
    """What the lines of a list add up to, in their order, without those that are switched off; no part is 0.

    rules: the rules of lines by id, where those of the edition that is played are others.
    """
    found: list[Reason] = []
    for line in lines:
        if line.switch is not None and line.switch not in on:
            continue
        if isinstance(line, Varying):
            found += [reason for reason in line.parts(at) if reason.amount]
        elif line.applies(at) and (amount := amounts[line.id]):
            found.append(Reason(line.label, amount, rules.get(line.id, line.rule)))
    return Tally(tuple(found)) if found else NOTHING
