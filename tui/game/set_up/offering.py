"""Orders of a set-up shown before they are given: worked out beside the screen, then accepted or dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from textual.screen import Screen
from textual.worker import get_current_worker

from core.choice import Partial
from tui.game.many.preview import PreviewScreen
from tui.game.set_up.deploying import Deployment
from tui.game.table import Table
from tui.kit.beside import work_beside

#: What is said where a player has gone on setting up while it was worked out or shown.
CHANGED: Final = "Your set-up has changed meanwhile: have it shown once more"


def offer(
    screen: Screen[Any],
    table: Table,
    plans: Sequence[tuple[str, Callable[[], Deployment]]],
    accept: Callable[[Deployment], None],
    *,
    sure: bool = False,
) -> None:
    """Work out what may be done in one way or another, show it, and hand on what the player accepts.

    sure: it is accepted unasked where everybody stands as it was wanted. What the other side does meanwhile, where both
    set up at once, changes nothing of it; what has become of one's own set-up does, and is told.
    """
    before = _layout(table)

    def work() -> list[tuple[str, Deployment]]:
        worker = get_current_worker()
        return [(name, plan()) for name, plan in plans if not worker.is_cancelled]

    def shown(found: Sequence[tuple[str, Deployment]]) -> None:
        if not screen.is_running or screen.app.screen is not screen:
            return
        if _layout(table) != before:
            screen.notify(CHANGED, timeout=4)
            return
        first = found[0][1]
        if sure and first.acts and not first.barred and not first.beside:
            accept(first)
            return
        window = PreviewScreen(tuple((name, partial(_as_it_is, plan)) for name, plan in found))

        def answered(given: bool | None) -> None:
            if not given or not isinstance(window.plan, Deployment):
                return
            if _layout(table) == before:
                accept(window.plan)
            else:
                screen.notify(CHANGED, timeout=4)

        screen.app.push_screen(window, answered)

    work_beside(screen, "deploying", work, shown, "It could not be worked out", opens=True)


def _layout(table: Table) -> tuple[Partial, ...]:
    """How the player at the keyboard has set up."""
    return tuple(table.system.layout(table.view, table.here)) if table.here is not None else ()


def _as_it_is(plan: Deployment) -> Deployment:
    return plan
