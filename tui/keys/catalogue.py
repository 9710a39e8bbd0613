"""All actions whose keys may be changed, in groups: one group is one table of ``keys.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import frozen
from textual.binding import Binding, BindingType

from core.alike import Alike
from tui.keys.bindings import BY_FILE, BY_FILE_IN_TRUST, GAME, LESSON, REPLAY, SET_UP, TABLE, WINDOW


@frozen(eq=False, repr=False)
class Action(Alike):
    """Something that keys do. id: group and name ("game.card"); keys: names of those that it has by itself."""

    id: str
    about: str
    keys: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name within its group."""
        return self.id.partition(".")[2]


@frozen(eq=False, repr=False)
class Group(Alike):
    """Actions of one place. beside: the other groups whose keys are heard at the same time; also: the ids of actions of
    other groups that are heard in it."""

    name: str
    about: str
    beside: tuple[str, ...]
    actions: tuple[Action, ...]
    also: frozenset[str] = frozenset()


_GAME_BESIDE = ("everywhere", "game", "map")


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """The groups, in the order of the file."""
    from tui.app import PanzerhexApp
    from tui.map.widget import HexMap
    from tui.widgets.log import GameLog

    everywhere = [*PanzerhexApp.BINDINGS, *GAME]
    return (
        _group("everywhere", "everywhere", (), everywhere),
        _group("game", "while a game is played", ("everywhere", "map", "lesson", "by-file", "table"), GAME),
        _group("map", "on the map, of a game and of a replay", (*_GAME_BESIDE, "replay"), HexMap.BINDINGS),
        _group("set-up", "on the screen of the set-up", ("everywhere", "map"), SET_UP),
        _group("windows", "in windows over a game", ("everywhere",), WINDOW),
        _group("log", "in the log, once one has gone there", ("everywhere",), GameLog.BINDINGS),
        _group("replay", "while a replay is watched", ("everywhere", "map"), REPLAY),
        _group("lesson", "in a lesson, besides those of the game", _GAME_BESIDE, LESSON),
        _group("by-file", "in a game by file, besides those of the game", _GAME_BESIDE, (*BY_FILE, *BY_FILE_IN_TRUST)),
        _group("table", "in a game at a table of several, besides those of the game", _GAME_BESIDE, TABLE),
    )


@lru_cache(maxsize=1)
def actions() -> Mapping[str, Action]:
    """All actions by id."""
    return {action.id: action for group in groups() for action in group.actions}


def _group(name: str, about: str, beside: tuple[str, ...], bindings: Iterable[BindingType]) -> Group:
    keys: dict[str, list[str]] = {}
    told: dict[str, str] = {}
    for binding in Binding.make_bindings(bindings):
        if (binding.id or "").startswith(f"{name}."):
            assert binding.id is not None
            held = keys.setdefault(binding.id, [])
            if binding.key not in held:
                held.append(binding.key)
            told.setdefault(binding.id, binding.description)
    ids = (binding.id or "" for binding in Binding.make_bindings(bindings))
    also = frozenset(id_ for id_ in ids if id_ and not id_.startswith(f"{name}."))
    found = tuple(Action(id_, told[id_], tuple(held)) for id_, held in keys.items())
    return Group(name, about, beside, found, also if name == "set-up" else frozenset())
