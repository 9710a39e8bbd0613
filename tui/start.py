"""Where the app begins: what the command line asks it to show first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

from core.alike import Alike

if TYPE_CHECKING:
    from tui.app import PanzerhexApp


class Start(Protocol):
    """A place to begin at."""

    def open(self, app: PanzerhexApp) -> bool:
        """Open it; False if the title is to be shown. SaveError or LookupError if it cannot be opened."""
        ...


@frozen(eq=False, repr=False)
class StartTitle(Alike):
    """The title screen."""

    def open(self, app: PanzerhexApp) -> bool:
        """Leave it to the app."""
        return False


@frozen(eq=False, repr=False)
class StartGame(Alike):
    """A new game.

    sides: who plays each side ("human", "ai", "ai:greedy"); see `seated` for sides left out. seed: of the dice,
    None for dice that nobody can foretell. save: its file, None for one among the player's games.
    """

    scenario: str
    options: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(factory=dict)
    seed: str | None = None
    save: Path | None = None

    def open(self, app: PanzerhexApp) -> bool:
        """Begin the game and go to it."""
        from saves.session import start_game

        line = app.shelf.scenario(self.scenario)
        now = datetime.now(UTC)
        session = start_game(
            self.scenario,
            app.shelf.open_system,
            self.save or app.library.new_path(self.scenario, now.astimezone()),
            options=self.options,
            sides=seated([side.id for side in line.sides], self.sides),
            created=now.isoformat(timespec="seconds"),
            content=app.shelf.content_hash(self.scenario),
            seed=self.seed,
        )
        app.play(session)
        return True


@frozen(eq=False, repr=False)
class StartResume(Alike):
    """A game to go on with."""

    path: Path

    def open(self, app: PanzerhexApp) -> bool:
        """Open the game and go to it."""
        from tui.menu.resume import resume

        resume(app, self.path)
        return True


@frozen(eq=False, repr=False)
class StartReplay(Alike):
    """A game to watch, from event `at`; None = from its beginning."""

    path: Path
    at: int | None = None

    def open(self, app: PanzerhexApp) -> bool:
        """Go to the replay."""
        app.watch_game(self.path, self.at)
        return True


StartAt = StartTitle | StartGame | StartResume | StartReplay


def seated(sides: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side: as chosen; of the others the first is human if no human was chosen, the rest computers."""
    seats: dict[str, str] = {}
    human = "human" in chosen.values()
    for side in sides:
        seats[side] = chosen.get(side) or ("ai" if human else "human")
        human = human or seats[side] == "human"
    return seats
