"""Values of many kinds that are compared and told alike, by all of their fields.

attrs writes and compiles these methods for every class anew, which for hundreds of kinds of events and orders is half
of what it takes to make them, at every start of the program. A class that says `eq=False, repr=False` has these
instead; what it is made of must say so too, up to this base.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import fields


class Alike:
    """Base of frozen values that are the same if their class and all of their fields are."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        kind: Any = self.__class__
        return all(getattr(self, name) == getattr(other, name) for name in _names(kind))

    def __hash__(self) -> int:
        kind: Any = self.__class__
        return hash((kind, *[getattr(self, name) for name in _names(kind)]))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(kind))
        return f"{kind.__qualname__.rpartition('>.')[2]}({told})"


@lru_cache(maxsize=2048)
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
