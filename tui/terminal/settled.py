"""Whether all that was set off in an app has been done and drawn: then it waits for its player and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from textual.app import App, ScreenStackError
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer

#: Seconds to a timer that still belongs to what was done; one that rings later begins something of its own.
SOON: Final = 1.0
#: Turns of the event loop for which nothing may be left: a task has come to its next wait by then.
_TURNS: Final = 4
#: Seconds between two questions while something is left.
_LOOK_EVERY: Final = 0.01


async def settled(left: Callable[[], str], seconds: float) -> str:
    """Wait until nothing is left to do; what it is that is left if that takes too long, else ""."""
    loop = asyncio.get_running_loop()
    end, turns, rest = loop.time() + seconds, 0, ""
    while turns < _TURNS:
        rest = left()
        turns = 0 if rest else turns + 1
        if rest and loop.time() > end:
            break
        await asyncio.sleep(_LOOK_EVERY if rest else 0)
    return rest


def unsettled(app: App[Any]) -> str:
    """What an app has still to do before it waits for its player, in words for a test or a log; "" if nothing."""
    return at_work(app) or ("a frame" if frame_due(app) else "")


def at_work(app: App[Any]) -> str:
    """What an app has still to do before there is nothing but to draw; "" if nothing."""
    if app._closed:
        return ""
    if messages := undelivered(app):
        return messages
    keys = getattr(app, "keys_in_order", None)
    if keys is not None and not keys.at_rest:
        return "a key"
    for pump in (app, *app._registry):
        for timer in tuple(pump._timers):
            if _rings(timer):
                return f"timer {timer.name} of {type(pump).__name__}"
    for worker in app.workers:
        if not worker.is_finished:
            return f"worker {worker.name or worker.group}"
    return "" if app.animator._complete_event.is_set() else "an animation"


def undelivered(app: App[Any]) -> str:
    """Which part of an app has messages that it has not taken, or is at work on one; "" if none."""
    busy = (pump for pump in (app, *app._registry) if not _waits(pump))
    return next((f"messages of {type(pump).__name__}" for pump in busy), "")


def frame_due(app: App[Any]) -> bool:
    """Whether something that has changed on the screen has not been drawn."""
    try:
        screens = app.screen_stack
    except ScreenStackError:
        return False
    # A screen under the one that is shown stays stale for ever: it draws through the one above it.
    return bool(screens) and (any(one._update_timer._active.is_set() for one in screens) or _stale(screens[-1]))


def _waits(pump: MessagePump) -> bool:
    """Whether a pump has nothing to do but to wait for a message, or will never have."""
    if pump._closed:
        return True
    queue: Any = pump._message_queue
    listens = any(not listener.done() for listener in queue.ready_event._waiters)
    return listens and queue.empty() and not pump._next_callbacks


def _rings(timer: Timer) -> bool:
    """Whether a timer rings once, and soon; one that goes on and on, as a clock's, is never done."""
    task = timer._task
    once, runs = timer._repeat == 0, task is not None and not task.done()
    return once and runs and timer._interval <= SOON and timer._active.is_set()


def _stale(screen: Screen[Any]) -> bool:
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
