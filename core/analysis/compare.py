"""Many games of one scenario side by side: how they ended, and how far luck decided them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from core.analysis.analysis import Analysis
from core.yardstick.balance import Tried


@frozen
class Game:
    """One game among others: its name, who won, "" = nobody, how, its last turn, points and losses of each side, and
    the luck of each side with what it lost and won, in standard deviations."""

    name: str
    winner: str
    level: str
    turn: int
    points: tuple[int, ...]
    lost: tuple[int, ...]
    cost: tuple[float, ...]
    luck: tuple[float, ...]


@frozen
class Comparison:
    """Games of one scenario. won: by side, "" for draws; points, lost: means by side; scatter: of the lead of the first
    side in points; by_luck: in how many games the luckier side won, of those that somebody won."""

    scenario: str
    title: str
    sides: tuple[str, ...]
    games: tuple[Game, ...]
    balance: Tried
    points: tuple[float, ...]
    lost: tuple[float, ...]
    scatter: float
    by_luck: int
    decided: int


def compare(named: Sequence[tuple[str, Analysis]]) -> Comparison:
    """Compare games. ValueError unless there are some and all are of one scenario."""
    scenarios = {a.study.scenario for _, a in named}
    if len(scenarios) != 1:
        raise ValueError(f"games of one scenario are compared, these are of {', '.join(sorted(scenarios)) or 'none'}")
    first = named[0][1].study
    sides = tuple(look.id for look in first.sides)
    games = tuple(_game(name, analysis, sides) for name, analysis in named)
    leads = [game.points[0] - sum(game.points[1:]) for game in games]
    mean = sum(leads) / len(leads)
    ended = [(g, lead) for (_, a), g, lead in zip(named, games, leads, strict=True) if a.study.over]
    decided = [game for game, _ in ended if game.winner]
    return Comparison(
        scenario=first.scenario,
        title=first.title,
        sides=sides,
        games=games,
        balance=Tried.of([g.winner or None for g, _ in ended], [lead for _, lead in ended], sides[0]),
        points=tuple(sum(g.points[i] for g in games) / len(games) for i in range(len(sides))),
        lost=tuple(sum(g.lost[i] for g in games) / len(games) for i in range(len(sides))),
        scatter=sqrt(sum((lead - mean) ** 2 for lead in leads) / len(leads)),
        by_luck=sum(game.winner == sides[game.luck.index(max(game.luck))] for game in decided),
        decided=len(decided),
    )


def _game(name: str, analysis: Analysis, sides: tuple[str, ...]) -> Game:
    study = analysis.study
    last = study.moments[-1]
    ended = study.outcome
    return Game(
        name=name,
        winner=(ended.winner or "") if ended is not None else "",
        level=ended.level if ended is not None else f"{study.stopped or 'in progress'}, turn {study.turn}",
        turn=study.turn,
        points=last.points,
        lost=last.lost,
        cost=last.cost,
        luck=tuple(analysis.by_side[side].points.deviations for side in sides),
    )
