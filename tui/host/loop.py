"""The host's event loop is the host's: no session changes how it runs the tasks of all."""

from __future__ import annotations

import asyncio
from typing import Any

from tui.host.log import HostLog


def own_loop(log: HostLog) -> None:
    """Log what fails in callbacks and in tasks that nobody waits for, and run tasks as Python does by itself.

    An app of Textual's asks, where Python has them, for eager tasks: they run before whoever made them has them in
    hand. For asyncssh they come too early: a login that is checked by such a task is never answered. Whoever asks for
    another way to make tasks is not heard any more.
    """
    loop: Any = asyncio.get_running_loop()
    loop.set_task_factory(None)
    loop.set_task_factory = _keep

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            log.failure("host-failed", error)

    loop.set_exception_handler(failed)


def _keep(factory: Any) -> None:
    """Takes no other way to make tasks."""
