"""A walk through all places of the program, for tests of what must hold everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from textual.pilot import Pilot

from tui.app import PanzerhexApp

#: Keys that lead from the title to each place.
OUTSIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "title": (),
    "keys": ("question_mark",),
    "palette": ("ctrl+p",),
    "scenarios": ("n",),
    "briefing": ("n", *"bridge", "enter"),
    "briefing with its map": ("n", *"halfaya", "enter", "m"),
    "options": ("n", *"bridge", "enter", "enter"),
    "a set-up": ("n", *"halfaya", "enter", "enter", "s", "enter", "F", "enter"),
    "a formation in hand": ("n", *"halfaya", "enter", "enter", "s", "enter", "F", "f"),
    "saved games": ("s",),
    "deleting": ("s", "delete"),
    "replays": ("p",),
    "replay": ("p", "enter", "full_stop", "m", "full_stop"),
    "cards of a replay": ("p", "enter", "d"),
    "a turn of a replay": ("p", "enter", "t"),
    "rules": ("r", "n", "n"),
    "rules found": ("r", "slash", *"wall"),
    "units": ("u", "down"),
    "settings": ("t", "down"),
    "a battle": ("a", "down"),
    "forces of a battle": ("a", "o"),
    "map of a battle": ("a", "m"),
}
#: Keys that lead from the title into a game between two players at one keyboard.
INSIDE: Final[Mapping[str, tuple[str, ...]]] = {
    name: ("c", *keys)
    for name, keys in {
        "hand-over": (),
        "game": ("enter", "tab"),
        "orders": ("enter", "tab", "D"),
        "refusals": ("enter", "tab", "D", "X"),
        "an order begun": ("enter", "tab", "enter"),
        "log": ("enter", "L", "enter"),
        "minimap": ("enter", "M"),
        "sheets": ("enter", "B"),
        "the next sheet": ("enter", "B", "right"),
        "card": ("enter", "tab", "C"),
        "overlays": ("enter", "v"),
        "an overlay": ("enter", "tab", "v", "r"),
        "go to": ("enter", "g"),
        "sight": ("enter", "tab", "right", "right", "right", "w"),
        "keys of the game": ("enter", "question_mark"),
        "rule of the question": ("enter", "R"),
        "game far": ("enter", "minus"),
        "game plain": ("enter", "minus", "minus"),
        "game close": ("enter", "plus"),
    }.items()
}
PLACES: Final = {**OUTSIDE, **INSIDE}


async def at(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    """From wherever one is by way of the title to a place; all that is computed for it is shown."""
    app = pilot.app
    assert isinstance(app, PanzerhexApp)
    app.clear_notifications()
    while len(app.screen_stack) > 2:
        app.pop_screen()
    app.show_title()
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    await shown(pilot)


async def shown(pilot: Pilot[Any]) -> None:
    """Until nothing is computed any more, and everything is drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.pause()
