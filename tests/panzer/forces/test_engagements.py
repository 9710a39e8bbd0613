"""The procedure for battles of one's own, type by type (min:23.2), and how they end (min:23.1.4)."""

from __future__ import annotations

import pytest

from content.panzer.tables.battle_tables import battle_tables
from core.panzer.forces.ending import Fate, Fought, beaten, is_over, winner
from core.panzer.forces.engagements import (
    Engagement,
    Span,
    arrival_points,
    controlled_at_start,
    defender_points,
    groups,
    map_size,
    objective_points,
    objective_refusal,
    ratio_refusal,
    relief_arrives,
    set_up_refusal,
    victory_lead,
)

TABLES = battle_tables()
MEETING, DELAYING, DEFENSIVE, COUNTERATTACK = Engagement


@pytest.mark.parametrize(
    ("engagement", "turns", "defender"),
    [
        (MEETING, Span(15, 15), Span(2000, 2000)),
        (DELAYING, Span(20, 25), Span(1000, 1100)),
        (DEFENSIVE, Span(20, 20), Span(1000, 1400)),
        (COUNTERATTACK, Span(20, 20), Span(2353, 2353)),
    ],
)
def test_length_and_ratio(engagement: Engagement, turns: Span, defender: Span) -> None:
    """min:23.2, min:23.2.1, min:23.2.2, min:23.2.2.1, min:23.2.2.2, min:23.2.2.3, min:23.2.2.4"""
    assert TABLES.terms[engagement].turns == turns
    assert defender_points(TABLES, engagement, 2000) == defender


@pytest.mark.parametrize(
    ("engagement", "defender"),
    [(MEETING, 2500), (MEETING, 1500), (DELAYING, 1300), (DEFENSIVE, 800), (COUNTERATTACK, 2000)],
)
def test_forces_that_do_not_fit(engagement: Engagement, defender: int) -> None:
    """min:23.2.2: told with what would be right."""
    refusal = ratio_refusal(TABLES, engagement, 2000, defender)
    assert f"the defender has {defender_points(TABLES, engagement, 2000).lowest}" in refusal
    assert engagement.value in refusal


@pytest.mark.parametrize(
    ("engagement", "points", "held"),
    [
        (MEETING, Span(300, 600), 0),
        (DELAYING, Span(0, 0), 0),
        (DEFENSIVE, Span(750, 750), 401),
        (COUNTERATTACK, Span(750, 750), 401),
    ],
)
def test_objectives(engagement: Engagement, points: Span, held: int) -> None:
    """min:23.2.4.1, min:23.2.4.2, min:23.2.4.3, min:23.2.4.4; 80 % of 501 is 401 at least."""
    assert objective_points(TABLES, engagement, 3000) == points
    assert controlled_at_start(TABLES, engagement, 501) == held
    assert objective_refusal(TABLES, engagement, 3000, 1200).endswith("(min:23.2.4)")


@pytest.mark.parametrize(
    ("turn", "points"), [(6, -225), (7, -225), (8, -75), (10, 0), (11, 0), (12, 75), (15, 225), (16, 300)]
)
def test_the_turn_of_arrival_changes_the_points(turn: int, points: int) -> None:
    """min:23.2.4.4: of a force of 1,500."""
    assert arrival_points(TABLES, 1500, turn) == points


def test_fractions_of_an_arrival_are_dropped() -> None:
    """min:23.2.4.4: 15 % of 2,125 is 318.75, and so much is taken or given."""
    assert (arrival_points(TABLES, 2125, 6), arrival_points(TABLES, 2125, 14)) == (-318, 318)


@pytest.mark.parametrize("turn", [5, 17])
def test_nobody_arrives_earlier_or_later(turn: int) -> None:
    """min:23.2.4.4"""
    with pytest.raises(ValueError, match="turns 6 to 16"):
        arrival_points(TABLES, 1500, turn)


def test_a_relief_group_is_diced_for() -> None:
    """min:23.2.4.4, min:23.3.6.a: never before turn 6, surely by turn 16."""
    assert not relief_arrives(TABLES, 5, 1)
    assert relief_arrives(TABLES, 6, 10)
    assert not relief_arrives(TABLES, 6, 11)
    assert relief_arrives(TABLES, 16, 100)
    assert relief_arrives(TABLES, 17, 100)


def test_the_defender_of_a_counterattack_is_divided() -> None:
    """min:23.2.2.4: 40 and 60 %."""
    assert groups(TABLES, 2001) == (800, 1201)


def test_the_lead_goes_by_steps_of_five() -> None:
    """min:23.2.5: 5 % of 1,780 is 89, of 2,155 107.75."""
    assert [victory_lead(TABLES, both) for both in (1780, 2155, 2040, 2060)] == [90, 110, 100, 105]


def test_maps_grow_with_the_forces() -> None:
    """min:23.1.6, min:23.1.3: and there is room to set up."""
    sizes = [map_size(TABLES, both) for both in (500, 1000, 1001, 4000, 9_999_999)]
    assert [size.depth for size in sizes] == [36, 36, 48, 48, 72]
    assert (sizes[3].depth, sizes[3].width) == (48, 72)
    assert not any(set_up_refusal(TABLES, engagement, sizes[0].depth) for engagement in Engagement)
    assert set_up_refusal(TABLES, DEFENSIVE, 23) == (
        "a map 23 inches deep: a Defensive Engagement needs 24 to set up on (min:23.1.3)"
    )


# -- the end -------------------------------------------------------------------------------------------

FIGHTING, TRACKED, LOST, GONE = (Fought(fate) for fate in Fate)
TRUCK = Fought(Fate.FIGHTING, combat=False)


def test_a_force_without_a_combat_unit_that_moves_is_beaten() -> None:
    """min:23.1.4.1: whatever became of each; trucks do not count."""
    assert beaten([TRACKED, LOST, GONE, TRUCK])
    assert not beaten([TRACKED, LOST, FIGHTING])


def test_a_force_that_exits_for_points_is_not_beaten_by_its_exit() -> None:
    """min:23.1.4.1, min:23.2.4.2: the points are totalled then; if nobody exited it is beaten as any other."""
    assert not beaten([LOST, GONE], scores_exits=True)
    assert is_over([LOST, GONE], 7, 20, scores_exits=True)
    assert beaten([LOST, TRACKED], scores_exits=True)


def test_the_last_turn_and_an_agreement_end_it() -> None:
    """min:23.1.4, min:23.1.4.2"""
    assert not is_over([FIGHTING], 15, 15)
    assert is_over([FIGHTING], 16, 15)
    assert is_over([FIGHTING], 3, 15, agreed=True)


@pytest.mark.parametrize(
    ("first", "second", "lead", "who"), [(300, 210, 90, 0), (210, 300, 90, 1), (299, 210, 90, None), (5, 5, 0, None)]
)
def test_who_wins(first: int, second: int, lead: int, who: int | None) -> None:
    """min:23.2.5: with less than the lead it is a draw."""
    assert winner(first, second, lead) == who
