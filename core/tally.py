"""A value together with the reasons that make it: label, amount and rule id of each part."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from typing import Generic, Protocol, TypeVar

from attrs import frozen

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)


@frozen
class Reason:
    """One part of a tally."""

    label: str
    amount: int
    rule: str


@frozen
class Tally:
    """A sum that can say where it comes from."""

    reasons: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        """Sum of all parts."""
        return sum(r.amount for r in self.reasons)

    def add(self, label: str, amount: int, rule: str) -> Tally:
        """The tally with one more part; a part of 0 is left out."""
        return Tally((*self.reasons, Reason(label, amount, rule))) if amount else self

    def __str__(self) -> str:
        parts = ", ".join(f"{r.label} {r.amount:+d}" for r in self.reasons)
        return f"{self.total:+d} ({parts})" if parts else "0"


# -- printed lists of modifiers --------------------------------------------------------------------


class Line(Protocol[A_contra]):
    """A line of a Game Card's list of modifiers.

    switch: the part of the game that brings it in; None if it always holds.
    """

    @property
    def switch(self) -> Enum | None: ...

    def reasons(self, at: A_contra, amounts: Mapping[str, int]) -> Iterable[Reason]:
        """What it adds in these circumstances, nothing where it does not apply."""


@frozen
class Modifier(Generic[A]):
    """A line that counts or does not; its amount stands in the table of the list under its id."""

    id: str
    label: str
    rule: str
    applies: Callable[[A], bool]
    switch: Enum | None = None

    def reasons(self, at: A, amounts: Mapping[str, int]) -> Iterable[Reason]:
        """The amount of the table if it counts."""
        return (Reason(self.label, amounts[self.id], self.rule),) if self.applies(at) else ()


@frozen
class Varying(Generic[A]):
    """A line whose amount stands elsewhere, on a data card or in a table of its own, or that counts several times."""

    parts: Callable[[A], Iterable[Reason]]
    switch: Enum | None = None

    def reasons(self, at: A, amounts: Mapping[str, int]) -> Iterable[Reason]:
        """All that it comes to."""
        return self.parts(at)


def summed(lines: Iterable[Line[A]], at: A, amounts: Mapping[str, int], on: Container[Enum]) -> Tally:
    """What the lines of a list add up to, in their order, without those that are switched off; no part is 0."""
    return Tally(
        tuple(
            reason
            for line in lines
            if line.switch is None or line.switch in on
            for reason in line.reasons(at, amounts)
            if reason.amount
        )
    )
