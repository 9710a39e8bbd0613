"""A key that does nothing where one is: what it does elsewhere, and what would do here, in one line."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from textual.keys import key_to_character
from textual.screen import Screen

from core.choice import Choice
from core.event import SideId
from tui.keys.catalogue import Action, groups
from tui.keys.held import keys_of, told
from tui.kit.text import cut

#: So many keys of choices are named.
NAMED: Final = 5
#: What ends the first words on what a key does, which say enough.
_SHORT: Final = re.compile("[,:;.(]| and | with ")
#: The groups of keys in which one is looked for, and where each of them is heard.
_PLACES: Final = {
    "log": "in the log, {game.log}",
    "game": "in the game",
    "map": "on the map",
    "set-up": "in the set-up",
    "replay": "in a replay",
    "lesson": "in a lesson",
    "table": "at a table of several",
    "by-file": "in a game by file",
}


class Met:
    """What the letters of orders have done for each side in this game: it may look for them in another step."""

    def __init__(self) -> None:
        self._met: dict[tuple[SideId, str], tuple[str, str]] = {}

    def keep(self, side: SideId, keys: Mapping[str, Choice], step: str) -> None:
        """Keep what keys pick in a step. Those of units and hexes say nothing in another."""
        for key, choice in keys.items():
            if choice.key and choice.kind not in ("unit", "hex", "facing") and key.lower() == choice.key.lower():
                self._met[side, key] = cut(choice.label.split(" (")[0].split(":")[0]), step

    def look_back(self, before: Met) -> None:
        """Keep besides what keys did before, where they have done nothing since."""
        self._met = {**before._met, **self._met}

    def of(self, side: SideId | None, key: str) -> tuple[str, str] | None:
        """What a key did when it did something, and in which step."""
        return self._met.get((side, key)) if side is not None else None


def unbound(screen: Screen[Any], key: str) -> bool:
    """Whether nothing on a screen, or in what has its focus, is bound to a key."""
    found = screen.active_bindings.get(key)
    return found is None or not found.enabled


def unheard(
    screen: Screen[Any], key: str, met: tuple[str, str] | None, here: Sequence[str], but: Collection[str]
) -> str:
    """The line on a key that does nothing on a screen. met: what it did in which step; here: what would do; but: the
    groups of keys that are heard."""
    elsewhere = f" (in {met[1]}: {met[0]})" if met is not None else _besides(screen, key, but)
    help_ = keys_of(screen).told("everywhere.help")
    return f"{named(key)} does nothing now{elsewhere}. Keys here: {', '.join(here)}; {help_} all keys"


def unheard_in_window(screen: Screen[Any], key: str, does: str) -> tuple[str, str]:
    """What is said of a key that does nothing in a window: the least, and with what the key does elsewhere. does: the
    word for what keys do there."""
    words = f"{named(key)} {does} nothing here"
    return words, f"{words}{_besides(screen, key, ('windows',))}"


def named(key: str) -> str:
    """A key as it is called where it does nothing."""
    character = key_to_character(key) or key
    return character if len(character) == 1 else told(key)


def _besides(screen: Screen[Any], key: str, but: Collection[str]) -> str:
    """What a key did here before it was changed, else what it does elsewhere, in brackets; "" if it does nothing."""
    held = keys_of(screen)
    if (moved := _moved(screen, key, but)) is not None:
        return f" ({_short(moved)} is {held.told(moved.id)} now)"
    if (found := _elsewhere(screen, key, but)) is not None:
        action, where = found
        return f" ({held.in_text(where)}: {_short(action)})"
    return ""


def _moved(screen: Screen[Any], key: str, but: Collection[str]) -> Action | None:
    """What a key did here before the player gave it other keys."""
    held = keys_of(screen)
    here = (action for group in groups() if group.name in (*but, "everywhere") for action in group.actions)
    return next((action for action in here if key in action.keys and not held.among(action.id, key)), None)


def _short(action: Action) -> str:
    """What an action does, in few words."""
    does = _SHORT.split(action.about, maxsplit=1)[0]
    return f"{does[:1].lower()}{does[1:]}"


def _elsewhere(screen: Screen[Any], key: str, but: Collection[str]) -> tuple[Action, str] | None:
    """What a key does in another place, and where that is."""
    held = keys_of(screen)
    for name, where in _PLACES.items():
        actions = () if name in but else next(group.actions for group in groups() if group.name == name)
        for action in actions:
            if held.among(action.id, key):
                return action, where
    return None


def picking(keys: Mapping[str, Choice]) -> str:
    """The keys that pick something, as far as a line has room; "" if there are none."""
    named = [key for key, choice in keys.items() if choice.kind not in ("done", "facing")]
    return " ".join(named[:NAMED]) + " …" * (len(named) > NAMED)
