"""or:7.28.1, or:7.28.3: when counter battery fire may be announced, and answered; how it is shown and played."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve

from content.catalogue import open_system
from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.scenarios import SCENARIOS
from core.event import UnitId
from core.panzer.chapters import BOOK
from core.panzer.counter_battery.events import (
    CounterBatteryAnnounced,
    CounterBatteryFired,
    CounterBatteryForgone,
    CounterBatteryLapsed,
)
from core.panzer.counter_battery.locating import able, chance
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.course.events import TurnBegun
from core.panzer.course.victory import standing
from core.panzer.face.cards import unit_card
from core.panzer.face.sheets import sheet
from core.panzer.indirect import face as indirect_face
from core.panzer.indirect.events import MissionFired
from core.panzer.indirect.orders import AnnouncePlan, CallFire, ContinueMission
from core.panzer.indirect.prospects import prospects
from core.panzer.indirect.sources import source_refusal
from core.panzer.opponent.counter_battery import decide
from core.panzer.pieces.missions import FireType
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.secrecy import redact, view
from tests.panzer.counter_battery.batteries import (
    AIM,
    FO,
    GERMAN,
    LONG,
    NEW,
    OTHER,
    PLANNED,
    SEEKER,
    SOVIET,
    THEIRS,
    begun,
    called,
    fired,
    give,
    refusal,
    sought,
)

# -- when it may be announced -----------------------------------------------------------------------


def test_it_is_announced_when_a_battery_responds_and_resolved_when_it_has_fired() -> None:
    """or:7.28.1"""
    state = begun()
    called(state, LONG)
    assert BOOK.acting(state) == (GERMAN,)
    assert chance(state) is not None
    names = [type(event) for event in sought(state, 21)]
    assert names.index(CounterBatteryAnnounced) < names.index(MissionFired) < names.index(CounterBatteryFired)


def test_who_does_not_respond_cannot_be_sought() -> None:
    """or:7.28.1: it is announced at a battery that responds."""
    state = begun()
    state.change(LONG, damaged=True)
    found = give(state, SOVIET, CallFire(observer=FO, sources=(LONG,), aim=AIM), 2)
    assert not any(isinstance(event, MissionFired) for event in found)
    assert chance(state) is None


def test_a_continued_mission_gives_the_chance_too() -> None:
    """or:7.28.1"""
    state = begun(turn=2, mission=[{"side": "soviet", "observer": "fo", "sources": ["long"], "hex": "A5"}])
    give(state, SOVIET, ContinueMission(mission=1, type=FireType.GP))
    found = chance(state)
    assert found is not None
    assert (found.side, found.target, found.counter) == (GERMAN, LONG, False)


def test_so_does_planned_fire_that_arrives() -> None:
    """or:7.28.1"""
    plan = {"side": "soviet", "battery": "planned", "turn": 2, "plot": [{"hex": "A5"}]}
    state = begun(turn=2, planned_mission=[plan])
    [held] = state.indirect.plans
    give(state, SOVIET, AnnouncePlan(plan=held.id))
    found = chance(state)
    assert found is not None
    assert found.target == PLANNED


def test_each_counter_battery_tries_once_in_a_turn() -> None:
    """or:7.28.1: one battery per turn, in every turn."""
    state = begun()
    called(state, LONG, NEW)
    give(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG), 1, 99, 1)
    assert able(state, GERMAN) == ()
    assert chance(state) is None, "the second battery has fired without being asked for"
    BOOK.evolve(state, TurnBegun(turn=2))
    assert able(state, GERMAN) == (SEEKER,)


def test_a_second_one_may_seek_the_same_battery_or_the_next() -> None:
    state = begun(seekers=2)
    called(state, LONG, NEW)
    give(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG))
    assert refusal(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG)) == "or:7.28.1"
    assert refusal(state, GERMAN, AnnounceCounterBattery(unit=OTHER, target=NEW)) == "or:7.28.1", "its turn comes"
    found = give(state, GERMAN, ForgoCounterBattery(), 1, 99)
    assert [type(e) for e in found if isinstance(e, CounterBatteryForgone | CounterBatteryFired)] == [
        CounterBatteryForgone,
        CounterBatteryFired,
    ]
    now = chance(state)
    assert now is not None
    assert now.target == NEW


def test_what_is_gone_before_it_is_sought_costs_the_attempt() -> None:
    state = begun(seekers=2)
    called(state, LONG)
    give(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG))
    found = give(state, GERMAN, AnnounceCounterBattery(unit=OTHER, target=LONG), 1, 10, 90)
    assert fired(found).out
    assert any(isinstance(event, CounterBatteryLapsed) for event in found)


def test_with_the_option_off_nobody_is_asked() -> None:
    """or:7.28: the unit of the scenario waits, and nothing comes of it."""
    state = begun(on=False)
    found = give(state, SOVIET, CallFire(observer=FO, sources=(LONG,), aim=AIM), 9, 1)
    assert any(isinstance(event, MissionFired) for event in found)
    assert chance(state) is None
    assert able(state, GERMAN) == ()
    assert not state.counter_battery.streaks
    assert refusal(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG))
    assert not list(_rows(state, SEEKER, "or:7.28.1"))


@pytest.mark.parametrize("scenario", ["turning-tide", "turning-tide-50m", "ponyri", "ponyri-50m"])
def test_only_scenarios_with_a_counter_battery_offer_it(scenario: str) -> None:
    """or:7.28, min:20.15: whichever edition they are played by."""
    file = SCENARIOS.stated(scenario)
    assert Switch.COUNTER_BATTERY in allowed(file)
    without = tuple(evolve(side, counter_batteries=()) for side in file.side)
    assert Switch.COUNTER_BATTERY not in allowed(evolve(file, side=without))


@pytest.mark.parametrize("scenario", ["turning-tide", "turning-tide-50m"])
def test_they_are_there_with_the_option_alone(scenario: str) -> None:
    """or:7.28, min:20.15: what the scenario is without it stays as it is."""
    played = open_system(scenario, ("counter-battery",)).initial()
    plain = open_system(scenario).initial()
    assert set(played.units) - set(plain.units) == {"german-counter-battery-1", "soviet-counter-battery-1"}
    for unit in ("german-counter-battery-1", "soviet-counter-battery-1"):
        assert able(played, played.units[UnitId(unit)].side) == (unit,)


def test_only_counter_batteries_do_it_and_they_do_nothing_else() -> None:
    """or:7.28: never organic or attached batteries; and nobody can call a counter battery."""
    state = begun(theirs=True)
    assert THEIRS not in {p.source for p in prospects(state, SOVIET)}
    assert source_refusal(state, SOVIET, FO, THEIRS, AIM) is not None
    assert able(state, SOVIET) == (THEIRS,)
    called(state, LONG)
    assert refusal(state, GERMAN, AnnounceCounterBattery(unit=UnitId("gun"), target=LONG)) == "or:7.28.1"


# -- counter-counter battery fire -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "out"), [(50, False), (51, True), (81, True)], ids=["Suppressed", "Damaged", "Knocked Out"]
)
def test_the_counter_battery_may_be_sought_itself(roll: int, out: bool) -> None:
    """or:7.28.3: Suppression is ignored, Damage eliminates at once."""
    state = begun(theirs=True)
    called(state, LONG)
    sought(state, 99)
    now = chance(state)
    assert now is not None
    assert (now.side, now.target, now.counter) == (SOVIET, SEEKER, True)
    found = fired(give(state, SOVIET, AnnounceCounterBattery(unit=THEIRS, target=SEEKER), 20, roll))
    assert (found.counter, found.out) == (True, out)
    seeker = state.units[SEEKER]
    assert (seeker.presence is Presence.ELIMINATED, seeker.suppression) == (out, None)
    assert standing(state, SOVIET).points == (50 if out else 0)
    assert chance(state) is None, "nobody answers an answer"
    BOOK.evolve(state, TurnBegun(turn=2))
    assert able(state, GERMAN) == (() if out else (SEEKER,)), "out for the scenario"
    assert able(state, SOVIET) == (THEIRS,)


def test_the_answer_is_the_one_attempt_of_the_turn() -> None:
    """or:7.28.3, or:7.28.1"""
    state = begun(theirs=True)
    called(state, LONG)
    sought(state, 99)
    give(state, SOVIET, AnnounceCounterBattery(unit=THEIRS, target=SEEKER), 99)
    assert able(state, SOVIET) == ()


def test_who_lets_the_answer_go_by_is_not_asked_again() -> None:
    state = begun(theirs=True)
    called(state, LONG)
    sought(state, 99)
    give(state, SOVIET, ForgoCounterBattery())
    assert chance(state) is None
    assert able(state, SOVIET) == (THEIRS,)


def test_each_of_two_attempts_may_be_answered_before_the_next() -> None:
    """or:7.28.3: after the resolution of one attempt."""
    state = begun(theirs=True, seekers=2)
    called(state, LONG)
    give(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=LONG))
    give(state, GERMAN, AnnounceCounterBattery(unit=OTHER, target=LONG), 1, 99)
    first = chance(state)
    assert first is not None
    assert (first.target, first.counter) == (SEEKER, True)
    give(state, SOVIET, ForgoCounterBattery(), 98)
    second = chance(state)
    assert second is not None
    assert (second.target, second.counter) == (OTHER, True)


# -- how it is shown, chosen and played -------------------------------------------------------------


def _rows(state: PanzerState, unit: UnitId, rule: str) -> Iterable[str]:
    return (
        row.text for section in unit_card(state, state.units[unit]).sections for row in section.rows if row.rule == rule
    )


def test_the_choice_names_each_counter_battery_with_its_chance() -> None:
    state = begun(seekers=2)
    called(state, NEW)
    offered = BOOK.offers(state, GERMAN, ())
    assert "about to fire" in offered.prompt
    assert [(c.pick, c.odds) for c in offered.options if c.unit] == [("seek:seeker", 0.1), ("seek:other", 0.1)]
    assert BOOK.made(state, GERMAN, ("seek:other",)) == AnnounceCounterBattery(unit=OTHER, target=NEW)
    assert BOOK.made(state, GERMAN, ("leave-alone",)) == ForgoCounterBattery()


def test_cards_and_the_mission_board_tell_of_it() -> None:
    state = begun()
    called(state, LONG)
    sought(state, 20, 60)
    assert any("Damaged" in value for value in _rows(state, LONG, "or:7.28.2"))
    board = sheet(view(state, SOVIET), SOVIET, indirect_face.KIND.id)
    shown = {card.title for card in board.cards}
    assert "Batteries found" in shown
    assert "Counter batteries" not in shown, "the Soviet side has none"
    assert "Counter batteries" in {c.title for c in sheet(view(state, GERMAN), GERMAN, indirect_face.KIND.id).cards}


def test_everybody_is_told_all_of_it() -> None:
    """Announced in the open, so both halves of a game by file know the same."""
    state = begun(theirs=True)
    called(state, LONG)
    found = [*sought(state, 20, 60), *give(state, SOVIET, ForgoCounterBattery())]
    for event in found:
        if type(event).__name__.startswith("CounterBattery"):
            assert all(redact(state, event, side) == event for side in (SOVIET, GERMAN))
            assert BOOK.report(state, event) is not None
    for side in (SOVIET, GERMAN):
        assert view(state, side).counter_battery == state.counter_battery


def test_the_computer_player_seeks_with_one_at_each_battery() -> None:
    state = begun(seekers=2)
    called(state, LONG)
    order = decide(view(state, GERMAN), GERMAN)
    assert isinstance(order, AnnounceCounterBattery)
    assert order.target == LONG
    give(state, GERMAN, order)
    assert decide(view(state, GERMAN), GERMAN) == ForgoCounterBattery()
