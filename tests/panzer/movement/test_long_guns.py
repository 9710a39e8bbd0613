"""or:7.20: a long gun points ahead or astern where its vehicle moves among houses and trees, but on a Road or Path."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.cards import cards
from content.panzer.situations.situation import situation
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.movement import search
from core.panzer.movement.mover import mover
from core.panzer.movement.reach import reachable
from core.panzer.movement.step import check_steps
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState

TANK = UnitId("g1")
SHORT = "g12-pzkpfw-iii-m"


def posed(
    terrain: str = "w", *, on: bool = True, road: bool = False, turret: int = 1, card: str = "", at: str = "A3"
) -> PanzerState:
    """A tank with its turret aside, below a hex of some terrain or in it, with a road through it or not."""
    modules = ["turrets", "gp-fire", "hull-down", *(["buildings"] if terrain == "h" else [])]
    stated: dict[str, Any] = {
        "modules": [*modules, *(["long-guns"] if on else [])],
        "board": {
            "grid": f".\n{terrain}\n.\n.",
            "route": [{"kind": "road", "hexes": "A1 A2 A3"}] if road else [],
        },
        "unit": [
            {"id": "g1", "card": card or long_gun(), "hex": at, "facing": "N", "command": "MOVE", "turret": turret},
            {"id": "s1", "card": "s16-t-34-85-m44", "hex": "A1", "bailed_out": True},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def long_gun() -> str:
    """A card with the notation."""

    return next(id_ for id_ in cards.vehicle_ids() if "long gun" in cards.notations(id_))


def goes_in(state: PanzerState, *steps: str) -> str:
    """The rule that keeps it out of the hex ahead, or from other steps; "" if it goes."""
    try:
        check_steps(state, TANK, Rate.CROSS_COUNTRY, steps or ("F",), False)
    except IllegalOrder as refused:
        return refused.rule
    return ""


@pytest.mark.parametrize("terrain", ["w", "l", "g", "G", "h"])
def test_it_does_not_go_in_with_its_turret_aside(terrain: str) -> None:
    assert goes_in(posed(terrain)) == "or:7.20"
    assert goes_in(posed(terrain, turret=0)) == ""
    assert goes_in(posed(terrain, turret=3)) == ""
    assert goes_in(posed(terrain, on=False)) == ""


def test_in_the_open_and_on_a_road_the_turret_points_anywhere() -> None:
    assert goes_in(posed(".")) == ""
    assert goes_in(posed(road=True)) == ""


def test_other_guns_may() -> None:
    assert goes_in(posed(card=SHORT)) == ""


def test_nobody_is_shown_a_way_there() -> None:
    here = Hex(1, 2)
    assert here not in reachable(posed(), TANK, None, Rate.CROSS_COUNTRY)
    assert here in reachable(posed(turret=0), TANK, None, Rate.CROSS_COUNTRY)


def test_it_does_not_turn_about_there() -> None:
    state = posed()
    assert mover(state, TANK).turn_cost(Hex(1, 2), None) is None
    assert mover(posed(turret=0), TANK).turn_cost(Hex(1, 2), None) is not None


@pytest.mark.parametrize(("terrain", "steps"), [("w", ("T1",)), ("G", ("T5",)), ("h", ("T1",)), ("h", ("I",))])
def test_nor_moves_within_such_a_hex(terrain: str, steps: tuple[str, ...]) -> None:
    """or:7.20: no turn of a hexside either, nor into the building beside its alley; out of the hex it may go."""
    state = posed(terrain, at="A2")
    assert goes_in(state, *steps) == "or:7.20"
    assert goes_in(state, "F") == ""
    assert goes_in(posed(terrain, at="A2", turret=3), *steps) == ""
    assert goes_in(posed(terrain, at="A2", on=False), *steps) == ""


def test_nor_is_shown_a_way_that_begins_with_a_turn_there() -> None:
    """or:7.20: A1 lies ahead and A3 astern, all other hexes of the column beyond them."""
    aside, ahead = (set(reachable(posed(at="A2", turret=turret), TANK, None, Rate.CROSS_COUNTRY)) for turret in (1, 0))
    assert aside == ahead, "in a single column"
    assert goes_in(posed(road=True, at="A2"), "T1") == "", "who follows a Road is free"


def test_nor_searches_it_for_a_position() -> None:
    """or:7.20, or:7.29: a search is a move within the hex."""
    for turret, rule in ((1, "or:7.20"), (0, "")):
        state = posed(at="A2", turret=turret)
        refused = search.refusal(state, state.units[TANK])
        assert (refused.rule if refused is not None else "") == rule
