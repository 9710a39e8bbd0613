"""The keys that a widget or a screen has bound itself."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.dom import DOMNode


def bound_keys(node: DOMNode) -> frozenset[str]:
    """The names of the keys that a widget or a screen has bindings for, its classes' among them."""
    return frozenset(node._bindings.key_to_bindings)


def give_keys(node: DOMNode, bindings: Iterable[Binding]) -> None:
    """Bind keys on one widget or screen, in place of what its classes bind them to."""
    node._bindings.key_to_bindings.update({binding.key: [binding] for binding in bindings})
