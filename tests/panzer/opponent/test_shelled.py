"""Nobody walks into the fire of a mission of the same turn, his own least of all (na:6.6.6)."""

from __future__ import annotations

from attrs import evolve

from core.event import UnitId
from core.panzer.indirect.sheafs import hexes
from core.panzer.opponent.indirect import shelled
from core.panzer.pieces.missions import Aim, Firing, Mission
from core.panzer.state import PanzerState
from core.play.game import Game
from tests.panzer.opponent.test_judgement_advanced import BATTERY, BRITISH, FO, RIFLES, SQUAD, ended, game, goal


def march(*, fires: bool = True, turn: int = 3) -> Game[PanzerState]:
    """Rifles on their way to an objective; between them and it lies a SHEAF of their own battery."""
    on = game(
        [
            {"id": "b1", "card": RIFLES, "hex": "F12", "command": "MOVE", "value": 60},
            {"id": "b2", "card": FO, "hex": "L16", "labels": ["FO"], "command": "OVERWATCH"},
            {"id": "bb", "card": BATTERY},
            {"id": "g1", "card": SQUAD, "hex": "A1"},
        ],
        step="first-move",
        **goal("F8"),
    )
    on.begin()
    aim, battery = Aim(on.state.board.hex("F10")), UnitId("bb")
    mission = Mission(1, BRITISH, aim, (battery,), UnitId("b2"), turn=turn, fired=(Firing(battery, 0, 9, "M"),))
    on.state.indirect = evolve(on.state.indirect, missions=(mission,) if fires else ())
    return on


def test_infantry_does_not_walk_into_its_own_artillery() -> None:
    on = march()
    area = hexes(on.state.board, Aim(on.state.board.hex("F10")), on.state.edition, on_map=False)
    assert shelled(on.state) == area
    assert ended(on, "b1") not in area
    assert ended(march(fires=False), "b1") in area


def test_fire_of_another_turn_harms_nobody_who_moves() -> None:
    assert not shelled(march(turn=2).state)
    assert ended(march(turn=2), "b1") == ended(march(fires=False), "b1")
