"""or:7.20: a long gun points ahead or astern where its vehicle moves among houses and trees, but on a Road or Path."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.cards import cards
from content.panzer.situations.situation import situation
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.movement.mover import mover
from core.panzer.movement.reach import reachable
from core.panzer.movement.step import check_steps
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState

TANK = UnitId("g1")
SHORT = "g12-pzkpfw-iii-m"


def posed(terrain: str = "w", *, on: bool = True, road: bool = False, turret: int = 1, card: str = "") -> PanzerState:
    """A tank with its turret aside, below a hex of some terrain, with a road through it or not."""
    stated: dict[str, Any] = {
        "modules": ["turrets", "gp-fire", *(["buildings"] if terrain == "h" else []), *(["long-guns"] if on else [])],
        "board": {
            "grid": f".\n{terrain}\n.\n.",
            "route": [{"kind": "road", "hexes": "A1 A2 A3"}] if road else [],
        },
        "unit": [
            {"id": "g1", "card": card or long_gun(), "hex": "A3", "facing": "N", "command": "MOVE", "turret": turret},
            {"id": "s1", "card": "s16-t-34-85-m44", "hex": "A1", "bailed_out": True},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def long_gun() -> str:
    """A card with the notation."""

    return next(id_ for id_ in cards.vehicle_ids() if "long gun" in cards.notations(id_))


def goes_in(state: PanzerState) -> str:
    """The rule that keeps it out of the hex ahead; "" if it goes in."""
    try:
        check_steps(state, TANK, Rate.CROSS_COUNTRY, ("F",), False)
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
