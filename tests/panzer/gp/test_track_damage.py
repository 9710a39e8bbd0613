"""or:7.21: whether a gun is heavy enough for the tracks of what it hits, with AP (OR-7.21-a) and with GP fire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzer.firing.track_damage import shot_spares_tracks, spares_tracks
from core.panzer.gp.strike import resolve, strike_at
from core.panzer.pieces.gp import GpSource
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.state import PanzerState
from core.tally import Tally

TIGER, TRUCK = UnitId("g1"), UnitId("g2")


def state(*, on: bool) -> PanzerState:
    """A Tiger and a truck of GP Defense 3; a T-70, and a squad with a rocket."""
    units: list[dict[str, Any]] = [
        {"id": "g1", "card": "g21-pzkpfw-vi-e-tiger-i", "hex": "A1", "facing": "S"},
        {"id": "g2", "card": "g73-light-truck", "hex": "B1", "facing": "S"},
        {"id": "s1", "card": "s5-t-70-m42", "hex": "A2", "facing": "N"},
        {"id": "s2", "card": "s57-rifle-squad-1-2-squad", "hex": "B2", "facing": "N", "attached": ["s59-m1-bazooka"]},
    ]
    switched = ["variable-track-damage"] if on else []
    data = {
        "modules": ["advanced-ap", "leg-and-towed", *switched],
        "board": {"grid": ". .\n. .\n. ."},
        "unit": units,
        "situation": {"step": "first-fire", "first": "soviet"},
    }
    made = situation(data, "tracks", "Tracks", "x.toml").start.copy()
    heavy = tuple(evolve(u, card=evolve(u.card, gp_defense=3)) if u.id == TRUCK else u for u in made.scenario.units)
    made.scenario = evolve(made.scenario, units=heavy)
    return made


@pytest.mark.parametrize(("effectiveness", "spared"), [(0, True), (2, True), (3, False)])
def test_twice_the_effectiveness_has_to_come_up_to_the_defense(effectiveness: int, spared: bool) -> None:
    on = state(on=True)
    assert spares_tracks(on, on.vehicle(TIGER), effectiveness) is spared
    assert not spares_tracks(state(on=False), on.vehicle(TIGER), effectiveness)


def test_rockets_from_the_hand_always_tell() -> None:
    on = state(on=True)
    gun = on.card(UnitId("s1")).weapons[0]
    assert shot_spares_tracks(on, UnitId("s1"), gun, on.vehicle(TIGER))
    rocket = on.scenario.by_id[UnitId("s2")].attached[0].mounted()
    assert rocket.hand_held
    assert not shot_spares_tracks(on, UnitId("s2"), rocket, on.vehicle(TIGER))


@pytest.mark.parametrize(
    ("on", "source", "result"),
    [
        (True, GpSource(10, RangeFactor.P, 0, small_arms=True), Result.NO_EFFECT),
        (False, GpSource(10, RangeFactor.P, 0, small_arms=True), Result.TRACK),
        (True, GpSource(10, RangeFactor.P, 2, small_arms=False), Result.TRACK),
        (True, GpSource(10, RangeFactor.P, 1, small_arms=False), Result.NO_EFFECT),
        (True, GpSource(10, RangeFactor.P, 1, small_arms=False, hand_held=True), Result.TRACK),
        (True, GpSource(10, RangeFactor.P, 0, small_arms=False, sure=True), Result.TRACK),
    ],
)
def test_gp_fire_whose_result_ends_in_ten(on: bool, source: GpSource, result: Result) -> None:
    """A truck of three GP Defense Factors: Small Arms count as 1, whoever has no firing unit is not asked."""
    game = state(on=on)
    assert game.has(Switch.VARIABLE_TRACK_DAMAGE) is on
    strike = strike_at(game, source, TRUCK, Tally())
    assert resolve(game, strike, ScriptedDice([100])).result is result
