"""Old journals in today's terms: one step for each version of the format that there has been.

Games by file have their events and orders in the same terms (`saves.post.letter`). A step leaves today's terms as they
are, since a letter of today may stand in a file that was begun in an older version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from saves.line import SCHEMA, SaveError

Raw = dict[str, Any]

# -- version 1: each step had an order of its own that ended it, and an event; so had the game of each system ---

_ENDS: Final = frozenset(
    (
        *("finish-set-up", "finish-plotting", "finish-commands", "finish-air", "finish-indirect", "finish-fire"),
        *("finish-assaults", "finish-movement", "finish-adjustment", "pb-finish-set-up", "pb-finish-step"),
    )
)
_COMMANDS_ENDED: Final = "commands-finished"
_ENDED: Final = frozenset(
    (
        *("set-up-finished", "plotting-finished", "air-phase-finished", "indirect-finished", "fire-finished"),
        *("assaults-finished", "movement-finished", "adjustment-finished", "pb-set-up-finished", "pb-step-finished"),
        _COMMANDS_ENDED,
    )
)


def _one_end_of_steps(raw: Raw) -> Raw:
    order = raw.get("order")
    if isinstance(order, dict) and order.get("order") in _ENDS:
        raw["order"] = {**order, "order": "finish-step"}
    event = raw.get("event")
    if event == "pb-game-ended":
        raw["event"] = "game-ended"
    if event not in _ENDED:
        return raw
    # who did not know which units were left without a command was told that there were none
    rest = event == _COMMANDS_ENDED and raw.pop("units", None) is None
    return {**raw, "event": "step-finished", **({"rest": True} if rest else {})}


def _as_each_end(raw: Raw) -> Iterator[Raw]:
    """What an event of today may have been in version 1."""
    if raw["event"] == "game-ended":
        yield {**raw, "event": "pb-game-ended"}
    if raw["event"] != "step-finished":
        yield raw
        return
    body = {key: value for key, value in raw.items() if key != "rest"}
    names = [_COMMANDS_ENDED] if raw.get("rest") else sorted(_ENDED - {_COMMANDS_ENDED})
    yield from ({**body, "event": name} for name in names)
    if not raw.get("rest"):
        yield {**body, "event": _COMMANDS_ENDED, "units": []}


# -- all versions -------------------------------------------------------------------------------------

#: For a version, the function that turns a line of it into one of the next version. It is given the header
#: (the line with the key "panzerhex") and every event line without n, prev and sum, and may change its argument.
#: A line stays one line, so that event numbers keep their meaning.
UPCASTERS: dict[int, Callable[[Raw], Raw]] = {1: _one_end_of_steps}
#: For a version, the lines of it that may have become a line of the next version.
_FORMER: Final[dict[int, Callable[[Raw], Iterator[Raw]]]] = {1: _as_each_end}


def upcast(raw: Raw, version: int) -> Raw:
    """A line of an old version as a line of today's. SaveError if a step is missing."""
    while version < SCHEMA:
        step = UPCASTERS.get(version)
        if step is None:
            raise SaveError(f"format {version} is not known any more; open the game with the panzerhex that wrote it")
        raw = step(raw)
        version += 1
    return raw


def upcast_order(raw: Mapping[str, Any], version: int) -> Raw:
    """An order of an old version as one of today's."""
    made: Raw = upcast({"order": dict(raw)}, version)["order"]
    return made


def former(raw: Raw, version: int) -> Iterator[Raw]:
    """The lines of an old version that may have become this line of today's: one of them had the hash that is known."""
    lines = [raw]
    for step in range(SCHEMA - 1, version - 1, -1):
        lines = [before for line in lines for before in _FORMER[step](line)]
    return iter(lines)
