"""The table of this chapter: what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.panzer.gp import evolve, reports
from core.panzer.state import PanzerState
from core.rulebook import Chapter


def _asks() -> Mapping[str, type[Any]]:
    from core.panzer.gp import asks  # loaded when an example asks

    return asks.ASKS


CHAPTER: Final = Chapter[PanzerState](
    name="gp",
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=_asks,
)
