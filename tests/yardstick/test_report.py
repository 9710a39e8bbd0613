"""What results say of a scenario, and how they are written down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.yardstick.intervals import bootstrap, mean
from core.yardstick.report import balances, decided, failures, lead_changes
from core.yardstick.result import as_data, of_data, seed_of
from tests.yardstick.games import game


def test_a_balance_counts_what_has_a_result() -> None:
    won = [game(str(n), "german", leads=(10, -5, 200)) for n in range(60)]
    lost = [game(f"x{n}", "soviet", leads=(10, -5, -200)) for n in range(50)]
    (found,) = balances([*won, *lost, game("drawn", None), game("broken", failed="it broke")])
    assert (found.tried.first, found.tried.second, found.tried.drawn, found.failed) == (60, 50, 1, 1)
    assert found.margin.has(found.tried.lead)
    assert (found.turns, found.verdict) == (10, "uncertain")
    assert found.changes == pytest.approx((60 * 2 + 50) / 111)
    assert "Balance of 111 games between greedy computer players: German 60, Soviet 50, 1 drawn" in found.note(
        ("German", "Soviet"), "2026-11-28"
    )


@pytest.mark.parametrize(
    ("german", "soviet", "verdict"),
    [(200, 200, "balanced"), (30, 5, "favours german"), (5, 30, "favours soviet"), (6, 4, "uncertain"), (0, 0, "")],
)
def test_a_verdict_is_as_sure_as_its_games(german: int, soviet: int, verdict: str) -> None:
    games = [game(str(n), "german") for n in range(german)] + [game(f"x{n}", "soviet") for n in range(soviet)]
    assert [one.verdict for one in balances(games)] == ([verdict] if verdict else [])


def test_options_levels_and_content_are_kept_apart() -> None:
    results = [
        game("1", content="old"),
        game("1", options=["morale"]),
        game("1", players=("veteran", "greedy")),
        game("2", content="new"),
    ]
    found = balances(results)
    assert [(one.options, one.levels, one.tried.games) for one in found] == [
        ((), ("greedy", "greedy"), 1),
        (("morale",), ("greedy", "greedy"), 1),
        ((), ("veteran", "greedy"), 1),
    ]


@pytest.mark.parametrize(
    ("leads", "changes", "turn"),
    [((), 0, 0), ((5,), 0, 1), ((5, 9, 3), 0, 1), ((5, -1, 3, 4), 2, 3), ((0, 0, 7), 0, 3), ((3, 0, 0), 0, 2)],
)
def test_a_game_is_decided_when_its_lead_stays(leads: tuple[int, ...], changes: int, turn: int) -> None:
    assert (lead_changes(leads), decided(leads)) == (changes, turn)


def test_failures_are_told_by_reason() -> None:
    results = [game("1", failed="b"), game("2", failed="a"), game("3", failed="a"), game("4")]
    assert failures(results) == (("a", 2), ("b", 1))


def test_a_result_is_written_and_read() -> None:
    one = game("7", None, leads=(1, 2), options=["morale"], conduct={"german": {"idle": 0.25}}, amiss={"german": 0})
    assert of_data(as_data(one)) == one
    assert of_data({**as_data(one), "more": 1}) == one, "what a later version says besides"
    assert "failed" not in as_data(one)


@pytest.mark.parametrize("data", [1, {}, {"seed": "1"}, {"scenario": "a", "players": {"x": "y"}, "seed": "1"}])
def test_what_is_no_result_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="no result"):
        of_data(data)


def test_runs_share_no_seed() -> None:
    seeds = {seed_of(run, name, n) for run in ("a", "b") for name in ("x", "y") for n in range(1, 50)}
    assert len(seeds) == 4 * 49
    assert seed_of("a", "x", 1) == seed_of("a", "x", 1)


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=30))
def test_a_bootstrap_lies_among_its_samples(numbers: list[int]) -> None:
    found = bootstrap([float(n) for n in numbers], mean, "seed")
    assert min(numbers) <= found.lowest <= found.highest <= max(numbers)
    assert found == bootstrap([float(n) for n in numbers], mean, "seed")


def test_a_bootstrap_is_as_wide_as_the_normal_one() -> None:
    numbers = [float(n % 10) for n in range(400)]
    found = bootstrap(numbers, mean, "seed")
    assert (found.lowest, found.highest) == pytest.approx((4.5 - 0.28, 4.5 + 0.28), abs=0.06)
