"""Orders of a set-up shown before they are given: worked out beside the screen, then accepted or dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual.screen import Screen
from textual.worker import get_current_worker

from tui.game.many.preview import PreviewScreen
from tui.game.set_up.deploying import Deployment
from tui.game.table import Table
from tui.kit.beside import work_beside


def offer(
    screen: Screen[Any],
    table: Table,
    plans: Sequence[tuple[str, Callable[[], Deployment]]],
    accept: Callable[[Deployment], None],
    *,
    sure: bool = False,
) -> None:
    """Work out what may be done in one way or another, show it, and hand on what the player accepts.

    sure: it is accepted unasked where everybody stands as it was wanted.
    """
    events = table.events

    def work() -> list[tuple[str, Deployment]]:
        worker = get_current_worker()
        return [(name, plan()) for name, plan in plans if not worker.is_cancelled]

    def shown(found: Sequence[tuple[str, Deployment]]) -> None:
        if not screen.is_running or screen.app.screen is not screen or table.events != events:
            return
        first = found[0][1]
        if sure and first.acts and not first.barred and not first.beside:
            accept(first)
            return
        window = PreviewScreen(tuple((name, partial(_as_it_is, plan)) for name, plan in found))

        def answered(given: bool | None) -> None:
            if given and isinstance(window.plan, Deployment) and table.events == events:
                accept(window.plan)

        screen.app.push_screen(window, answered)

    work_beside(screen, "deploying", work, shown, "It could not be worked out")


def _as_it_is(plan: Deployment) -> Deployment:
    return plan
