"""or:7.37: an FO may call a battery onto a hex that it sees, though it spots nobody there."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.choice import Choices
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer.course.events import TurnBegun
from core.panzer.indirect import choices, step
from core.panzer.indirect.called import adjust_refusal, call, call_refusal, check_call, continue_refusal
from core.panzer.indirect.events import FireCalled, MissionEnded
from core.panzer.indirect.orders import CallFire
from core.panzer.indirect.prospects import can_call
from core.panzer.indirect.reconnaissance import RULE, target_hexes
from core.panzer.indirect.response import response_terms
from core.panzer.pieces.missions import Aim, FireType, Sheaf
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from tests.panzer.indirect.test_indirect_fire import GERMAN, battlefield, facing_each_other

FO, COMMAND, MORTAR = UnitId("gf"), UnitId("gc"), UnitId("gm")
LIGHT, HEAVY, TANK = UnitId("ga"), UnitId("gb"), UnitId("bt")


def field(*, on: bool = True) -> PanzerState:
    """The field at the German Indirect Fire Step, with the option on or off."""
    state = facing_each_other()
    if on:
        state.scenario = evolve(state.scenario, switches=state.scenario.switches | {Switch.RECON_BY_FIRE})
    return state


def empty(state: PanzerState) -> Aim:
    """A hex in which nobody is, in range and sight."""
    return Aim(next(h for h in target_hexes(field(), GERMAN, FO) if not state.in_hex(h)))


def called(state: PanzerState) -> Aim:
    """A mission onto an empty hex, evolved."""
    aim, rules = empty(state), battlefield()
    for event in call(state, GERMAN, CallFire(observer=FO, sources=(LIGHT,), aim=aim), ScriptedDice(())):
        rules.evolve(state, event)
        assert not isinstance(event, FireCalled) or event.reconnaissance
    return aim


def test_an_fo_calls_a_battery_onto_an_empty_hex() -> None:
    state = field()
    assert call_refusal(state, GERMAN, FO, (LIGHT,), empty(state)) is None
    called(state)
    (mission,) = state.indirect.of(GERMAN)
    assert mission.reconnaissance


def test_it_is_no_call_with_the_option_off() -> None:
    state = field(on=False)
    refused = call_refusal(state, GERMAN, FO, (LIGHT,), empty(state))
    assert refused is not None
    assert refused.rule == "na:6.5.1.7"
    assert not list(target_hexes(state, GERMAN, FO))


@pytest.mark.parametrize(
    ("observer", "sources", "change", "rule"),
    [
        (COMMAND, (LIGHT,), {}, "na:6.5.1.7"),
        (FO, (MORTAR,), {}, RULE),
        (FO, (LIGHT, HEAVY), {}, RULE),
        (FO, (LIGHT,), {"sheaf": Sheaf.OPEN}, RULE),
        (FO, (LIGHT,), {"type": FireType.SMOKE}, RULE),
    ],
)
def test_only_an_fo_one_battery_closed_gp(
    observer: UnitId, sources: tuple[UnitId, ...], change: dict[str, Any], rule: str
) -> None:
    state = field()
    order = CallFire(observer=observer, sources=sources, aim=evolve(empty(state), **change))
    with pytest.raises(IllegalOrder) as refused:
        check_call(state, GERMAN, order)
    assert refused.value.rule == rule


def test_the_fo_sees_the_hex() -> None:
    """or:7.37: line of sight to the target hex, within range of the battery."""
    state = field()
    offered = set(target_hexes(state, GERMAN, FO))
    hidden = [h for h in state.board.cells if h not in offered and not state.in_hex(h)]
    refusals = [call_refusal(state, GERMAN, FO, (LIGHT,), Aim(h)) for h in hidden]
    assert hidden
    assert all(refusals)
    assert any(r is not None and "does not see" in r.reason for r in refusals)


def test_it_responds_two_worse() -> None:
    state, off = field(), field(on=False)
    aim = empty(state)
    terms = response_terms(state, FO, LIGHT, aim)
    assert [(r.amount, r.rule) for r in terms.tally.reasons if r.rule == RULE] == [(-2, RULE)]
    assert terms.tally.total == response_terms(off, FO, LIGHT, aim).tally.total - 2
    spotted = state.units[TANK].hex
    assert spotted is not None
    assert response_terms(state, FO, LIGHT, Aim(spotted)).tally == response_terms(off, FO, LIGHT, Aim(spotted)).tally


def test_it_checks_in_the_next_turn() -> None:
    """or:7.37: no continuing or adjusting, even if somebody is spotted there by then."""
    state, rules = field(), battlefield()
    aim = called(state)
    state.indirect = evolve(state.indirect, pending=())
    (mission,) = state.indirect.of(GERMAN)
    rules.evolve(state, TurnBegun(turn=state.turn + 1))
    state.change(FO, fired=False)
    state.change(TANK, hex=aim.hex.neighbour(3))
    for refused in (
        continue_refusal(state, mission, FireType.GP),
        adjust_refusal(state, mission, Aim(aim.hex.neighbour(3)), ()),
    ):
        assert refused is not None
        assert refused.rule == RULE
    happened = list(step.procedure(state, GERMAN, ScriptedDice(())) or ())
    assert [(e.rule, e.reason) for e in happened if isinstance(e, MissionEnded)] == [
        (RULE, "it was reconnaissance by fire")
    ]


def test_an_adjustment_is_no_reconnaissance() -> None:
    """or:7.37: it is called; a mission onto a spotted unit is not shifted where nobody is spotted."""
    state, rules = field(), battlefield()
    spotted = state.units[TANK].hex
    assert spotted is not None
    for event in call(state, GERMAN, CallFire(observer=FO, sources=(LIGHT,), aim=Aim(spotted)), ScriptedDice(())):
        rules.evolve(state, event)
    (mission,) = state.indirect.of(GERMAN)
    assert not mission.reconnaissance
    rules.evolve(state, TurnBegun(turn=state.turn + 1))
    state.change(FO, fired=False)
    state.indirect = evolve(state.indirect, pending=())
    beside = next(h for h in spotted.neighbours() if h in state.board and not state.in_hex(h))
    refused = adjust_refusal(state, mission, Aim(beside), ())
    assert refused is not None
    assert refused.rule == "na:6.5.1.7"


def test_it_is_picked_hex_then_battery() -> None:
    state = field()

    def offered(*picks: str) -> Choices:
        return choices.step_choices(state, GERMAN, picks)

    assert [c.pick for c in offered().options if c.pick.startswith("reconnoitre")] == ["reconnoitre:gf"]
    hex_ = empty(state).hex
    assert hex_.id in {c.pick for c in offered("reconnoitre:gf").options}
    batteries = {c.pick for c in offered("reconnoitre:gf", hex_.id).options if c.refusal is None}
    assert "by:ga" in batteries
    assert "by:gm" not in batteries
    picked = ("reconnoitre:gf", hex_.id, "by:ga")
    assert offered(*picked).complete
    assert choices.step_order(state, GERMAN, picked) == CallFire(observer=FO, sources=(LIGHT,), aim=Aim(hex_))
    assert not [c for c in choices.step_choices(field(on=False), GERMAN, ()).options if c.pick.startswith("recon")]


def test_the_step_is_not_over_while_it_could_be_called() -> None:
    """Nobody is spotted: an FO may still reconnoitre."""
    for on in (True, False):
        state = field(on=on)
        for unit in list(state.of(state.scenario.enemy(GERMAN))):
            if unit.on_map:
                state.change(unit.id, hex=None)
        assert can_call(state, GERMAN) == on
