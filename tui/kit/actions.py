"""What can be done at a place, as a list to pick from: for hands that are on the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen

from tui.kit.help import declared, is_live
from tui.kit.popups import PickList

#: What a list of actions is not needed for: one is at it already, or clicks instead.
_BY_ITSELF = ("go", "back", "pick", "command_palette", "stop")


def offered(screen: Screen[Any], *widgets: DOMNode) -> Iterator[tuple[DOMNode, Binding]]:
    """Each action of a screen, of some of its widgets and of the app that keys do now, with the first of its keys."""
    told: set[tuple[str, str]] = set()
    for node in (screen, *widgets, screen.app):
        for binding in declared(node):
            named = (binding.action, binding.description)
            moves = binding.action.startswith(("step(", "page_")) or binding.action in _BY_ITSELF
            if binding.description and named not in told and not moves and is_live(node, binding):
                told.add(named)
                yield node, binding


def open_actions(screen: Screen[Any], *widgets: DOMNode) -> None:
    """Let the player pick what is to be done with a screen and some of its widgets, and do it."""
    found = list(offered(screen, *widgets))

    def picked(row: int | None) -> None:
        if row is not None:
            node, binding = found[row]
            screen.call_later(screen.app.run_action, binding.action, node)

    lines = [(screen.app.get_key_display(binding), Content(binding.description)) for _, binding in found]
    screen.app.push_screen(PickList("What can be done here", lines), picked)
