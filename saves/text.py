"""Text from outside made fit to be shown: what a terminal would take as an order is spelled out instead."""

from __future__ import annotations


def shown(text: str, *, lines: bool = False) -> str:
    """A text without control characters, marks of direction or halves of characters, each of which is written as in
    ``\\x1b``. lines: whether line feeds stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or (lines and c == "\n") else _spelled(c) for c in text)


def _spelled(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
