"""The doors to the content of Panzer War: lists, briefings, options, hashes, games that open and are set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from content import catalogue
from content.kit import folders
from content.kit.load import ContentError
from content.panzerwar.charts.charts import terrain_looks
from content.panzerwar.library import LIBRARY
from content.panzerwar.scenarios import options
from content.panzerwar.scenarios.briefing import briefing
from content.panzerwar.scenarios.scenarios import SCENARIOS, scenario
from core.dice import SeededDice
from core.panzerwar.course.orders import PlaceRest
from core.panzerwar.pieces.switches import GROUPS, ROWS, WITHOUT, Switch, clash, played, rows
from core.panzerwar.state import initial_state
from core.panzerwar.system import PanzerWar
from core.play.game import Game
from core.presentation import Card
from core.step_end import FinishStep

ALL = ("pw-0", "pw-1", "pw-2", "pw-3")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue with Panzer War in it."""
    if "panzerwar" not in catalogue._KNOWN:
        monkeypatch.setattr(catalogue, "_KNOWN", (*catalogue._KNOWN, "panzerwar"))
    folders.forget()


def test_the_catalogue_has_them() -> None:
    assert {info.id for info in catalogue.scenarios("panzerwar")} >= set(ALL)
    assert [str(fault) for fault in catalogue.faults()] == []
    assert len(catalogue.rules("panzerwar")) == 752
    assert catalogue.rule("7.9.2", "panzerwar").id == "pw:7.9.2"
    assert len(catalogue.units("panzerwar")) > 200
    with pytest.raises(ContentError, match="did you mean 'pw-"):
        catalogue.scenario("pw-4")


@pytest.mark.parametrize("id_", ALL)
def test_a_game_opens_with_its_options(id_: str) -> None:
    info = catalogue.scenario_info(id_)
    system = catalogue.open_system(id_)
    assert (system.scenario, [side.id for side in system.sides]) == (id_, [side.id for side in info.sides])
    for option in info.options:
        assert catalogue.options_refused(id_, (option,)) == ""
    with pytest.raises(ContentError, match="the option 'no-such-rule'"):
        catalogue.open_system(id_, ("no-such-rule",))


def test_the_hash_follows_what_is_used(tmp_path: Path) -> None:
    before = catalogue.content_hash("pw-0")
    assert before != catalogue.content_hash("pw-1")
    own = tmp_path / "panzerwar" / "units" / "own.toml"
    own.parent.mkdir(parents=True)
    own.write_text('nation = "German"\n', encoding="utf-8")
    folders.add_folder(tmp_path)
    assert catalogue.content_hash("pw-0") != before
    folders.drop_folder(tmp_path)
    assert catalogue.content_hash("pw-0") == before


# -- options -----------------------------------------------------------------------------------------


def test_every_advanced_and_optional_rule_of_the_book_belongs_to_a_switch() -> None:
    """Larger models (pw:1.0a) change no number, and rolling before looking up (pw:SC.2) changes no result."""
    book = catalogue.rules("panzerwar")
    wanted = {id_ for id_, rule in book.items() if rule.tier in ("advanced", "optional")}
    have = [rule for row in ROWS.values() for rule in row.rules]
    assert len(have) == len(set(have))
    assert wanted - set(have) == {"pw:1.0a", "pw:SC.2"}
    assert set(have) <= wanted
    assert len(wanted) == 57


def test_every_switch_has_a_row_that_says_what_it_does() -> None:
    book = catalogue.rules("panzerwar")
    assert set(ROWS) == set(Switch)
    for switch, row in ROWS.items():
        assert row.tier == book[row.rule].tier, switch
        assert row.about.endswith("."), switch
        assert row.adds, switch
        assert row.group in GROUPS, switch
    assert sorted(one.value for group in GROUPS for one in rows(group)) == sorted(one.value for one in Switch)


@pytest.mark.parametrize("id_", ALL)
def test_what_is_on_is_left_out_and_all_else_brought_in(id_: str) -> None:
    made = scenario(id_)
    offered = options.offered(made.switches)
    assert set(offered) == {f"{WITHOUT}{one.value}" if one.value in made.switches else one.value for one in Switch}
    headings = [one.group for one in options.told(made.switches)]
    once = [group for at, group in enumerate(headings) if not at or headings[at - 1] != group]
    assert len(once) == len(set(once))
    assert initial_state(made).options == frozenset(made.switches)
    assert initial_state(made, offered).options == {one.value for one in Switch} - set(made.switches)


def test_switches_are_played_as_players_choose() -> None:
    there = ("turret-rotation", "realistic-firing")
    assert played(there, ()) == set(there)
    assert played(there, ("without-turret-rotation", "overwatch")) == {"realistic-firing", "overwatch"}
    assert clash([one.value for one in Switch]) == ""
    row = {one.id: one for one in options.told(there)}
    assert row["overwatch"].about == (
        "Under Cover, who watches a mark fires at first sight at what comes near to it. Optional. "
        "Adds to a turn: marks, in the communications phase."
    )
    assert row["without-turret-rotation"].about.startswith("On: the engagement is played without turret rotation.")


# -- briefings ---------------------------------------------------------------------------------------


def texts(card: Card, title: str) -> dict[str, str]:
    (section,) = [one for one in card.sections if one.title.startswith(title)]
    return {row.label: row.text for row in section.rows}


@pytest.mark.parametrize("id_", ALL)
def test_a_briefing_says_all_that_a_player_needs(id_: str) -> None:
    made = scenario(id_)
    card = briefing(made)
    titles = [section.title for section in card.sections]
    for title in ("Situation", "Set-up", "Victory", "Conditions", "Rules in use", "Special rules", "Notes"):
        assert title in titles
    for side in made.sides:
        number = sum(e.side == side.id for e in made.elements)
        assert any(t.startswith(f"Order of battle: {side.name} ({number} elements, ") for t in titles)
        assert texts(card, f"{side.name}: ")["General order"].startswith(side.general_order)
    assert set(texts(card, "Victory")) == {*(goal.name for goal in made.goals), ""}
    book = catalogue.rules("panzerwar")
    assert all(row.rule in book for section in card.sections for row in section.rows if row.rule)


def test_a_briefing_in_words() -> None:
    card = briefing(scenario("pw-2"))
    assert texts(card, "British: ")["First turn"] == "orders: Advance, Bound, Cover"
    assert texts(card, "British: ")["Artillery"] == "3 reference points, 1 fire planned before turn 1"
    set_up = texts(card, "Set-up")
    assert set_up["German, Tank platoon"] == (
        "sets up A38 to GGGG49, hidden, or is held back and enters on turn D6 + 2, A49 to GGGG49"
    )
    assert set_up["German, minefield"] == "4 hexes of class 2, anti-tank, A1 to GGGG28"
    assert texts(card, "Victory")["Exit south"] == "25 points to British for each tank that leaves by it, 4 at most"
    assert texts(card, "Conditions")["Turns 10 to 18"] == "light rain on a D6 of 5 or more"
    riders = texts(briefing(scenario("pw-1")), "Order of battle: Soviet")
    assert riders["  3 x Submachine-gun squad"].endswith("on T34/85 2, T34/85 3, T34/85 4")
    assert texts(briefing(scenario("pw-3")), "German: ")["Fuel"] == "short: no bonus or burst movement"


# -- they can be played ------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", SCENARIOS.ids())
def test_both_sides_set_up_and_the_first_orders_are_asked_for(id_: str) -> None:
    """Everything that must stand on the table has room there, batteries together, mines aside."""
    game = Game(PanzerWar(scenario(id_), terrain_looks(), ()), SeededDice(3))
    game.begin()
    while game.state.step == "set-up" and game.active:
        side = game.active[0]
        picks = [one.pick for one in game.choices(side).options if one.refusal is None]
        game.submit(side, PlaceRest() if "place-rest" in picks else FinishStep())
    assert (game.state.turn, game.state.step) == (1, "orders")
    for side in game.active:
        entering = [one.pick for one in game.choices(side).options if one.pick.startswith("place:")]
        due = [p for p in game.state.engagement.postings if p.turn == 1]
        mine = [p for p in due if game.state.organisations[p.organisation].side == side]
        assert bool(entering) >= bool(mine)


def test_the_doors_are_those_of_its_library() -> None:
    assert LIBRARY.prefix == "pw"
    assert LIBRARY.scenario is scenario
