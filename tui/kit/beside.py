"""Something that is worked out in a thread beside a screen, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen
from textual.worker import get_current_worker

from tui.program import program
from tui.terminal.one_by_one import OPENS

T = TypeVar("T")


def work_beside(
    screen: Screen[Any],
    group: str,
    work: Callable[[], T],
    take: Callable[[T], None],
    amiss: str,
    *,
    instead: Callable[[], T] | None = None,
    opens: bool = False,
) -> None:
    """Work something out, and take it on the screen; of each group what was asked last alone is taken.

    amiss: what is said if that fails, which is kept in the log file; instead: what is taken then, None = nothing;
    opens: what is found opens a window, to which goes what is typed until then.
    """

    def run() -> None:
        worker = get_current_worker()
        if worker.is_cancelled:
            return
        try:
            found = work()
        except Exception as error:
            screen.app.call_from_thread(program(screen.app).trouble, amiss, error)
            if instead is None:
                return
            found = instead()
        if not worker.is_cancelled:
            screen.app.call_from_thread(take, found)

    screen.run_worker(run, thread=True, exclusive=True, group=group, name=OPENS if opens else "")
