"""Orders: what a player asks for. Each kind is registered under the name it has in a journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from attrs import frozen

ORDERS: dict[str, type[Order]] = {}


@frozen(kw_only=True)
class Order:
    """Base of all orders."""

    name: ClassVar[str]


OrderType = TypeVar("OrderType", bound=Order)


def order(name: str) -> Callable[[type[OrderType]], type[OrderType]]:
    """Class decorator: register a frozen order class under `name` (kebab case)."""

    def register(cls: type[OrderType]) -> type[OrderType]:
        cls.name = name
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
