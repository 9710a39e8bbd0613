"""The CAT Results with their adjustments (pw:12.11.6.1)."""

from __future__ import annotations

from core.panzerwar.infantry import assault_results
from tests.panzerwar.infantry.test_assault import facing, squad, tank


def test_soft_vehicles_are_destroyed_from_3_on() -> None:
    """pw:12.11.6.1: whatever else the result is; heavy ones are 1 harder, open ones 1 easier."""
    soft = facing(squad(), tank(card="zis5"))
    assert assault_results.effect_of(soft, soft.element("tank"), "", 3)[0] == ("destroyed",)
    assert assault_results.effect_of(soft, soft.element("tank"), "", 2)[0] == ("destroyed",), "open-topped: 3"
    assert assault_results.effect_of(soft, soft.element("tank"), "", 1)[0] == ("stun-roll",)
    heavy = facing(squad(), tank(card="tiger1"))
    assert assault_results.effect_of(heavy, heavy.element("tank"), "", 6)[0] == ("mobility",)
    open_ = facing(squad(), tank(card="su76"))
    assert assault_results.effect_of(open_, open_.element("tank"), "", 5)[0] == ("gun",)


def test_a_flamethrower_sets_on_fire_from_5_to_8() -> None:
    """pw:12.11.6.1: with the 1 that it adds; 9 is on fire by any weapon, 10 destroyed."""
    state = facing(squad(), tank())
    found = [assault_results.effect_of(state, state.element("tank"), "flamethrower", roll)[0] for roll in range(3, 10)]
    assert found == [("track", "stun-roll"), *[("fire",)] * 5, ("destroyed",)]
