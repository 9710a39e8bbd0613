"""Orders: what a player asks for. Each kind is registered under the name it has in a journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from attrs import Attribute, frozen

from core.alike import Alike
from core.secrecy import Told, Without

ORDERS: dict[str, type[Order]] = {}


@frozen(kw_only=True, eq=False, repr=False)
class Order(Alike):
    """Base of all orders."""

    name: ClassVar[str]
    #: Who may know that it was given.
    known: ClassVar[Told]
    #: Whether nothing secret can come into view by it.
    quiet: ClassVar[bool]


#: The key of a field's metadata under which lies how its value is told.
_TOLD = "told"


def told_as(words: Callable[[Any], str]) -> dict[str, Any]:
    """The metadata of a field of an order, or of a part of it, whose value is told in these words."""
    return {_TOLD: words}


def field_words(field: Attribute[Any]) -> Callable[[Any], str] | None:
    """How the value of a field of an order is told; None if nothing says so."""
    words: Callable[[Any], str] | None = field.metadata.get(_TOLD)
    return words


#: The key under which lies what is said before the value instead of the name of the field.
_BEFORE = "said before"


def said_after(words: str) -> dict[str, Any]:
    """The metadata of a field of an order, or of a part of it, whose value is told after these words, not its name; of
    one that holds or not, these words are all that is told where it holds."""
    return {_BEFORE: words}


def field_name(field: Attribute[Any]) -> str:
    """What is said before the value of a field of an order: by itself its name in words."""
    return str(field.metadata.get(_BEFORE, field.name.strip("_").replace("_", " ")))


OrderType = TypeVar("OrderType", bound=Order)


def order(name: str, *, known: Told, quiet: bool = False) -> Callable[[type[OrderType]], type[OrderType]]:
    """Class decorator: register a frozen order class under `name` (kebab case).

    known: who may know that it was given: ALL, OWNER = the side that gives it, or a function of (state, `OrderGiven`,
    side) that gives what the side may know; see `core.secrecy`. quiet: nothing secret can come into view by it.
    """

    def register(cls: type[OrderType]) -> type[OrderType]:
        if not callable(known) or isinstance(known, Without):
            raise TypeError(f"{cls.__name__}: who may know that it was given?")
        cls.name = name
        cls.known = known
        cls.quiet = quiet
        if name in ORDERS:
            raise ValueError(f"two orders are named {name!r}")
        ORDERS[name] = cls
        return cls

    return register


class IllegalOrder(Exception):  # noqa: N818 - named as a player speaks of it
    """An order that the rules refuse. It leaves no trace.

    reason: what is wrong and what would be right, in one sentence; rule: the rule id that says so, "" if none.
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule
