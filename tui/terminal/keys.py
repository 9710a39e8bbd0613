"""The keys that a widget or a screen has bound itself."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.dom import DOMNode


def bindings_of(node: DOMNode) -> list[Binding]:
    """The bindings of a widget or a screen, its classes' among them, as they come: nobody's keys are changed."""
    return [binding for _, binding in node._bindings]


def give_keys(node: DOMNode, bindings: Iterable[Binding]) -> None:
    """Bind keys on one widget or screen, in place of what its classes bind them to."""
    node._bindings.key_to_bindings.update({binding.key: [binding] for binding in bindings})
