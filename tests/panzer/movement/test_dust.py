"""Dust behind vehicles, beside the worked examples (na:6.1.4.3.12)."""

from __future__ import annotations

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.movement import dust, move
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Shaken


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
