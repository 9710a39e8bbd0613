"""The host's event loop is the host's: no session changes how it runs the tasks of all."""

from __future__ import annotations

import asyncio
from typing import Any


def own_loop() -> None:
    """Run every task of this loop as Python does by itself, from now on, whoever asks for something else.

    An app of Textual's asks, where Python has them, for eager tasks: they run before whoever made them has them in
    hand. For asyncssh they come too early: a login that is checked by such a task is never answered.
    """
    loop: Any = asyncio.get_running_loop()
    loop.set_task_factory(None)
    loop.set_task_factory = _keep


def _keep(factory: Any) -> None:
    """Takes no other way to make tasks."""
