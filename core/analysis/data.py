"""An analysis as plain data, for other programs: dicts, lists, numbers, words."""

from __future__ import annotations

from typing import Any, Final

from core.analysis.analysis import Analysis
from core.analysis.compare import Comparison
from core.analysis.luck import Luck, Sum
from core.analysis.study import Moment

#: The version of what `as_data` gives.
FORMAT: Final = 1


def as_data(name: str, analysis: Analysis) -> dict[str, Any]:
    """All that an analysis holds. Events are numbered as the reader may be told."""
    study = analysis.study
    ended = study.outcome
    return {
        "panzerhex-analysis": FORMAT,
        "game": name,
        "system": study.system,
        "edition": study.edition,
        "scenario": study.scenario,
        "title": study.title,
        "sides": [{"id": look.id, "name": look.name} for look in study.sides],
        "turn": study.turn,
        "turns": study.turns,
        "over": study.over,
        "whole": study.everything,
        "outcome": None if ended is None else {"winner": ended.winner, "level": ended.level, "text": ended.text},
        "stopped": study.stopped or None,
        "curves": [_moment(analysis, moment) for moment in analysis.turns],
        "luck": {
            "sides": {side: _luck(luck) for side, luck in analysis.by_side.items()},
            "turns": [{"side": side, "turn": turn, **_luck(x)} for (side, turn), x in analysis.by_turn.items()],
            "kinds": [{"side": side, "kind": kind, **_luck(x)} for (side, kind), x in analysis.by_kind.items()],
        },
        "ranges": {
            "measure": study.measure,
            **{
                side: [{"first": band.first, "last": band.last, **_sum(band.hits)} for band in bands]
                for side, bands in analysis.ranges.items()
            },
        },
        "units": [
            {
                "id": unit.id,
                "name": unit.name,
                "side": unit.side,
                "value": unit.value,
                "did": _luck(unit.did),
                "suffered": _luck(unit.suffered),
                "put-out": _round(unit.out),
                "earned": _round(unit.earned),
                "cost": _round(unit.cost),
                "fate": unit.fate or None,
            }
            for unit in analysis.units
        ],
        "turning-points": [
            {
                "event": study.number(swing.n),
                "turn": swing.turn,
                "for": study.sides[swing.side].id,
                "amount": _round(swing.amount),
                "in": swing.measure,
                "text": swing.text,
            }
            for swing in analysis.swings
        ],
        "dice": [
            {
                "die": spread.die,
                "rolls": spread.rolls,
                "counts": dict(zip(spread.labels(), spread.counts, strict=True)),
                "mean": _round(spread.mean),
                "expected-mean": spread.expected,
                "chi-square": _round(spread.square),
                "freedom": spread.freedom,
            }
            for spread in analysis.dice
        ],
        "unweighed": [{"what": what, "times": times} for what, times in analysis.unweighed],
        "other-rolls": [{"for": what, "times": times} for what, times in analysis.beside],
    }


def comparison_data(found: Comparison) -> dict[str, Any]:
    """A comparison of games."""
    share = found.balance.share
    return {
        "panzerhex-comparison": FORMAT,
        "scenario": found.scenario,
        "title": found.title,
        "sides": list(found.sides),
        "games": [
            {
                "game": game.name,
                "winner": game.winner or None,
                "level": game.level,
                "turn": game.turn,
                "points": dict(zip(found.sides, game.points, strict=True)),
                "lost": dict(zip(found.sides, game.lost, strict=True)),
                "cost": {s: _round(x) for s, x in zip(found.sides, game.cost, strict=True)},
                "luck": {s: _round(x) for s, x in zip(found.sides, game.luck, strict=True)},
            }
            for game in found.games
        ],
        "ended": found.balance.games,
        "won": {found.sides[0]: found.balance.first, found.sides[1]: found.balance.second},
        "drawn": found.balance.drawn,
        "share-of-first": [_round(share.lowest), _round(share.highest)],
        "points": {s: _round(x) for s, x in zip(found.sides, found.points, strict=True)},
        "lost": {s: _round(x) for s, x in zip(found.sides, found.lost, strict=True)},
        "scatter-of-lead": _round(found.scatter),
        "won-by-the-luckier": found.by_luck,
        "decided": found.decided,
    }


def _moment(analysis: Analysis, moment: Moment) -> dict[str, Any]:
    sides = [look.id for look in analysis.study.sides]
    return {
        "turn": moment.turn,
        "event": analysis.study.number(moment.n),
        "points": dict(zip(sides, moment.points, strict=True)),
        "lost": dict(zip(sides, moment.lost, strict=True)),
        "cost": {side: _round(cost) for side, cost in zip(sides, moment.cost, strict=True)},
    }


def _luck(luck: Luck) -> dict[str, Any]:
    return {
        "attempts": luck.attempts,
        "unweighed": luck.unweighed,
        "effects": _sum(luck.effects),
        "units": _sum(luck.units),
        "points": _sum(luck.points),
    }


def _sum(one: Sum) -> dict[str, Any]:
    return {
        "tried": one.tried,
        "actual": _round(one.actual),
        "expected": _round(one.expected),
        "variance": _round(one.variance),
        "deviations": _round(one.deviations),
    }


def _round(number: float) -> float:
    return round(number, 3)
