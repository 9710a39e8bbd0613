"""A value together with the reasons that make it: label, amount and rule id of each part."""

from __future__ import annotations

from attrs import frozen


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
