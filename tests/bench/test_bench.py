"""Every part runs on a small scenario and finds rows of the promised shape; how fast anything is, is no matter here."""

from __future__ import annotations

import gc
import json
import sys
from functools import partial
from importlib import import_module
from math import isfinite
from pathlib import Path

import pytest

from core.hexes import Hex
from tests.bench import PARTS, yardstick
from tests.bench.__main__ import main
from tests.bench.clock import as_in_the_program, heavy, high
from tests.bench.forces import sized
from tests.bench.games import grown, kind, moments, played, scenarios, some, system
from tests.bench.growth import factor
from tests.bench.map import make_scene
from tests.bench.random_play import Taken, random_play
from tests.bench.table import Aim, Found, row
from tests.bench.yardstick import Reading

#: The smallest scenario that has a game shipped with it.
SMALLEST = "the-pimple"
#: What makes the parts as short as they can be.
LEAST: dict[str, dict[str, object]] = {
    "random": {"FEW": 12},
    "turns": {"FEW": 12},
    "growth": {"FEW": 12},
    "keys": {"FEW": 12},
    "odds": {"FEW": 8},
    "reach": {"FEW": 2},
    "sight": {"COLUMNS": 12, "ROWS": 12, "CENTRE": Hex(6, 6), "WHOLE": 12, "FEW": 40, "FEW_TIMES": 1},
    "map": {"FEW": 1, "make_scene": partial(make_scene, 12, 10)},
    "large": {"COLUMNS": 40, "ROWS": 30, "UNITS": 8, "FEW": 40, "FEW_EVENTS": 300},
    "terminal": {"FEW_STARTS": 1, "FEW_STEPS": 6, "FEW_ORDERS": 4},
    "memory": {"FEW": 4},
    "ssh": {"FEW": 2, "SHORT": 3.0, "WARM": 1.0, "NOTICES": 1.0, "IDLE": 0.5},
}
#: These run programs under a terminal, or ask the system for what a process has used.
LINUX = ("terminal", "memory", "ssh")


#: These take long even at their least.
DEAR = ("odds", "computer", "memory", "terminal", "ssh")


@pytest.mark.parametrize("part", [pytest.param(p, marks=pytest.mark.long) if p in DEAR else p for p in PARTS])
def test_every_part_finds_rows(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if part in LINUX and not sys.platform.startswith("linux"):
        pytest.skip("runs on Linux")
    module = import_module(f"tests.bench.{PARTS[part]}")
    for name, value in LEAST.get(part, {}).items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(yardstick, "TURNS", 10_000)
    monkeypatch.setattr(yardstick, "MOVES", 20)
    file = tmp_path / "found.json"
    assert main([part, "--quick", "--scenario", SMALLEST, "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["rows"]
    assert found["fixed loop, seconds"][0] > 0
    for line in found["rows"]:
        assert line["part"] == part
        assert line["what"][:56].rstrip() in printed
        assert isfinite(line["value"]), line
        assert line["scenario"] in ("", SMALLEST, "the-bridge", "higher-ground"), line
        assert (line["holds"] is None) == (line["aim"] is None), line
        assert (line["ratio"] is not None) == (line["unit"] in ("/s", "s", "ms", "us")), line
    assert any(line["value"] > 0 for line in found["rows"])


def test_a_part_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["oders"])
    assert "there is no part oders; there are orders, " in capsys.readouterr().err


def test_rates_are_shares_of_chess_and_times_so_many_moves() -> None:
    before, after = Reading(0.1, 9_000), Reading(0.3, 11_000)
    rate = row("p", Found("orders", 2_500, "/s", Aim(0.25, least=True, chess=True)), before, after)
    assert (rate.ratio, rate.holds) == (0.25, True)
    slow = row("p", Found("a key", 60, "ms", Aim(50)), before, after)
    assert slow.ratio == pytest.approx(600)
    assert slow.loops == pytest.approx(0.3)
    assert slow.holds is False
    assert slow.text.endswith("NO")
    assert row("p", Found("memory", 60, "MB"), before, after).holds is None


def test_high_shares() -> None:
    assert high(range(1, 101)) == 95
    assert high([]) == 0
    assert heavy([(1, 90), (2, 9), (3, 1)], 0.95) == 2
    assert heavy([(1, 90), (2, 9), (3, 1)], 1.0) == 3


def test_growth_is_that_of_each_kind_on_the_mix() -> None:
    less = [Taken("move", 0, 1)] * 4 + [Taken("fire", 0, 10)] * 8
    more = [Taken("move", 0, 2)] * 30 + [Taken("fire", 0, 30)] * 5 + [Taken("rare", 0, 99)]
    assert factor(less, more, less, "submitted") == (4 * 2 + 8 * 30) / (4 * 1 + 8 * 10)


def test_all_scenarios_are_there_and_some_of_every_kind() -> None:
    assert {kind(scenario) for scenario in scenarios()} == {"basic", "advanced", "panzerblitz", "panzerwar"}
    assert [kind(scenario) for scenario in some()].count("advanced") == 2
    assert len(some()) == 5


@pytest.mark.parametrize("scenario", grown())
def test_half_and_twice_the_units_can_be_played(scenario: str) -> None:
    whole = {unit for formation in system(scenario).formations() for unit in formation.units}
    half = sized(scenario, 0.5)
    assert half is not None
    kept = {unit for formation in half.formations() for unit in formation.units}
    assert kept < whole
    assert 0.4 <= len(kept) / len(whole) <= 0.6
    twice = sized(scenario, 2)
    if twice is None:
        assert any(unit.hex for unit in system(scenario).on.units)  # type: ignore[attr-defined]
    else:
        units = {unit for formation in twice.formations() for unit in formation.units}
        assert whole < units
        assert 1.7 <= len(units) / len(whole) <= 2
    for rules in (half, twice):
        if rules is not None:
            assert random_play(rules, "test", 5)


def test_moments_are_of_every_step_and_stand_for_all_orders() -> None:
    whole = played(SMALLEST)
    every = {moment.step for moment in moments(whole, len(whole.orders))}
    found = [(moment.number, moment.step, moment.weight) for moment in moments(whole, 40)]
    assert {step for _, step, _ in found} == every
    assert sum(weight for *_, weight in found) == pytest.approx(len(whole.orders))
    shares = [moment.number for k in range(3) for moment in moments(whole, 40, share=(k, 3))]
    assert sorted(shares) == [number for number, *_ in found]


def test_what_the_bench_has_heaped_up_is_no_garbage_of_what_it_measures() -> None:
    before = gc.get_threshold()  # which is the program's already where a test before started one
    gc.set_threshold(700, 10, 10)
    try:
        with as_in_the_program():
            assert gc.get_freeze_count() > 0
            assert gc.get_threshold()[0] > 700
        assert gc.get_threshold() == (700, 10, 10)
        assert gc.get_freeze_count() == 0
    finally:
        gc.set_threshold(*before)
