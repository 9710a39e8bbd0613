"""Points of the scenarios with the option Morale: the second of each pair that the book prints (min:23.1.2)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from content.kit.load import ContentError
from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.scenarios import scenario
from content.panzer.scenarios.switch_options import chosen
from core.panzer.course.victory import loss_points
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.unit import Presence
from core.panzer.state import initial_state

from .conftest import SCENARIO, Write

FORCES: Final = tomllib.loads((Path(__file__).parent / "printed_points.toml").read_text("utf-8"))["force"]
NAMES: Final = {"1a": "the-bridge-1a", "2": "higher-ground", "3": "turning-tide", "4": "ponyri", "5": "twilight"}
#: Its Light Trucks are printed at 7, and counted at 4.
TRUCK: Final = "g73-light-truck"


def played(name: str, *options: str) -> Scenario:
    return chosen(scenario(name), options)


@pytest.mark.parametrize("size", ["", "-50m"])
@pytest.mark.parametrize("printed", FORCES, ids=lambda one: f"{one['scenario']} {one['side']}")
@pytest.mark.parametrize(("at", "options"), [(0, ()), (1, ("morale",))])
def test_units_are_worth_what_is_printed(printed: dict[str, Any], at: int, options: tuple[str, ...], size: str) -> None:
    """min:23.1.2, min:23.3.b, min:23.3.c"""
    if printed["scenario"] not in NAMES:
        return  # Scenario 1 has no GP fire, which Morale needs
    game = played(NAMES[printed["scenario"]] + size, *options)
    for formation in printed["formation"]:
        found = Counter(
            (u.card.id, u.value) for u in game.units if u.formation == formation["name"] and u.card.id != TRUCK
        )
        wanted: Counter[tuple[str, int]] = Counter()
        for line in formation["units"]:
            if line["card"] != TRUCK:
                wanted[line["card"], line["points"][at]] += line["count"]
        assert {key: n for key, n in found.items() if "battery" not in key[0]} == {
            key: n for key, n in wanted.items() if "battery" not in key[0]
        }, formation["name"]


@pytest.mark.parametrize(
    ("name", "side", "points"),
    [
        ("higher-ground", "german", 2796),
        ("higher-ground", "soviet", 2823),
        ("turning-tide", "german", 2159),
        ("turning-tide", "soviet", 2803),
        ("ponyri", "german", 3677),
        ("ponyri", "soviet", 1890 - 400),  # its mines and Improved Positions cost 400
        ("twilight", "german", 2133),
        ("twilight", "soviet", 1824),
    ],
)
def test_forces_add_up_to_what_is_printed(name: str, side: str, points: int) -> None:
    """min:23.3.3, min:23.3.4, min:23.3.5, min:23.3.6"""
    assert sum(unit.value for unit in played(name, "morale").units if unit.side == side) == points


@pytest.mark.parametrize(
    ("name", "lead", "places"),
    [
        ("higher-ground", 280, {"hill-245-2": 425, "hill-245-3": 425}),
        ("turning-tide", 250, {"west-bridge": 160, "village-bridge": 160, "east-bridge": 160, "kovalivka": 750}),
        ("ponyri", 275, {"ponyri": 1400, "south-edge-held": 370}),
        ("twilight", 200, {"west-bridge": 500, "east-bridge": 500}),
    ],
)
def test_places_and_leads(name: str, lead: int, places: dict[str, int]) -> None:
    """min:23.3.3, min:23.3.4, min:23.3.5, min:23.3.6"""
    for size in ("", "-50m"):
        game = played(name + size, "morale")
        assert {one.id: one.vp for one in (*game.objectives, *game.villages, *game.barriers) if one.vp} == places
        assert [level.lead for level in game.victory.levels] == [lead]
        assert f"at least {lead} victory points" in game.victory.text


def test_a_relief_force_scores_by_what_its_side_is_worth() -> None:
    """min:23.2.4.4, min:23.3.6: 15 % of 2,133, not of 2,125."""
    for options, points in (((), -318), (("morale",), -319)):
        relief = played("twilight", *options).relief
        assert relief is not None
        assert relief.points[6] == points


def test_losses_score_by_it() -> None:
    """min:23.1.4.3: a PzKpfw III/M of Veterans whose morale is Outstanding; its Track hit is 16 x 1.44."""
    state = initial_state(played("higher-ground", "morale"))
    unit = state.unit("g3")
    state.change(unit.id, track_hit=True)
    assert loss_points(state, state.unit("g3")) == 23
    state.change(unit.id, presence=Presence.ELIMINATED)
    assert loss_points(state, state.unit("g3")) == 89


def test_the_briefing_tells_it() -> None:
    """min:23.1.2"""

    def told(name: str) -> list[str]:
        return [r.text for s in briefing(scenario(name)).sections for r in s.rows if r.label == "With Morale"]

    assert told("higher-ground") == [
        "Victory at a lead of 280; Hill 245.2 425; Hill 245.3 425; units are worth what the morale of their formation "
        "makes of them, in all German 2796, Soviet 2823 points"
    ]
    assert not told("the-bridge-1a")


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("points = {moon = 1}", "with_morale.points: found the objective, village or barrier 'moon'"),
        ("leads = {Triumph = 1}", "with_morale.leads: found the level of victory 'Triumph'"),
        ("values = {g99 = 1}", "with_morale.values: found the unit 'g99'"),
    ],
)
def test_a_bad_table_is_told(write: Write, more: str, found: str) -> None:
    write("scenarios", "skirmish", f"{SCENARIO}\n[with_morale]\n{more}\n")
    with pytest.raises(ContentError) as caught:
        scenario("skirmish")
    assert any(found in str(mistake) for mistake in caught.value.mistakes)


def test_it_is_not_stated_where_morale_is_played_anyway(write: Write) -> None:
    text = SCENARIO.replace('board = "ford"', 'board = "ford"\nmodules = ["advanced", "morale"]')
    write("scenarios", "skirmish", f"{text}\n[with_morale]\n")
    with pytest.raises(ContentError) as caught:
        scenario("skirmish")
    assert any("with_morale" in str(mistake) for mistake in caught.value.mistakes)
