"""Every widget finds its own app, in whatever context it is asked.

Textual looks first at a context variable. With one app in a process that is the same; with many of them whatever one
player's session sets off in another's (a callback, a timer, a task) would find the former's app, and show the one what
is meant for the other.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import ref

from textual._context import NoActiveAppError, active_app
from textual.app import App
from textual.message_pump import MessagePump

#: Where a widget keeps its app once it has found it; it is never moved to another one.
_KEPT: Final = "_panzerhex_app"


def own_app(node: MessagePump) -> App[Any]:
    """The app in whose tree a widget or screen is; for one that is in none, the app of the context."""
    kept = node.__dict__.get(_KEPT)
    if kept is not None:
        app: App[Any] | None = kept()
        if app is not None:
            return app
    above: MessagePump | None = node
    while above is not None:
        if isinstance(above, App):
            node.__dict__[_KEPT] = ref(above)
            return above
        above = above._parent
    try:
        return active_app.get()
    except LookupError:
        raise NoActiveAppError from None


def belong() -> None:
    """From now on, in this process, widgets and screens find their own app."""
    MessagePump.app = property(own_app)  # type: ignore[assignment]
