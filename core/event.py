"""Events: what happened. Each kind is registered under the name it has in a journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NewType, TypeVar

from attrs import frozen

from core.alike import Alike
from core.dice import Roll
from core.order import Order
from core.secrecy import IN_DOUBT, TO_OTHERS, UNLESS_SECRET, Tells, Told, declared
from core.tally import Reason

SideId = NewType("SideId", str)
UnitId = NewType("UnitId", str)

EVENTS: dict[str, type[Event]] = {}


@frozen(kw_only=True, eq=False, repr=False)
class Event(Alike):
    """Base of all events.

    rolls: the dice that decided it, in order. tally: the parts of the number that it computed.
    """

    name: ClassVar[str]
    #: Whether the event tells a player something that cannot be taken back (undo stops at it).
    reveals: ClassVar[bool] = False
    #: Whether it stands beside the rules, so that no rule system evolves it (`core.play.aside`).
    beside: ClassVar[bool] = False
    #: Who may know of it.
    known: ClassVar[Told]
    #: Whether a side may have learned by it of another's secrets.
    tells: ClassVar[Tells]

    rolls: tuple[Roll, ...] = ()
    tally: tuple[Reason, ...] = ()

    @property
    def irrevocable(self) -> bool:
        """Whether undo must stop at this event: dice were rolled or a secret was shown."""
        return bool(self.rolls) or self.reveals


EventType = TypeVar("EventType", bound=Event)


def event(
    name: str, *, known: Told, tells: Tells = IN_DOUBT, reveals: bool = False
) -> Callable[[type[EventType]], type[EventType]]:
    """Class decorator: register a frozen event class under `name` (kebab case).

    known: who may know of it: ALL, OWNER, NOBODY, `Without`, or a function of (state, event, side) that gives what the
    side may know. tells: whether a side may have learned by it of another's secrets: IN_DOUBT, NOTHING, TO_OTHERS, or
    a function (state, event, side), which is asked what the side may know alone; see `core.secrecy`.
    """

    def register(cls: type[EventType]) -> type[EventType]:
        cls.name = name
        cls.reveals = reveals
        cls.known = declared(cls, known)
        cls.tells = tells
        if name in EVENTS:
            raise ValueError(f"two events are named {name!r}")
        EVENTS[name] = cls
        return cls

    return register


def _as_its_order(state: Any, event: OrderGiven, side: SideId | None) -> OrderGiven | None:
    seen: OrderGiven | None = type(event.order).known(state, event, side)
    return seen


def _unless_in_secret(state: Any, event: TakenBack, side: SideId | None) -> TakenBack | None:
    """What all had to agree on they know."""
    seen: TakenBack | None = event if event.agreed else UNLESS_SECRET(state, event, side)
    return seen


@event("order-given", known=_as_its_order, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class OrderGiven(Event):
    """A side gave an order that the rules accepted; what came of it follows."""

    side: SideId
    order: Order


@event("taken-back", known=_unless_in_secret)
@frozen(kw_only=True, eq=False, repr=False)
class TakenBack(Event):
    """Everything after event number `to` was taken back by `side`; `agreed`: the sides that had to consent."""

    side: SideId
    to: int
    agreed: tuple[SideId, ...] = ()
