"""min:20.15: counter battery fire of the miniatures edition, beside the same rolls in the hex edition (or:7.28)."""

from __future__ import annotations

from typing import Any

import pytest

from core.panzer.chapters import BOOK
from core.panzer.counter_battery import face
from core.panzer.counter_battery.choices import choices
from core.panzer.counter_battery.locating import highest_roll, lasted, location_tally
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.counter_battery.reports import TELL
from core.panzer.course.events import TurnBegun
from core.panzer.course.victory import standing
from core.panzer.gp.events import GpFireResolved
from core.panzer.gp.modifiers import condition_tally
from core.panzer.indirect.events import EndedBy, MissionEnded
from core.panzer.indirect.orders import ContinueMission
from core.panzer.indirect.prospects import prospects
from core.panzer.indirect.response import response_terms
from core.panzer.indirect.sources import source_refusal
from core.panzer.pieces.missions import CounterBatteryResult, FireType
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState
from tests.panzer.counter_battery.batteries import (
    AIM,
    FO,
    GERMAN,
    LONG,
    NEW,
    SEEKER,
    SOVIET,
    THEIRS,
    begun,
    called,
    fired,
    give,
    sought,
)

EDITIONS = pytest.mark.parametrize("edition", ["hex", "miniatures"])
MISSION = {"side": "soviet", "observer": "fo", "sources": ["long"], "hex": "A5", "since": 1}


def in_miniature(**how: Any) -> PanzerState:
    return begun(edition="miniatures", **how)


def responding(state: PanzerState) -> dict[str, int]:
    """What a call of the battery is modified by."""
    return {r.label: r.amount for r in response_terms(state, FO, LONG, AIM).tally.reasons}


@pytest.mark.parametrize(("roll", "located"), [(20, True), (21, False)])
def test_it_is_located_on_20_or_less(roll: int, located: bool) -> None:
    """min:20.15.2.1"""
    state = in_miniature()
    called(state, LONG)
    found = fired(sought(state, roll, *([40] if located else [])))
    assert (found.result is not None) is located
    assert found.rolls[0].rule == "min:20.15.2.1"
    assert (state.units[LONG].suppression is Suppression.ON) is located


@pytest.mark.parametrize(("edition", "highest"), [("hex", 30), ("miniatures", 20)])
def test_no_earlier_turns_help(edition: str, highest: int) -> None:
    """min:20.15.2.1: in the hex edition -10 from the third turn of the same mission on (or:7.28.2)."""
    state = begun(edition=edition, turn=3, mission=[MISSION])
    give(state, SOVIET, ContinueMission(mission=1, type=FireType.GP))
    assert lasted(state, LONG) == 3
    assert highest_roll(state, SEEKER, LONG) == highest


@pytest.mark.parametrize(("edition", "highest"), [("hex", 10), ("miniatures", 20)])
def test_nor_do_self_propelled_guns_hide_better(edition: str, highest: int) -> None:
    """min:20.15.2"""
    state = begun(edition=edition)
    called(state, NEW)
    assert highest_roll(state, SEEKER, NEW) == highest


@pytest.mark.parametrize("date", ["1941-06", "1942-11"])
def test_nor_are_the_soviets_worse_at_first(date: str) -> None:
    """min:20.15.2"""
    state = in_miniature(theirs=True, head={"date": date})
    assert location_tally(state, THEIRS, SEEKER).reasons == ()


@pytest.mark.parametrize(("edition", "gp", "response"), [("hex", -10, -2), ("miniatures", -20, 0)])
def test_a_damaged_battery(edition: str, gp: int, response: int) -> None:
    """min:20.15.2.3, min:16.7.2.7: GP -20, and nothing on response."""
    state = begun(edition=edition)
    called(state, LONG)
    assert not fired(sought(state, 20, 51)).out
    assert condition_tally(state, state.units[LONG], indirect=True).total == gp
    assert responding(state).get("battery Damaged", 0) == response
    assert standing(state, GERMAN).points == 0


@pytest.mark.parametrize(("edition", "out"), [("hex", True), ("miniatures", False)])
def test_damaged_again(edition: str, out: bool) -> None:
    """min:20.15.2.3: it fires on; by or:7.28.2 it is Knocked Out."""
    state = begun(edition=edition)
    state.change(LONG, damaged=True)
    called(state, LONG)
    found = fired(sought(state, 20, 80))
    assert (found.result, found.out) == (CounterBatteryResult.DAMAGED, out)
    assert state.units[LONG].presence is (Presence.ELIMINATED if out else Presence.OFF_MAP)


def test_its_fire_in_the_next_turn_has_the_modifiers() -> None:
    """min:20.15.2.2, min:20.15.2.3"""
    state = in_miniature(turn=2, mission=[MISSION])
    state.change(LONG, suppression=Suppression.OFF, damaged=True)
    give(state, SOVIET, ContinueMission(mission=1, type=FireType.GP))
    found = give(state, GERMAN, ForgoCounterBattery(), 1)
    [shot] = [event for event in found if isinstance(event, GpFireResolved)]
    assert {r.label: r.amount for r in shot.tally}.items() >= {
        "shooter damaged": -20,
        "shooter Suppressed": -20,
    }.items()


@pytest.mark.parametrize(("edition", "points"), [("hex", 64), ("miniatures", 0)])
def test_a_battery_that_is_knocked_out_does_not_score(edition: str, points: int) -> None:
    """min:20.15.2.4, min:22.2.4: it fires no more, and that is all."""
    state = begun(edition=edition)
    called(state, LONG)
    assert fired(sought(state, 20, 81)).out
    assert standing(state, GERMAN).points == points
    assert LONG not in {p.source for p in prospects(state, SOVIET)}
    BOOK.evolve(state, MissionEnded(side=SOVIET, number=1, by=EndedBy.NOT_MAINTAINED, reason="", rule="na:6.5.1.8"))
    BOOK.evolve(state, TurnBegun(turn=2))
    refused = source_refusal(state, SOVIET, FO, LONG, AIM)
    assert refused is not None
    assert refused.rule == ("min:20.15.2.4" if edition == "miniatures" else "or:7.28.2")


@EDITIONS
@pytest.mark.parametrize(("roll", "out"), [(50, False), (51, True), (81, True)])
def test_a_counter_battery_is_answered(edition: str, roll: int, out: bool) -> None:
    """min:20.15.3: Suppression is ignored, Damage eliminates at once; only in the hex edition it scores (or:7.28.3)."""
    state = begun(edition=edition, theirs=True)
    called(state, LONG)
    sought(state, 99)
    rule = "min:20.15.3" if edition == "miniatures" else "or:7.28.3"
    assert choices(state, SOVIET, ()).rule == rule
    found = give(state, SOVIET, AnnounceCounterBattery(unit=THEIRS, target=SEEKER), 20, roll)
    told = TELL[type(fired(found))](state, fired(found))
    assert told is not None
    assert (fired(found).out, told.rule) == (out, rule)
    seeker = state.units[SEEKER]
    assert (seeker.presence is Presence.ELIMINATED, seeker.suppression) == (out, None)
    assert standing(state, SOVIET).points == (50 if out and edition == "hex" else 0)


@pytest.mark.parametrize(
    ("edition", "seeker", "battery"),
    [
        (
            "hex",
            "locates on 20 or less; -10 after 3 turns of fire in a row",
            "Damaged: GP -10, response -2; a second Damage is a Knock Out",
        ),
        ("miniatures", "locates on 20 or less", "Damaged: GP -20"),
    ],
)
def test_cards_say_what_holds(edition: str, seeker: str, battery: str) -> None:
    """min:20.15.2.1, min:20.15.2.3"""
    state = begun(edition=edition)
    state.change(LONG, damaged=True)
    assert [row.text for row in face.unit_rows(state, state.units[SEEKER])] == [seeker]
    assert [row.text for row in face.unit_rows(state, state.units[LONG])] == [battery]


@pytest.mark.parametrize(
    ("roll", "rule", "words"),
    [
        (50, "or:7.28.2", "Suppressed, GP -20"),
        (51, "min:20.15.2.3", "Damaged, GP -20"),
        (81, "min:20.15.2.4", "Knocked Out, it is out for the rest of the game"),
    ],
)
def test_reports_say_by_which_rule(roll: int, rule: str, words: str) -> None:
    """min:20.15.2.2, min:20.15.2.3, min:20.15.2.4"""
    state = in_miniature()
    called(state, LONG)
    found = fired(sought(state, 20, roll))
    told = TELL[type(found)](state, found)
    assert told is not None
    assert told.rule == rule
    assert told.text.endswith(words)
