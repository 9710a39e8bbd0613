"""The keys that a widget or a screen has bound itself."""

from __future__ import annotations

from textual.dom import DOMNode


def bound_keys(node: DOMNode) -> frozenset[str]:
    """The names of the keys that a widget or a screen has bindings for, its classes' among them."""
    return frozenset(node._bindings.key_to_bindings)
