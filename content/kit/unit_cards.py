"""An entry of the unit library: what it is filtered and sorted by, and its card."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.presentation import Card


@frozen(eq=False, repr=False)
class UnitEntry(Alike):
    """One card of the unit library, with what it is filtered and sorted by.

    points: base value, None where none is known; words: everything a search may hit, in lower case.
    """

    id: str
    name: str
    nation: str
    unit_class: str
    points: int | None
    available: str
    words: str
    card: Card
