"""Results of games that nobody has played, to be measured."""

from __future__ import annotations

from core.yardstick.result import GameResult


def game(
    seed: str,
    winner: str | None = "german",
    *,
    players: tuple[str, str] = ("greedy", "greedy"),
    scenario: str = "the-bridge",
    **more: object,
) -> GameResult:
    """A game of a German and a Soviet player."""
    scores = {"german": 300 if winner == "german" else 100, "soviet": 300 if winner == "soviet" else 100}
    facts: dict[str, object] = {"scores": scores, "turns": 10, "version": "0.1.0+aaaa", "content": "c", **more}
    seats = dict(zip(("german", "soviet"), players, strict=True))
    return GameResult(scenario=scenario, players=seats, seed=seed, winner=winner, **facts)  # type: ignore[arg-type]
