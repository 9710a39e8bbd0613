"""or:7.9: vehicles with smoke dischargers may lay smoke on themselves before commands are placed."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder, Order
from core.panzer.adjustment.events import CountersAdjusted
from core.panzer.ap.modifiers import ap_tally
from core.panzer.chapters import BOOK
from core.panzer.command.events import FirstPlayerChosen, SmokeDischarged
from core.panzer.command.face import rows
from core.panzer.command.orders import DischargeSmoke
from core.panzer.command.smoke_dischargers import able, acting
from core.panzer.course.events import TurnBegun
from core.panzer.gp.face import marks
from core.panzer.gp.fire import gp_terms
from core.panzer.movement.orders import Move, SearchHullDown
from core.panzer.opponent.dischargers import discharge
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command
from core.panzer.sequence import steps
from core.panzer.state import PanzerState
from core.step_end import FinishStep

BRITISH, GERMAN = SideId("british"), SideId("german")
TANK, OTHER, FOE = UnitId("b1"), UnitId("b2"), UnitId("g1")
CARD = "na-crusader-i"


def posed(
    *, on: bool = True, step: str = "dischargers", more: tuple[str, ...] = (), ground: str = ". . ."
) -> PanzerState:
    """Two British tanks with dischargers, D: 4, and a German one without."""
    stated: dict[str, Any] = {
        "modules": ["advanced-ap", "gp-fire", *(["smoke-dischargers"] if on else []), *more],
        "board": {"grid": "\n".join([ground] * 6)},
        "unit": [
            {"id": "b1", "card": CARD, "hex": "B2", "facing": "S"},
            {"id": "b2", "card": CARD, "hex": "A2", "facing": "S"},
            {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "B5", "facing": "N"},
        ],
        "situation": {"step": step, "turn": 3, "first": "british"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def play(state: PanzerState, side: SideId, order: Order, *dice: int) -> list[Event]:
    """An order and what follows by itself."""
    BOOK.refuse(state, side, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, side, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            found.append(event)
    return found


def in_smoke(state: PanzerState, unit: UnitId = TANK) -> bool:
    return state.units[unit].smoke_screen


@pytest.mark.parametrize(("roll", "placed"), [(4, True), (5, False)])
def test_up_to_its_limit_it_lays_smoke(roll: int, placed: bool) -> None:
    state = posed()
    (event, *_) = play(state, BRITISH, DischargeSmoke(unit=TANK), roll)
    assert isinstance(event, SmokeDischarged)
    assert (event.value, event.placed, in_smoke(state)) == (4, placed, placed)
    assert bool([m for m in marks(state.units[TANK]) if m.id == "smoke-ds"]) is placed
    assert ("SMOKE/DS" in {row.label for row in rows(state, state.units[TANK])}) is placed
    assert BOOK.report(state, event) is not None


def test_once_in_a_turn_and_never_in_two_turns_in_a_row() -> None:
    state = posed()
    play(state, BRITISH, DischargeSmoke(unit=TANK), 9)
    with pytest.raises(IllegalOrder, match="has tried"):
        BOOK.refuse(state, BRITISH, DischargeSmoke(unit=TANK))
    play(state, BRITISH, DischargeSmoke(unit=OTHER), 1)
    assert state.step != "dischargers", "nobody is left"
    for turn, may in ((4, {TANK}), (5, {TANK, OTHER})):
        BOOK.evolve(state, TurnBegun(turn=turn))
        assert set(able(state, BRITISH)) == may, "a failed attempt leaves no marker"


def test_who_has_none_cannot() -> None:
    with pytest.raises(IllegalOrder):
        BOOK.refuse(posed(), BRITISH, DischargeSmoke(unit=FOE))
    assert able(posed(), GERMAN) == ()


def test_the_first_player_of_the_turn_before_goes_first() -> None:
    state = posed()
    BOOK.evolve(state, FirstPlayerChosen(side=GERMAN, first=GERMAN))
    BOOK.evolve(state, TurnBegun(turn=4))
    assert acting(state) == (GERMAN,)
    BOOK.evolve(state, TurnBegun(turn=5))
    assert len(acting(state)) == 1


@pytest.mark.parametrize("smoky", [TANK, FOE])
def test_it_hinders_fire_at_it_and_from_it(smoky: UnitId) -> None:
    state = posed(step="first-fire")
    before = ap_tally(state, Shot(FOE, TANK), None, overwatch=False).total
    gp = gp_terms(state, Shot(FOE, TANK, ammo="GP"), overwatch=False).strikes[0].tally.total
    state.change(smoky, smoke_screen=True)
    assert ap_tally(state, Shot(FOE, TANK), None, overwatch=False).total == before - 3
    assert gp_terms(state, Shot(FOE, TANK, ammo="GP"), overwatch=False).strikes[0].tally.total == gp - 10
    assert all(reason.rule == "or:7.9" for reason in _own(state))
    if smoky is TANK:
        assert not _own(state, OTHER), "not others in its hex or elsewhere"


def _own(state: PanzerState, target: UnitId = TANK) -> list[Any]:
    tally = ap_tally(state, Shot(FOE, target), None, overwatch=False)
    return [reason for reason in tally.reasons if "own smoke" in reason.label]


@pytest.mark.parametrize("step", ["F", "T1"])
def test_any_move_takes_it_out_of_its_smoke(step: str) -> None:
    state = posed(step="first-move")
    state.change(TANK, smoke_screen=True, smoked_in=3, command=Command.MOVE)
    play(state, BRITISH, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=(step,), end=True))
    assert not in_smoke(state)
    assert state.units[TANK].smoked_in == 3


def test_a_search_of_its_hex_takes_it_out_of_its_smoke() -> None:
    """or:7.9: the smoke stops when it moves within its hex, as it does to search for a position (or:7.29)."""
    state = posed(step="first-move", more=("hull-down",), ground="r r r")
    state.change(TANK, smoke_screen=True, smoked_in=3, command=Command.MOVE)
    play(state, BRITISH, SearchHullDown(unit=TANK, partial=True, facing=3), 100)
    assert not in_smoke(state)


def test_it_thins_out_as_counters_are_adjusted() -> None:
    state = posed()
    play(state, BRITISH, DischargeSmoke(unit=TANK), 1)
    BOOK.evolve(state, CountersAdjusted())
    assert not in_smoke(state)
    assert state.units[TANK].smoked_in == 3


def test_it_thins_out_at_the_end_of_the_turn_whatever_else_lies_on_the_map() -> None:
    """or:7.9: in the Adjust/Remove Counters Step, though there is no other counter to adjust."""
    state = posed(step="adjust")
    state.change(TANK, smoke_screen=True, smoked_in=3)
    for event in BOOK.advance(state, ScriptedDice([])):
        BOOK.evolve(state, event)
    assert state.turn == 4
    assert not in_smoke(state)


def test_the_step_comes_before_commands_and_only_with_the_rule() -> None:
    ids = {on: [s.id for s in steps(posed(on=on, step="spotting").scenario.switches)] for on in (True, False)}
    assert ids[True].index("dischargers") < ids[True].index("commands")
    assert "dischargers" not in ids[False]


def test_the_menu_and_a_computer_player() -> None:
    state = posed()
    menu = BOOK.offers(state, BRITISH, ())
    assert [c.cost for c in menu.options if c.pick == "discharge:b1"] == ["40%"]
    assert BOOK.made(state, BRITISH, ("discharge:b1",)) == DischargeSmoke(unit=TANK)
    assert BOOK.made(state, BRITISH, ("finish-step",)) == FinishStep()
    assert discharge(state, BRITISH) == FinishStep(), "nobody has it in sight"
    state.sighted = {FOE: frozenset({TANK})}
    assert discharge(state, BRITISH) == DischargeSmoke(unit=TANK)
    state.sighted = {FOE: frozenset({TANK}), TANK: frozenset({FOE})}
    assert discharge(state, BRITISH) == FinishStep(), "it has a target itself"
    state.ended = frozenset({BRITISH, GERMAN})
    assert acting(state) == ()
