"""or:7.28.2: the location roll, and what becomes of a battery that is located."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.panzer.adjustment.events import SuppressionChecked
from core.panzer.adjustment.suppression import adjusted, recoveries, recovery_tally
from core.panzer.chapters import BOOK
from core.panzer.counter_battery.locating import highest_roll, lasted, location_tally
from core.panzer.counter_battery.orders import ForgoCounterBattery
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.course.victory import standing
from core.panzer.gp.events import GpFireResolved
from core.panzer.gp.modifiers import condition_tally
from core.panzer.indirect.events import EndedBy, FireScattered, MissionEnded, PlanLapsed
from core.panzer.indirect.orders import AnnouncePlan, ContinueMission
from core.panzer.indirect.prospects import prospects
from core.panzer.indirect.response import response_terms
from core.panzer.indirect.sources import source_refusal
from core.panzer.indirect.step import announceable, procedure
from core.panzer.pieces.missions import CounterBatteryResult, FireType
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState
from tests.panzer.counter_battery.batteries import (
    AIM,
    FO,
    GERMAN,
    LONG,
    NEW,
    PLANNED,
    SEEKER,
    SOVIET,
    THEIRS,
    begun,
    called,
    fired,
    give,
    sought,
)

# -- the location roll ------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "located"), [(1, True), (20, True), (21, False), (100, False)])
def test_a_battery_is_located_on_20_or_less(roll: int, located: bool) -> None:
    """or:7.28.2"""
    state = begun()
    called(state, LONG)
    found = fired(sought(state, roll, *([40] if located else [])))
    assert (found.result is not None) == located
    assert len(found.rolls) == 1 + located
    assert (state.units[LONG].suppression is Suppression.ON) == located


def test_a_self_propelled_battery_is_harder_to_locate() -> None:
    """or:7.28.2: +10."""
    state = begun()
    called(state, NEW)
    assert highest_roll(state, SEEKER, NEW) == 10
    assert fired(sought(state, 11, target=NEW)).result is None


@pytest.mark.parametrize(("date", "amount"), [("1941-06", 10), ("1942-11", 5), ("1943-07", 0)])
def test_soviet_counter_batteries_are_worse_in_their_first_years(date: str, amount: int) -> None:
    """or:7.28.2: of the locator, not of whom it seeks."""
    state = begun(theirs=True, head={"date": date})
    assert location_tally(state, THEIRS, SEEKER).total == amount
    assert location_tally(state, SEEKER, LONG).total == 0


def test_turns_in_a_row_are_counted_by_the_mission() -> None:
    """or:7.28.2: -10 from the third turn of the same mission on, for a German locator."""
    state = begun(turn=2, mission=[{"side": "soviet", "observer": "fo", "sources": ["long"], "hex": "A5"}])
    give(state, SOVIET, ContinueMission(mission=1, type=FireType.GP))
    assert lasted(state, LONG) == 2
    give(state, GERMAN, ForgoCounterBattery(), 1)
    assert lasted(state, LONG) == 2, "the same after it has fired"
    BOOK.evolve(state, TurnBegun(turn=3))
    assert lasted(state, LONG) == 3
    assert highest_roll(state, SEEKER, LONG) == 30
    BOOK.evolve(state, TurnBegun(turn=4))
    assert lasted(state, LONG) == 1, "it was silent for a turn"


def test_another_mission_begins_anew() -> None:
    """or:7.28.2: its current mission, though it has the same number."""
    line = {"side": "soviet", "observer": "fo", "sources": ["long"], "hex": "A5", "since": 1}
    state = begun(turn=4, mission=[line])
    assert lasted(state, LONG) == 4
    BOOK.evolve(state, MissionEnded(side=SOVIET, number=1, by=EndedBy.NOT_MAINTAINED, reason="", rule="na:6.5.1.8"))
    called(state, LONG)
    mission = state.indirect.firing_in(LONG)
    assert mission is not None
    assert (mission.number, lasted(state, LONG)) == (1, 1)


def test_fire_that_scatters_goes_on_in_a_mission_of_its_own() -> None:
    """or:7.28.2, or:7.26: it has fired as long as before."""
    line = {"side": "soviet", "observer": "fo", "sources": ["long", "new"], "hex": "A5", "since": 1}
    state = begun(turn=3, mission=[line])
    before = lasted(state, LONG)
    aimed, at = state.board.hex("A5"), state.board.hex("A6")
    event = FireScattered(side=SOVIET, number=1, source=LONG, aimed=aimed, hex=at, far=1, lost=False, to=2)
    BOOK.evolve(state, event)
    mission = state.indirect.firing_in(LONG)
    assert mission is not None
    assert (mission.number, lasted(state, LONG)) == (2, before) == (2, 3)


# -- what comes of it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "result"),
    [
        (1, CounterBatteryResult.SUPPRESSED),
        (50, CounterBatteryResult.SUPPRESSED),
        (51, CounterBatteryResult.DAMAGED),
        (80, CounterBatteryResult.DAMAGED),
        (81, CounterBatteryResult.KNOCKED_OUT),
        (100, CounterBatteryResult.KNOCKED_OUT),
    ],
)
def test_one_roll_says_what_happens_to_it(roll: int, result: CounterBatteryResult) -> None:
    """or:7.28.2"""
    state = begun()
    called(state, LONG)
    found = fired(sought(state, 20, roll))
    assert found.result is result
    assert found.out == (result is CounterBatteryResult.KNOCKED_OUT)
    assert found.out == (state.units[LONG].presence is Presence.ELIMINATED)


def _responding(state: PanzerState) -> list[int]:
    """What counter battery fire adds to the response of the battery."""
    return [r.amount for r in response_terms(state, FO, LONG, AIM).tally.reasons if r.rule.startswith("or:")]


def test_a_suppressed_battery_fires_worse_and_recovers_on_50() -> None:
    """or:7.28.2: GP -20; no modifiers to its recovery, which comes once its counter is OFF."""
    state = begun()
    called(state, LONG)
    sought(state, 20, 50)
    assert condition_tally(state, state.units[LONG], indirect=True).total == -20
    assert not _responding(state)
    assert list(recoveries(state, ScriptedDice(()))) == [], "ON is not rolled for"
    state.change(LONG, suppression=Suppression.OFF)
    assert recovery_tally(state, LONG).reasons == ()
    for die, recovers in ((50, True), (51, False)):
        [checked] = recoveries(state, ScriptedDice((die,)))
        assert isinstance(checked, SuppressionChecked)
        assert (checked.value, checked.recovered) == (50, recovers)
    BOOK.evolve(state, evolve(checked, recovered=True))
    assert state.units[LONG].suppression is None


def test_it_lies_with_on_and_off_as_any_counter() -> None:
    """or:7.28.2: SUPPRESSED/ON is turned to OFF at the end of the turn, after the recoveries."""
    state = begun()
    called(state, LONG)
    sought(state, 20, 50)
    for event in adjusted(state):
        BOOK.evolve(state, event)
    assert state.units[LONG].suppression is Suppression.OFF


def test_its_fire_in_the_next_turn_has_the_modifier() -> None:
    """or:7.28.2: the battery may still function."""
    state = begun(turn=2, mission=[{"side": "soviet", "observer": "fo", "sources": ["long"], "hex": "A5"}])
    state.change(LONG, suppression=Suppression.OFF, damaged=True)
    give(state, SOVIET, ContinueMission(mission=1, type=FireType.GP))
    found = give(state, GERMAN, ForgoCounterBattery(), 1)
    [shot] = [event for event in found if isinstance(event, GpFireResolved)]
    assert {r.label: r.amount for r in shot.tally}.items() >= {
        "shooter damaged": -10,
        "shooter Suppressed": -20,
    }.items()


def test_a_damaged_battery_fires_and_responds_worse() -> None:
    """or:7.28.2: GP -10 and -2 to its responses; a second Damage is a Knock Out."""
    state = begun()
    called(state, LONG)
    assert not fired(sought(state, 20, 80)).out
    assert state.units[LONG].damaged
    assert condition_tally(state, state.units[LONG], indirect=True).total == -10
    assert _responding(state) == [-2]
    assert standing(state, GERMAN).points == 0, "only a Knock Out scores"


def test_a_second_damage_knocks_out() -> None:
    """or:7.28.2"""
    state = begun()
    state.change(LONG, damaged=True)
    called(state, LONG)
    found = fired(sought(state, 20, 51))
    assert (found.result, found.out) == (CounterBatteryResult.DAMAGED, True)


def test_a_battery_that_is_knocked_out_fires_no_more_and_scores() -> None:
    """or:7.28.2: its points go to the other side."""
    state = begun()
    called(state, LONG)
    sought(state, 20, 81)
    assert standing(state, GERMAN).points == state.scenario.by_id[LONG].value == 64
    assert LONG not in {p.source for p in prospects(state, SOVIET)}
    BOOK.evolve(state, MissionEnded(side=SOVIET, number=1, by=EndedBy.NOT_MAINTAINED, reason="", rule="na:6.5.1.8"))
    BOOK.evolve(state, TurnBegun(turn=2))
    refused = source_refusal(state, SOVIET, FO, LONG, AIM)
    assert refused is not None
    assert refused.rule == "or:7.28.2"


def test_its_plan_is_over() -> None:
    """or:7.28.2: a planned mission ends with its battery, and one that waits lapses."""
    plans = [
        {"side": "soviet", "battery": b, "turn": 2, "plot": [{"turns": 3, "hex": "A5"}]} for b in ("planned", "new")
    ]
    state = begun(turn=2, planned_mission=plans)
    give(state, SOVIET, AnnouncePlan(plan=state.indirect.plans[0].id))
    assert fired(sought(state, 20, 90, target=PLANNED)).out
    state.change(NEW, presence=Presence.ELIMINATED)
    assert announceable(state, SOVIET) == ()
    BOOK.evolve(state, TurnBegun(turn=3))
    BOOK.evolve(state, StepBegun(step="first-indirect"))
    ended, *_ = procedure(state, SOVIET, ScriptedDice(())) or ()
    assert isinstance(ended, MissionEnded)
    assert (ended.by, ended.rule) == (EndedBy.PLAN_OVER, "or:7.28.2")
    BOOK.evolve(state, ended)
    state.indirect, state.ended = evolve(state.indirect, opened=True), frozenset({SOVIET})
    lapsed = list(procedure(state, SOVIET, ScriptedDice(())) or ())
    assert [event.plan for event in lapsed if isinstance(event, PlanLapsed)] == ["soviet-2"]
