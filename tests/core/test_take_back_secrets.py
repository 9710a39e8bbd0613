"""What can be taken back unasked, and that trying it tells nothing of what the enemy hides (na:4.2.1a, na:4.5b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.event import SideId
from core.order import Order
from core.panzer.movement.orders import Move
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.sequence import MOVE_STEPS
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from tests.twins import Answer, alike, play_twins


def face_down(state: PanzerState, side: SideId) -> Sequence[PanzerState]:
    """The state with other commands under the counters of the enemy that nobody has seen."""
    found = []
    for command in (Command.OVERWATCH, Command.NONE, Command.MOVE):
        twin = state.copy()
        for unit in list(twin.units.values()):
            if unit.side != side and unit.command is not None and unit.command_face is CommandFace.DOWN:
                twin.put(evolve(unit, command=command, group=""))
        if twin.units != state.units:
            found.append(twin)
    return found


def feeling_ones_way(state: PanzerState, order: Order) -> Sequence[Order]:
    """Of a move only its first step, as one who looks for watchers would give it."""
    if isinstance(order, Move) and state.step in MOVE_STEPS and order.steps:
        return [Move(unit=order.unit, rate=order.rate, steps=order.steps[:1], end=False)]
    return []


def tried(scenario: str, seed: str, orders: int, level: str) -> None:
    system: Any = catalogue.open_system(scenario, ())
    free, final = play_twins(system, seed, orders, face_down, feeling_ones_way, level)
    assert free
    assert final


@pytest.mark.parametrize(
    ("scenario", "orders", "level"),
    [("the-pimple", 110, "greedy"), ("the-bridge-1a", 60, "greedy"), ("mersa-el-brega", 150, "random")],
)
def test_what_may_be_taken_back_does_not_depend_on_what_lies_face_down(scenario: str, orders: int, level: str) -> None:
    """na:4.2.1a: whatever the enemy's commands are, the same can be taken back, and of that the same was seen."""
    tried(scenario, "twins", orders, level)


@pytest.mark.long
@pytest.mark.parametrize("level", ["greedy", "random"])
@pytest.mark.parametrize(
    "scenario",
    [
        "the-pimple",
        "the-bridge",
        "crossing-the-trigh",
        "the-bridge-1a",
        "higher-ground",
        "mersa-el-brega",
        "halfaya-pass",
    ],
)
def test_over_whole_games(scenario: str, level: str) -> None:
    """na:4.2.1a, na:4.5b: in every scenario, to its end."""
    tried(scenario, "whole", 3000, level)


def test_what_is_final_by_public_knowledge_alone_keeps_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a step final only where an Overwatch answers, trying it would tell of one: the comparison finds that."""
    monkeypatch.setattr(Panzer, "final", lambda *_: False)
    with pytest.raises(AssertionError, match="the-pimple"):
        tried("the-pimple", "twins", 110, "greedy")


def test_a_roll_pays_for_what_it_shows() -> None:
    """Also where nothing that comes after it could be taken back; what it does not show, nobody has paid for."""
    suppressed = Answer(free=True, before=["moved"], paid_for=["suppressed"], taken=["fell back"])
    assert alike(suppressed, Answer(before=["moved"], paid_for=["missed"]))
    assert not alike(suppressed, Answer(before=["moved"], paid_for=["suppressed"]))
    assert not alike(suppressed, Answer(before=["seen"], paid_for=["missed"]))
    assert not alike(suppressed, Answer(refusal="seen"))
    assert not alike(Answer(free=True, before=["moved"]), Answer(before=["moved", "seen"]))
    assert alike(Answer(before=["moved"]), Answer(before=["moved", "seen"]))
