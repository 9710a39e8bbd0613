"""or:7.31.3.3: Engineers clear minefields that are visible, by one Effective Result."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.assault.orders import AttackTerrain
from core.panzer.assault.terrain_attack import possible
from core.panzer.gp.events import TerrainAttacked
from core.panzer.ground import positions
from core.panzer.minefields.events import MinefieldAttacked, MinefieldFound
from core.panzer.opponent.assault import demolition
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.minefields import MineType
from core.panzer.pieces.results import Result
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN = SideId("german")
E1 = UnitId("e1")


def game(*dice: int, modules: tuple[str, ...] = ("terrain-attacks", "mines"), **mined: Any) -> Game[PanzerState]:
    """A German Engineer squad in A1, a visible Hasty minefield of the Soviets against vehicles in A2."""
    line = {"id": "m", "side": "soviet", "hexes": "A2", "visible": True, **mined}
    posed = situation(
        {
            "modules": ["advanced", *modules],
            "board": {"grid": "\n".join(4 * (4 * ". ",))},
            "minefield": [line, {"id": "n", "side": "soviet", "types": ["anti-personnel"], "hexes": "A2 B2"}],
            "unit": [
                {
                    "id": "e1",
                    "card": "g85-rifle-squad-1-2-squad",
                    "labels": ["Engineer"],
                    "hex": "A1",
                    "facing": "S",
                    "command": "MOVE",
                },
                {"id": "r1", "card": "s57-rifle-squad-1-2-squad", "hex": "D4", "command": "N/C"},
            ],
            "situation": {"step": "first-assault", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def attack(played: Game[PanzerState], terrain: str = "mines-hasty", hex_: str = "A2", at: str = "A1") -> None:
    board = played.state.board
    attacker = Attack(E1, (), board.hex(at))
    played.submit(GERMAN, AttackTerrain(hex=board.hex(hex_), terrain=terrain, attack=attacker))


def of(played: Game[PanzerState], kind: type[Any]) -> list[Any]:
    return [event for event in played.journal if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("kind", "terrain", "defense"), [("Hasty", "mines-hasty", 3), ("Deliberate", "mines-deliberate", 6)]
)
def test_one_effective_result_clears_what_is_visible(kind: str, terrain: str, defense: int) -> None:
    """or:7.31.3.3: what is hidden in the same hex stays; it is of another kind."""
    played = game(100, kind=kind)
    attack(played, terrain)
    (struck,) = of(played, TerrainAttacked)
    assert (struck.terrain, struck.defense, struck.destroyed) == (terrain, defense, True)
    assert len(struck.rolls) == 1
    assert [m.cleared for m in played.state.minefields.found] == [True]
    assert not played.state.counters.works
    assert {m.hex.id for m in played.state.minefields.laid} == {"A2", "B2"}
    assert not of(played, MinefieldFound)


@pytest.mark.parametrize(("defense", "named"), [({}, 3), ({"defense": 9}, 9)])
def test_a_scenario_may_say_how_hard_its_mines_are_to_clear(defense: dict[str, Any], named: int) -> None:
    """or:7.31.3: GPD 3 or 6 unless it says otherwise; of a field that is found in play, too."""
    played = game(100, **defense)
    attack(played)
    assert of(played, TerrainAttacked)[0].defense == named
    hidden = game(visible=False, **defense)
    found = MinefieldFound(
        side=SideId("soviet"), field="m", kind=WorkKind.MINES_HASTY, type=MineType.VEHICULAR, hex=hex_from_id("A2")
    )
    hidden.system.evolve(hidden.state, found)
    assert [positions.defense(hidden.state, work) for work in hidden.state.counters.works] == [named]


def test_no_mines_are_softer_than_one() -> None:
    with pytest.raises(ContentError, match="defense"):
        game(defense=0)


def test_who_fails_has_cleared_nothing() -> None:
    played = game(1)
    attack(played)
    assert not of(played, TerrainAttacked)[0].destroyed
    assert [m.cleared for m in played.state.minefields.found] == [False]


def test_hidden_mines_are_not_there_to_be_attacked() -> None:
    """B2 has hidden ones; that shows neither in what is possible nor in why it is refused."""
    played = game()
    assert {hex_.id for hex_, _ in possible(played.state, GERMAN)} == {"A2"}
    refusals = []
    for hex_ in ("B1", "B2"):
        with pytest.raises(IllegalOrder) as refused:
            attack(played, hex_=hex_)
        refusals.append(str(refused.value).replace(hex_, "here"))
    assert refusals[0] == refusals[1]


def test_who_advances_among_hidden_mines_is_attacked_before_he_strikes() -> None:
    """An Advancing Attack from B2 into which the squad goes first."""
    played = game(1)
    attack(played, at="B2")
    (met,) = of(played, MinefieldAttacked)
    assert met.result is Result.REDUCED
    assert not of(played, TerrainAttacked), "a Suppressed unit attacks no more"


@pytest.mark.parametrize("modules", [("mines",), ("terrain-attacks",)])
def test_it_takes_both_options(modules: tuple[str, ...]) -> None:
    played = game(modules=modules)
    assert possible(played.state, GERMAN) == {}


def test_a_computer_player_clears_mines_of_the_enemy() -> None:
    order = demolition(game().state, GERMAN)
    assert order is not None
    assert (order.hex.id, order.terrain) == ("A2", "mines-hasty")
    assert demolition(game(side="german").state, GERMAN) is None, "not its own"
