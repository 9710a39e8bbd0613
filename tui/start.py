"""Where the app begins: what the command line asks it to show first."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen


@frozen
class StartTitle:
    """The title screen."""


@frozen
class StartGame:
    """A new game, written into the file `save`.

    sides: who plays each side ("human", "ai", "ai:greedy"); a side left out is chosen by the app. seed: of the
    dice, None for dice that nobody can foretell.
    """

    scenario: str
    options: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(factory=dict)
    seed: str | None = None
    save: Path | None = None


@frozen
class StartResume:
    """A game to go on with."""

    path: Path


@frozen
class StartReplay:
    """A game to watch, from event `at`; None = from its beginning."""

    path: Path
    at: int | None = None


StartAt = StartTitle | StartGame | StartResume | StartReplay
