"""The Direct Fire To-Hit Modifiers Table, row by row: each stands in the odds panel, with its figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from attrs import evolve

from content.panzerwar.charts.charts import charts
from core.board import Board
from core.event import UnitId
from core.panzerwar.face.odds import odds_report
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.shots import Fires
from core.panzerwar.pieces.sky import Sky
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.presentation import OddsReport
from core.tally import Reason
from tests.panzerwar.combat.duels import HERE, duel, firer, moved, north, shot, target
from tests.panzerwar.kit import BLUE, a_board

CHART: Final = charts().fire.to_hit
#: The rows of which another chart says how much they are.
BY_ANOTHER: Final = frozenset({"size", "tc-3", "tc-2", "turret-turn", "tilt"})
HE: Final = "SprGr 43"
_T: Final = UnitId("t")


def panel(state: WarState, *picks: str, arm: str = "gun") -> OddsReport:
    found = odds_report(state, BLUE, ("fire:f", arm, "t", *picks))
    assert found is not None
    return found


def _smoke(source: Source, *, thick: bool = False) -> WarState:
    """A puff that has been lying half-way since the turn before."""
    state = duel(firer(), target())
    state.smoke = evolve(state.smoke, wind=0)
    state.turn = 1
    cloud = evolve(clouds.new(state, source, (north(100),), 1, battery=thick), id="1", feeds=3 if thick else 1)
    state.smoke, state.turn = evolve(state.smoke, clouds={"1": cloud}), 2
    return state


def _sky(row: str) -> WarState:
    state = duel(firer(), target())
    state.sky = Sky(row=row)
    return state


def _with(arm: str, fires: Fires = Fires.AIMED, card: str = "pz4h") -> WarState:
    """Something else that f fires in the segment is declared."""
    state = duel(firer(card), target())
    state.shots = (shot("", arm=arm, fires=fires),)
    return state


def _moved(who: Element, motion: Motion) -> Element:
    return evolve(who, travel=moved(motion))


def _long() -> Board:
    return a_board(20, 60)


def _far(gsu: float) -> WarState:
    """A Tiger II fires HE at a gun far off."""
    return duel(firer("tiger2", at=north(-900)), target("pak40", gsu - 900), board=_long())


def _acquired() -> WarState:
    return duel(firer(gunnery=Gunnery(acquired=_T, acquired_in=1, shots=frozenset({_T}))), target(gsu=400))


def _aims(turns: int) -> WarState:
    gunnery = Gunnery(aimed=turns, aimed_at=_T, aimed_in=turns) if turns else Gunnery()
    return duel(firer(gunnery=gunnery), target(), switches=[Switch.AIMED_FIRE])


def _shorthanded(card: str) -> WarState:
    return duel(firer(card, harm=Harm(damage=frozenset({Damage.COMMANDER}))), target())


def _turned(steps: int) -> WarState:
    return duel(firer(gunnery=Gunnery(turned=steps)), target(), switches=[Switch.TURRETS])


def _tilted() -> WarState:
    board = a_board(marks={HERE: "hill-slope slope-20 uphill-12"})
    return duel(firer(), target(gsu=430), switches=[Switch.TILT], board=board)


#: Of every row a duel in which it counts, the arm, and what is picked beside it.
CASES: Final[Mapping[str, tuple[Any, str, tuple[str, ...]]]] = {
    "first-shot": (lambda: duel(firer(), target(gsu=301)), "gun", ()),
    "acquired": (_acquired, "gun", ()),
    "size": (lambda: duel(firer(), target("t70")), "gun", ()),
    "firer-shift": (lambda: duel(_moved(firer(), Motion.SHIFT), target()), "gun", ()),
    "firer-half": (lambda: duel(_moved(firer(), Motion.HALF), target()), "gun", ()),
    "firer-full": (lambda: duel(_moved(firer(), Motion.FULL), target()), "gun", ()),
    "stabiliser": (lambda: duel(_moved(firer("m4a1"), Motion.HALF), target()), "gun", ()),
    "target-half": (lambda: duel(firer(), _moved(target(), Motion.HALF)), "gun", ()),
    "target-full": (lambda: duel(firer(), _moved(target(), Motion.FULL)), "gun", ()),
    "target-bonus": (lambda: duel(firer(), _moved(target(), Motion.BURST)), "gun", ()),
    "green": (lambda: duel(firer(grade=Grade.GREEN), target()), "gun", ()),
    "elite": (lambda: duel(firer(grade=Grade.ELITE), target()), "gun", ()),
    "target-foliage": (lambda: duel(firer(), target(), board=a_board(terrain={"J10": "light-woods"})), "gun", ()),
    "target-building": (lambda: duel(firer(), target(), board=a_board(terrain={"J10": "village"})), "gun", ()),
    "building": (
        lambda: duel(firer(), target("sov-rifle-43", edge=6), board=a_board(terrain={"J10": "village"})),
        "gun",
        (),
    ),
    "rain-heavy": (lambda: _sky("heavy"), "gun", ()),
    "rain-light": (lambda: _sky("light"), "gun", ()),
    "smoke-sketchy": (lambda: _smoke(Source.FAST_CBE), "gun", ()),
    "smoke-thick": (lambda: _smoke(Source.SLOW_CBE, thick=True), "gun", ()),
    "smoke-candle": (lambda: _smoke(Source.CANDLES), "gun", ()),
    "dust": (lambda: _smoke(Source.DUST), "gun", ()),
    "he-450": (lambda: _far(451), "gun", (f"shell:{HE}",)),
    "he-900": (lambda: _far(901), "gun", (f"shell:{HE}",)),
    "second-gun": (lambda: _with("sponson", card="lee"), "gun", ()),
    "mg-same-segment": (lambda: _with("hull"), "gun", ()),
    "suppressed": (lambda: duel(firer("pak40", nerve=Nerve(suppressed=2)), target()), "gun", ()),
    "open-top-he": (lambda: duel(firer("marder3m", harm=Harm(shelled=1)), target()), "gun", ()),
    "dischargers": (lambda: _with("dischargers", Fires.DISCHARGE), "gun", ()),
    "aimed-first": (lambda: _aims(0), "gun", ("aim:high",)),
    "aimed-later": (lambda: _aims(1), "gun", ("aim:high",)),
    "tc-3": (lambda: _shorthanded("pz4h"), "gun", ()),
    "tc-2": (lambda: _shorthanded("t34-43"), "gun", ()),
    "turret-turn": (lambda: _turned(13), "gun", ()),
    "tilt": (_tilted, "gun", ()),
}
#: Rows that add nothing, and so are not told: what they say is done elsewhere.
NOTHING: Final = frozenset({"target-shift", "regular", "veteran", "hull-down"})
#: Of fire at a place, not at a target.
AT_A_PLACE: Final = frozenset({"flash"})


def test_every_row_of_the_chart_has_a_case() -> None:
    """pw:8.4.1: a row that is added to the chart is a row to be played, and shown."""
    assert set(CHART.by_key) == set(CASES) | NOTHING | AT_A_PLACE
    assert {key for key in NOTHING if CHART[key]} == set()


@pytest.mark.parametrize("key", [key for key in CASES if key not in BY_ANOTHER])
def test_a_row_of_the_chart_stands_in_the_panel(key: str) -> None:
    """pw:8.4, pw:8.4.1: once, with the figure of the chart, and in the sum."""
    make, arm, picks = CASES[key]
    report = panel(make(), *picks, arm=arm)
    assert _row(report, key) == CHART[key]
    needed = sum(reason.amount for reason in report.tally)
    assert report.rows[0].text.startswith(f"{needed} or more")


def _row(report: OddsReport, key: str) -> int:
    """What a row adds: the reason with its words, or of what counts ground and puffs that with its rule."""
    told = {
        "target-foliage": "target in light woods",
        "target-building": "target in village or town block",
        "smoke-sketchy": "through sketchy smoke (1)",
        "smoke-thick": "through thick smoke (1)",
        "smoke-candle": "through candle smoke (1)",
        "dust": "through dust (1)",
    }.get(key, CHART.told(key))
    (found,) = (reason.amount for reason in report.tally if reason.label == told)
    return found


@pytest.mark.parametrize(
    ("key", "label", "amount"),
    [
        ("size", "size -1", 1),
        ("tc-3", "turret crew of 3 reduced", 1),
        ("tc-2", "turret crew of 2 reduced", 2),
        ("turret-turn", "turret turned", 1),
        ("tilt", "tilted position", 1),
    ],
)
def test_a_row_that_another_chart_tells(key: str, label: str, amount: int) -> None:
    """pw:DN.size, pw:9.10.1, pw:9.10.2, pw:6.16.2, pw:8.15.2."""
    make, arm, picks = CASES[key]
    assert [one.amount for one in panel(make(), *picks, arm=arm).tally if one.label == label] == [amount]


@pytest.mark.parametrize("key", ["target-shift", "regular", "veteran", "hull-down"])
def test_a_row_that_adds_nothing_is_not_told(key: str) -> None:
    """pw:9.17.5, pw:8.4.1."""
    mine, theirs = firer(), target()
    if key == "target-shift":
        theirs = _moved(theirs, Motion.SHIFT)
    elif key == "hull-down":
        theirs = evolve(theirs, posture=Posture(hull_down=4))
    else:
        mine = evolve(mine, grade=Grade(key))
    assert len(panel(duel(mine, theirs)).tally) == 1, "the base alone"


def test_a_flash_counts_where_the_place_is_dark() -> None:
    """pw:7.8: at a place beyond what the night shows."""
    state = duel(firer(), moonlight=0)
    found = odds_report(state, BLUE, ("suppress:f", "gun", "shell:SprGr 34", "J10"))
    assert found is not None
    assert [one.amount for one in found.tally if one.label == CHART.told("flash")] == [CHART["flash"]]


def test_the_rows_add_up() -> None:
    """pw:8.4: several rows at once."""
    state = duel(_moved(firer(grade=Grade.GREEN), Motion.HALF), _moved(target("t70", gsu=301), Motion.FULL))
    state.sky = Sky(row="light")
    rows: list[Reason] = list(panel(state).tally)
    assert [one.amount for one in rows[1:]] == [1, 1, 2, 1, 1, 2]
    assert panel(state).rows[0].text.startswith(f"{sum(one.amount for one in rows)} or more")


def test_the_panel_says_what_further_hits_need() -> None:
    """pw:8.11, pw:8.11.1: of a rate of 8 and a number of 1; nothing of who has moved more than half (pw:8.11.4)."""
    rows = {row.label: row.text for row in panel(duel(firer(), target())).rows}
    assert rows["Further hits"] == "5 or more, 8 or more, 12 or more, 15 or more"
    assert "Further hits" not in {row.label for row in panel(duel(_moved(firer(), Motion.FULL), target())).rows}


def test_the_panel_says_at_what_a_burst_kills() -> None:
    """pw:12.4.1, pw:12.4.2: what needs no roll to hit has its killpower, with all that adjusts it."""
    report = panel(duel(firer(), target("sov-rifle-43", gsu=100, edge=6)), arm="coax")
    net = sum(one.amount for one in report.tally)
    assert {row.label: row.text for row in report.rows}["Killpower"] == f"kills on {net} or less"
