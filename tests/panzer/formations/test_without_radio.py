"""or:7.4: vehicles without a radio set have one command for their platoon, call no fire, tell nobody else of spots."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.scenarios import SCENARIOS
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.air.sight import observer_refusal as not_for_aircraft
from core.panzer.chapters import BOOK
from core.panzer.command.face import rows
from core.panzer.command.orders import PlaceCommand, ShareCommand
from core.panzer.formations.command_span import limit
from core.panzer.formations.control import command_range, stated, together
from core.panzer.formations.without_radio import troop
from core.panzer.indirect.observers import observer_refusal
from core.panzer.indirect.sources import may_be_called, may_observe
from core.panzer.morale.check import check_tally
from core.panzer.movement import shared
from core.panzer.opponent.sharing import shared_out
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Command, Shaken
from core.panzer.sight.limited_spotting import attempt, occasion
from core.panzer.sight.radio import without_radio
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState

SOVIET = SideId("soviet")
HQ, A1, A2, A3, B1, RECON, ENEMY = (UnitId(u) for u in ("hq", "a1", "a2", "a3", "b1", "recon", "enemy"))


def posed(
    *modules: str, on: bool = True, step: str = "commands", more: tuple[dict[str, Any], ...] = (), **stands: str
) -> PanzerState:
    """A company: its chief in a T-34/85 with a radio, two platoons of T-70s without, T-70s for reconnaissance."""
    at = {"hq": "A1", "a1": "A1", "a2": "A1", "a3": "A3", "b1": "A1", "recon": "A1", "enemy": "A9", **stands}
    tank = {"card": "s5-t-70-m42", "side": "soviet", "formation": "1st", "facing": "S", "grade": "Veteran"}
    stated_: dict[str, Any] = {
        "modules": ["command-control", *modules, *(["no-radio"] if on else [])],
        "board": {"grid": "\n".join("." * 12)},
        "side": [{"id": "soviet", "nation": "Soviet"}, {"id": "german", "nation": "German"}],
        "formation": [{"name": "1st", "side": "soviet", "grade": "Veteran"}],
        "unit": [
            {**tank, "id": "hq", "card": "s16-t-34-85-m44", "labels": ["Command"]},
            *({**tank, "id": unit, "platoon": "Platoon 1"} for unit in ("a1", "a2", "a3")),
            {**tank, "id": "b1", "platoon": "Platoon 2"},
            {**tank, "id": "recon", "labels": ["Recon", "FO"], "platoon": "Platoon 1"},
            {"id": "enemy", "side": "german", "card": "g12-pzkpfw-iii-m", "facing": "N"},
            *more,
        ],
        "situation": {"step": step, "first": "soviet"},
    }
    for unit in stated_["unit"]:
        unit["hex"] = unit.get("hex") or at[unit["id"]]
    return situation(stated_, "x", "x", "x.toml").initial()


def told(state: PanzerState, order: PlaceCommand | ShareCommand) -> str:
    """The rule by which an order is refused; "" if it is legal, and then it is carried out."""
    try:
        BOOK.refuse(state, SOVIET, order)
    except IllegalOrder as refused:
        return refused.rule
    for event in BOOK.decide(state, SOVIET, order, ScriptedDice([])):
        BOOK.evolve(state, event)
    return ""


# -- one command (or:7.4.2) -----------------------------------------------------------------------------


def test_a_platoon_has_one_command() -> None:
    state = posed()
    assert troop(state, A1) == (A1, A2, A3)
    assert told(state, PlaceCommand(unit=A1, command=Command.MOVE)) == ""
    assert told(state, PlaceCommand(unit=A2, command=Command.MOVE)) == "or:7.4.2"
    assert told(state, PlaceCommand(unit=A2, command=Command.OVERWATCH)) == "or:7.4.2"
    assert told(state, PlaceCommand(unit=B1, command=Command.OVERWATCH)) == "", "another platoon"
    assert told(state, PlaceCommand(unit=RECON, command=Command.OVERWATCH)) == "", "Recon has its own"
    assert told(state, PlaceCommand(unit=A2, command=Command.NONE)) == "", "who has none shares none"
    assert told(state, ShareCommand(units=(A1, A2, A3), command=Command.OVERWATCH)) == "", "wherever they stand"


def test_with_radios_each_has_its_own() -> None:
    state = posed(on=False)
    assert told(state, PlaceCommand(unit=A1, command=Command.MOVE)) == ""
    assert told(state, PlaceCommand(unit=A2, command=Command.OVERWATCH)) == ""
    assert troop(state, A1) == ()


def test_its_command_range_is_its_own_hex() -> None:
    state = posed(b1="A2")
    assert [command_range(state, u) for u in (A1, HQ)] == [0, command_range(posed(on=False), A1)]
    assert together(state, HQ, A1)
    assert not together(state, HQ, B1)
    assert told(state, ShareCommand(units=(HQ, B1), command=Command.MOVE)) == "or:7.4.2"
    assert told(posed(b1="A2", on=False), ShareCommand(units=(HQ, B1), command=Command.MOVE)) == ""


def test_who_has_a_track_hit_is_left_behind_and_who_is_damaged_is_not() -> None:
    state = posed()
    state.change(A2, track_hit=True)
    state.change(A3, hull_damaged=True)
    assert troop(state, A1) == (A1, A3)
    assert told(state, PlaceCommand(unit=A1, command=Command.MOVE)) == ""
    assert told(state, PlaceCommand(unit=A2, command=Command.OVERWATCH)) == ""
    assert told(state, PlaceCommand(unit=A3, command=Command.MOVE)) == "or:7.4.2"


def test_those_who_move_end_in_one_hex_where_they_can() -> None:
    state = posed(step="second-move")
    for unit in (A1, A2, A3):
        state.change(unit, command=Command.MOVE, group="1")
    here, there = Hex(1, 1), Hex(1, 3)
    assert shared.open_ends(state, A1, [here, there]) == {here, there}
    state.change(A3, moved=True)
    assert shared.open_ends(state, A1, [here, there]) == {there}
    assert not shared.keeps(posed_far(), A1, [Rate.CROSS_COUNTRY]), (
        "nobody gets that far: they come as near as they can"
    )
    assert shared.open_ends(posed_far(), A1, [here, there]) is None


def posed_far() -> PanzerState:
    """A platoon of which one stands where the others cannot get to in a turn, and stays there."""
    state = posed(step="second-move", a3="A12", enemy="A8")
    for unit in (A1, A2, A3):
        state.change(unit, command=Command.MOVE, group="1")
    state.change(A3, moved=True)
    return state


def test_a_computer_player_gives_a_platoon_one_command() -> None:
    worth = {Command.MOVE: 3.0, Command.OVERWATCH: 2.0, Command.NONE: 0.0}
    wanted = {A1: Command.MOVE, A2: Command.OVERWATCH, A3: Command.MOVE, B1: Command.OVERWATCH}
    shares = {s.command: set(s.units) for s in shared_out(posed(), wanted, dict.fromkeys(wanted, worth))}
    assert shares == {Command.MOVE: {A1, A2, A3}, Command.OVERWATCH: {B1}}
    apart = shared_out(posed(on=False), {A1: Command.MOVE, A3: Command.MOVE}, dict.fromkeys(wanted, worth))
    assert [s.units for s in apart] == [(A1,), (A3,)]


# -- spots (or:7.4.1) -------------------------------------------------------------------------------------


def spotted_by(state: PanzerState, *dice: int) -> set[UnitId]:
    """Who of the Soviets spots the enemy after so many rolls."""
    for event in occasion(state, (ENEMY,), ScriptedDice(list(dice))):
        BOOK.evolve(state, event)
    return {u for u in (HQ, A1, A2, A3, B1) if spots(state, u, ENEMY)}


def test_a_platoon_keeps_what_it_spots_to_itself() -> None:
    """or:7.4.1: nothing is handed off to other platoons, nor to the headquarters."""
    state = posed("limited-spotting", a1="A5", a2="A5", a3="A5", b1="A5", hq="A5")
    state.change(RECON, bailed_out=True)
    made = attempt(state, ENEMY)
    assert made is not None
    assert (made.spotter, made.further) == (A1, 2), "those of other platoons are of no help to it"
    assert spotted_by(state, 1) == {A1, A2, A3}
    again = attempt(state, ENEMY)
    assert again is not None
    assert (again.spotter, again.further) == (HQ, 0), "those who have not heard of it try at the next occasion"
    assert spotted_by(state, 1) == {HQ, A1, A2, A3}
    assert spotted_by(state, 1) == {HQ, A1, A2, A3, B1}
    assert spotted_by(state) == {HQ, A1, A2, A3, B1}


def test_with_radios_all_hear_of_it() -> None:
    state = posed("limited-spotting", on=False, a1="A5", a2="A5", a3="A5", b1="A5", hq="A5")
    assert spotted_by(state, 1) == {HQ, A1, A2, A3, B1}


# -- observers, morale, span ------------------------------------------------------------------------------


@pytest.mark.parametrize(("on", "rule"), [(True, "or:7.4.3"), (False, "")])
def test_it_observes_neither_for_guns_nor_for_aircraft(on: bool, rule: str) -> None:
    """or:7.4.3: Recon and Command vehicles too."""
    state = posed("indirect-fire", "air", on=on, enemy="A2")
    state.change(RECON, command=Command.OVERWATCH)
    found = observer_refusal(state, SOVIET, RECON)
    aloft = not_for_aircraft(state, RECON, ENEMY, SOVIET)
    assert [one.rule if one is not None else "" for one in (found, aloft)] == [rule, rule]


@pytest.mark.parametrize("on", [True, False])
def test_nobody_is_given_a_command_for_fire_that_it_could_not_call(on: bool) -> None:
    """or:7.4.3 with na:4.2.1e, na:6.5.1c: mortars have no FIRE for such an observer, nor has it OVERWATCH for them."""
    mortar = {"id": "mortar", "card": "g86-8cm-grw-34-mortar-section", "side": "soviet", "formation": "1st"}
    state = posed("indirect-fire", on=on, more=({**mortar, "hex": "A2", "facing": "S", "grade": "Veteran"},))
    state.sighted = {RECON: frozenset({ENEMY})}
    state.change(HQ, bailed_out=True)
    assert may_be_called(state, state.units[UnitId("mortar")]) is not on
    fire = PlaceCommand(unit=UnitId("mortar"), command=Command.FIRE)
    if on:
        with pytest.raises(IllegalOrder) as refused:
            BOOK.refuse(state, SOVIET, fire)
        assert refused.value.rule == "na:4.2.1e"
    else:
        BOOK.refuse(state, SOVIET, fire)

    assert may_observe(state, RECON) is not on


@pytest.mark.parametrize(("hex_", "on", "led"), [("A1", True, True), ("A2", True, False), ("A2", False, True)])
def test_only_a_command_unit_in_its_hex_steadies_it(hex_: str, on: bool, led: bool) -> None:
    """or:7.4.4."""
    state = posed("morale", on=on, hq=hex_)
    reasons = {reason.label for reason in check_tally(state, A1, forced=False).reasons}
    assert ("command unit in range" in reasons) is led


@pytest.mark.parametrize(("chief", "most"), [(HQ, None), (A1, 2)])
def test_a_headquarters_without_a_radio_has_no_command_span(chief: UnitId, most: int | None) -> None:
    """or:7.4: how many commands of the company may move, out of four, with its chief in a vehicle like this one."""
    state = posed("command-span")
    card = state.card(chief)
    units = tuple(evolve(u, card=card) if u.id == HQ else u for u in state.scenario.units)
    made = state.shown({"scenario": evolve(state.scenario, units=units)})
    assert limit(made, stated(made, "soviet/1st"), 4) == most


def test_a_broken_headquarters_has_no_command_span() -> None:
    """or:7.1.5.2."""
    state = posed("command-span", "morale", on=False)
    assert limit(state, stated(state, "soviet/1st"), 4) is None
    state.change(HQ, morale=Shaken.BREAK_OFF)
    assert limit(state, stated(state, "soviet/1st"), 4) == 2


@pytest.mark.parametrize("on", [True, False])
def test_a_vehicle_whose_radio_is_broken_is_without_one(on: bool) -> None:
    """or:7.23.2 with or:7.4: the headquarters and a scout, both with radio sets by their cards, lose them."""
    state = posed("collateral-damage", "indirect-fire", "command-span", on=on, a1="A2")
    for unit in (HQ, RECON):
        state.change(unit, command=Command.OVERWATCH, collateral=(Collateral.RADIO,))
    assert (command_range(state, HQ) == 0) is on
    assert without_radio(state, HQ) is on
    assert (RECON in troop(state, A2)) is on, "it has no Recon abilities any more"
    found = observer_refusal(state, SOVIET, RECON)
    assert (found is not None and found.rule == "or:7.4.3") is on, "it is an FO still"


# -- told, and asked of scenarios ----------------------------------------------------------------------------


def test_a_card_says_so() -> None:
    cards = {on: {row.label for row in rows(posed(on=on), posed(on=on).units[A1])} for on in (True, False)}
    assert "Radio" in cards[True]
    assert "Radio" not in cards[False]
    assert "Radio" not in {row.label for row in rows(posed(), posed().units[HQ])}


def test_scenarios_with_platoons_of_such_vehicles_allow_it() -> None:
    assert Switch.WITHOUT_RADIO in allowed(SCENARIOS.stated("the-bridge-1a"))
    assert Switch.WITHOUT_RADIO not in allowed(SCENARIOS.stated("higher-ground"))
    assert Switch.WITHOUT_RADIO not in allowed(SCENARIOS.stated("the-bridge")), "it states no platoons"
