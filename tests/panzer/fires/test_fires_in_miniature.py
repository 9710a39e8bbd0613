"""min:20.11: what sets buildings on fire in the miniatures edition, by fire as it is resolved."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import Hex, hex_from_id
from core.panzer.direct_fire.orders import Fire
from core.panzer.pieces.firing import Shot
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN, G1, R1 = SideId("german"), UnitId("g1"), UnitId("r1")
TANK, SQUAD, RUSSIAN = "g18-pzkpfw-iv-h", "g85-rifle-squad-1-2-squad", "s57-rifle-squad-1-2-squad"
THERE = hex_from_id("A2")


def set_alight(card: str, target: str = RUSSIAN, terrain: str = "h", **there: Any) -> dict[Hex, int]:
    """The largest GP Factors that have been directed at each hex, once a unit has fired at one in a hex beside it."""
    posed = situation(
        {
            "edition": "miniatures",
            "modules": ["advanced", "fires"],
            "board": {"grid": f".\n{terrain}\n."},
            "unit": [
                {"id": "g1", "card": card, "hex": "A1", "facing": "S", "command": "FIRE"},
                {"id": "r1", "card": target, "hex": "A2", "command": "N/C", **there},
            ],
            "situation": {"step": "first-fire", "first": "german", "turn": 2},
        },
        "x",
        "x",
        "x.toml",
    )
    played: Game[PanzerState] = Game(posed, ScriptedDice([1] * 9))
    played.submit(GERMAN, Fire(target=R1, shots=(Shot(G1, R1, 0, "GP"),)))
    return dict(played.state.kindling.struck)


def test_small_arms_start_no_fire_though_they_strike_the_building() -> None:
    """min:20.11.1.2, min:16.7.4.2.16"""
    assert set_alight(SQUAD) == {}
    assert set(set_alight(TANK)) == {THERE}


@pytest.mark.parametrize(("inside", "hexes"), [(True, {THERE}), (False, set())])
def test_fire_at_who_is_beside_the_building_starts_none(inside: bool, hexes: set[Hex]) -> None:
    """min:20.11: at units in it."""
    assert set(set_alight(TANK, "s15-t-34-76-m43", inside=inside)) == hexes


def test_rubble_takes_whatever_is_fired_at_a_unit_in_it() -> None:
    """min:20.11, min:20.11.1.1"""
    assert set(set_alight(TANK, terrain="H")) == {THERE}
