"""or:7.19: Engineers attack terrain that can be destroyed, as they would a vehicle in Close Assault."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.assault.events import TerrainAttackEnded, UnitAdvanced
from core.panzer.assault.orders import AttackTerrain
from core.panzer.assault.terrain_attack import chance, possible, strike, terrain_in
from core.panzer.assault.who import shared_refusal
from core.panzer.chapters import BOOK
from core.panzer.gp.events import TerrainAttacked, UnitEliminated
from core.panzer.opponent.assault import demolition
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.unit import Presence, Spot, Suppression
from core.panzer.pieces.works import Work, WorkKind
from core.panzer.state import PanzerState
from core.replaced import replaced

GERMAN = SideId("german")
E1, E2, FOE = UnitId("e1"), UnitId("e2"), UnitId("b1")


def posed(
    kind: str = "block", *, on: bool = True, at: str = "B3", watch: bool = False, defense: int = 5, **more: Any
) -> PanzerState:
    """Two Engineer squads in B2 and A1, a counter in B3, a British squad that is in it if it is a position."""
    squad = {"card": "g85-rifle-squad-1-2-squad", "side": "german", "labels": ["Engineer"], "command": "MOVE"}
    counter: dict[str, Any] = {"kind": kind, "hexes": at}
    if kind == "improved-position":
        counter["units"] = ["b1"]
    if kind == "block" or defense != 5:
        counter["gp_defense"] = defense
    stated: dict[str, Any] = {
        "modules": ["close-combat", "buildings", "gp-fire", *(["terrain-attacks"] if on else [])],
        "board": {"grid": "\n".join([". . . ."] * 5)},
        "counter": [counter],
        "unit": [
            {**squad, "id": "e1", "hex": "B2", **more},
            {**squad, "id": "e2", "hex": "A1"},
            {
                "id": "b1",
                "card": "na-gb-rifle-squad",
                "hex": at if kind == "improved-position" else "D5",
                "facing": "N",
                "command": "OVERWATCH" if watch else "N/C",
            },
        ],
        "situation": {"step": "first-assault", "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def attacked(state: PanzerState, attack: Attack, *dice: int, hex_: str = "B3", terrain: str = "block") -> list[Event]:
    order = AttackTerrain(hex=state.board.hex(hex_), terrain=terrain, attack=attack)
    BOOK.refuse(state, GERMAN, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, GERMAN, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            BOOK.report(state, event)
            found.append(event)
            if isinstance(event, TerrainAttackEnded) and not event.dropped:
                return found
    return found


def struck(events: list[Event]) -> TerrainAttacked:
    (found,) = [event for event in events if isinstance(event, TerrainAttacked)]
    return found


@pytest.mark.parametrize(("dice", "destroyed"), [((100, 100), True), ((100, 1), False), ((1,), False)])
def test_two_effective_results_destroy_it(dice: tuple[int, ...], destroyed: bool) -> None:
    state = posed()
    event = struck(attacked(state, Attack(E1), *dice))
    assert (event.terrain, event.gp, event.destroyed) == ("block", 8, destroyed)
    assert bool(terrain_in(state, state.board.hex("B3"))) is not destroyed
    assert state.units[E1].moved
    assert state.units[E1].spot is Spot.MOVE


def test_of_mines_one_is_enough() -> None:
    """or:7.31.3; also those in which they stand."""
    state = posed("mines-hasty", at="B2")
    assert struck(attacked(state, Attack(E1), 100, hex_="B2", terrain="mines-hasty")).destroyed


def test_who_is_in_a_position_goes_with_it() -> None:
    state = posed("improved-position")
    events = attacked(state, Attack(E1), 100, 100, terrain="improved-position")
    assert [event.unit for event in events if isinstance(event, UnitEliminated)] == [FOE]
    assert state.units[FOE].presence is Presence.ELIMINATED


def test_an_enemy_need_not_be_there_and_all_of_a_hex_attack_together() -> None:
    state = posed()
    state.change(E2, hex=state.board.hex("B2"))
    alone = strike(state, Attack(E1, (), state.board.hex("B2")), state.board.hex("B3"), "block", advanced=False)
    both = strike(state, Attack(E1, (E2,), state.board.hex("B2")), state.board.hex("B3"), "block", advanced=False)
    assert both.tally.total - alone.tally.total == 20, "an additional squad"
    assert not {"S-Type", "Vehicle in Unsupported Hex"} & {reason.label for reason in both.tally.reasons}
    assert both.row == terrain_in(state, state.board.hex("B3"))["block"]


def test_who_advances_has_ten_less_and_is_left_behind_if_suppressed() -> None:
    state = posed()
    hex_ = state.board.hex("A2")
    events = attacked(state, Attack(E2, (), hex_), 100, 100)
    assert [event.hex for event in events if isinstance(event, UnitAdvanced)] == [hex_]
    assert -10 in [reason.amount for reason in struck(events).tally]
    assert state.units[E2].hex == hex_


def test_overwatch_fire_comes_in_between() -> None:
    state = posed(watch=True, at="B3")
    state.change(FOE, hex=state.board.hex("A3"))
    order = AttackTerrain(hex=state.board.hex("B3"), terrain="block", attack=Attack(E2, (), state.board.hex("A2")))
    events: list[Event] = []
    for part in (BOOK.decide(state, GERMAN, order, ScriptedDice([])), BOOK.advance(state, ScriptedDice([]))):
        for event in part:
            BOOK.evolve(state, event)
            events.append(event)
    assert state.fire.window is not None
    assert state.combats.demolition is not None
    assert not any(isinstance(event, TerrainAttacked) for event in events), "not before the chance has passed"


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"labels": []}, "or:7.19"),
        ({"command": "N/C"}, "or:7.19"),
        ({"suppression": "OFF"}, "na:6.6.1.1"),
        ({"hex": "D2"}, "or:7.19"),
    ],
)
def test_who_may_not(change: dict[str, Any], rule: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        attacked(posed(**change), Attack(E1))
    assert refused.value.rule == rule


def test_without_the_rule_nobody_may() -> None:
    with pytest.raises(IllegalOrder, match="Optional Rule"):
        attacked(posed(on=False), Attack(E1))
    assert possible(posed(on=False), GERMAN) == {}


def test_buildings_are_not_attacked() -> None:
    state = posed()
    cells = {hex_: terrain_in(state, hex_) for hex_ in state.board.cells}
    assert [hex_ for hex_, found in cells.items() if found] == [state.board.hex("B3")]


def test_those_of_one_hex_combine() -> None:
    """na:6.6.1.1b, or:7.19: who stood by does not try again what others of his hex have just tried."""
    state = posed()
    state.change(E2, hex=state.board.hex("B2"))
    attacked(state, Attack(E1), 1)
    left = possible(state, GERMAN)[state.board.hex("B3"), "block"][E2]
    assert state.board.hex("B2") not in left
    assert left, "from other hexes he may, by an advance"
    with pytest.raises(IllegalOrder) as refused:
        attacked(state, Attack(E2), 1)
    assert refused.value.rule == "na:6.6.1.1b"


def test_those_who_share_a_move_attack_one_thing() -> None:
    """na:6.6.11, or:7.19: terrain too, since they attack it as in Close Assault."""
    state = posed()
    board = state.board
    state.counters = replaced(
        state.counters, works=(*state.counters.works, Work(WorkKind.BLOCK, board.hex("A2"), gp_defense=5))
    )
    for unit in (E1, E2):
        state.change(unit, group=E1)
    attacked(state, Attack(E1), 1)
    assert (board.hex("A2"), "block") not in possible(state, GERMAN)
    with pytest.raises(IllegalOrder) as refused:
        attacked(state, Attack(E2), 1, hex_="A2")
    assert refused.value.rule == "na:6.6.11"
    state.change(FOE, hex=board.hex("A2"))
    found = shared_refusal(state, E2, FOE)
    assert found is not None
    assert found.rule == "na:6.6.11"
    state.change(E2, group="")
    attacked(state, Attack(E2), 1, hex_="A2")


def test_the_order_is_built_pick_by_pick_and_holds_the_step() -> None:
    state = posed()
    head = "demolish:B3/block"
    assert head in [choice.pick for choice in BOOK.offers(state, GERMAN, ()).options]
    assert BOOK.due(state, ScriptedDice([])) is None, "the step waits for them"
    picks = {choice.pick for choice in BOOK.offers(state, GERMAN, (head,)).options}
    assert {"e1", "e2@A2"} <= picks
    made = BOOK.made(state, GERMAN, (head, "e2@A2"))
    assert made == AttackTerrain(
        hex=state.board.hex("B3"), terrain="block", attack=Attack(E2, (), state.board.hex("A2"))
    )


def test_a_computer_player_buries_the_enemy() -> None:
    state = posed("improved-position", defense=1)
    order = demolition(state, GERMAN)
    assert order is not None
    assert (order.terrain, order.attack.units) == (WorkKind.IMPROVED.value, (E1,))
    assert 0 < chance(state, order.attack, order.hex, order.terrain) < 1
    assert demolition(posed(), GERMAN) is None, "nobody is lost with a Block"
    assert demolition(posed("improved-position"), GERMAN) is None, "too strong"
    state.change(E1, suppression=Suppression.ON)
    assert demolition(state, GERMAN) is None
