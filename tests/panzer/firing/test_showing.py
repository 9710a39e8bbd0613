"""Commands that are turned up, and hidden MOVEs that their owners are asked to show (na:4.4.1a, na:4.4.3.2.2b)."""

from __future__ import annotations

import pytest

from core.panzer.chapters import BOOK
from core.panzer.firing import showing
from core.panzer.firing.events import CommandRevealed, CommandShown, QuestionAsked, ShowingDeclined
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.movement.movement_boards import ME, MINE, board, situation


def situated(command: Command = Command.MOVE) -> PanzerState:
    return situation(board(), "C6", command=command, enemies=["A1"])


def test_a_command_is_turned_up_once() -> None:
    """A unit that fires two weapons is named twice; its command is revealed once."""
    state = situated(Command.SHORT_HALT)
    state.change(ME, command_face=CommandFace.SHOWN)
    events = []
    for event in showing.revealed(state, (ME, ME)):
        BOOK.evolve(state, event)
        events.append(event)
    assert events == [CommandRevealed(unit=ME, command=Command.SHORT_HALT)]


def test_nothing_is_turned_up_where_there_is_no_command() -> None:
    state = situated()
    state.change(ME, command=None)
    assert not list(showing.revealed(state, (ME,)))


@pytest.mark.parametrize(
    ("command", "face", "able"),
    [
        (Command.MOVE, CommandFace.DOWN, True),
        (Command.SHORT_HALT, CommandFace.DOWN, True),
        (Command.MOVE, CommandFace.SHOWN, False),
        (Command.FIRE, CommandFace.DOWN, False),
    ],
)
def test_only_a_hidden_move_may_be_shown(command: Command, face: CommandFace, able: bool) -> None:
    state = situated()
    state.change(ME, command=command, command_face=face)
    assert showing.may_show(state, state.units[ME]) is able


@pytest.mark.parametrize(
    ("wish", "kind"), [("ask", QuestionAsked), ("show", CommandShown), ("decline", ShowingDeclined)]
)
def test_the_owner_is_asked_unless_told_before(wish: str, kind: type) -> None:
    state = situated()
    state.commands = replaced(state.commands, instructions={MINE: Instructions(show_moving=wish)})
    shooter = next(u for u in state.units if u != ME)
    (event,) = showing.ask(state, state.units[ME], Shot(shooter, ME))
    assert type(event) is kind
