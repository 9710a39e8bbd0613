"""The analysis of one game: all that is counted of it, side by side."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.analysis.account import Account, accounts
from core.analysis.luck import Luck, lucks
from core.analysis.ranges import Band, bands
from core.analysis.rolls import Spread, purposes, spreads
from core.analysis.study import Moment, Study
from core.analysis.turning import Swing, swings


@frozen(kw_only=True)
class Analysis:
    """What is counted of one game.

    turns: how things stood at the end of each turn, from turn 0, before the first; by_side, by_turn: luck, by side and
    by (side, turn); by_kind: by (side, kind of attempt); ranges: of each side; unweighed: what is not weighed, and how
    often that was; beside: what other dice were rolled for, and how many.
    """

    study: Study
    turns: tuple[Moment, ...]
    by_side: Mapping[str, Luck]
    by_turn: Mapping[tuple[str, int], Luck]
    by_kind: Mapping[tuple[str, str], Luck]
    ranges: Mapping[str, tuple[Band, ...]]
    units: tuple[Account, ...]
    swings: tuple[Swing, ...]
    dice: tuple[Spread, ...]
    unweighed: tuple[tuple[str, int], ...]
    beside: tuple[tuple[str, int], ...]


def analyse(study: Study) -> Analysis:
    """Count what a walk through a game has found."""
    roster = {member.id: member for member in study.roster}
    sides = [look.id for look in study.sides]
    by_side = {side: Luck.none() for side in sides}
    by_side |= {s: luck for s, luck in lucks(study.tried, roster, lambda t: (t.attempt.side,)).items() if s in by_side}
    why: dict[str, int] = {}
    for one in study.tried:
        if one.attempt.why:
            why[one.attempt.why] = why.get(one.attempt.why, 0) + 1
    return Analysis(
        study=study,
        turns=by_turns(study),
        by_side=by_side,
        by_turn=lucks(study.tried, roster, lambda t: ((t.attempt.side, t.turn),)),
        by_kind=lucks(study.tried, roster, lambda t: ((t.attempt.side, t.attempt.kind),)),
        ranges={side: bands(t for t in study.tried if t.attempt.side == side) for side in sides},
        units=accounts(study),
        swings=swings(study.moments),
        dice=spreads(study.rolled),
        unweighed=tuple(sorted(why.items(), key=lambda row: (-row[1], row[0]))),
        beside=purposes(study.rolled),
    )


def by_turns(study: Study) -> tuple[Moment, ...]:
    """The last moment of each turn; a turn in which nothing changed is as the one before."""
    last: dict[int, Moment] = {moment.turn: moment for moment in study.moments}
    found: list[Moment] = []
    for turn in range(study.turn + 1):
        if turn in last:
            found.append(last[turn])
        elif found:
            before = found[-1]
            found.append(Moment(before.n, turn, before.points, before.lost, before.cost))
    return tuple(found)
