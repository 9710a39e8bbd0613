"""Steps that sides end of their own accord, and those in which they choose in secret, in a system of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from attrs import define, field, frozen

from core.book.chapter import Chapter, Course, Ending, StepRules
from core.book.rulebook import Rulebook
from core.book.secret_step import SecretStep
from core.choice import Choices, Refusal
from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId, event
from core.order import IllegalOrder
from core.presentation import Report
from core.secrecy import ALL, BY_RULE
from core.sequence import Acting, Step
from core.step_end import FINISH, FinishStep, StepFinished

RED, BLUE, GREY = SideId("red"), SideId("blue"), SideId("grey")
STEP: Final = Step("plan", "Plans", "Make plans", Acting.BOTH, ("finish-step",), "toy:6")
OTHER: Final = Step("rest", "Rest", "Rest", Acting.NOBODY, (), "toy:7")


@event("toy-plan-shown", known=ALL)
@frozen(kw_only=True)
class Shown(Event):
    """A plan was carried out."""

    side: SideId


@define
class State:
    """Three sides, of which grey has no plan to make."""

    step: Step = STEP
    ended: frozenset[SideId] = frozenset()
    shown: list[SideId] = field(factory=list)
    half_of: SideId | None = None


def carry_out(state: State, side: SideId) -> Iterator[Event]:
    yield Shown(side=side)


PLANS: Final = SecretStep[State](
    part=lambda state: (RED, BLUE),
    refusal=Refusal("it makes no plans", "toy:6"),
    carry_out=carry_out,
    settled=lambda state: state.shown,
    half=lambda state: state.half_of,
)


def _ended(state: State, event: StepFinished) -> None:
    state.ended |= {event.side}


def book(**changes: Any) -> Rulebook[State]:
    """A book of one chapter, of which some parts are other ones."""
    rules = PLANS.rules(
        choices=lambda state, side, partial: Choices("Plan", "toy:6"),
        suggest="plan",
        ending=Ending(check=PLANS.check, tell=lambda state, event: Report(f"{event.side} is ready", "toy:6")),
    )
    parts = {
        "steps": {"plan": rules, "rest": StepRules()},
        "apply": {
            OrderGiven: lambda state, event: None,
            StepFinished: _ended,
            Shown: lambda state, event: state.shown.append(event.side),
        },
        **changes,
    }
    course = Course[State](
        title="Plans",
        rule="toy:1",
        step=lambda state: state.step,
        rules=lambda state: state.step.id,
        over=lambda state: len(state.shown) == 2,
        next=lambda state: iter(()),
        half=lambda state: state.half_of,
    )
    return Rulebook(course, (Chapter(name="plans", **parts),))


def finish(rules: Rulebook[State], state: State, side: SideId) -> list[Event]:
    """What comes of a side's end of the step, and by itself after it."""
    rules.refuse(state, side, FinishStep())
    done = []
    for happened in rules.decide(state, side, FinishStep(), SeededDice("x")):
        rules.evolve(state, happened)
        done.append(happened)
    for happened in rules.advance(state, SeededDice("x")):
        rules.evolve(state, happened)
        done.append(happened)
    return done


def test_what_sides_choose_is_carried_out_when_all_have_ended() -> None:
    rules, state = book(), State()
    assert rules.acting(state) == (RED, BLUE)
    assert finish(rules, state, BLUE) == [StepFinished(side=BLUE)]
    assert rules.acting(state) == (RED,)
    assert finish(rules, state, RED) == [StepFinished(side=RED), Shown(side=RED), Shown(side=BLUE)]
    assert rules.acting(state) == ()


def test_who_has_ended_or_has_no_part_in_it_chooses_nothing() -> None:
    rules, state = book(), State()
    finish(rules, state, BLUE)
    for side in (BLUE, GREY):
        with pytest.raises(IllegalOrder, match="makes no plans"):
            rules.refuse(state, side, FinishStep())


@pytest.mark.parametrize(("half", "shown"), [(RED, [RED]), (BLUE, [])])
def test_of_two_halves_each_carries_out_its_own(half: SideId, shown: list[SideId]) -> None:
    """What is next is the first side's: the other half waits for what it is told."""
    rules, state = book(), State(half_of=half)
    finish(rules, state, BLUE)
    assert rules.needs(state) is None
    finish(rules, state, RED)
    assert state.shown == shown
    assert rules.needs(state) == (BLUE if shown else RED)


def test_what_lies_as_it_is_needs_nothing_to_be_carried_out() -> None:
    lying: SecretStep[State] = SecretStep(part=lambda state: (RED, BLUE), refusal=Refusal("no", "toy:6"))
    state = State(ended=frozenset({RED}))
    assert not lying.over(state)
    state.ended |= {BLUE}
    assert lying.over(state)
    assert (lying.happens(state, SeededDice("x")), lying.needs(state)) == (None, None)


def test_the_end_of_a_step_is_picked_and_told_as_the_step_says() -> None:
    rules, state = book(), State()
    offered = rules.offers(state, RED, (FINISH,))
    assert (offered.prompt, offered.complete, offered.rule) == ("End Make plans", True, "toy:6")
    assert rules.made(state, RED, (FINISH,)) == FinishStep()
    told = rules.report(state, StepFinished(side=RED))
    assert told is not None
    assert told.text == "red is ready"


def test_a_step_that_ends_by_itself_cannot_be_ended() -> None:
    rules, state = book(), State(step=OTHER)
    with pytest.raises(IllegalOrder, match="not possible in Rest"):
        rules.refuse(state, RED, FinishStep())
    state.step = Step("rest", "Rest", "Rest", Acting.BOTH, ("finish-step",), "toy:7")
    with pytest.raises(IllegalOrder, match="Rest ends by itself"):
        rules.refuse(state, RED, FinishStep())
    assert rules.report(state, StepFinished(side=RED)) is None


def test_what_an_event_leaves_to_the_rules_a_chapter_must_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor may a chapter say it of an event that says it itself."""
    with pytest.raises(ValueError, match="toy-plan-shown"):
        book(tells={Shown: lambda state, event, side: True})
    monkeypatch.setattr(Shown, "tells", BY_RULE)
    with pytest.raises(ValueError, match="toy-plan-shown"):
        book()
    for said in (True, False):
        rules = book(tells={Shown: lambda state, event, side, said=said: said})
        assert rules.final(State(), Shown(side=RED), BLUE) is said
