"""Orders chits (pw:4.12)."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzerwar.command import chits, choices, tactical
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.organisation import Chit, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.secrecy import view
from tests.panzerwar.command.platoons import movement, ordered, squads
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED


def chitted(**unit: object) -> WarState:
    return ordered(enemy=200, game={"switches": (Switch.ORDERS_CHITS,)}, **unit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("order", "allowed"),
    [
        (Tactical.ADVANCE, "Half"),
        (Tactical.RUSH, "Full"),
        (Tactical.BOUND, "Full"),
        (Tactical.CHARGE, "Full"),
        (Tactical.ENGAGE, "Full Half Shift"),
        (Tactical.COVER, "Half Shift"),
        (Tactical.REGROUP, "Full Half Shift"),
        (Tactical.WITHDRAW, "Withdraw"),
    ],
)
def test_the_chits_of_each_order(order: Tactical, allowed: str) -> None:
    """pw:4.12, pw:4.12.2: Charge, Rush and Bound all have Full, and the order says which it is."""
    state = chitted()
    found = [chit.value for chit in Chit if chits.chit_refusal(state, order, chit) is None]
    assert found == allowed.split()
    refused = chits.chit_refusal(state, order, None)
    assert refused is not None
    assert refused.rule == "pw:4.12"


def test_without_the_rule_there_are_none() -> None:
    """pw:4.12."""
    state = ordered()
    assert chits.chit_refusal(state, Tactical.RUSH, None) is None
    assert chits.chit_refusal(state, Tactical.RUSH, Chit.FULL) is not None
    assert choices.go_on(state, BLUE, ("order:p", "Cover")).complete
    assert choices.order(state, BLUE, ("order:p", "Cover")) == GiveOrder(organisation="p", tactical=Tactical.COVER)


@pytest.mark.parametrize(
    ("chit", "motion", "rule"),
    [
        (Chit.FULL, Motion.FULL, None),
        (Chit.FULL, Motion.HALF, "pw:4.12.1"),
        (Chit.HALF, Motion.HALF, None),
        (Chit.HALF, Motion.FULL, "pw:4.12.1"),
        (Chit.HALF, Motion.SHIFT, "pw:4.12.1"),
        (Chit.SHIFT, Motion.SHIFT, None),
        (Chit.SHIFT, Motion.HALF, "pw:4.12.1"),
        (Chit.SHIFT, Motion.STATIONARY, None),
    ],
)
def test_a_chit_binds(chit: Chit, motion: Motion, rule: str | None) -> None:
    """pw:4.12.1: whoever moves moves so much."""
    assert movement(chitted(order=Tactical.ENGAGE, since=5, chit=chit), 40, motion=motion) == rule


def test_infantry_moves_in_segments_of_its_own() -> None:
    """pw:4.12.1, pw:6.1."""
    state = ordered(
        squads(), enemy=90, order=Tactical.ENGAGE, since=5, chit=Chit.SHIFT, game={"switches": (Switch.ORDERS_CHITS,)}
    )
    assert movement(state, 25, motion=Motion.HALF, allowance=50) is None


def test_it_is_picked_with_the_order_where_there_is_a_choice() -> None:
    """pw:4.12, pw:4.12.1."""
    state = chitted()
    offered = choices.go_on(state, BLUE, ("order:p", "Engage"))
    assert [one.pick for one in offered.options] == ["chit:FULL", "chit:HALF", "chit:SHIFT"]
    assert not offered.complete
    assert choices.order(state, BLUE, ("order:p", "Engage")) is None
    made = choices.order(state, BLUE, ("order:p", "Engage", "chit:HALF"))
    assert made == GiveOrder(organisation="p", tactical=Tactical.ENGAGE, chit=Chit.HALF)
    made = choices.order(state, BLUE, ("order:p", "Bound", "t0"))
    assert made == GiveOrder(organisation="p", tactical=Tactical.BOUND, moving=("t0",), chit=Chit.FULL)  # type: ignore[arg-type]


def test_it_lies_face_down_until_the_end_of_the_turn() -> None:
    """pw:4.12.1, pw:4.12.3: the other side does not see it; then it is picked up."""
    state = chitted()
    with pytest.raises(IllegalOrder):
        tactical.check_give(state, BLUE, GiveOrder(organisation="p", tactical=Tactical.ENGAGE))
    wanted = GiveOrder(organisation="p", tactical=Tactical.ENGAGE, chit=Chit.HALF)
    tactical.check_give(state, BLUE, wanted)
    happen(state, tactical.give(state, BLUE, wanted, ScriptedDice([])))
    assert state.organisations["p"].chit is Chit.HALF
    assert "p" not in view(state, RED).organisations
    happen(state, [TurnBegun(turn=6)])
    assert state.organisations["p"].chit is None
