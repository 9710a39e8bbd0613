"""A game between computer players as the yardstick keeps it: who played what, and what came of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, fields_dict, frozen


def seed_of(run: str, scenario: str, number: int) -> str:
    """The seed of a game of a run: runs of other names share none. number: of the game in its scenario, from 1."""
    return hashlib.blake2b(f"{run}/{scenario}/{number}".encode(), digest_size=8).hexdigest()


@frozen
class Key:
    """What makes a game the same game: played again by the same program it comes out the same.

    players: sides with their levels, in the order of the scenario's sides; content: hash of all that it is played with.
    """

    scenario: str
    options: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    seed: str
    content: str


def _levels(players: Mapping[str, str]) -> dict[str, str]:
    return dict(players)


def _strings(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(values)


def _mappings(values: Iterable[Mapping[str, float]]) -> tuple[Mapping[str, float], ...]:
    return tuple(values)


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(values)


@frozen(kw_only=True)
class GameResult:
    """A game that was played.

    players: the level of each side, in the order of the scenario's sides; version: of the program, with a hash of its
    code; failed: why it has no result, "" = it has one. winner: None for a draw; level: how it ended, in words;
    scores: points by side; leads: of the first side in points, at the end of each turn; signs: what told then how well
    it stood, in games of players on trial (`core.ai.outlook`). seconds: of wall clock,
    without reading the scenario; thought, slowest: by side, seconds in all and of its slowest decision; amiss: by side,
    suggestions that were not legal; openings: by side, a hash of its first orders; conduct: by side, numbers of how it
    behaved (`core.conduct`).
    """

    scenario: str
    options: tuple[str, ...] = field(default=(), converter=_strings)
    players: Mapping[str, str] = field(converter=_levels)
    seed: str
    version: str = ""
    content: str = ""
    failed: str = ""
    winner: str | None = None
    level: str = ""
    scores: Mapping[str, int] = field(factory=dict)
    turns: int = 0
    orders: int = 0
    events: int = 0
    seconds: float = 0.0
    leads: tuple[int, ...] = field(default=(), converter=_numbers)
    signs: tuple[Mapping[str, float], ...] = field(default=(), converter=_mappings)
    thought: Mapping[str, float] = field(factory=dict)
    slowest: Mapping[str, float] = field(factory=dict)
    amiss: Mapping[str, int] = field(factory=dict)
    openings: Mapping[str, str] = field(factory=dict)
    conduct: Mapping[str, Mapping[str, float]] = field(factory=dict)

    @property
    def key(self) -> Key:
        """Which game it is."""
        return Key(self.scenario, self.options, tuple(self.players.items()), self.seed, self.content)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        return tuple(self.players)

    @property
    def value(self) -> float:
        """What the game was worth to the first side: 1 won, 0 lost, a half drawn."""
        return 0.5 if self.winner is None else float(self.winner == self.sides[0])

    @property
    def margin(self) -> int:
        """Points of the first side more than of the second."""
        first, second = self.sides[:2]
        return self.scores.get(first, 0) - self.scores.get(second, 0)


def as_data(result: GameResult) -> dict[str, Any]:
    """A result as plain values, without what is not there."""
    data: dict[str, Any] = {}
    for name in fields_dict(GameResult):
        value = getattr(result, name)
        if name in ("scenario", "players", "seed", "winner") or value:
            data[name] = list(value) if isinstance(value, tuple) else value
    return data


def of_data(data: Any) -> GameResult:
    """A result out of plain values; what a later version says besides is left out. ValueError if it is none."""
    known = fields_dict(GameResult)
    if not isinstance(data, dict):
        raise ValueError("it is no result of a game")
    for name, kind in (("scenario", str), ("players", dict), ("seed", str), ("scores", dict), ("failed", str)):
        if not isinstance(data.get(name, kind()), kind) or (
            name in ("scenario", "players", "seed") and name not in data
        ):
            raise ValueError(f"it is no result of a game: {name!r} is missing or of another kind")
    if len(data["players"]) < 2:
        raise ValueError("it is no result of a game: it has less than two players")
    return GameResult(**{name: value for name, value in data.items() if name in known})
