"""Reports and cards in words: what a player reads of counters and objectives."""

from __future__ import annotations

from typing import Any

import pytest

from content import catalogue
from content.panzer.situations.situation import situation
from content.vignette import make_vignette
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.adjustment.events import FullCoverAdjusted
from core.panzer.chapters import BOOK
from core.panzer.course.events import ObjectiveOccupied
from core.panzer.direct_fire.events import FireWasted
from core.panzer.face.cards import unit_card
from core.panzer.ground.events import PositionTaken
from core.panzer.pieces.works import WorkKind
from core.panzer.sight.events import SpottingChecked
from core.panzer.state import PanzerState
from core.panzer.words import some_names
from core.play.game import Game
from core.step_end import FinishStep
from tests.analysis.games import game as sample

BRITISH = SideId("british")


def told(**situation: Any) -> PanzerState:
    """A Crusader in A1 that has a SPOT/MOVE counter, and a German tank in A3."""
    data: dict[str, Any] = {
        "id": "words",
        "title": "Words",
        "rules": ["na:4.1"],
        "given": "",
        "board": {"grid": ".\n.\n."},
        "unit": [
            {"id": "b1", "card": "na-crusader-i", "hex": "A1", "spot": "SPOT/MOVE"},
            {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A3"},
        ],
        "situation": {"objective": [{"id": "ford", "name": "The Ford", "hexes": "A1", "vp": 50}], **situation},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "words").system, ScriptedDice([]))
    return game.state


def test_a_new_spot_fire_counter_lies_beside_the_one_that_counts() -> None:
    """na:4.4.1h: the counter of the last Spotting Phase governs until Overwatch Fire."""
    state = told(step="second-fire", first="british")
    state.change(UnitId("b1"), new_spot_fire=True)
    rows = {row.label: row.text for row in unit_card(state, state.unit("b1")).sections[0].rows}
    assert rows["Counter"] == "SPOT/MOVE"
    assert rows["New counter"].startswith("SPOT/FIRE")


def test_one_vehicle_is_spotted() -> None:
    """na:4.1."""
    state = told()
    found = BOOK.report(state, SpottingChecked(sighted=((UnitId("b1"), (UnitId("g1"),)),)))
    assert found is not None
    assert found.text == "1 German vehicle is spotted"
    both = ((UnitId("b1"), (UnitId("g1"),)), (UnitId("g1"), (UnitId("b1"),)))
    found = BOOK.report(state, SpottingChecked(sighted=both))
    assert found is not None
    assert found.text == "1 British and 1 German vehicles are spotted"


def test_units_on_foot_are_not_said_to_be_vehicles() -> None:
    """na:6.1, na:6.1.3a: who spots vehicles and others is told to spot units."""
    units = [
        {"id": "b1", "card": "na-crusader-i", "hex": "A1"},
        {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A3"},
        {"id": "g2", "card": "g85-rifle-squad-1-2-squad", "hex": "A3"},
    ]
    state = situation(
        {"modules": ["leg-and-towed"], "unit": units, "board": {"grid": ".\n.\n."}}, "x", "x", "x"
    ).initial()
    for seen, text in ((("g1", "g2"), "2 German units are spotted"), (("g2",), "1 German unit is spotted")):
        found = BOOK.report(state, SpottingChecked(sighted=((UnitId("b1"), tuple(map(UnitId, seen))),)))
        assert found is not None
        assert found.text == text


def test_who_is_partially_hull_down_in_its_position_is_told() -> None:
    """na:6.1.4.1.2b, na:6.1.4.3.7b: as it declares for a Limited weapon."""
    for partial, end in ((True, "open to the S, Partial Hull Down for its Limited weapon"), (False, "open to the S")):
        event = PositionTaken(
            unit=UnitId("b1"),
            hex=Hex(1, 1),
            kind=WorkKind.IMPROVED,
            holders=(UnitId("b1"),),
            open=3,
            partial=partial,
        )
        found = BOOK.report(told(), event)
        assert found is not None
        assert found.text.endswith(end)


def test_turns_of_occupation_count_until_the_capture() -> None:
    """na:3.6b: what is captured stays captured; who goes on standing there counts for nothing more."""
    event = ObjectiveOccupied(objective="ford", side=BRITISH, turns=1)
    found = BOOK.report(told(), event)
    assert found is not None
    assert found.text.endswith("1 of 1 complete turns")
    assert BOOK.report(told(control={"ford": "british"}), event) is None


def test_a_road_is_offered_with_what_it_may_earn() -> None:
    """na:4.5.1.1.5c: the Path allowance at first, the Road allowance where more Road than Path has been followed."""
    data: dict[str, Any] = {
        "id": "words",
        "title": "Words",
        "rules": ["na:4.5.1.1.5c"],
        "given": "",
        "board": {"grid": ".\n.\n.\n.", "route": [{"kind": "road", "hexes": "A4 A3 A2"}]},
        "unit": [
            {"id": "b1", "card": "na-crusader-i", "hex": "A4", "command": "MOVE"},
            {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1"},
        ],
        "situation": {"step": "second-move", "first": "german"},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "words").system, ScriptedDice([]))
    _, path, road = game.state.card(UnitId("b1")).move
    offered = {o.pick: o for o in game.choices(BRITISH, ("move:b1",)).options}
    assert offered["route"].label == f"Move at Path/Road rate (Path {path}, Road {road})"
    reached = {o.pick: o for o in game.choices(BRITISH, ("move:b1", "route")).options}
    assert reached["to:A2"].cost == f"2 of {road}, {road - 2} left"


def test_an_entrenchment_is_told_when_it_grows() -> None:
    """na:6.6.8: one that is begun is told and in the end complete; one that stands is told no more."""
    data: dict[str, Any] = {
        "id": "words",
        "title": "Words",
        "rules": ["na:6.6.8"],
        "given": "",
        "modules": ["full-cover"],
        "board": {"grid": ". . ."},
        "counter": [
            {"kind": "hasty-entrenchment", "hexes": "A1", "units": ["b1"]},
            {"kind": "hasty-entrenchment", "hexes": "B1", "units": ["b2"], "progress": 3},
        ],
        "unit": [
            *(
                {"id": f"b{n}", "card": "na-gb-rifle-squad", "hex": hex_, "full_cover": True}
                for n, hex_ in ((1, "A1"), (2, "B1"), (3, "C1"))
            ),
        ],
        "situation": {"step": "full-cover", "turns": 4},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "words").system, ScriptedDice([100, 100, 100]))
    for side in tuple(game.active):
        game.submit(side, FinishStep())
    (event,) = (e for e in game.journal if isinstance(e, FullCoverAdjusted) and e.works)
    found = BOOK.report(game.at(game.journal.index(event) + 1), event)
    assert found is not None
    assert [detail.split("Entrenchment in ")[1] for detail in found.details] == ["B1 complete", "C1 at 1"]


def test_many_units_are_counted_behind_the_first_three() -> None:
    rules: Any = catalogue.open_system("the-pimple")
    state = rules.initial()
    units = [unit.id for unit in state.units.values() if unit.side == "british"]
    assert some_names(state, units[:3]) == ", ".join(state.name(unit) for unit in units[:3])
    assert some_names(state, units) == f"{', '.join(state.name(unit) for unit in units[:3])} and 5 more"


@pytest.mark.parametrize("name", ["halfaya-pass-8", "the-bridge-1a-5", "turning-tide-12"])
def test_the_line_of_a_roll_says_how_its_total_comes_about(name: str) -> None:
    """What is rolled, what is added, and what that makes, wherever something is added (na:6.5.4.4, na:6.8.3)."""
    game: Any = sample(name)
    state, summed = game.system.initial(), 0
    for event in game.journal:
        report = game.system.face.report(state, event)
        total = getattr(event, "total", None)
        if report is not None and total is not None and report.rolls and str(total) in report.text:
            rolled = total - event.net if hasattr(event, "net") else report.rolls[0].result
            assert rolled in [roll.result for roll in report.rolls]
            if total != rolled:
                summed += 1
                assert f"{rolled}{total - rolled:+d} = {total}" in report.text
        game.system.evolve(state, event)
    assert summed > 3


def test_fire_at_what_is_gone_is_a_detail_of_the_log() -> None:
    """na:4.4.1e: nothing was rolled for it, so it does not stand among the dice of those that fired before."""
    game: Any = sample("the-bridge-9")
    state, wasted = game.system.initial(), 0
    for event in game.journal:
        if isinstance(event, FireWasted):
            wasted += 1
            report = game.system.face.report(state, event)
            assert "which is gone" in report.text
            assert report.level == 2
        game.system.evolve(state, event)
    assert wasted
