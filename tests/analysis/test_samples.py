"""The analysis of every sample against counts made directly from the lines of its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from core.analysis.luck import Sum, luck_of
from core.attempt import Attempt
from core.dice import faces
from tests.analysis.games import NAMES, analysis, game, lines

#: Those of large games, whose kinds of attempts others have too.
LARGE = ("higher-ground-6", "ponyri-13", "turning-tide-12")
every = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name in LARGE)) for name in NAMES]
)

#: Kinds of attempts, with the events that are such attempts and what of them counts as an effect.
KINDS = {
    "AP fire": lambda e: e["event"] == "ap-fire-resolved" or e["event"] == "ap-shot-fired",
    "GP fire": lambda e: e["event"] == "gp-fire-resolved" and not e.get("indirect"),
    "indirect fire": lambda e: e["event"] == "gp-fire-resolved" and e.get("indirect"),
    "fire at terrain": lambda e: e["event"] == "terrain-attacked",
    "Close Assault": lambda e: e["event"] == "close-assault-resolved",
    "Hand-to-Hand": lambda e: e["event"] == "hand-to-hand-fought" and e.get("loser") is not None,
    "Overrun": lambda e: e["event"] == "overrun-resolved",
    "minefield": lambda e: e["event"] == "minefield-attacked",
    "area fire": lambda e: e["event"] == "pw-area-attacked",
    "direct fire": lambda e: e["event"] == "pw-fired" and e.get("needed") is not None,
    "fire": lambda e: e["event"] == "pb-attack-resolved" and e["method"] in ("selective", "multiple", "combination"),
    "close assault": lambda e: e["event"] == "pb-attack-resolved" and e["method"] == "close assault",
}


def effect(event: dict[str, Any]) -> bool:
    """Whether it had any, as the line says it."""
    match event["event"]:
        case "ap-fire-resolved":
            return event["result"] != "miss"
        case "ap-shot-fired" | "pw-fired" | "pw-area-attacked":
            return event.get("hits", 0) > 0
        case "hand-to-hand-fought":
            return event["loser"] == event["target"]
        case "pb-attack-resolved":
            return event["result"] != "-"
        case "terrain-attacked":
            return event["destroyed"]
        case _:
            return event["result"] != "no effect"


@every
def test_attempts_are_those_of_the_file(name: str) -> None:
    counted: Counter[str] = Counter()
    effects: Counter[str] = Counter()
    for event in lines(name):
        for kind, is_one in KINDS.items():
            if is_one(event):
                counted[kind] += 1
                effects[kind] += effect(event)
    tried = [one.attempt for one in analysis(name).study.tried]
    assert Counter(one.kind for one in tried) == counted
    assert Counter(one.kind for one in tried if one.effect) == +effects


@every
def test_sides_and_ranges_are_those_of_the_file(name: str) -> None:
    by_number = {event["n"]: event for event in lines(name)}
    for one in analysis(name).study.tried:
        event, made = by_number[one.n], one.attempt
        for key in ("shooter", "primary", "unit", "element"):
            if made.by and key in event and event[key] is not None:
                assert event[key] == made.by[0]
                break
        assert made.range is None or "range" not in event or made.range == event["range"]
        if event["event"] in ("ap-fire-resolved", "ap-shot-fired", "gp-fire-resolved"):
            assert made.at == (event["target"],)


@every
def test_dice_are_those_of_the_file(name: str) -> None:
    rolls = [roll for event in lines(name) for roll in event.get("rolls", ())]
    assert Counter(spread.die for spread in analysis(name).dice for _ in range(spread.rolls)) == Counter(
        roll["die"] for roll in rolls
    )
    for spread in analysis(name).dice:
        mine = [roll["result"] for roll in rolls if roll["die"] == spread.die]
        width = faces(spread.die) // len(spread.counts)
        assert list(spread.counts) == [
            sum(i * width < result <= (i + 1) * width for result in mine) for i in range(len(spread.counts))
        ]
        assert spread.mean == pytest.approx(sum(mine) / len(mine))


@every
def test_curves_end_where_the_game_did(name: str) -> None:
    ended = next(event for event in reversed(lines(name)) if event["event"].endswith("game-ended"))
    study = analysis(name).study
    assert study.over
    assert study.outcome is not None
    assert study.outcome.winner == ended.get("winner")
    last = analysis(name).turns[-1]
    if study.system != "panzerblitz":
        assert dict(zip((look.id for look in study.sides), last.points, strict=True)) == dict(ended["scores"])
    assert [moment.turn for moment in analysis(name).turns] == list(range(study.turn + 1))
    for i, look in enumerate(study.sides):
        mine = [unit for unit in study.roster if unit.side == look.id]
        assert last.lost[i] == sum(bool(unit.fate) for unit in mine)
        assert last.cost[i] == sum(unit.scored for unit in mine)


def killed(event: dict[str, Any]) -> Iterator[str]:
    """The units that a line says are out of the game."""
    match event["event"]:
        case "ap-fire-resolved" | "gp-fire-resolved" | "close-assault-resolved" | "overrun-resolved":
            if event["result"] in ("KO", "BU", "eliminated") or event.get("second_damage"):
                yield event["target"]
        case "ap-shot-resolved":
            yield from (
                hit["target"] for hit in event["hits"] if hit.get("second_damage") or hit.get("result") in ("KO", "BU")
            )
        case "hand-to-hand-fought":
            if event.get("eliminated"):
                yield event["loser"]
        case "unit-eliminated" | "vehicle-sunk":
            yield event["unit"]
        case "bail-out-checked":
            if event["out"] and event["unit"] == event["vehicle"]:
                yield event["unit"]
        case "pb-attack-resolved":
            yield from (unit for unit, fate in event.get("effects", ()) if fate != "dispersed")
        case "pw-vehicle-struck" | "pw-gun-struck":
            if event["effect"].get("destroyed"):
                yield event["element"]
        case "pw-crew-tested":
            if event["crew"] == "bails out":
                yield event["element"]
        case _:
            return


@every
def test_losses_are_those_of_the_file(name: str) -> None:
    """Who is out of the game by what was tried at him; a carrier may take others along."""
    told = {unit for event in lines(name) for unit in killed(event)}
    units = {unit.id: unit for unit in analysis(name).study.roster}
    gone = {unit for unit, member in units.items() if member.fate}
    assert {unit for unit in told if unit in units} <= gone
    by_attempts = {unit for one in analysis(name).study.tried for unit in one.attempt.lost}
    assert by_attempts <= gone
    assert len(gone) - len(told) <= 8
    accounts = analysis(name).units
    assert sum(unit.cost for unit in accounts) == sum(analysis(name).turns[-1].cost)
    assert sum(unit.earned for unit in accounts) <= sum(unit.cost for unit in accounts) + 1e-6


@every
def test_every_attempt_is_weighed_or_says_why_not(name: str) -> None:
    for one in analysis(name).study.tried:
        made = one.attempt
        assert made.chance is None or -1e-9 <= made.chance <= 1 + 1e-9
        assert (made.chance is None or made.losses is None) == bool(made.why)
        if made.losses is not None:
            assert sum(chance for chance, _ in made.losses) == pytest.approx(1)
            possible = {unit for chance, units in made.losses for unit in units if chance > 0}
            assert set(made.lost) <= possible, f"event {one.n}: {made}"
        if made.chance is not None:
            assert made.effect is False or made.chance > 0, f"event {one.n}: {made}"


def test_luck_evens_out_over_all_games() -> None:
    """Expectations are right: over some two thousand attempts results lie where chance has them."""
    for read in (lambda luck: luck.effects, lambda luck: luck.units):
        whole = Sum()
        for name in NAMES:
            study = analysis(name).study
            luck = luck_of(study.tried, {unit.id: unit for unit in study.roster})
            one = read(luck)
            whole.tried += one.tried
            whole.add(one.actual, one.expected, one.variance)
        assert whole.tried > 1000
        assert abs(whole.deviations) < 2.6, whole


def test_luck_of_each_kind_evens_out() -> None:
    found: dict[str, Sum] = {}
    for name in NAMES:
        for one in analysis(name).study.tried:
            made: Attempt = one.attempt
            if made.chance is not None:
                found.setdefault(made.kind, Sum()).add(float(made.effect), made.chance, made.chance * (1 - made.chance))
    for kind, whole in found.items():
        assert abs(whole.deviations) < 3.5, (kind, whole)
    squares = sum(whole.deviations**2 for whole in found.values())
    assert squares < len(found) + 4 * sqrt(2 * len(found))


@every
def test_turning_points_are_the_largest_changes_of_the_score(name: str) -> None:
    found = analysis(name)
    moments = found.study.moments
    leads = [moment.points[0] - moment.points[1] for moment in moments]
    largest = sorted((abs(b - a) for a, b in pairwise(leads)), reverse=True)
    in_points = [swing.amount for swing in found.swings if swing.measure == "points"]
    assert sorted(in_points, reverse=True) == largest[: len(in_points)]
    assert [swing.n for swing in found.swings] == sorted(swing.n for swing in found.swings)


@pytest.mark.parametrize("name", ["the-pimple-11", "rear-area-raid-3", "pw-1-4"])
def test_a_turning_point_is_the_event_that_changed_the_score(name: str) -> None:
    played = game(name)
    for swing in analysis(name).swings:
        before, after = ([s.points for s in played.system.standings(played.at(n))] for n in (swing.n - 1, swing.n))
        change = (after[0] - after[1]) - (before[0] - before[1])
        assert abs(change) == swing.amount if swing.measure == "points" else change == 0
        assert swing.text
