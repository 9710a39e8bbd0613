"""min:20.12.2, min:20.12.3: long guns pivot among trees and in buildings only as their turret turns back."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.adjustment.events import UnitsPivoted
from core.panzer.adjustment.orders import Pivot
from core.panzer.firing.events import TurretTurned
from core.panzer.movement.orders import Move
from core.panzer.movement.reach import reachable
from core.panzer.movement.step import check_steps
from core.panzer.pieces.movement import Rate
from core.panzer.sight.long_guns import LONG_GUN
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

GERMAN, TANK = SideId("german"), UnitId("g1")
PANTHER, HUNTER = "g20-pzkpfw-v-panther", "g32-jagdpanzer-iv"


def with_notation(played: Game[PanzerState]) -> Game[PanzerState]:
    """The same with the notation Long Gun on its card: no vehicle without a turret has it."""
    scenario = played.state.scenario
    state = played.state
    long = evolve(state.vehicle(TANK), notations=(*state.vehicle(TANK).notations, LONG_GUN))
    made = tuple(evolve(unit, card=long) if unit.id == TANK else unit for unit in scenario.units)
    state.scenario = evolve(scenario, units=made)
    return played


def posed(
    ground: str = "w",
    *,
    turret: bool = True,
    edition: str = "miniatures",
    on: bool = True,
    road: bool = False,
    step: str = "first-move",
    **more: Any,
) -> Game[PanzerState]:
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["advanced", *(["turrets"] if edition == "hex" else []), *(["long-guns"] if on else [])],
        "board": {
            "grid": "\n".join((f"{3 * f'{ground} '}", f"{3 * f'{ground} '}", *4 * (". . .",))),
            "route": [{"kind": "road", "hexes": "B1 B2 B3"}] if road else [],
        },
        "unit": [
            {"id": "g1", "card": PANTHER if turret else HUNTER, "hex": "B2", "facing": "N", "command": "MOVE", **more},
            {"id": "s1", "card": "s16-t-34-85-m44", "hex": "C6", "command": "N/C", "bailed_out": True},
        ],
        "situation": {"step": step, "first": "german"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice([]))
    return played if turret else with_notation(played)


def refused(state: PanzerState, *steps: str) -> str:
    """The rule that bars a move; "" if none does."""
    try:
        check_steps(state, TANK, Rate.CROSS_COUNTRY, steps, False)
    except IllegalOrder as no:
        return no.rule
    return ""


@pytest.mark.parametrize(("ground", "rule"), [("w", "min:20.12.2"), ("G", "min:20.12.2"), (".", "")])
def test_without_a_turret_it_does_not_turn_among_trees(ground: str, rule: str) -> None:
    """min:20.12.2: in Woods and Groves, by one hexside neither."""
    state = posed(ground, turret=False).state
    assert refused(state, "T1") == rule
    assert refused(state, "R") == "", "back it goes"
    assert set(reachable(state, TANK, None, Rate.CROSS_COUNTRY))


def test_it_turns_on_a_road_in_the_hex_edition_and_without_the_option() -> None:
    """min:20.12.2 is of what is off Path and Road."""
    assert refused(posed(turret=False, road=True).state, "T1") == ""
    assert refused(posed(turret=False, edition="hex").state, "T1") == ""
    assert refused(posed(turret=False, on=False).state, "T1") == ""


@pytest.mark.parametrize(("to", "turret"), [(3, 2), (2, 3), (4, 1), (1, 3), (5, 1)])
def test_a_turret_is_turned_back(to: int, turret: int) -> None:
    """min:20.12.2: so that the gun looks as nearly as quarters allow where it looked."""
    played = posed()
    played.submit(GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=(f"T{to}",), end=False))
    assert (played.state.units[TANK].facing, played.state.units[TANK].turret) == (to, turret)
    assert [e.turret for e in played.journal if isinstance(e, TurretTurned)] == [turret]


def test_in_the_open_it_turns_with_its_hull() -> None:
    played = posed(".")
    played.submit(GERMAN, Move(unit=TANK, rate=Rate.CROSS_COUNTRY, steps=("T3",), end=False))
    assert played.state.units[TANK].turret == 0


def test_a_slow_turret_does_not_come_all_the_way_round() -> None:
    """min:20.12.2: nor does the vehicle, then; that of a Damaged one is slow (min:8.4.7.4)."""
    state = posed(hull_damaged=True).state
    assert refused(state, "T3") == "min:20.12.2"
    assert refused(state, "T1") == ""


@pytest.mark.parametrize("turret", [False, True])
def test_in_a_building_too(turret: bool) -> None:
    """min:20.12.3"""
    state = posed("h", turret=turret, inside=True).state
    assert refused(state, "T1") == ("" if turret else "min:20.12.3")
    state.change(TANK, inside=False)
    assert refused(state, "T1") == "", "in the alleys it does"


def test_the_pivot_step_is_bound_as_well() -> None:
    """min:20.12.2, min:10.1: who made no use of its MOVE."""
    for turret in (False, True):
        played = posed(turret=turret, step="pivot")
        state = played.state
        state.moves = evolve(state.moves, unused=frozenset({TANK}))
        if not turret:
            with pytest.raises(IllegalOrder) as no:
                played.submit(GERMAN, Pivot(unit=TANK, facing=3))
            assert no.value.rule == "min:20.12.2"
            options = played.choices(GERMAN, (f"pivot:{TANK}",)).options
            assert [choice.pick for choice in options if choice.refusal is None] == ["0"]
            continue
        played.submit(GERMAN, Pivot(unit=TANK, facing=3))
        played.submit(GERMAN, FinishStep())
        (pivoted,) = [e for e in played.journal if isinstance(e, UnitsPivoted) and e.side == GERMAN]
        assert (pivoted.pivots, pivoted.turrets) == (((TANK, 3),), ((TANK, 2),))
        assert (played.state.units[TANK].facing, played.state.units[TANK].turret) == (3, 2)
