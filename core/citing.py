"""Rules named by the book that is played: what chapters cite by one edition's ids, a game of another cites by its own.

Values are walked as they leave the rules: choices, refusals, events, cards. What names no rule is handed on as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from operator import is_
from typing import Any, Final, TypeVar

import attrs

from core.alike import Alike
from core.choice import Later
from core.dice import Dice, Roll
from core.hexes import Hex
from core.kept import Kept
from core.order import IllegalOrder

V = TypeVar("V")

#: Rule ids, each with the id by which it is cited instead.
Names = Mapping[str, str]

#: Fields that hold rule ids alone; those in whose words rules are cited.
_IDS: Final = frozenset({"rule", "rules"})
_WORDS: Final = frozenset({"reason", "cause", "text", "why", "details", "legend", "label", "note", "prompt", "cells"})
_CITED: Final = re.compile(r"\b[a-z]+:\d[\w.]*\w")
#: What holds no rule id, however deep one looks.
_LEAVES: Final = (Hex, Enum, Later, int, float, type(None))


def named(value: V, names: Names) -> V:
    """The value with every rule in it cited as `names` has it; the value itself if there is none to change.

    Rules are cited in fields, and under keys, that are called so, and in what is told in words.
    """
    return _named(value, names) if names else value


def named_in(words: str, names: Names) -> str:
    """Words with every rule that they cite cited as `names` has it."""
    return _CITED.sub(lambda found: names.get(found[0], found[0]), words) if names and ":" in words else words


@contextmanager
def naming(names: Names) -> Iterator[None]:
    """What refuses an order within cites its rule as `names` has it."""
    try:
        yield
    except IllegalOrder as error:
        reason, rule = named_in(error.reason, names), names.get(error.rule, error.rule)
        if (reason, rule) == (error.reason, error.rule):
            raise
        raise IllegalOrder(reason, rule) from error


@attrs.frozen(eq=False, repr=False)
class NamingDice(Alike):
    """Dice that are told of the rules as `names` has them."""

    dice: Dice
    names: Names

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll one die; see `core.dice.Dice`."""
        return self.dice.roll(die, for_, self.names.get(rule, rule))


def _named(value: Any, names: Names) -> Any:
    made = _KINDS.get(type(value)) or _kind(type(value))
    return made(value, names)


#: How what a field, a key or a part holds is told anew: the value itself where nothing changes.
_Made = Callable[[Any, Names], Any]


def _as_it_is(value: Any, names: Names) -> Any:
    return value


def _several(values: Any, names: Names) -> Any:
    return _each(values, names, _named)


def _by_key(values: Any, names: Names) -> Any:
    found = {key: _held(key)(one, names) for key, one in values.items()}
    return found if any(found[key] is not one for key, one in values.items()) else values


def _held(name: object) -> _Made:
    """How what a field, or a key, of this name holds is told."""
    return _ids if name in _IDS else _words if name in _WORDS else _named


def _ids(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _ids(one, names) for key, one in value.items()}
    return _each(value, names, _ids) if isinstance(value, tuple | list) else _named(value, names)


def _words(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        words = named_in(value, names)
        return value if words == value else words
    return _each(value, names, _words) if isinstance(value, tuple | list) else _named(value, names)


def _each(values: Any, names: Names, made: _Made) -> Any:
    found = [made(one, names) for one in values]
    same = all(map(is_, found, values))
    return values if same else type(values)(found)


def _kind(cls: Any) -> _Made:
    """How values of a class are told; menus have thousands, so that a class is looked at once."""
    if issubclass(cls, (str, *_LEAVES)):
        made: _Made = _as_it_is
    elif issubclass(cls, tuple | list):
        made = _several
    elif issubclass(cls, Mapping):
        made = _by_key
    else:
        made = _with_fields(_fields(cls)) if attrs.has(cls) else _as_it_is
    _KINDS[cls] = made
    return made


#: How values of the classes that have been met are told; there are no more than classes.
_KINDS: Final[Kept[Any, _Made]] = Kept(2048)


def _with_fields(fields: tuple[tuple[str, str, _Made], ...]) -> _Made:
    """How values with some fields that may cite rules are told."""
    if not fields:
        return _as_it_is

    def told(value: Any, names: Names) -> Any:
        changes = {}
        for name, initial, made in fields:
            before = getattr(value, name)
            if before is not None:
                after = made(before, names)
                if after is not before:
                    changes[initial] = after
        return attrs.evolve(value, **changes) if changes else value

    return told


def _fields(cls: Any) -> tuple[tuple[str, str, _Made], ...]:
    """The fields of a class that may cite rules, with what they are called as one is made, and how they are told."""
    found = ((a.name, a.alias, _held(a.name), str(a.type)) for a in attrs.fields(cls) if a.init)
    return tuple((name, alias, made) for name, alias, made, hint in found if made is not _named or not _plain(hint))


def _plain(annotation: str) -> bool:
    """Whether a field of this annotation holds a word, a number, a place or nothing."""
    return all(part.strip() in _PLAIN for part in annotation.split("|"))


_PLAIN: Final = frozenset({"str", "bool", "int", "float", "None", "Hex", "Later", "UnitId", "SideId"})
