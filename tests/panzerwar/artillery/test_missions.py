"""Indirect fire from the call to the last turn (pw:10.6, pw:10.7, pw:10.4, pw:11.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.order import IllegalOrder
from core.panzerwar.artillery import calling, missions, shoots
from core.panzerwar.artillery.events import (
    AreaFired,
    AreaNotFired,
    MissionBegun,
    MissionEnded,
    MissionTold,
)
from core.panzerwar.artillery.orders import AreaFire, Cease, Correct, FireForEffect
from core.panzerwar.artillery.seeing import marks_itself
from core.panzerwar.communication.events import Contacted
from core.panzerwar.pieces.artillery import Area, Mission, Spotting
from core.panzerwar.pieces.smoke import Intensity
from core.panzerwar.smoke import clouds
from core.panzerwar.smoke.events import SmokeLaid
from core.panzerwar.state import WarState
from core.plane import bearing, gsu_between, offset
from tests.panzerwar.artillery.guns import (
    BEHIND,
    Dicing,
    a_battery,
    begin,
    call,
    communicate,
    field,
    fire,
    guns,
    happen,
    mortars,
    observer,
    of,
    only,
    order,
    turn,
)
from tests.panzerwar.kit import RED, a_board, a_vehicle, an_element, at

#: A German observer makes contact on 5 and maintains it on anything but unders.
MADE, KEPT = 5, 4
LOST = (1, 4)


def howitzers(*others: Any, where: str = "C30", **more: Any) -> WarState:
    """Four howitzers off the table, and their observer."""
    pieces, fo = guns(), observer(where)
    return field(*pieces, fo, *others, batteries=[a_battery(*pieces, fo)], **more)


def called(*others: Any, **more: Any) -> WarState:
    """They are called in turn 2, and will come in turn 4; it is turn 4, and contact is kept."""
    spotting = more.pop("spotting", Spotting.NONE)
    shell = more.pop("shell", "")
    state = howitzers(*others, **more)
    call(state, "C10", spotting=spotting, shell=shell)
    communicate(state, MADE)
    for _ in range(2):
        turn(state)
        if state.turn < 4:
            communicate(state)
    communicate(state, KEPT)
    return state


def mission(state: WarState) -> Mission:
    (found,) = state.artillery.missions
    return found


# -- when it comes ---------------------------------------------------------------------------------


def test_an_observer_is_served_in_two_turns() -> None:
    """pw:10.6.3, pw:10.6.4, pw:10.6.5: one turn to link, one to approve; the fire falls in E5."""
    state = howitzers()
    call(state, "C10")
    assert only(communicate(state, MADE), MissionBegun).mission.due == 4
    assert not fire(state, "e5")
    turn(state)
    assert not of(communicate(state), Contacted)
    assert not fire(state, "e5")
    turn(state)
    communicate(state, KEPT)
    assert not fire(state, "e2")
    assert len(of(fire(state, "e5", 1, 1), AreaFired)) == 1


def test_new_artillery_in_e5_old_in_e2() -> None:
    """pw:10.6, pw:3.2.E: what fell last turn too is old."""
    state = called()
    assert only(fire(state, "e5", 1, 1), AreaFired).segment == 5
    turn(state)
    communicate(state, KEPT)
    assert only(fire(state, "e2"), AreaFired).segment == 2
    assert not fire(state, "e5")


def test_no_contact_no_fire() -> None:
    """pw:5.1: on 4 an observer is not heard; he may try again in the next turn."""
    state = howitzers()
    call(state, "C10")
    assert not of(communicate(state, 4), MissionBegun)
    turn(state)
    call(state, "C10")
    assert of(communicate(state, MADE), MissionBegun)


# -- where it falls --------------------------------------------------------------------------------


def test_it_scatters_once() -> None:
    """pw:10.6.7, pw:10.6.7.3: 30 x D10 in its first turn, and lies there until it is corrected."""
    state = called()
    fell = only(fire(state, "e5", 3, 4), AreaFired)
    assert (fell.direction, fell.scattered) == (3, 120)
    assert (fell.length, fell.width, fell.dice, fell.along) == (100, 75, 4, pytest.approx(bearing(BEHIND, fell.coa)))
    turn(state)
    communicate(state, KEPT)
    assert only(fire(state, "e2"), AreaFired).coa == fell.coa


def test_a_correction_is_declared_by_the_compass_and_carried_out_with_the_fire() -> None:
    """pw:10.6.5.1, pw:10.6.8, pw:10.6.8.1, pw:10.6.8.3: nothing is shown before; then within 45 degrees of it."""
    state = called()
    fell = only(fire(state, "e5", 3, 4), AreaFired)
    turn(state)
    before = state.artillery.fallen
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    communicate(state, KEPT)
    assert state.artillery.fallen == before
    begin(state, "e2")
    to = offset(fell.coa, 300, 110)
    order(state, shoots.check, shoots.declare, AreaFire(battery="battery", at=to))
    with pytest.raises(IllegalOrder) as found:
        order(state, shoots.check, shoots.declare, AreaFire(battery="battery", at=offset(fell.coa, 0, 110)))
    assert found.value.rule == "pw:10.6.8.1"
    assert only(resolved(state), AreaFired).coa == to


def resolved(state: WarState, *dice: int) -> list[Any]:
    return happen(state, shoots.resolve(state, state.copy(), Dicing(list(dice))))


def test_what_is_not_said_is_carried_out_as_declared() -> None:
    """pw:10.6.8.1, pw:10.6.8.2."""
    state = called()
    fell = only(fire(state, "e5", 3, 4), AreaFired)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    communicate(state, KEPT)
    happened = fire(state, "e2")
    moved = only(happened, AreaFired)
    assert len(only(happened, SmokeLaid).clouds) == 3, "pw:11.11: dust rises though it has moved"
    assert gsu_between(moved.coa, fell.coa) == pytest.approx(120, abs=2)
    assert not moved.concentrated
    assert moved.still == 1


def test_it_takes_sight_to_correct() -> None:
    """pw:10.6.8: the observer must see the point of aim while it fires."""
    state = called()
    fell = only(fire(state, "e5", 3, 4), AreaFired)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    communicate(state, KEPT)
    state.put(evolve(state.element("fo"), at=at("C30")).with_harm(blinded=state.turn))
    assert only(fire(state, "e2"), AreaFired).coa == fell.coa
    turn(state)
    state.put(state.element("fo").with_harm(blinded=state.turn))
    with pytest.raises(IllegalOrder):
        order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))


def test_it_takes_contact_to_correct() -> None:
    """pw:10.6.8.4, pw:10.6.5: and what is asked is one of eight directions."""
    state = called()
    fire(state, "e5", 3, 4)
    turn(state)
    with pytest.raises(IllegalOrder) as found:
        order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=9))
    assert found.value.rule == "pw:10.6.5.1"
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    happened = communicate(state, *LOST)
    assert not of(happened, MissionTold)
    assert only(happened, MissionEnded).rule == "pw:10.6.6"


def test_rockets_never_improve() -> None:
    """pw:10.6.9: the observer moves the point of aim from where it fell, and there the next salvo scatters again."""
    crews = mortars("C58", "C58+20,0", weapon="NbW41")
    fo = observer("C20", organisation="mortars")
    state = field(*crews, fo, batteries=[a_battery(*crews, fo)], board=a_board(30, 60))
    call(state, "C10", battery="mortars")
    communicate(state, MADE)
    for _ in range(2):
        turn(state)
        communicate(state, *((KEPT,) if state.turn == 4 else ()))
    fell = only(fire(state, "e5", 3, 4), AreaFired)
    assert fell.scattered == 120
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="mortars", direction=7))
    communicate(state, KEPT)
    happened = fire(state, "e2", 1, 5)
    second = only(happened, AreaFired)
    assert len(only(happened, SmokeLaid).clouds) == 3, "pw:11.11: rockets raise it too"
    assert second.scattered == 100
    assert second.aim == offset(fell.coa, 270, gsu_between(second.aim, fell.coa))
    assert gsu_between(second.aim, second.coa) == pytest.approx(100, abs=0.1)
    turn(state)
    communicate(state, KEPT)
    third = only(fire(state, "e2", 2, 2), AreaFired)
    assert (third.scattered, third.aim) == (40, second.aim)


def rockets(state: WarState) -> AreaFired:
    """The first salvo of a battery of rockets that is called to C10, 120 beyond it."""
    call(state, "C10", battery="mortars")
    communicate(state, MADE)
    for _ in range(2):
        turn(state)
        communicate(state, *((KEPT,) if state.turn == 4 else ()))
    return only(fire(state, "e5", 3, 4), AreaFired)


def launchers() -> WarState:
    crews = mortars("C58", "C58+20,0", weapon="NbW41")
    fo = observer("C20", organisation="mortars")
    return field(*crews, fo, batteries=[a_battery(*crews, fo)], board=a_board(30, 60))


def test_rockets_that_nobody_corrects_are_aimed_where_the_first_fell() -> None:
    """pw:10.6.9: doing nothing does not bring them back to the point that was asked for."""
    state = launchers()
    fell = rockets(state)
    assert gsu_between(fell.aim, fell.coa) == pytest.approx(120, abs=0.1)
    turn(state)
    communicate(state, KEPT)
    second = only(fire(state, "e2", 1, 5), AreaFired)
    assert second.aim == fell.coa
    turn(state)
    communicate(state, KEPT)
    assert only(fire(state, "e2", 2, 2), AreaFired).aim == fell.coa, "not where the second fell"


@pytest.mark.parametrize(("degrees", "gsu", "rule"), [(0, 150, ""), (180, 5, ""), (90, 151, "pw:10.6.9")])
def test_rockets_are_shifted_any_way(degrees: float, gsu: float, rule: str) -> None:
    """pw:10.6.9: whatever direction was declared, and by less than 25 too."""
    state = launchers()
    fell = rockets(state)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="mortars", direction=7))
    communicate(state, KEPT)
    (mission,) = state.artillery.missions
    refused = missions.move_refusal(state, mission, offset(fell.coa, degrees, gsu))
    assert (refused.rule if refused is not None else "") == rule


# -- how long --------------------------------------------------------------------------------------


def test_six_turns_at_most_and_then_rest() -> None:
    """pw:10.6.1, pw:10.6.6, pw:10.6.6.2, pw:10.6.10: and the battery may not be called for six."""
    state = called()
    happened = fire(state, "e5", 9, 9)
    for _ in range(5):
        assert not of(happened, MissionEnded)
        turn(state)
        communicate(state, KEPT)
        happened = fire(state, "e2")
    assert state.turn == 9
    assert only(happened, MissionEnded).resting == 15
    for number in range(10, 17):
        turn(state)
        assert state.turn == number
        if number < 16:
            with pytest.raises(IllegalOrder) as found:
                call(state, "C10")
            assert found.value.rule == "pw:10.6.10"
        communicate(state) if number < 16 else call(state, "C10")
    communicate(state, MADE)


def test_contact_must_be_kept_in_every_turn() -> None:
    """pw:10.6.1, pw:10.6.6: if it is lost there is no more fire for six turns."""
    state = called()
    fire(state, "e5", 9, 9)
    turn(state)
    assert only(communicate(state, *LOST), MissionEnded).resting == state.turn + 6
    assert not fire(state, "e2")


def test_an_observer_who_is_gone_keeps_no_contact() -> None:
    """pw:10.6.6."""
    state = called()
    fire(state, "e5", 9, 9)
    turn(state)
    state.put(state.element("fo").with_nerve(broken=state.turn))
    assert only(communicate(state), MissionEnded)


def test_it_ceases_when_it_is_told() -> None:
    """pw:10.6.6: by not keeping contact."""
    state = called()
    fire(state, "e5", 9, 9)
    turn(state)
    order(state, calling.check_cease, calling.cease, Cease(battery="battery"))
    assert only(communicate(state), MissionEnded).why == "it ceases"


def test_concentrated_indirect_fire() -> None:
    """pw:10.4: in the second turn at the same place; dice are two a gun, in four turns of the game."""
    state = called()
    dice = [only(fire(state, "e5", 9, 9), AreaFired).dice]
    for _ in range(5):
        turn(state)
        communicate(state, KEPT)
        dice.append(only(fire(state, "e2"), AreaFired).dice)
    assert dice == [4, 8, 8, 8, 8, 4]


def test_a_battery_that_moves_fires_no_longer() -> None:
    """pw:10.6.2: it was set up at the start and does not move in any turn."""
    crews = mortars("C38", "C38+20,0")
    fo = observer("C20", organisation="mortars")
    state = field(*crews, fo, batteries=[a_battery(*crews, fo)])
    call(state, "C10", battery="mortars")
    communicate(state, MADE)
    state.put(state.element("mortars-2").with_travel(moved=3))
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, KEPT)
    happened = fire(state, "e5")
    assert only(happened, AreaNotFired).rule == "pw:10.6.2"
    assert only(happened, MissionEnded)


def test_mortars_fire_from_30_to_1200() -> None:
    """pw:10.5.4, pw:10.6."""
    crews = mortars("C58", "C58+20,0")
    fo = observer("C30", organisation="mortars")
    state = field(*crews, fo, batteries=[a_battery(*crews, fo)], board=a_board(30, 60))
    for where in ("C57", "C9"):
        with pytest.raises(IllegalOrder) as found:
            call(state, where, battery="mortars")
        assert found.value.rule == "pw:10.5.4"
    call(state, "C10", battery="mortars")


# -- spotting rounds -------------------------------------------------------------------------------


def test_spotting_rounds_mark_and_harm_nobody() -> None:
    """pw:10.7: corrected from where they land, 150 a turn (pw:10.7.1), then for effect (pw:10.7.3)."""
    squad = an_element("squad", "sov-rifle-43", RED, "C10")
    state = called(squad, spotting=Spotting.ONE)
    happened = fire(state, "e5", 5, 10)
    fell = only(happened, AreaFired)
    assert (fell.rounds, fell.dice, len(happened)) == ((fell.coa,), 0, 1)
    assert gsu_between(fell.coa, at("C10")) == pytest.approx(300, abs=0.2)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=1))
    communicate(state, KEPT)
    second = only(fire(state, "e2"), AreaFired)
    assert second.rounds
    assert gsu_between(second.coa, at("C10")) == pytest.approx(150, abs=1)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=1))
    order(state, calling.check_effect, calling.effect, FireForEffect(battery="battery"))
    told = only(communicate(state, KEPT), MissionTold)
    assert (told.direction, told.effect) == (1, True)
    third = only(of(fire(state, "e2"), AreaFired), AreaFired)
    assert (third.rounds, third.dice) == ((), 4)
    assert gsu_between(third.coa, at("C10")) < 2
    turn(state)
    with pytest.raises(IllegalOrder) as found:
        order(state, calling.check_effect, calling.effect, FireForEffect(battery="battery"))
    assert found.value.rule == "pw:10.7.3"


def test_fire_for_effect_takes_contact_and_can_still_be_moved() -> None:
    """pw:10.7.4: without contact it does not change; once it is for effect, single rounds are over."""
    state = called(spotting=Spotting.ONE)
    fire(state, "e5", 9, 9)
    turn(state)
    order(state, calling.check_effect, calling.effect, FireForEffect(battery="battery"))
    assert not of(communicate(state, *LOST), MissionTold)
    state = called(spotting=Spotting.ONE)
    fire(state, "e5", 9, 9)
    turn(state)
    order(state, calling.check_effect, calling.effect, FireForEffect(battery="battery"))
    communicate(state, KEPT)
    first = only(fire(state, "e2"), AreaFired)
    assert first.dice == 4
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=2))
    communicate(state, KEPT)
    assert gsu_between(only(fire(state, "e2"), AreaFired).coa, first.coa) == pytest.approx(25, abs=0.1)


def test_a_bracket_falls_over_and_short() -> None:
    """pw:10.7.2: 200 apart on the line of fire, by German batteries of two weapons and more."""
    state = called(spotting=Spotting.BRACKET)
    fell = only(fire(state, "e5", 9, 9), AreaFired)
    over, short = fell.rounds
    assert gsu_between(over, short) == pytest.approx(200, abs=0.2)
    assert gsu_between(over, fell.coa) == pytest.approx(100, abs=0.2)
    assert gsu_between(over, BEHIND) > gsu_between(short, BEHIND)
    turn(state)
    with pytest.raises(IllegalOrder):
        order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=1, from_=2))
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=1, from_=1))
    communicate(state, KEPT)
    moved = only(fire(state, "e2"), AreaFired)
    assert gsu_between(moved.coa, short) == pytest.approx(100, abs=0.5)


def test_who_fires_no_bracket() -> None:
    """pw:10.7.2: one weapon alone, other nations; pw:10.6.9: rockets spot nothing."""
    pieces, fo = guns(1), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    with pytest.raises(IllegalOrder) as found:
        call(state, "C10", spotting=Spotting.BRACKET)
    assert found.value.rule == "pw:10.7.2"
    pieces, fo = guns(4, "m30", RED), observer("C30", side=RED)
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    with pytest.raises(IllegalOrder) as found:
        call(state, "C10", spotting=Spotting.BRACKET)
    assert found.value.rule == "pw:10.7.2"


def test_he_is_not_seen_over_trees() -> None:
    """pw:10.7: smoke is; without being seen it is not corrected."""
    woods = a_board(30, 40, terrain={"C10": "light-woods"})
    state = called(spotting=Spotting.ONE, board=woods)
    assert not only(fire(state, "e5", 9, 9), AreaFired).seen
    turn(state)
    with pytest.raises(IllegalOrder) as found:
        order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=1))
    assert found.value.rule == "pw:10.7"


def test_he_is_not_seen_beside_other_fire() -> None:
    """pw:10.7: close by, in the same turn."""
    state = howitzers()
    for away, turn_, told in ((50, 2, False), (51, 2, True), (10, 1, True)):
        other = Area(
            side=RED, centre=offset(at("C10"), 0, away), along=0, length=9, width=9, turn=turn_, segment=5, what=""
        )
        assert marks_itself(state, at("C10"), smoke=False, fallen=[other]) is told
        assert marks_itself(state, at("C10"), smoke=True, fallen=[other])


# -- smoke -----------------------------------------------------------------------------------------


def test_a_battery_lays_smoke() -> None:
    """pw:11.2, pw:11.2.5, pw:11.2.1, pw:11.5: two puffs a gun across its line of fire, thick in the second turn."""
    state = called(shell=smoke_shell())
    laid = only(fire(state, "e5", 9, 9), SmokeLaid)
    assert len(laid.clouds) == 8
    assert all(abs(cloud.puffs[0].y - at("C10").y) < 3 for cloud in laid.clouds)
    turn(state)
    communicate(state, KEPT)
    happened = fire(state, "e2")
    assert len(only(happened, SmokeLaid).clouds) == 8
    begin(state, "e5")
    assert {clouds.intensity(state, one) for one in state.smoke.clouds.values()} == {Intensity.THICK}
    assert not only(happened, AreaFired).concentrated


def smoke_shell() -> str:
    weapon = howitzers().cards.weapons["105L28"]
    return next(shell.name for shell in weapon.shells if shell.smoke is not None)


def test_smoke_strikes_nobody() -> None:
    """pw:11.2."""
    tank = a_vehicle("tank", "t34-85", RED, "C10")
    state = called(tank, shell=smoke_shell())
    happened = fire(state, "e5", 9, 9)
    assert {type(event).__name__ for event in happened} == {"AreaFired", "SmokeLaid"}
    assert not state.element("tank").buttoned


def test_a_smoke_round_is_seen_over_trees() -> None:
    """pw:10.7: spotting rounds are HE or smoke."""
    woods = a_board(30, 40, terrain={"C10": "light-woods"})
    state = called(spotting=Spotting.ONE, board=woods, shell=smoke_shell())
    assert only(fire(state, "e5", 9, 9), AreaFired).seen
