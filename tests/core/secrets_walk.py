"""Another state that a side cannot tell from a given one: whatever its declarations keep from the side is otherwise.

It knows no rule system. What a field says (`core.secrecy.known`) decides what is secret, its annotation what else could
stand there: other commands, facings and plans, none, or some where there are none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from attrs import evolve, fields, has

from core.event import SideId, UnitId
from core.hexes import Hex
from core.plane import Point, centre
from core.secrecy import ALL, OWN_SIDE, OWN_UNITS, OWNER, PARTS, Known, Share, owner_of

#: Fields by which something is looked up that every state has.
LOOKED_UP = frozenset({"id", "card", "weapon"})


@cache
def hints_of(made: type[Any]) -> dict[str, Any]:
    """The annotations of a class."""
    return get_type_hints(made)


def said(part: Any) -> Iterator[tuple[str, Known]]:
    """The fields of the state, or of a part of it, and what each says of who may know it."""
    for field in fields(type(part)):
        if field.init:
            yield field.name, field.metadata["known"]


def _of_course(part: Any) -> list[str]:
    """The fields of the state, or of a part of it, of which a function says who may know them."""
    return [name for name, k in said(part) if k.who not in (ALL, OWNER) and not isinstance(k.who, Share)]


def _single_parts(part: Any) -> list[str]:
    """The fields that hold one part with secrets of its own, not several of them, nor none."""
    return [name for name, k in said(part) if k.who is PARTS and has(type(getattr(part, name)))]


def _in_course(part: Any, other: Any) -> Any:
    """The other part, with what decides whose turn it is to act as the part has it, in its own parts too."""
    told = {name: getattr(part, name) for name in _of_course(part)}
    parts = {name: _in_course(getattr(part, name), getattr(other, name)) for name in _single_parts(part)}
    return evolve(other, **told, **parts)


class Otherwise:
    """Makes states otherwise in what `side` does not know; `whim` chooses. changed: the fields so far."""

    def __init__(self, state: Any, side: SideId | None, whim: random.Random) -> None:
        self.state, self.side, self.whim = state, side, whim
        self.others = [unit for unit in state.units.values() if unit.side != side]
        self.changed: set[str] = set()
        self.hexes = list(state.board.cells)

    def made(self, *, course: bool = True) -> Any:
        """The other state. course: also in what decides whose turn it is to act, of the state and of its parts."""
        changes = self.changes(self.state)
        if not course:
            changes = {name: value for name, value in changes.items() if name not in _of_course(self.state)}
            parts = _single_parts(self.state)
            changes = {n: _in_course(getattr(self.state, n), v) if n in parts else v for n, v in changes.items()}
        return self.state.shown(changes)

    def changes(self, part: Any) -> dict[str, Any]:
        """Other values for the fields of a part, where they are secret."""
        hints, found = hints_of(type(part)), {}
        for name, about in said(part):
            if about.who is ALL:
                continue
            now = getattr(part, name)
            other = self.other_parts(now) if about.who is PARTS else self.other(part, name, about, hints[name])
            if other != now:
                found[name] = other
                self.changed.add(f"{type(part).__name__}.{name}")
        return found

    def other_parts(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: evolve(part, **self.changes(part)) for key, part in value.items()}
        if isinstance(value, tuple):
            return tuple(evolve(part, **self.changes(part)) for part in value)
        return None if value is None else evolve(value, **self.changes(value))

    def other(self, part: Any, name: str, about: Known, hint: Any) -> Any:
        now = getattr(part, name)
        if isinstance(about.who, Share):
            return self.other_share(about.who, now, hint)
        if self.knows(part, about):
            return now
        for value in (self.another(hint, now), about.otherwise):
            if not self.knows(with_value(part, name, value), about):
                return value
        return now

    def knows(self, part: Any, about: Known) -> bool:
        """Whether the side may know a field of a part of the state, which may be the state itself."""
        state = part if type(part) is type(self.state) else self.state
        if about.who is OWNER:
            mine = owner_of(state, part) == self.side
            return mine or (about.also is not None and about.also(state, part, self.side))
        return bool(about.who(state, part, self.side))  # type: ignore[operator]

    def other_share(self, share: Share, now: Any, hint: Any) -> Any:
        """The entries that the side is shown, as they are; others instead of those that it is not."""
        seen = share.of(self.state, now, self.side)
        if not isinstance(now, dict):
            new = [self.new(get_args(hint)[0]) for _ in range(self.whim.randrange(3))]
            hidden = [entry for entry in new if entry not in share.of(self.state, type(now)([entry]), self.side)]
            return type(now)([*seen, *(entry for entry in hidden if entry not in seen)])
        entries = {key: self.another(get_args(hint)[1], value) for key, value in now.items() if key not in seen}
        if share in (OWN_UNITS, OWN_SIDE):
            for _ in range(2):
                entries.setdefault(*(self.new(inner) for inner in get_args(hint)))
        whole = {key: seen.get(key, entries.get(key)) for key in (*now, *entries)}
        shown = share.of(self.state, whole, self.side)
        return {key: value for key, value in whole.items() if key in seen or key not in shown}

    def filled(self) -> Any:
        """The state with parts made up that keep secrets, where they are rare: aircraft, plots, hits."""
        hints = hints_of(type(self.state))
        parts = [name for name, about in said(self.state) if about.who is PARTS and name != "units"]
        secret = [name for name in parts if any(k.who is not ALL for _, k in said(getattr(self.state, name)))]
        return self.state.shown({name: self.new(hints[name]) for name in secret})

    # -- values by their annotation ----------------------------------------------------------------

    def another(self, hint: Any, now: Any) -> Any:
        """Another value that could stand for one: of a value of several fields, one or two of them are otherwise."""
        if has(type(now)) and not isinstance(now, Hex):
            hints = hints_of(type(now))
            free = [
                f.name for f in fields(type(now)) if f.init and hints[f.name] is not SideId and f.name not in LOOKED_UP
            ]
            picked = self.whim.sample(free, min(2, len(free)))
            made = evolve(now, **{name: self.another(hints[name], getattr(now, name)) for name in picked})
            return made if possible(made) else now
        values = [value for value in (self.new(hint) for _ in range(9)) if value != now]
        return values[0] if values else now

    def new(self, hint: Any) -> Any:
        """A value of an annotation; of sides and units those of others."""
        simple = self._simple(hint)
        if simple is not None:
            return simple
        if hint is NoneType:
            return None
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self.whim.choice(list(hint))
        inner = get_args(hint)
        if get_origin(hint) is Mapping:
            return self._new_mapping(*inner)
        if get_origin(hint) in (tuple, frozenset):
            lengths = inner[:-1] * self.whim.randrange(3) if inner[-1] is Ellipsis else inner
            made = [self.new(one) for one in lengths]
            return frozenset(self.new(inner[0]) for _ in range(2)) if get_origin(hint) is frozenset else tuple(made)
        if has(hint):
            hints = hints_of(hint)
            return hint(**{f.name: self.new(hints[f.name]) for f in fields(hint) if f.init})
        return self.new(self.whim.choice(inner))

    def _new_mapping(self, key: Any, value: Any) -> dict[Any, Any]:
        """Two entries; what says which unit it is of says its key."""
        of_unit = has(value) and "unit" in hints_of(value)
        entries = ((self.new(key), self.new(value)) for _ in range(2))
        return {unit: evolve(made, unit=unit) if of_unit else made for unit, made in entries}

    def _simple(self, hint: Any) -> Any:
        if hint in (UnitId, SideId):
            unit = self.whim.choice(self.others)
            return unit.id if hint is UnitId else unit.side
        if hint in (Hex, Point):
            hex_ = self.whim.choice(self.hexes)
            return hex_ if hint is Hex else centre(hex_)
        number, word = self.whim.randrange(6), f"x{self.whim.random()}"
        return {int: number, float: number / 2, bool: number > 2, str: word}.get(hint)


def possible(part: Any) -> bool:
    """Whether a part can be in a state: what stands on the table has a place there."""
    return not getattr(part, "on_table", False) or getattr(part, "at", part) is not None


def with_value(part: Any, name: str, value: Any) -> Any:
    """The state, or a part of it, with one field otherwise."""
    return part.shown({name: value}) if hasattr(part, "shown") else evolve(part, **{name: value})
