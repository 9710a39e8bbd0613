"""What the letters of orders did in the steps of a game before it was opened again, for the hints on keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from textual.screen import Screen

from core.choice import Choice
from core.event import OrderGiven, SideId
from tui.game.ahead import ahead
from tui.game.ordering import Ordering
from tui.game.table import Table
from tui.keys.unheard import Met
from tui.kit.beside import work_beside
from tui.replay.reel import Eye, Reel
from tui.widgets.messages import MessageLine

#: So many events are looked back on.
REACH: Final = 400
#: Of so many units the letters are looked at, of those that might be ordered first.
_UNITS: Final = 3


def earlier(
    reel: Reel[Any], eye: Eye, own: Collection[str], avoided: Collection[str]
) -> Iterator[tuple[str, Mapping[str, Choice]]]:
    """The steps in which the eye's side gave orders, each with what its keys picked before the first of them.

    own: keys that the screen keeps for itself; avoided: the letters that walk over the map.
    """
    found: set[str] = set()
    first = max(0, reel.length - REACH)
    for n in [n for n in range(first, reel.length) if eye.side is not None and _by(reel, n, eye.side)]:
        status = reel.status(n, eye)
        step = status.step or status.phase
        if step in found:
            continue
        found.add(step)
        ordering = _before(reel, n, eye)
        yield step, ordering.keys(own, avoided)
        for way in [way for way in ordering.ways() if way[-1].kind == "unit"][:_UNITS]:
            unit = ahead(ordering, way, own, avoided)
            if unit is not None:
                yield step, unit.keys


class Earlier:
    """Finds what letters did before a game was opened here, once for each side."""

    def __init__(self, screen: Screen[Any], table: Table, met: Met) -> None:
        """met: what they have done since, to which it is added."""
        self._screen = screen
        self._table = table
        self._met = met
        self._asked: set[SideId] = set()

    def look_back(self, hint: str, taken: tuple[Collection[str], Collection[str]], anew: Callable[[], None]) -> None:
        """Look back beside the screen. hint: what stands there meanwhile; taken: keys that no choice gets, and those
        that walk; anew: gives the hint again, with what was found."""
        side, film = self._table.here, self._table.film()
        if side is None or film is None or side in self._asked:
            return
        self._asked.add(side)

        def work() -> Met:
            before = Met()
            for step, keys in earlier(*film, *taken):
                before.keep(side, keys, step)
            return before

        def found(before: Met) -> None:
            self._met.look_back(before)
            if self._table.here == side and self._screen.query_one(MessageLine).hints(hint):
                anew()

        work_beside(self._screen, "earlier", work, found, "What keys did before could not be found")


def _by(reel: Reel[Any], n: int, side: SideId) -> bool:
    event = reel.game.journal[n]
    return isinstance(event, OrderGiven) and event.side == side


def _before(reel: Reel[Any], n: int, eye: Eye) -> Ordering:
    """What a side could order before event n + 1, asked of what it saw."""
    assert eye.side is not None
    door = reel.system.door(reel.view(n, eye), eye.side)
    return Ordering(eye.side, lambda side, partial: door.choices(partial))
