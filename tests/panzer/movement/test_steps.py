"""A step of a move is one value; orders and journals have it as text (na:4.5.1.1, na:6.6.4.1, na:6.7.2.3)."""

from __future__ import annotations

import pytest

from core.panzer.pieces.movement import GO_ACROSS, TURN_TO, MoveStep, StepKind
from tests.panzer.movement.movement_boards import board, situation
from tests.panzer.movement.moves import refused

ALONG = [StepKind.FORWARD, StepKind.REVERSE, StepKind.INTO_BUILDING_AHEAD, StepKind.LEAVE_MAP]
BARE = [
    *ALONG,
    StepKind.LEAVE_MAP_IN_REVERSE,
    StepKind.INTO_BUILDING,
    StepKind.OUT_OF_BUILDING,
    StepKind.UP,
    StepKind.DOWN,
]
#: Every step there is, with one hex to come onto the map in.
STEPS = [
    *(MoveStep(kind) for kind in BARE),
    *(MoveStep(kind, way=way) for kind in (*ALONG, StepKind.ACROSS) for way in range(6)),
    *(MoveStep(StepKind.TURN, facing=facing) for facing in range(6)),
    *(MoveStep(StepKind.ENTER_MAP, facing=facing, hex="A5") for facing in range(6)),
]


def test_every_kind_of_step_is_among_them() -> None:
    assert {step.kind for step in STEPS} == set(StepKind)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.text)
def test_a_step_is_read_from_its_text(step: MoveStep) -> None:
    assert MoveStep.read(step.text) == step


def test_the_texts_are_those_of_the_journals() -> None:
    assert [step.text for step in STEPS[:9]] == ["F", "R", "B", "X", "XR", "I", "O", "U", "D"]
    assert TURN_TO == ("T0", "T1", "T2", "T3", "T4", "T5")
    assert GO_ACROSS == ("G:0", "G:1", "G:2", "G:3", "G:4", "G:5")
    assert MoveStep(StepKind.REVERSE, way=2).text == "R:2"
    assert STEPS[-1].text == "E:A5:5"


@pytest.mark.parametrize(
    "text", ["", "f", "T", "T6", "F:6", "F2", "XR:2", "G", "E:A5", "E::2", "I:0", "F ", "F\n", "FF"]
)
def test_what_is_no_step_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no step"):
        MoveStep.read(text)
    assert "is no step" in refused(situation(board(), "C3"), text).reason


@pytest.mark.parametrize("text", ["G:2", "U", "D", "X:2"])
def test_steps_of_units_on_foot_are_none_of_a_vehicle(text: str) -> None:
    """na:6.6.4.1: only they go in any direction."""
    assert refused(situation(board(), "C3"), text).rule == "na:4.5.1.1b"
