"""Moving as a player does it: what is offered, what is refused and why, what is taken back, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzerblitz.tables.tables import terrain_looks
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.state import BlitzState
from core.panzerblitz.vignette import Posed
from core.play.game import Game
from tests.panzerblitz.field import GERMAN, at, position

VEHICLES = "first-vehicles"


def playing(state: BlitzState, *dice: int) -> Game[Any]:
    """A game that begins with a position."""
    system: Any = Posed(state.situation, terrain_looks(), (), start=state)
    return Game(system, ScriptedDice(list(dice)))


@pytest.mark.parametrize("vehicles", ["a", "ab"])
def test_nobody_stops_amid_an_overrun(vehicles: str) -> None:
    """pb:PB-OVR-C: who has rolled drives out on the other side; taking back the move after the die is no way out."""
    counters = {"a": "g-panther E4", "b": "g-panther E6", "c": "g-panther A1", "x": "r-rifle E5", "y": "r-rifle M9"}
    game = playing(position(counters, step=VEHICLES), 6)
    game.submit(GERMAN, Overrun(hex=at("E5"), runs=tuple(Run(UnitId(v), ()) for v in vehicles)))
    assert all(game.state.units[UnitId(v)].stopped for v in vehicles)
    assert not game.state.passing
    assert game.undo_to(GERMAN) is None
    with pytest.raises(IllegalOrder):
        game.undo(GERMAN)


def test_what_has_no_movement_factor_says_so() -> None:
    """A gun is pointed at, too; a minefield is not."""
    counters = {
        "a": "g-panther E4",
        "gun": "g-88mm E3",
        "rifle": "g-rifle E2",
        "m": "g-minefield D2",
        "x": "r-rifle M9",
    }
    state = position(counters, step=VEHICLES)
    offered = {c.pick: c for c in BOOK.offers(state, GERMAN, ()).options}
    assert offered["move:a"].legal
    no = offered["move:gun"].refusal
    assert no is not None
    assert (no.reason, no.rule) == ("it has no Movement Factor", "pb:PB-FACT-1")
    assert offered["move:rifle"].refusal is not None
    assert "move:m" not in offered


def test_a_move_on_to_mines_tells_of_them() -> None:
    """pb:PB-MINE-D, pb:PB-MINE-E: what waits there is seen before the order is given."""
    state = position({"a": "g-panther E3", "m": "r-minefield E5", "x": "r-rifle M9"}, step=VEHICLES)
    mined, free = (odds_report(state, GERMAN, ("move:a", f"to:{hex_}")) for hex_ in ("E5", "E4"))
    assert mined is not None
    assert free is not None
    row = mined.rows[-1]
    assert (row.label, row.tone) == ("Minefield", "bad")
    assert "at 2-1" in row.text
    assert [r.label for r in free.rows] == ["Movement"]


def test_a_hex_beside_that_cannot_be_entered_says_why() -> None:
    """An enemy bars the way (pb:PB-MOVE-E), and the rule is there to be read."""
    state = position({"a": "g-panther E4", "x": "r-rifle E5"}, step=VEHICLES)
    found = {c.hex: c for c in BOOK.offers(state, GERMAN, ("move:a",)).options if c.kind == "hex"}
    assert found[at("E3")].legal
    no = found[at("E5")].refusal
    assert no is not None
    assert no.rule == "pb:PB-MOVE-E"
    assert len([c for c in BOOK.offers(state, GERMAN, ("move:a",)).options if c.hex == at("E5")]) == 1
