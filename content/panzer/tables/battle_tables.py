"""The tables by which forces and battles are built, out of those of the book (min:22.2, min:23.2)."""

from __future__ import annotations

from fractions import Fraction

from content.kit.folders import kept
from content.panzer.tables.tables import table
from core.panzer.forces.engagements import Arrival, BattleTables, Engagement, MapSize, SetUpDepth, Shares, Span, Terms
from core.panzer.forces.points import PointFactors
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Label

_ATTACHED = "Attached"


@kept
def point_factors() -> PointFactors:
    """By what base points are multiplied (min:23.2.3a, min:23.2.3b, min:23.2.3c)."""
    functions = _factors("function-points")
    attached = functions.pop(_ATTACHED)
    return PointFactors(
        grades={Grade(name): factor for name, factor in _factors("unit-grade-points").items()},
        labels={Label(name): factor for name, factor in functions.items()},
        morale={Morale(name): factor for name, factor in _factors("morale-points").items()},
        attached=attached,
    )


@kept
def battle_tables() -> BattleTables:
    """All of them."""
    shares = table("battle-shares").column("percent")
    return BattleTables(
        factors=point_factors(),
        terrain={(kind, defense): points for kind, defense, points in table("terrain-unit-points").rows},
        terms={
            Engagement(name): Terms(Span(*turns), attacker, Span(*defender), Span(*objectives), controlled)
            for name, turns, attacker, defender, objectives, controlled in table("engagements").rows
        },
        shares=Shares(
            victory_lead=shares["victory-lead"],
            delay_bonus=shares["delay-bonus"],
            delay_exits=shares["delay-exited-at-most"],
            holding_group=shares["holding-group"],
            near_enough=shares["near-enough"],
        ),
        arrivals=tuple(Arrival(Span(*turns), percent) for *turns, percent in table("counterattack-arrival").rows),
        relief={turn: int(arrives.split("-")[1]) or 100 for turn, arrives in table("relief-arrival").rows},
        depths={Engagement(name): SetUpDepth(*depth) for name, *depth in table("set-up-depth").rows},
        maps=tuple(MapSize(*size) for size in table("battle-maps").rows),
    )


def _factors(table_id: str) -> dict[str, Fraction]:
    return {name: Fraction(percent, 100) for name, percent in table(table_id).column("percent").items()}
