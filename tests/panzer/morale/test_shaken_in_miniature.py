"""min:20.1.1.2, min:20.1.1.4.1, min:20.1.1.4.2: which losses are marked, what Broken and Hesitating units cannot do."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.ap.modifiers import condition_tally as ap_condition
from core.panzer.assault.events import UnitAdvanced
from core.panzer.assault.hand_to_hand import defense_tally, fighter
from core.panzer.assault.overrun import vehicle_refusal
from core.panzer.assault.who import attacker_refusal
from core.panzer.chapters import BOOK
from core.panzer.formations.control import active_units
from core.panzer.gp.modifiers import condition_tally as gp_condition
from core.panzer.indirect.response import RESPONSE, Called
from core.panzer.morale.cohesion import losses, worn_down
from core.panzer.morale.triggers import fresh_losses
from core.panzer.movement.allowance import allowance
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.morale import Cohesion
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command, Presence, Shaken, Wreck
from core.panzer.state import PanzerState
from core.tally import summed
from tests.panzer.morale.test_morale_in_miniature import G1, G2, posed

TANK = UnitId("g3")
HESITATES, BREAKS = (Shaken.HESITATION_ON, Shaken.HESITATION_OFF), (Shaken.BREAK_ON, Shaken.BREAK_OFF)


def shaken(counter: Shaken | None, unit: UnitId = G1, **more: Any) -> PanzerState:
    state: PanzerState = posed(command="MOVE")
    state.change(unit, morale=counter, **more)
    return state


def effects(state: PanzerState) -> dict[str, int]:
    """AP fire, GP fire, the answer to a call, the defense in Hand-to-Hand combat."""
    unit, tables = state.units[G1], state.advanced
    called = Called(state, G1, G1, Aim(hex_from_id("A5")), already=False)
    lines = [line for line in RESPONSE if getattr(line, "id", "") in ("hesitating", "broken")]
    return {
        "AP": ap_condition(state, unit).total,
        "GP": gp_condition(state, unit).total,
        "response": summed(lines, called, tables.response_modifiers).total,
        "Hand-to-Hand": defense_tally(tables, fighter(state, G1)).total,
    }


@pytest.mark.parametrize(
    ("counters", "amounts"),
    [
        (HESITATES, {"AP": -3, "GP": -10, "response": -1, "Hand-to-Hand": -10}),
        (BREAKS, {"AP": -5, "GP": -20, "response": -2, "Hand-to-Hand": -20}),
    ],
)
def test_what_a_counter_adds_on_both_of_its_sides(counters: tuple[Shaken, ...], amounts: dict[str, int]) -> None:
    """min:20.1.1.4.1, min:20.1.1.4.2"""
    calm = effects(shaken(None))
    for counter in counters:
        found = effects(shaken(counter))
        assert {what: found[what] - calm[what] for what in found} == amounts


@pytest.mark.parametrize("counter", [*HESITATES, *BREAKS])
def test_nobody_shaken_attacks_at_close_quarters(counter: Shaken) -> None:
    """min:20.1.1.4.1, min:20.1.1.4.2: no Overrun, Close Assault or Hand-to-Hand attack."""
    state = shaken(counter)
    state.change(TANK, morale=counter, command=Command.MOVE)
    for refused in (
        attacker_refusal(state, state.units[G1], UnitId("s1")),
        vehicle_refusal(state, state.units[TANK]),
    ):
        assert refused is not None
        assert counter.value in refused.reason


def test_the_broken_move_by_half_and_stay_active() -> None:
    """min:20.1.1.4.1: cumulative with other halvings; min:20.1.1.4.2: the Hesitating at normal speed."""
    calm = allowance(shaken(None), shaken(None).units[TANK], Rate.CROSS_COUNTRY)[0]
    for counter, share in ((Shaken.HESITATION_ON, 1), (Shaken.BREAK_OFF, 2)):
        state = shaken(counter, TANK)
        assert allowance(state, state.units[TANK], Rate.CROSS_COUNTRY)[0] == calm // share
        state.change(TANK, damaged=True)
        assert allowance(state, state.units[TANK], Rate.CROSS_COUNTRY)[0] == calm // (2 * share)
        assert TANK in active_units(state, "german/1st")


@pytest.mark.parametrize(
    ("before", "after"),
    [(Shaken.BREAK_OFF, Shaken.BREAK_ON), (Shaken.HESITATION_OFF, Shaken.HESITATION_ON), (None, None)],
)
def test_moving_turns_the_counter(before: Shaken | None, after: Shaken | None) -> None:
    """min:20.1.1.4.1, min:20.1.1.4.2"""
    state = shaken(before)
    moved = UnitAdvanced(unit=G1, hex=hex_from_id("A2"), left=hex_from_id("A1"), facing=3)
    BOOK.evolve(state, moved)
    assert state.units[G1].morale is after


@pytest.mark.parametrize(
    ("unit", "happens", "marks"),
    [
        (G1, {"presence": Presence.ELIMINATED}, 1),
        (G1, {"size": LegStep.HALF_SQUAD}, 0),
        (TANK, {"presence": Presence.ELIMINATED, "fate": Wreck.KO}, 1),
        (TANK, {"presence": Presence.ELIMINATED, "fate": Wreck.BU}, 1),
        (TANK, {"bailed_out": True}, 1),
        (TANK, {"track_hit": True}, 0),
        (TANK, {"damaged": True}, 0),
    ],
)
def test_which_losses_wear_a_formation_down(unit: UnitId, happens: dict[str, Any], marks: int) -> None:
    """min:20.1.1.2: a mark for each, up to the Numeric Cohesion Point; who abandons a vehicle counts it as lost."""
    state = posed(cohesion=2)
    state.change(unit, **happens)
    state.cohesion = Cohesion(lost=frozenset(u.id for u in fresh_losses(state)))
    assert losses(state, G2) == marks
    assert not worn_down(state, G2)
    state.change(UnitId("g4"), presence=Presence.ELIMINATED)
    state.cohesion = evolve(state.cohesion, lost=state.cohesion.lost | {u.id for u in fresh_losses(state)})
    assert worn_down(state, G2) is (marks + 1 >= 2)
