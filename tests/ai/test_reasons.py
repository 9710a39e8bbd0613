"""Why a computer player orders what it does: told of every kind of order that it weighs, by the numbers for that."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.order import Order
from core.panzer.movement.orders import Move
from core.panzer.opponent import moves
from core.panzer.opponent.picture import picture
from core.panzer.opponent.reasons import weighed
from core.panzer.opponent.reasons import why as panzer_why
from core.panzer.opponent.transport import loaded, why_down
from core.panzer.pieces.cards import LegCard
from core.panzerblitz.movement.orders import Load, Unload
from core.panzerblitz.opponent import reasons as blitz_reasons
from core.panzerwar.combat.orders import Fire, FireSmoke
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.movement import leaving
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.opponent import picture as war_picture
from core.panzerwar.opponent import reasons as war_reasons
from core.panzerwar.opponent import smoke as war_smoke
from core.panzerwar.sighting import groups
from core.panzerwar.sighting.orders import SightTogether
from core.plane import gsu_between, hex_at
from core.play.game import Game
from core.presentation import Argument
from tests.panzer.whole.test_optional_games import OPTIONS, drawn
from tests.panzer.whole.test_switched_games import opened

#: What is always told of, by scenario.
TOLD = {
    "the-bridge": {"place-commands", "choose-first-player", "fire", "overwatch-fire", "pass", "move"},
    "halfaya-pass": {"place-commands", "share-command", "fire", "overwatch-fire", "pass", "move", "full-cover"},
    "rear-area-raid": {"pb-announce", "pb-resolve", "pb-move", "pb-load", "pb-unload", "pb-close-assault"},
    "pw-0": {"pw-tactical-order", "pw-plan", "pw-fire", "pw-react", "pw-carry-on"},
}
#: The fight that has something of everything, with all options that go together.
FIGHT = "fight"
EVERYTHING = drawn(0, len(OPTIONS))
Given = tuple[Any, SideId, Order, tuple[Argument, ...]]


@cache
def orders(scenario: str) -> tuple[Given, ...]:
    """The orders of a game between computers, each with the view that it was given from and its reasons."""
    system: Any = opened(scenario, EVERYTHING) if scenario == FIGHT else catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("why4"))
    game.begin()
    minds = {look.id: player("greedy", f"w/{look.id}") for look in system.sides}
    found: list[Given] = []
    for _ in range(320):
        if game.over:
            break
        side = game.active[0]
        view = game.view(side)
        order = minds[side].order(system, view, side)
        found.append((view, side, order, system.why(view, side, order)))
        game.submit(side, order)
    return tuple(found)


@pytest.mark.parametrize("scenario", TOLD)
def test_every_order_that_is_weighed_has_reasons(scenario: str) -> None:
    told = {order.name for _, _, order, why in orders(scenario) if why}
    assert told >= TOLD[scenario]


@pytest.mark.parametrize("scenario", [*TOLD, FIGHT])
def test_no_decision_is_without_a_note(scenario: str) -> None:
    silent = [order for _, _, order, why in orders(scenario) if not why]
    assert not silent


@pytest.mark.parametrize("scenario", [*TOLD, FIGHT])
def test_reasons_are_words_of_the_game(scenario: str) -> None:
    for _, _, order, why in orders(scenario):
        for one in why:
            assert one.text[0].isupper() or one.text[0].isdigit(), order
            assert not {"Hex(", "Point(", "<", "None"} & set(one.text.split()), one.text
            assert one.points is None or abs(one.points) < 1000


def test_the_parts_of_a_move_are_all_that_it_is_judged_by() -> None:
    """Who carries nobody has nothing but a turn and the way it looks beside the parts that are told."""
    compared = 0
    for view, side, order, _ in orders("the-bridge"):
        if not isinstance(order, Move) or view.units[order.unit].hex is None:
            continue
        seen, unit = picture(view, side), view.units[order.unit]
        end = moves.best_end(seen, unit)
        if end is not None and end.steps == order.steps and not loaded(view, unit.id):
            assert abs(moves.reasons(seen, unit, end).other) <= 0.5
            compared += 1
    assert compared > 10


def test_a_command_is_weighed_against_the_best_other() -> None:
    """A unit that has a command of its own gets the one that promises it most."""
    for _, _, order, why in orders("the-bridge"):
        if order.name in ("place-command", "place-commands"):
            assert all(one.points is None or one.points >= 0 for one in why)


def numbers(scenario: str, pattern: str) -> list[tuple[Argument, tuple[float, ...]]]:
    """The reasons of a game that have a pattern, with the numbers in it."""
    told = (one for _, _, _, why in orders(scenario) for one in why)
    return [(one, tuple(map(float, found.groups()))) for one in told if (found := re.search(pattern, one.text))]


def test_the_way_to_its_goal_is_for_a_move_that_shortens_it_and_against_one_that_does_not() -> None:
    """What own units in the hex cost, or an objective that is stood on, is told apart from it."""
    ways = numbers("the-bridge", r"The way .*: ([0-9.]+) turns from there, ([0-9.]+) from here")
    assert len(ways) > 20
    for one, (there, here) in ways:
        assert one.points is not None
        assert (one.points > 0) is (there < here), one.text
    rooms = [
        one for _, _, _, why in orders("halfaya-pass") for one in why if one.text.startswith("Own units in the hex")
    ]
    assert rooms


def test_own_units_are_said_to_be_fewer_or_more_than_where_it_stands() -> None:
    told = [
        one
        for scenario in ("the-bridge", "halfaya-pass")
        for _, _, order, why in orders(scenario)
        if order.name == "move"
        for one in why
        if one.text.startswith("Own units")
    ]
    assert told
    for one in told:
        assert one.points is not None
        assert one.text.endswith(": fewer than here" if one.points > 0 else ": more than here"), one


def test_one_other_unit_is_not_called_units() -> None:
    assert weighed.rest_of(1) == "Less depends on it for the other unit."
    assert weighed.rest_of(3) == "Less depends on it for the other 3 units."


def test_who_is_almost_at_its_goal_moves_close_to_it() -> None:
    told = [one.text for _, _, _, why in orders("the-bridge") for one in why if ": MOVE" in one.text]
    near = [text for text in told if "turns away" not in text]
    assert near
    assert all("MOVE close to " in text for text in near)


def test_a_unit_on_overwatch_is_said_to_wait_for_something() -> None:
    """At whom it may fire, or how near those are who may come into view."""
    for scenario in ("the-bridge", "halfaya-pass"):
        told = [one.text for _, _, _, why in orders(scenario) for one in why if ": OVERWATCH" in one.text]
        assert told
        for text in told:
            assert re.search(r"OVERWATCH( for | to observe | \(the nearest enemy is )", text), text


def test_a_shot_that_can_do_nothing_is_no_best_shot() -> None:
    """Who lets a chance for Overwatch Fire pass that is none says so, and names no shooter for it."""
    passed = [one.text for _, _, order, why in orders("the-bridge") if order.name == "pass" for one in why]
    assert passed
    assert not [text for text in passed if " 0 % of its worth" in text]
    assert "No shot on Overwatch could do any harm now." in passed


def test_nothing_is_fired_at_for_which_another_target_promises_more() -> None:
    """Both are told beside the shots that are declared already (pw:8.4)."""
    compared = 0
    for _, _, order, why in orders("pw-0"):
        best = next((one.points for one in why if "points on average" in one.text), None)
        other = next((float(found[1]) for one in why if (found := re.search(r"would promise ([0-9.]+)", one.text))), 0)
        if order.name == "pw-fire" and best is not None and other:
            assert other <= best + 0.05, why
            compared += 1
    assert compared


def test_no_gun_is_called_unknown_that_is_known() -> None:
    """A unit that is sent on though guns are known is told by what these leave it to go on (pw:4.2)."""
    given = 0
    for view, side, order, why in orders("pw-0"):
        if isinstance(order, GiveOrder):
            mine = war_picture.standing(view, view.organisations[order.organisation])
            known = war_picture.guns(view, side, war_picture.middle(mine))
            unknown = [one.text for one in why if "nobody bars" in one.text or "no gun of the enemy" in one.text]
            assert not (known and unknown), unknown
            given += 1
    assert given


def test_whoever_turns_is_said_to_whom() -> None:
    """Nothing is left of "the enemy, or where he may come from" (pw:6.16)."""
    turned = [why for _, _, order, why in orders("pw-0") if order.name == "pw-plan" and "turns to" in why[0].text]
    assert turned
    assert all(re.search(r"turns to .*, [0-9]+ GSU away", why[0].text) for why in turned)


def test_a_way_of_panzer_war_is_told_by_how_far_it_really_is_to_its_goal() -> None:
    """What a way saves is movement over open ground, where a road counts less; that is not how much nearer one gets."""
    told = 0
    for view, _, order, why in orders("pw-0"):
        if not isinstance(order, WritePlan) or not order.plan.legs:
            continue
        element = view.elements[order.plan.element]
        goal = view.organisations[element.organisation].objective
        end = leaving.end_of(element, order.plan)
        for before, one in pairwise(why):
            found = re.search(r"The way to .*: ([0-9]+) GSU from there, ([0-9]+) from here; (.*)", one.text)
            if found:
                far = [str(round(gsu_between(at, goal))) for at in (end, element.where)]
                assert [*found.groups()] == [*far, "counted as movement over open ground"]
                assert one.points is not None
                to = hex_at((*order.plan.legs, *order.plan.second)[-1].to)
                assert re.fullmatch(rf"{element.name} [a-z ]+ to {to}\b.*, beside staying:", before.text), before.text
                assert before.points is None
                told += 1
    assert told > 5


def test_why_a_group_looks_together_is_told_by_its_bonus_and_the_best_of_as_many_dice() -> None:
    """Halves of teams and crews without a radio are in the bonus (pw:7.4.5): what is told is true of them too."""
    dice = [1 - (face / 10) ** 4 for face in range(10)]
    told = [
        (view, order, why[0].text)
        for view, _, order, why in orders("pw-0")
        if isinstance(order, SightTogether) and len(order.members) == 4
    ]
    assert told
    for view, order, text in told:
        bonus = groups.bonus(view, [view.elements[member] for member in order.members])
        one = f"one D10 with +{bonus}, {5.5 + bonus:.1f} on average"
        assert text == f"4 who look as a group: {one}; the best of 4 D10 is {sum(dice):.1f}."


def test_long_guns_are_spoken_of_where_they_are_played_with() -> None:
    told = [one.text for _, _, order, why in orders("halfaya-pass") for one in why if "face the nearest" in one.text]
    assert set(told) == {"All who may turn face the nearest enemy."}
    with_all = [one.text for _, _, order, why in orders(FIGHT) for one in why if "face the nearest" in one.text]
    assert set(with_all) == {"All who may turn face the nearest enemy, or are held by a long gun."}


@pytest.mark.parametrize("ends", [panzer_why._ENDS, blitz_reasons._ENDS, war_reasons._ENDS])
def test_an_end_does_not_speak_of_others_where_there_may_have_been_none(ends: Any) -> None:
    assert not [text for text, _ in ends.values() if "other" in text.split()]


def test_a_move_of_panzerblitz_is_told_by_what_is_better_or_worse_where_it_ends() -> None:
    """The ways to the ground and to the enemy one by one, each with its turns."""
    ways = numbers("rear-area-raid", r"The way to .*: ([0-9.]+) turns from there, ([0-9.]+) from here")
    assert len(ways) > 10
    for one, (there, here) in ways:
        assert one.points is not None
        assert there == here or (one.points > 0) is (there < here), one.text
    for _, _, order, why in orders("rear-area-raid"):
        if order.name == "pb-move" and "beside staying" in why[0].text:
            assert len(why) > 1, order


def test_who_rides_and_who_gets_off_is_told_why() -> None:
    """Who waits off the map rides because he can; who gets off does it for one reason of several (pb:PB-TRANS-A)."""
    loads, offs = [], []
    for view, _, order, why in orders("rear-area-raid"):
        if isinstance(order, Load):
            waits = view.units[order.passenger].hex is None
            assert ("comes onto the map" in why[0].text) is waits, why[0].text
            loads.append(order)
        elif isinstance(order, Unload):
            reason = why[0].text.partition(" gets off: ")[2]
            assert reason, why[0].text
            assert " or the enemy is near" not in reason
            offs.append(order)
    assert loads
    assert offs


def test_smoke_is_said_to_lie_before_the_gun_that_it_blinds_and_a_halt_promises_no_shot() -> None:
    """Who halts on contact may find that his weapons do not bear (pw:6.7.1, pw:11.1)."""
    shots = ((view, side, order) for view, side, order, _ in orders("pw-0") if isinstance(order, Fire))
    view, side, shot, target = next(
        (view, side, shot, target)
        for view, side, shot in shots
        if (target := view.elements[shot.target]) in war_picture.threats(view, side, target.where, war_smoke.THERE)
    )
    laid = FireSmoke(element=shot.element, arm=shot.arm, at=target.where, shell="smoke")
    (why,) = war_reasons.why(view, side, laid)
    assert target.name in why.text
    halts = [why[0].text for _, _, order, why in orders("pw-0") if order.name == "pw-react"]
    assert halts
    assert not [text for text in halts if text.endswith(("halts and fires.", "halts to fire."))]


def test_infantry_that_gets_down_at_its_goal_has_no_way_left_on_foot() -> None:
    """It is where it is wanted, not 0.0 turns away (na:6.6.7.1.1c)."""
    told = set()
    for view, side, _, _ in orders("halfaya-pass")[::20]:
        seen = evolve(picture(view, side), foes=())
        for unit in view.of(side):
            aboard = loaded(view, unit.id)
            if aboard and unit.id in seen.goals and all(isinstance(view.card(u), LegCard) for u in aboard):
                told |= {why_down(seen, unit, hex_) for hex_ in seen.goals[unit.id].hexes}
    assert "it is where it is wanted" in told
    assert not [text for text in told if "0.0 turns" in text]
