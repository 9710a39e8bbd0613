"""Rules whose words name hexes as they are printed on the boards, for a reader who wants it so.

What a rule system says, shows and refuses is turned as it leaves it; orders, events and files keep the ids of the map.
Only maps that are joined from several boards print anything else than those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from typing import Any, Final, Protocol, cast

import attrs

from core.choice import Choices, Later, Partial
from core.door import Door
from core.hexes import Hex, hex_from_id
from core.order import IllegalOrder, Order
from core.presentation import Card
from core.system import RuleSystem

#: A hex id that stands by itself; what is printed already, names and rule ids have something about it.
_ID: Final = r"(?<![\w./-])(?P<hex>([A-Z])\2{0,3}\d{1,3})(?![\w/-])"
#: Fields in which there are words for a reader.
_WORDS: Final = frozenset(
    {"title", "subtitle", "text", "remaining", "finish", "label", "cost", "group", "prompt", "reason", "cause", "why"}
    | {"details", "cells", "legend", "note", "when", "choice", "extra", "level", "parts", "for_"}
)
#: What holds no words, however deep one looks.
_LEAVES: Final = (Hex, Enum, Later, int, float, type(None))


class PrintedNames:
    """The printed names of the hexes of a system, in words.

    wanted: whether the reader wants them now.
    """

    def __init__(self, system: RuleSystem[Any], wanted: Callable[[], bool]) -> None:
        self._system = system
        self.wanted = wanted

    def hex(self, hex_: Hex) -> str:
        """What a hex is called."""
        return self._system.board.label(hex_) if self.wanted() else str(hex_)

    def said(self, words: str) -> str:
        """Words with every hex of the map as it is printed; names of units that look like one stay."""
        return self._found.sub(self._printed, words) if self.wanted() else words

    def told(self, value: Any) -> Any:
        """A value with all its words so."""
        return self._told(value) if self.wanted() else value

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """What refuses an order within says so too."""
        try:
            yield
        except IllegalOrder as error:
            raise IllegalOrder(self.said(error.reason), error.rule) from error

    @cached_property
    def _found(self) -> re.Pattern[str]:
        system = self._system
        units = {member.name for member in system.roster(system.view(system.initial(), None))}
        # A kind that is nothing but such a token, as A13, is told from a hex only with its number.
        kinds = {kind for kind in (re.sub(r" \d+$", "", name) for name in units) if not re.fullmatch(_ID, kind)}
        names = sorted((name for name in units | kinds if re.search(_ID, name)), key=len, reverse=True)
        return re.compile("|".join([*(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), _ID]))

    def _printed(self, found: re.Match[str]) -> str:
        text: str = found[0]
        if found["hex"] is None:
            return text
        hex_ = hex_from_id(text)
        return self._system.board.label(hex_) if hex_ in self._system.board else text

    def _told(self, value: Any, *, words: bool = False) -> Any:
        if isinstance(value, str):
            return self._found.sub(self._printed, value) if words and not isinstance(value, Enum) else value
        if isinstance(value, _LEAVES):
            return value
        if isinstance(value, tuple | list):
            return type(value)(self._told(one, words=words) for one in value)
        if isinstance(value, Mapping):
            return {key: self._told(one, words=words) for key, one in value.items()}
        if not attrs.has(type(value)):
            return value
        changes = {}
        for field in attrs.fields(type(value)):
            if field.init:
                before = getattr(value, field.name)
                after = self._told(before, words=field.name in _WORDS)
                if after != before:
                    changes[field.alias] = after
        return attrs.evolve(value, **changes) if changes else value


class Printed:
    """A rule system, or the face of one, that is asked by a reader; what it does not say here is as it was."""

    def __init__(self, system: RuleSystem[Any], wanted: Callable[[], bool]) -> None:
        self._system = self.plain = system
        self.names = system.names
        self.hexes = PrintedNames(system, wanted)
        self.face = cast(Any, PrintedFace(system.face, self.hexes))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_system":
            raise AttributeError(name)
        return getattr(self._system, name)

    def door(self, state: Any, side: Any) -> Door[Any]:
        """See `RuleSystem.door`."""
        return cast("Door[Any]", PrintedDoor(self._system.door(state, side), self.hexes))

    def choices(self, state: Any, side: Any, partial: Partial = ()) -> Choices:
        """See `RuleSystem.choices`."""
        return self.door(state, side).choices(partial)

    def order(self, state: Any, side: Any, partial: Partial) -> Order:
        """See `RuleSystem.order`."""
        return self.door(state, side).order(partial)

    def odds(self, state: Any, side: Any, partial: Partial) -> Any:
        """See `RuleSystem.odds`."""
        return self.door(state, side).odds(partial)

    def check(self, state: Any, side: Any, order: Order) -> None:
        """See `RuleSystem.check`."""
        self.door(state, side).check(order)

    def why(self, *asked: Any) -> Any:
        """See `RuleSystem.why`."""
        return self.hexes.told(self._system.why(*asked))

    def coming(self, *asked: Any) -> Any:
        """See `RuleSystem.coming`."""
        return self.hexes.told(self._system.coming(*asked))

    def standings(self, state: Any) -> Any:
        """See `RuleSystem.standings`."""
        return self.hexes.told(self._system.standings(state))


class PrintedDoor:
    """A door at which hexes are called as they are printed; picks are what they were."""

    def __init__(self, door: Door[Any], hexes: PrintedNames) -> None:
        self._door = door
        self._hexes = hexes
        self.waits = door.waits

    def choices(self, partial: Partial = ()) -> Choices:
        """See `Door.choices`."""
        return cast(Choices, self._hexes.told(self._door.choices(partial)))

    def order(self, partial: Partial) -> Order:
        """See `Door.order`."""
        with self._hexes.refusing():
            return self._door.order(partial)

    def odds(self, partial: Partial) -> Any:
        """See `Door.odds`."""
        return self._hexes.told(self._door.odds(partial))

    def check(self, order: Order) -> None:
        """See `Door.check`."""
        with self._hexes.refusing():
            self._door.check(order)


class PrintedFace:
    """A face whose words call hexes as they are printed."""

    def __init__(self, face: Any, hexes: PrintedNames) -> None:
        self._face = face
        self._hexes = hexes

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_face":
            raise AttributeError(name)
        asked = getattr(self._face, name)
        return (lambda *given, **named: self._hexes.told(asked(*given, **named))) if name in _SAYS else asked

    def hex_card(self, view: Any, hex_: Hex) -> Card:
        """See `Face.hex_card`; a hex is not called twice."""
        told = cast(Card, self._hexes.told(self._face.hex_card(view, hex_)))
        name = self._hexes.hex(hex_)
        return attrs.evolve(told, title=told.title.replace(f"{name}, printed {name}", name))


#: What a face says in words.
_SAYS: Final = frozenset(["status", "prompt", "unit_card", "overlay", "sheet", "sight", "report"])


def as_printed(system: RuleSystem[Any], wanted: Callable[[], bool]) -> RuleSystem[Any]:
    """A system as a reader wants it; as it is where boards print nothing else than the map has."""
    return cast(RuleSystem[Any], Printed(system, wanted)) if system.board.labels else system


def unprinted(system: RuleSystem[Any]) -> RuleSystem[Any]:
    """A system that says the ids of the map whatever its reader wants."""
    return system.plain if isinstance(system, Printed) else system


def as_printed_now(system: RuleSystem[Any]) -> bool:
    """Whether a system says printed names at this moment."""
    return isinstance(system, Printed) and system.hexes.wanted()


class Pointing(Protocol):
    """Where a cursor is."""

    cursor: Hex


class Reading(Protocol):
    """Where a system is read."""

    @property
    def system(self) -> RuleSystem[Any]: ...


def caller(system: RuleSystem[Any]) -> Callable[[Hex], str]:
    """What gives a hex the name that it has for the reader of a system."""
    return system.hexes.hex if isinstance(system, Printed) else str


def hex_name(table: Reading, at: Pointing | Hex) -> str:
    """What a hex, or that under a cursor, is called to the reader at a table."""
    return caller(table.system)(at if isinstance(at, Hex) else at.cursor)
