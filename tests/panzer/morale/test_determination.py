"""or:7.1.1.1: the Cohesion Point of each formation is rolled for, at once or when it suffers its first loss."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.panzer.chapters import BOOK
from core.panzer.gp.events import UnitEliminated
from core.panzer.morale import cohesion
from core.panzer.morale.determination import determine, limited, pending
from core.panzer.morale.events import CohesionDetermined
from core.panzer.morale.face import unit_rows
from core.panzer.pieces.morale import Morale
from core.panzer.state import PanzerState

G1, G2, B1 = UnitId("g1"), UnitId("g2"), UnitId("b1")


def posed(*modules: str, printed: bool = True) -> PanzerState:
    """A German company of two squads, Excellent as printed, CP-9, and a British tank."""
    company: dict[str, Any] = {"name": "1st", "side": "german", "grade": "Veteran"}
    if printed:
        company |= {"morale": "Excellent", "cohesion": 9}
    squad = {"card": "g85-rifle-squad-1-2-squad", "side": "german", "formation": "1st", "hex": "A1"}
    stated: dict[str, Any] = {
        "modules": ["morale", *modules],
        "board": {"grid": "\n".join([". ."] * 9)},
        "side": [{"id": "german", "nation": "German"}, {"id": "british", "nation": "British"}],
        "formation": [company],
        "unit": [
            {**squad, "id": "g1"},
            {**squad, "id": "g2"},
            {"id": "b1", "card": "na-crusader-iii", "side": "british", "hex": "A8"},
        ],
        "situation": {"step": "first-fire", "first": "british"},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    return state.shown({"scenario": evolve(state.scenario, date="1942-06")})


def rolled(state: PanzerState, *dice: int) -> list[CohesionDetermined]:
    found: list[Event] = []
    for event in determine(state, ScriptedDice(dice)):
        BOOK.evolve(state, event)
        assert BOOK.report(state, event) is not None
        found.append(event)
    return [event for event in found if isinstance(event, CohesionDetermined)]


def lose(state: PanzerState, unit: UnitId) -> None:
    BOOK.evolve(state, UnitEliminated(unit=unit, cause="test", rule="na:6.5.4.4.3d"))


def test_each_formation_is_rolled_for_before_anything_else() -> None:
    state = posed("vary-cohesion")
    assert set(pending(state)) == {"german/1st", "british/"}
    german, british = rolled(state, 40, 50)
    assert (german.net, german.level) == (70, Morale.SUPERIOR), "German 1942 +20, Veteran +10"
    assert german.point == cohesion.cohesion_point(state, G1) == 1, "two units, whatever the scenario says"
    assert [reason.amount for reason in german.tally] == [20, 10]
    assert (british.net, british.level) == (50, Morale.GOOD)
    assert cohesion.level(state, G1) is Morale.SUPERIOR
    assert pending(state) == ()


def test_without_the_rule_the_scenario_holds() -> None:
    state = posed()
    assert pending(state) == ()
    assert (cohesion.level(state, G1), cohesion.cohesion_point(state, G1)) == (Morale.EXCELLENT, 9)
    assert not cohesion.unknown(state, G1)


@pytest.mark.parametrize(
    ("nation", "year", "best", "worst"),
    [
        ("German", 1941, Morale.OUTSTANDING, Morale.ADEQUATE),
        ("American", 1944, Morale.OUTSTANDING, Morale.ADEQUATE),
        ("French", 1944, Morale.OUTSTANDING, Morale.ADEQUATE),
        ("French", 1942, Morale.SUPERIOR, Morale.POOR),
        ("Soviet", 1945, Morale.SUPERIOR, Morale.POOR),
        ("Italian", 1942, Morale.SUPERIOR, Morale.POOR),
        ("Polish", 1940, Morale.OUTSTANDING, Morale.ADEQUATE),
    ],
)
def test_a_printed_level_is_varied_within_limits(nation: str, year: int, best: Morale, worst: Morale) -> None:
    """or:7.1.1.1a."""
    assert limited(Morale.SUPERB, Morale.EXCELLENT, nation, year) is best
    assert limited(Morale.POOR, Morale.EXCELLENT, nation, year) is worst
    assert limited(Morale.GOOD, Morale.EXCELLENT, nation, year) is Morale.GOOD


def test_where_nothing_is_printed_there_is_no_limit() -> None:
    state = posed("vary-cohesion", printed=False)
    german, _ = rolled(state, 100, 50)
    assert german.level is german.rolled is Morale.SUPERB
    (german, _) = rolled(posed("vary-cohesion"), 100, 50)
    assert (german.rolled, german.level) == (Morale.SUPERB, Morale.OUTSTANDING)


@pytest.mark.parametrize(("year", "amount"), [(1939, 30), (1940, 30), (1945, 0), (1946, 0), (0, 30)])
def test_a_year_without_a_column_has_the_nearest(year: int, amount: int) -> None:
    tables = posed("vary-cohesion").advanced.morale
    assert tables.of_nation("German", year) == amount
    assert tables.of_nation("Soviet", 1940) == -30
    assert tables.of_nation("Martian", 1940) == 0


def test_delayed_it_is_rolled_for_at_the_first_loss() -> None:
    """or:7.1.1.1b: before it is seen whether the losses have reached it."""
    state = posed("vary-cohesion", "delayed-cohesion")
    assert pending(state) == ()
    assert cohesion.unknown(state, G1)
    rows = {row.label: row.text for row in unit_rows(state, state.units[G1])}
    assert rows["Cohesion"] == "unknown until its first loss"
    lose(state, G2)
    assert pending(state) == ("german/1st",)
    assert not cohesion.worn_down(state, G1), "nobody knows yet"
    found = [e for e in BOOK.advance(state, ScriptedDice([40])) if _evolved(state, e)]
    assert isinstance(found[0], CohesionDetermined)
    assert cohesion.worn_down(state, G1)
    assert "CP-1" in {row.label: row.text for row in unit_rows(state, state.units[G1])}["Cohesion"]


def _evolved(state: PanzerState, event: Event) -> bool:
    BOOK.evolve(state, event)
    return True
