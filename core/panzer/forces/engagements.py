"""The four types of scenario: who brings how much, what objectives are worth, how long it lasts (min:23.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzer.forces.points import PointFactors

#: Victory levels are printed in steps of so many points (min:23.2.5).
_STEP: Final = 5


class Engagement(Enum):
    """Types of scenario (min:23.2.1). Types may be combined: a battle then keeps the terms of both (min:23.2)."""

    MEETING = "Meeting Engagement"
    DELAYING = "Delaying Action"
    DEFENSIVE = "Defensive Engagement"
    COUNTERATTACK = "Counterattack"


@frozen(eq=False, repr=False)
class Span(Alike):
    """A whole number from lowest to highest."""

    lowest: int
    highest: int

    def has(self, number: int) -> bool:
        """Whether a number lies in it."""
        return self.lowest <= number <= self.highest


@frozen(eq=False, repr=False)
class Terms(Alike):
    """What a type of scenario asks for (min:23.2.2.1 to min:23.2.2.4, min:23.2.4.1 to min:23.2.4.4).

    turns: its length; attacker, defender: the ratio of their points; objectives: percent of the points of both forces;
    controlled: the percent of these that the defender holds at the start, at least.
    """

    turns: Span
    attacker: int
    defender: Span
    objectives: Span
    controlled: int


@frozen(eq=False, repr=False)
class SetUpDepth(Alike):
    """Inches from his own edge within which each sets up, 0 = anywhere; apart: from the attacker's, at least."""

    attacker: int
    defender: int
    apart: int


@frozen(eq=False, repr=False)
class MapSize(Alike):
    """Inches from one set-up edge to the other, and along them; points: of both forces, for which it is enough."""

    points: int
    depth: int
    width: int


@frozen(eq=False, repr=False)
class Shares(Alike):
    """Percentages of a battle: victory lead (min:23.2.5), bonus of a delay and exits that cost it (min:23.2.4.2),
    holding group of a Counterattack (min:23.2.2.4); near_enough: by how much "about" may be missed."""

    victory_lead: int
    delay_bonus: int
    delay_exits: int
    holding_group: int
    near_enough: int


@frozen(eq=False, repr=False)
class Arrival(Alike):
    """The turns of arrival of a relief group, and by what percent they change the points (min:23.2.4.4)."""

    turns: Span
    percent: int


@frozen(eq=False, repr=False)
class BattleTables(Alike):
    """The tables by which battles are built. terrain: points of a section by terrain unit and GP Defense
    (min:23.2.3d); relief: the highest d100 with which the relief group arrives, by turn (min:23.3.6.a)."""

    factors: PointFactors
    terrain: Mapping[tuple[str, int], int]
    terms: Mapping[Engagement, Terms]
    shares: Shares
    arrivals: tuple[Arrival, ...]
    relief: Mapping[int, int]
    depths: Mapping[Engagement, SetUpDepth]
    maps: tuple[MapSize, ...]


# -- forces --------------------------------------------------------------------------------------


def defender_points(tables: BattleTables, engagement: Engagement, attacker: int) -> Span:
    """What the defender may bring against so many points of the attacker (min:23.2.2).

    The same in a Meeting Engagement (min:23.2.2.1), 50 to 55 % in a Delaying Action (min:23.2.2.2), 50 to 70 % in a
    Defensive Engagement (min:23.2.2.3); a Counterattack is led with 85 % of the defender's (min:23.2.2.4).
    """
    terms = tables.terms[engagement]
    lowest = -(-attacker * terms.defender.lowest // terms.attacker)
    return Span(lowest, max(lowest, attacker * terms.defender.highest // terms.attacker))


def ratio_refusal(tables: BattleTables, engagement: Engagement, attacker: int, defender: int) -> str:
    """Why two forces do not fit a type of scenario, and what would; empty if they do, nearly enough (min:23.2.2)."""
    right = defender_points(tables, engagement, attacker)
    if _near(tables, right.lowest, down=True) <= defender <= _near(tables, right.highest):
        return ""
    wanted = f"{right.lowest}" if right.highest == right.lowest else f"{right.lowest} to {right.highest}"
    return (
        f"{defender} points against {attacker} are no {engagement.value}: the defender has {wanted} there (min:23.2.2)"
    )


def groups(tables: BattleTables, defender: int) -> tuple[int, int]:
    """Points of the holding and of the relief group of a Counterattack, about 40 and 60 % (min:23.2.2.4)."""
    holding = defender * tables.shares.holding_group // 100
    return holding, defender - holding


def groups_refusal(tables: BattleTables, holding: int, relief: int) -> str:
    """Why a defending force is not divided as a Counterattack has it; empty if it is, nearly enough (min:23.2.2.4)."""
    right, rest = groups(tables, holding + relief)
    if _near(tables, right, down=True) <= holding <= _near(tables, right):
        return ""
    return f"a holding group of {holding} and a relief group of {relief}: about {right} and {rest} (min:23.2.2.4)"


def terrain_points(tables: BattleTables, kind: str, gp_defense: int = 0, sections: int = 1) -> int:
    """What terrain units cost: blocks, wire and mines by section, an Improved Position each (min:23.2.3d).

    kind: of a terrain counter; gp_defense: of blocks and wire. Nothing adjusts it. KeyError if the table does not
    have it.
    """
    return tables.terrain[kind, gp_defense] * sections


# -- objectives and victory ----------------------------------------------------------------------


def objective_points(tables: BattleTables, engagement: Engagement, both: int) -> Span:
    """What all objectives together are worth, of the points of both forces (min:23.2.4).

    10 to 20 % in a Meeting Engagement (min:23.2.4.1), about 25 % where somebody defends (min:23.2.4.3, min:23.2.4.4);
    none in a Delaying Action, which scores exits (min:23.2.4.2).
    """
    share = tables.terms[engagement].objectives
    return Span(both * share.lowest // 100, both * share.highest // 100)


def objective_refusal(tables: BattleTables, engagement: Engagement, both: int, objectives: int) -> str:
    """Why objectives of so many points do not fit; empty if they do, nearly enough (min:23.2.4)."""
    right = objective_points(tables, engagement, both)
    if _near(tables, right.lowest, down=True) <= objectives <= _near(tables, right.highest):
        return ""
    wanted = f"{right.lowest}" if right.highest == right.lowest else f"{right.lowest} to {right.highest}"
    return f"objectives of {objectives} points in a {engagement.value} of {both}: about {wanted} (min:23.2.4)"


def controlled_at_start(tables: BattleTables, engagement: Engagement, objectives: int) -> int:
    """How much of the objectives' points the defender holds at the start, at least (min:23.2.4.3, min:23.2.4.4)."""
    return -(-objectives * tables.terms[engagement].controlled // 100)


def victory_lead(tables: BattleTables, both: int) -> int:
    """By how many points one must lead to win: about 5 % of both forces, in steps of 5 (min:23.2.5)."""
    return (2 * both * tables.shares.victory_lead // 100 + _STEP) // (2 * _STEP) * _STEP


# -- Delaying Action -----------------------------------------------------------------------------


def delay_bonus(tables: BattleTables, attacker: int) -> int:
    """What the defender scores if few enough exit: about 10 % of the attacker's points (min:23.2.4.2)."""
    return attacker * tables.shares.delay_bonus // 100


def delay_exits(tables: BattleTables, combat_units: int) -> int:
    """How many of the attacker's combat units may exit before the defender's bonus is lost: 20 % (min:23.2.4.2)."""
    return combat_units * tables.shares.delay_exits // 100


# -- Counterattack -------------------------------------------------------------------------------


def arrival_turns(tables: BattleTables) -> Span:
    """The turns in which a relief group may arrive: never before the 6th nor after the 16th (min:23.2.4.4)."""
    return Span(tables.arrivals[0].turns.lowest, tables.arrivals[-1].turns.highest)


def arrival_points(tables: BattleTables, defender: int, turn: int) -> int:
    """How the turn of arrival changes the victory points of the whole defending force (min:23.2.4.4).

    Of its points, rounded towards none. ValueError if no relief group may arrive in this turn.
    """
    for arrival in tables.arrivals:
        if arrival.turns.has(turn):
            return int(Fraction(defender * arrival.percent, 100))
    turns = arrival_turns(tables)
    raise ValueError(f"a relief group arrives in turns {turns.lowest} to {turns.highest}, not {turn} (min:23.2.4.4)")


def relief_arrives(tables: BattleTables, turn: int, roll: int) -> bool:
    """Whether a relief group that is diced for arrives in a turn; roll: a d100 (min:23.2.4.4, min:23.3.6.a)."""
    return roll <= tables.relief.get(turn, 0 if turn < arrival_turns(tables).lowest else 100)


# -- the map -------------------------------------------------------------------------------------


def map_size(tables: BattleTables, both: int) -> MapSize:
    """How large a map forces of so many points together want; the book leaves it free (min:23.1.6)."""
    return next((size for size in tables.maps if both <= size.points), tables.maps[-1])


def set_up_refusal(tables: BattleTables, engagement: Engagement, depth: int) -> str:
    """Why a map of so many inches from edge to edge is too small to set up on; empty if it is not (min:23.1.3)."""
    strips = tables.depths[engagement]
    needed = strips.attacker + max(strips.defender, strips.apart)
    if depth >= needed:
        return ""
    return f"a map {depth} inches deep: a {engagement.value} needs {needed} to set up on (min:23.1.3)"


def _near(tables: BattleTables, number: int, *, down: bool = False) -> int:
    """A number as far above (or below) as "about" reaches."""
    share = tables.shares.near_enough
    return number * (100 - share) // 100 if down else -(-number * (100 + share) // 100)
