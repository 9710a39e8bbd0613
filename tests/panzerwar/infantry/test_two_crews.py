"""Very large guns have two crews (pw:12.0.4)."""

from __future__ import annotations

import pytest
from attrs import evolve

from content.panzerwar.cards.units import cards
from content.panzerwar.scenarios.scenarios import scenario
from core.dice import ScriptedDice, SeededDice
from core.panzerwar.artillery import batteries, hits, loads, odds
from core.panzerwar.artillery.areas import Beaten
from core.panzerwar.artillery.hits import Fall
from core.panzerwar.combat import odds as aimed
from core.panzerwar.infantry import attacks, killpower
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.infantry.reports import TELL
from core.panzerwar.morale.events import GunDestroyed
from core.panzerwar.morale.evolve import APPLY as MORALE
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import happen
from tests.panzerwar.kit import RED, a_state, an_element

SHELL = Attack("shell", 5)


def gun(crews: int = 2) -> Element:
    return an_element("gun", "lefh18", RED, "C10", crews=crews)


def attacked(state: WarState, *dice: int) -> list[Result]:
    found = happen(state, attacks.attack(state, state.element("gun").id, SHELL, ScriptedDice(list(dice))))
    assert TELL[type(found[0])](state, found[0]) is not None
    return [event.result for event in found]  # type: ignore[attr-defined]


def test_the_first_kill_takes_one_crew_the_second_the_gun() -> None:
    """pw:12.0.4, pw:12.4.3."""
    state = a_state(gun())
    assert attacked(state, 5) == [Result.CREW]
    assert (state.element("gun").crews, state.element("gun").presence) == (1, Presence.ON_TABLE)
    assert attacked(state, 6) == [Result.BROKEN]
    assert attacked(state, 5) == [Result.KILLED]
    assert state.element("gun").presence is Presence.DESTROYED


@pytest.mark.parametrize(("card", "crews"), [("lefh18", 2), ("flak36", 2), ("25pdr-g", 1), ("pak40", 1)])
def test_the_card_says_how_many(card: str, crews: int) -> None:
    """pw:12.0.4: of German 105 mm howitzers two; a gun of a scenario has what its card says."""
    assert cards().guns[card].crew_counters == crews
    found = [e.crews for id_ in ("pw-2", "pw-3") for e in scenario(id_).elements if e.card == card]
    assert set(found) <= {crews}


def test_chances_tell_of_one_crew() -> None:
    """pw:12.0.4: a loss of one of two crews is harm, and no loss of the gun."""
    two, one = (killpower.chances(a_state(gun()).charts, gun(crews), SHELL) for crews in (2, 1))
    assert (two[Result.CREW], two[Result.KILLED]) == (one[Result.KILLED], 0.0)
    assert "one crew killed" not in aimed.LOST


@pytest.mark.parametrize("crews", [1, 2])
def test_chances_of_a_whole_fire_agree_with_its_dice(crews: int) -> None:
    """pw:12.0.4, pw:10.3: both crews may fall to one fire."""
    before = gun(crews)
    state = a_state(before)
    weapon = state.cards.weapons["150L30"]
    shell = batteries.shell(state, weapon, "")
    assert shell is not None
    load, lost, many = loads.of_shell(weapon, shell, 3000.0), 0, 600
    fall = Fall(area=Beaten(coa=before.where, along=0.0, length=100, width=100), load=load, dice=12)
    for seed in range(many):
        state.put(before)
        happen(state, hits.at_element(state, before, fall, SeededDice(str(seed))))
        lost += state.element("gun").presence is Presence.DESTROYED
    found = odds.chances(state, before, load, 12)
    assert found.loses == pytest.approx(lost / many, abs=0.05)
    assert (found.crew > 0) is (crews == 2)
    assert evolve(found, crew=0.0).loses == found.loses or crews == 2


def test_what_leaves_a_gun_that_it_destroys_is_one_crew() -> None:
    """pw:12.0.4, pw:13.5.2: on foot it is killed as any other."""
    state = a_state(gun())
    MORALE[GunDestroyed](state, GunDestroyed(side=RED, element=state.element("gun").id))
    assert attacked(state, 5) == [Result.KILLED]
