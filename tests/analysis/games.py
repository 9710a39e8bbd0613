"""Sample games: their analysis, and the lines of their files as they are, read by nothing of the program."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from content import catalogue
from core.analysis.analysis import Analysis, analyse
from core.analysis.study import study
from core.play.game import Game
from saves.library import SAMPLES
from saves.session import open_replay

NAMES = sorted(path.name.removesuffix(".journal") for path in SAMPLES.glob("*.journal"))
#: Events that are frequent, roll no dice and harm nobody.
UNCOUNTED = frozenset({"order-given", "unit-moved", "command-placed", "command-revealed", "move-planned", "pw-moved"})


@lru_cache(maxsize=2)
def game(name: str) -> Game[Any]:
    """A sample, replayed."""
    path = SAMPLES / f"{name}.journal"
    return open_replay(path, catalogue.open_system, content_hash=catalogue.content_hash).game


@lru_cache(maxsize=32)
def analysis(name: str) -> Analysis:
    """The analysis of a sample with all there is to know."""
    played = game(name)
    return analyse(study(played.system, played.journal))


@lru_cache(maxsize=32)
def lines(name: str) -> tuple[dict[str, Any], ...]:
    """The events of a sample as its file has them, without the moves, orders and commands of which no count is made."""
    text = (SAMPLES / f"{name}.journal").read_text("utf-8")
    return tuple(event for event in map(json.loads, text.splitlines()[1:]) if event["event"] not in UNCOUNTED)
