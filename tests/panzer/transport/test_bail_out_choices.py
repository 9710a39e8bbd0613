"""na:6.6.7.1.2, min:16.1.6.3: who bails out of a moving vehicle of his own will, choice by choice."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN = SideId("german")
CARRIER, FIRST, SECOND = UnitId("t1"), UnitId("s1"), UnitId("s2")


def carrying(edition: str, *suppressed: UnitId) -> Game[PanzerState]:
    """A half-track with MOVE on a Road, two half-squads aboard."""
    half: dict[str, Any] = {"card": "g85-rifle-squad-1-2-squad", "size": "half", "riding": "t1", "command": "N/C"}
    stated = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {"grid": "\n".join(6 * (". . .",)), "route": [{"kind": "road", "hexes": "A1 A2 A3 A4 A5"}]},
        "unit": [
            {"id": "t1", "card": "g43-spw-251-1", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "s1", **half},
            {"id": "s2", **half},
            {"id": "r1", "card": "s57-rifle-squad-1-2-squad", "hex": "C6", "command": "N/C"},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice([]))
    for unit in suppressed:
        played.state.change(unit, suppression=Suppression.ON)
    return played


@pytest.mark.parametrize(("edition", "offered"), [("miniatures", True), ("hex", False)])
def test_suppressed_passengers_alone_bail_out_in_the_miniatures_edition(edition: str, offered: bool) -> None:
    """min:16.1.6.3: Suppressed or not; by na:6.6.7.1.2 only who is not."""
    played = carrying(edition, FIRST, SECOND)
    assert ("bail-out:t1" in {c.pick for c in played.choices(GERMAN).options}) is offered
    if offered:
        order = played.system.order(played.state, GERMAN, ("bail-out:t1", "s1", "0", Rate.CROSS_COUNTRY.value))
        played.submit(GERMAN, order)
        assert played.state.units[FIRST].presence is Presence.ON_MAP


def test_who_stays_aboard_suppressed_leaves_the_rate_of_the_move_open() -> None:
    """na:6.6.7.1.2: one passenger that may bail out is enough to begin the move at either rate with it."""
    played = carrying("hex", FIRST)
    rates = [c.pick for c in played.choices(GERMAN, ("bail-out:t1", "s2", "0")).options]
    assert rates == [Rate.CROSS_COUNTRY.value, Rate.ROUTE.value]
