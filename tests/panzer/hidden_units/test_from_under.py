"""or:7.2.2.3: to observe for Indirect Fire and to fire it does not reveal; nobody learns from where it was."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import SeededDice
from core.event import Event, UnitId
from core.panzer.chapters import BOOK
from core.panzer.face.cards import odds_report
from core.panzer.hidden_units.events import HiddenCommanded
from core.panzer.hidden_units.under import is_hidden, uncovered
from core.panzer.indirect.called import call_refusal
from core.panzer.indirect.events import FireCalled, MissionFired, ResponseRolled
from core.panzer.indirect.orders import CallFire
from core.panzer.opponent import indirect as opponent
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.unit import Command, Presence
from core.panzer.state import PanzerState
from core.secrecy import redact, view
from tests.panzer.hidden_units.posed import GERMAN, SOVIET, TANK, hidden, names, ordered, plain, run

FO, GUNS, MORTAR = UnitId("f1"), UnitId("b1"), UnitId("m1")


def observing(*, under: bool = True, row: int = 14, mortar: bool = False) -> PanzerState:
    """An FO, under a counter or not, with a battery, or with a mortar under a second counter."""
    more: list[dict[str, Any]] = [
        {
            "id": "f1",
            "side": "soviet",
            "card": "s58-section",
            "hex": "A2",
            "facing": "S",
            "labels": ["FO"],
            "formation": "battalion",
            "command": "OVERWATCH",
        },
        {"id": "b1", "side": "soviet", "card": "s45-medium-artillery-battery", "formation": "battalion"},
        {
            "id": "m1",
            "side": "soviet",
            "card": "s58-82mm-bm41-mortar-section",
            "hex": "B1",
            "facing": "S",
            "formation": "battalion",
            "command": "FIRE",
        },
    ]
    state = plain(
        step="second-indirect", tank=f"A{row}", more=more, modules=("indirect-fire",), ground={2: ". W", 3: ". W"}
    )
    if under:
        hidden(state, 1, FO)
        BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.OVERWATCH))
    if mortar:
        hidden(state, 2, MORTAR)
        BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=2, command=Command.FIRE))
    return state


def call(state: PanzerState, source: UnitId) -> CallFire:
    there = state.units[TANK].hex
    assert there is not None
    return CallFire(observer=FO, sources=(source,), aim=Aim(there))


def fired(state: PanzerState, source: UnitId) -> list[Event]:
    """A call, until its fire has fallen."""
    events, dice = ordered(state, SOVIET, call(state, source)), SeededDice("responds")
    while state.indirect.pending:
        events += run(state, BOOK.due(state, dice) or ())
    assert any(isinstance(event, MissionFired) for event in events)
    return events


@pytest.mark.parametrize("source", [GUNS, MORTAR])
def test_a_hidden_observer_calls_like_any_other(source: UnitId) -> None:
    open_, covered = observing(under=False), observing(mortar=True)
    for state in (open_, covered):
        assert call_refusal(uncovered(state, SOVIET), SOVIET, FO, (source,), call(state, source).aim) is None
    told = [fired(state, source) for state in (open_, covered)]
    rolled = [next(e for e in events if isinstance(e, ResponseRolled)) for events in told]
    assert (rolled[0].row, rolled[0].factor, rolled[0].total) == (rolled[1].row, rolled[1].factor, rolled[1].total)
    shots = [next(e for e in events if isinstance(e, MissionFired)) for events in told]
    assert shots[0].firing.factor == shots[1].firing.factor
    assert "hidden-revealed" not in names(told[1])
    assert covered.hidden.holding(FO) is not None
    assert covered.units[FO].presence is Presence.HIDDEN


def test_nobody_hears_from_where() -> None:
    """The counter has neither a SPOT counter nor its command turned up; ranges are not told."""
    state = observing(mortar=True)
    places = [counter.hex for counter in state.hidden.counters]
    events = fired(state, MORTAR)
    assert "command-revealed" not in names(events)
    assert [counter.spot for counter in state.hidden.counters] == [None, None]
    assert {counter.command for counter in view(state, GERMAN).hidden.counters} == {None}
    for event in events:
        heard = redact(state, event, GERMAN)
        if heard is None:
            continue
        assert not any(repr(place) in repr(heard) for place in places), event.name
        assert getattr(heard, "range", 0) == 0
        if isinstance(heard, MissionFired):
            assert heard.firing.range == 0
        report = BOOK.report(view(state, GERMAN), heard)
        assert report is None or not any(" A2" in text or " B1" in text for text in (report.text, *report.details))


def test_the_same_is_told_wherever_the_observer_is() -> None:
    """An attack on the secret: two games that differ in nothing but under which counter the FO is."""
    told = []
    for mine, other in (((FO,), ()), ((), (FO,))):
        state = observing(under=False)
        state.change(FO, hex=state.board.hex("A2"))
        hidden(state, 1, *mine, hex_="A2")
        hidden(state, 2, *other, hex_="A2")
        for number in (1, 2):
            BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=number, command=Command.OVERWATCH))
        events = fired(state, GUNS)
        told.append(([redact(state, event, GERMAN) for event in events], repr(view(state, GERMAN))))
    assert told[0] == told[1]


def test_between_halves_the_machine_of_who_called_rolls_for_the_response() -> None:
    """The other one does not know where the observer is."""
    state = observing()
    ordered(state, SOVIET, call(state, GUNS))
    state.half_of = GERMAN
    assert BOOK.needs(state) == SOVIET
    state.half_of = SOVIET
    assert BOOK.needs(state) in (None, SOVIET)


def test_it_is_offered_weighed_and_explained_to_its_owner() -> None:
    state = view(observing(), SOVIET)
    pick = next(c for c in BOOK.offers(state, SOVIET, ()).options if c.pick == f"call:{FO}")
    assert pick.refusal is None
    assert pick.hex == state.board.hex("A2")
    assert any(plot.order.observer == FO for plot in opponent.plots(uncovered(state, SOVIET), SOVIET))
    assert odds_report(state, SOVIET, (f"call:{FO}", "A14", f"by:{GUNS}")) is not None
    assert FO in BOOK.undone(state, SOVIET)


def test_others_are_offered_nothing_of_it() -> None:
    state = view(observing(), GERMAN)
    assert uncovered(state, GERMAN) is state
    assert uncovered(state, SOVIET) is state
    assert is_hidden(state, FO), "that he is under one of the counters everybody knows"


def test_a_counter_without_overwatch_observes_nothing() -> None:
    state = observing()
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.MOVE))
    refused = call_refusal(uncovered(state, SOVIET), SOVIET, FO, (GUNS,), call(state, GUNS).aim)
    assert refused is not None
    assert refused.rule == "na:6.5.1c"


def test_who_called_is_called_again_in_no_mission_of_the_turn() -> None:
    """na:6.5.1e"""
    state = observing()
    called = [e for e in fired(state, GUNS) if isinstance(e, FireCalled)]
    assert len(called) == 1
    assert call_refusal(uncovered(state, SOVIET), SOVIET, FO, (GUNS,), call(state, GUNS).aim) is not None


def test_a_copy_is_not_told_what_became_of_the_state_it_was_made_of() -> None:
    """Without a counter each stands for itself, also when the other goes on."""
    state = observing(under=False)
    side = state.units[TANK].side
    assert uncovered(state, side) is state
    before = state.copy()
    state.change(TANK, presence=Presence.ELIMINATED)
    assert uncovered(before, side) is before
