"""Rules named by the book that is played: what chapters cite by one edition's ids, a game of another cites by its own.

Values are walked as they leave the rules: choices, refusals, events, cards. What names no rule is handed on as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeVar

import attrs

from core.choice import Later
from core.dice import Dice, Roll
from core.hexes import Hex
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


@attrs.frozen
class NamingDice:
    """Dice that are told of the rules as `names` has them."""

    dice: Dice
    names: Names

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll one die; see `core.dice.Dice`."""
        return self.dice.roll(die, for_, self.names.get(rule, rule))


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, (str, *_LEAVES)):
        return value
    if isinstance(value, tuple | list):
        return _each(value, lambda one: _named(one, names))
    if isinstance(value, Mapping):
        found = {key: _field(key, one, names) for key, one in value.items()}
        return found if any(found[key] is not one for key, one in value.items()) else value
    kind: Any = type(value)
    changes = {}
    for name, initial in _fields(kind):
        before = getattr(value, name)
        after = _field(name, before, names)
        if after is not before:
            changes[initial] = after
    return attrs.evolve(value, **changes) if changes else value


def _field(name: object, value: Any, names: Names) -> Any:
    """What a field, or a key, of this name holds."""
    if name in _IDS:
        return _ids(value, names)
    if name in _WORDS:
        return _words(value, names)
    return value if isinstance(value, str) else _named(value, names)


def _ids(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _ids(one, names) for key, one in value.items()}
    return _each(value, lambda one: _ids(one, names)) if isinstance(value, tuple | list) else _named(value, names)


def _words(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        words = named_in(value, names)
        return value if words == value else words
    return _each(value, lambda one: _words(one, names)) if isinstance(value, tuple | list) else _named(value, names)


def _each(values: Any, made: Any) -> Any:
    found = [made(one) for one in values]
    same = all(a is b for a, b in zip(found, values, strict=True))
    return values if same else type(values)(found)


@lru_cache(maxsize=1024)
def _fields(cls: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class, with what they are called as one is made; none of what is no attrs class."""
    if not attrs.has(cls):
        return ()
    return tuple((a.name, a.alias) for a in attrs.fields(cls) if a.init)
