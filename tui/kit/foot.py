"""The foot of a window: keys and what they do, each of which can be clicked too."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

#: A part of a foot: words, or words and the action of the screen that a click on them does.
Part = str | tuple[str, str]


def foot(*parts: Part) -> Content:
    """The parts of a foot, one beside the other; empty ones are left out."""
    told = []
    for part in parts:
        words, action = part if isinstance(part, tuple) else (part, "")
        if words:
            told.append(clicked(Content(words), action) if action else Content(words))
    return Content(" · ").join(told)


def clicked(words: Content, action: str) -> Content:
    """Words that do an action of the screen when they are clicked. A style in words could not name `turn(-1)`."""
    return words.stylize(Style.from_meta({"@click": f"screen.{action}"}))
