"""What each unit did, suffered, cost and earned."""

from __future__ import annotations

from attrs import define

from core.analysis.luck import Luck, lucks
from core.analysis.study import Study


@define
class Account:
    """The account of one unit.

    did, suffered: its attempts, and those at it; out: how many it put out of the game, shared among those who did it
    together; earned: the points of harm that it did, cost: what the enemy has of it; value: what it was worth; fate:
    what became of it, "" = it is in play.
    """

    id: str
    name: str
    side: str
    value: float
    did: Luck
    suffered: Luck
    out: float = 0.0
    earned: float = 0.0
    cost: float = 0.0
    fate: str = ""


def accounts(study: Study) -> tuple[Account, ...]:
    """The accounts of all units that the reader knows of, in the order of the roster."""
    roster = {member.id: member for member in study.roster}
    did = lucks(study.tried, roster, lambda one: one.attempt.by)
    suffered = lucks(study.tried, roster, lambda one: dict.fromkeys(one.attempt.at))
    found = {
        m.id: Account(
            m.id,
            m.name,
            m.side,
            m.value,
            did.get(m.id, Luck.none()),
            suffered.get(m.id, Luck.none()),
            cost=m.scored,
            fate=m.fate,
        )
        for m in study.roster
    }
    gone: set[str] = set()
    for fall in study.fallen:
        share = len(fall.by) or 1
        for by in fall.by:
            if by in roster and fall.unit in roster and roster[by].side != roster[fall.unit].side:
                found[by].earned += fall.points / share
                if fall.fate and fall.unit not in gone:
                    found[by].out += 1 / share
        if fall.fate:
            gone.add(fall.unit)
    return tuple(found.values())
