"""Values of many kinds that are compared and told alike, by all of their fields.

attrs writes and compiles these methods for every class anew, which for hundreds of kinds of values is half of what it
takes to make them, at every start of the program. A class that says `eq=False, repr=False` has these instead; what it
is made of must say so too, up to this base. A field that says `eq=False` or `repr=False` is left out, as by attrs.

What is compared by the thousand while a game is played has methods of its own: those tell others apart by the first
field that differs, these by all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from attrs import fields

#: Kinds of which is kept what they are compared and told by; there are some 1,200.
_KINDS: Final = 4096


class Alike:
    """Base of frozen values that are the same if their class and all of their fields are."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        kind: Any = self.__class__
        compared = _compared(kind)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        kind: Any = self.__class__
        return hash((kind, _compared(kind)(self)))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in _told(kind))
        return f"{kind.__qualname__.rpartition('>.')[2]}({told})"


@lru_cache(_KINDS)
def _compared(kind: Any) -> Callable[[Any], object]:
    """What a value of the kind is compared by: its fields in one."""
    names = [field.name for field in fields(kind) if field.eq]
    return attrgetter(*names) if names else lambda value: ()


@lru_cache(_KINDS)
def _told(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.repr)
