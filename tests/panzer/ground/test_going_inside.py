"""Vehicles between an Improved Position and the building of the same hex (na:6.1.4.3.7b, na:6.6.3)."""

from __future__ import annotations

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzer.ground import positions
from core.panzer.ground.events import PositionTaken
from core.panzer.movement.orders import Move
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import HullDown
from core.panzer.pieces.works import Work, WorkKind
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced

GERMAN, TANK, SQUAD, HERE = SideId("german"), UnitId("g1"), UnitId("g2"), Hex(2, 2)
SOUTH = {"facing": "S"}
#: Nothing happens on the way through the wall.
UNHARMED = 99


def posed(*, inside: bool, squad: str = "C3") -> Game[PanzerState]:
    """A PzKpfw III that faces S in B2, a Building hex with an Improved Position that is open to the NE."""
    rules = situation(
        {
            "modules": ["advanced"],
            "board": {"grid": ". . .\n. k .\n. . ."},
            "unit": [
                {
                    "id": "g1",
                    "card": "g11-pzkpfw-iii-j",
                    "hex": "B2",
                    "facing": "S",
                    "command": "MOVE",
                    "inside": inside,
                },
                {"id": "g2", "card": "g78-7-5cm-pak-40-atg", "hex": squad, **SOUTH},
                {"id": "b1", "card": "na-gb-rifle-squad", "side": "british", "hex": "C1"},
            ],
            "situation": {"step": "first-move", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )
    game: Game[PanzerState] = Game(rules, ScriptedDice([UNHARMED]))
    work = Work(WorkKind.IMPROVED, HERE, holders=(TANK,), open=1)
    game.state.counters = replaced(game.state.counters, works=(work,))
    return game


def moved(game: Game[PanzerState], *steps: str) -> tuple[Event, ...]:
    return game.submit(GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=steps, end=True))


def test_who_goes_inside_leaves_the_position_to_others() -> None:
    """na:6.1.4.3.7a: the building shelters it now; a gun in the alley takes what it has abandoned."""
    game = posed(inside=False, squad="B2")
    game.state.change(TANK, hull_down=HullDown.PARTIAL)
    assert positions.improved(game.state, game.state.units[TANK]) is not None
    moved(game, "I")
    tank = game.state.units[TANK]
    assert tank.inside
    assert tank.hull_down is None
    assert positions.improved(game.state, tank) is None
    assert game.state.counters.works[0].holders == (SQUAD,)


@pytest.mark.parametrize(("squad", "taken"), [("C3", True), ("B2", False)])
def test_who_comes_out_takes_it_anew_if_it_is_free(squad: str, taken: bool) -> None:
    """na:6.1.4.3.7b: open to its rear now, not where it was; whoever holds it meanwhile keeps it."""
    game = posed(inside=True, squad=squad)
    if not taken:
        work = game.state.counters.works[0]
        game.state.counters = replaced(game.state.counters, works=(evolve(work, holders=(SQUAD,)),))
    assert positions.improved(game.state, game.state.units[TANK]) is None
    events = [event for event in moved(game, "O") if isinstance(event, PositionTaken)]
    assert [event.unit for event in events] == ([TANK] if taken else [])
    assert game.state.counters.works[0].open == (0 if taken else 1)
    assert game.state.counters.works[0].holders == ((TANK,) if taken else (SQUAD,))
