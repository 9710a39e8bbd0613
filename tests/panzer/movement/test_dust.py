"""Dust behind vehicles, beside the worked examples (na:6.1.4.3.12)."""

from __future__ import annotations

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.panzer.direct_fire.orders import OverwatchFire, Pass
from core.panzer.ground.events import DustRaised
from core.panzer.movement import dust, move
from core.panzer.movement.orders import Move
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Shaken
from core.play.game import Game


def test_what_halves_an_allowance_makes_no_more_dust() -> None:
    """na:6.1.4.3.12a: half of the unreduced allowance counts, of who is Broken too (or:7.1.5.2)."""
    stated = {
        "modules": ["advanced", "dust"],
        "board": {"grid": "\n".join([". ."] * 4)},
        "unit": [{"id": "b1", "card": "na-crusader-i", "hex": "A1", "facing": "S", "command": "MOVE"}],
        "situation": {"step": "first-move", "first": "british"},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    unit = UnitId("b1")
    assert dust.threshold(state, move.begin(state, unit, Rate.CROSS_COUNTRY)) == 2
    state.change(unit, morale=Shaken.BREAK_ON)
    one_hex = move.take_step(state, move.begin(state, unit, Rate.CROSS_COUNTRY), "F").move
    assert dust.threshold(state, one_hex) == 2
    assert not dust.raises_dust(state, one_hex)


@pytest.mark.parametrize(("location", "fate"), [(25, "KO"), (1, "TK")])
def test_a_move_that_fire_ends_has_raised_its_dust(location: int, fate: str) -> None:
    """na:6.1.4.3.12a, na:6.1.4.3.12b: of a vehicle that is lost in the middle of it, as of one that is stopped."""
    stated = {
        "modules": ["advanced-ap", "dust"],
        "board": {"grid": "\n".join(["."] * 6)},
        "unit": [
            {"id": "b1", "card": "B-5A", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "b2", "card": "B-5A", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "g1", "card": "G-4A", "hex": "A6", "facing": "N", "command": "OVERWATCH"},
        ],
        "situation": {"step": "first-move", "first": "british"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice([1, location]))
    british, german = SideId("british"), SideId("german")
    played.submit(british, Move(unit=UnitId("b1"), steps=("F", "F", "F"), end=False))
    played.submit(german, Pass())
    played.submit(german, OverwatchFire(target=UnitId("b1"), shots=(Shot(UnitId("g1"), UnitId("b1")),)))
    lost = played.state.units[UnitId("b1")]
    assert (lost.fate is not None, lost.track_hit) == (fate == "KO", fate == "TK")
    raised = [event for event in played.journal if isinstance(event, DustRaised)]
    assert [[str(hex_) for hex_ in event.hexes] for event in raised] == [["A1", "A2"]]
    assert played.state.moves.active is None
    played.submit(british, Move(unit=UnitId("b2"), steps=(), end=True))
    assert len([event for event in played.journal if isinstance(event, DustRaised)]) == 1
