"""or:7.11: vehicles with the BU notation brew up more easily, by AP (OR-7.11-a), by GP fire and in Close Assaults."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzer.ap.hits import Plate
from core.panzer.assault.close_assault import close_assault_odds, close_assault_terms
from core.panzer.firing.burning import more
from core.panzer.gp.fire import strike_odds
from core.panzer.gp.strike import resolve, strike_at
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.gp import GpSource
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.state import PanzerState
from core.tally import Tally

BURNS, OTHER, SQUAD = UnitId("s1"), UnitId("s2"), UnitId("g1")
ROW = ("ND", "DM", "DM", "DM", "KO", "KO", "KO", "KO", "BU", "BU")


def state(*, on: bool) -> PanzerState:
    """An SU-76M, which burns easily, a T-34 without the notation, and a squad beside both."""
    units: list[dict[str, Any]] = [
        {"id": "s1", "card": "s27-su-76m-m43", "hex": "A1", "facing": "S"},
        {"id": "s2", "card": "s15-t-34-76-m43", "hex": "B1", "facing": "S"},
        {"id": "g1", "card": "g85-rifle-squad-1-2-squad", "hex": "A2", "facing": "N"},
    ]
    switched = ["bu-modifier"] if on else []
    data = {
        "modules": ["advanced-ap", "leg-and-towed", "close-combat", *switched],
        "board": {"grid": ". .\n. .\n. ."},
        "unit": units,
        "situation": {"step": "first-fire", "first": "german"},
    }
    return situation(data, "burning", "Burning", "x.toml").start.copy()


def plate(*, soft: bool = False, burns: bool = True) -> Plate:
    """What a hit meets that always penetrates."""
    return Plate(
        HitAngle.FRONT, Inclination.LEVEL, ("HF",) * 10, (0,) * 10, None, 1, ROW, -2 if soft else 0, burns=burns
    )


@pytest.mark.parametrize(
    ("digit", "read"),
    [
        (1, (1, 0, Result.NO_DAMAGE)),
        (4, (4, 0, Result.DAMAGE)),
        (5, (7, 2, Result.KNOCKED_OUT)),
        (7, (9, 2, Result.BREW_UP)),
        (9, (9, 0, Result.BREW_UP)),
    ],
)
def test_only_a_knock_out_is_read_again(digit: int, read: tuple[int, int, Result]) -> None:
    assert plate().harm(digit) == read
    assert plate(burns=False).harm(digit)[1] == 0


def test_soft_vehicles_are_read_two_lower_before_that() -> None:
    assert plate(soft=True).harm(9) == (9, 2, Result.BREW_UP)
    assert plate(soft=True).harm(6) == (4, 0, Result.DAMAGE)


def test_it_is_read_at_ten_at_most() -> None:
    late = Plate(
        HitAngle.FRONT, Inclination.LEVEL, ("HF",) * 10, (0,) * 10, None, 1, (*ROW[:8], "KO", "BU"), burns=True
    )
    assert late.harm(9) == (10, 1, Result.BREW_UP)


def test_it_is_a_matter_of_the_notation_and_of_the_option() -> None:
    on, off = state(on=True), state(on=False)
    assert (more(on, on.vehicle(BURNS)), more(on, on.vehicle(OTHER)), more(off, off.vehicle(BURNS))) == (2, 0, 0)


@pytest.mark.parametrize(("on", "target", "brews"), [(True, BURNS, True), (True, OTHER, False), (False, BURNS, False)])
def test_gp_fire_whose_second_die_is_two_over_the_effectiveness(on: bool, target: UnitId, brews: bool) -> None:
    game = state(on=on)
    source = GpSource(10, RangeFactor.P, 6, small_arms=False)
    strike = strike_at(game, source, target, Tally())
    assert resolve(game, strike, ScriptedDice([99, 8])).result is (Result.BREW_UP if brews else Result.KNOCKED_OUT)
    odds = strike_odds(game, strike)
    assert odds[Result.BREW_UP] / (odds[Result.BREW_UP] + odds[Result.KNOCKED_OUT]) == pytest.approx(
        0.8 if brews else 0.6
    )


def test_a_close_assault_brews_up_more_too() -> None:
    on, off = state(on=True), state(on=False)
    attack = Attack(SQUAD)
    terms = close_assault_terms(on, attack, BURNS, advanced=False)
    plain = close_assault_terms(off, attack, BURNS, advanced=False)
    assert terms.brews == plain.brews + 2
    odds = close_assault_odds(on, terms)
    assert odds[Result.BREW_UP] > close_assault_odds(off, plain)[Result.BREW_UP]
    assert odds[Result.BREW_UP] > close_assault_odds(on, evolve(terms, brews=plain.brews))[Result.BREW_UP]
