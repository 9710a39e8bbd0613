"""Who is told when something in a house has changed, each in the context in which he asked for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context

from saves.rooms.desk import Change

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())

Listener = Callable[[Change], None]


class Listeners:
    """Those who are told."""

    def __init__(self) -> None:
        self._listeners: list[tuple[Context, Listener]] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Have somebody told from now on; what is returned ends that."""
        watching = (copy_context(), listener)
        self._listeners.append(watching)

        def unwatch() -> None:
            with suppress(ValueError):
                self._listeners.remove(watching)

        return unwatch

    def tell(self, change: Change) -> None:
        """Tell all of a change. What fails with one of them fails nobody else."""
        for context, listener in tuple(self._listeners):
            try:
                # A copy, for one who is told may bring about the next change.
                context.copy().run(listener, change)
            except Exception:  # one player's screen must not fail another player's order, which stands
                _logger.exception("a listener failed on %s", change)

    def clear(self) -> None:
        """Nobody is told any more."""
        self._listeners.clear()
