"""What differs between what a letter tells and what the rules make of it."""

from __future__ import annotations

from collections.abc import Sequence

from core.codec import encode
from core.event import Event


def difference(made: Sequence[Event], told: Sequence[Event], *, whole: bool) -> str:
    """The first event that is not what the rules make it, in words; "" if none. whole: whether all is told."""
    for n, event in enumerate(made):
        if n >= len(told):
            return f"{event.name} is missing"
        if event != told[n]:
            return _of_two(event, told[n])
    if whole and len(told) > len(made):
        return f"{told[len(made)].name} does not follow from its orders"
    return ""


def _of_two(expected: Event, found: Event) -> str:
    if expected.name != found.name:
        return f"expected {expected.name}, found {found.name}"
    ours, theirs = encode(expected), encode(found)
    for key in (*ours, *theirs):
        if ours.get(key) != theirs.get(key):
            return f"{key} of {found.name} is {theirs.get(key)!r}, the rules make it {ours.get(key)!r}"
    return f"{found.name} differs from what the rules make of it"
