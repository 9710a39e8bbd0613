"""Why a computer at a table ordered what it did is sealed to its side, and told to all when the game is over."""

from __future__ import annotations

import shutil
from pathlib import Path

from attrs import evolve

from core.event import OrderGiven
from core.play import honest
from core.play.aside import Considered
from core.presentation import Argument
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.verify import verify
from tests.rooms.table import ANNA, BEN, BRITISH, ITALIAN, PIMPLE, house, open_system, ordered
from tests.rooms.test_secrets import told


def against_a_computer(data: Path) -> Room:
    """A table at which Anna plays against a computer, some way into the game."""
    room = house(data).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "x")
    for _ in range(40):
        thinking = room.computer_order()
        if thinking is None:
            ordered(room)
        else:
            room.give_computer(thinking, thinking())
    while room.computer_order() is None:
        ordered(room)
    return room


def notes(room: Room) -> list[Considered]:
    """All that computers noted."""
    assert room.game is not None
    return [event for event in room.game.journal if isinstance(event, Considered)]


def test_nothing_that_a_player_gets_depends_on_a_note(tmp_path: Path) -> None:
    """One of two equal rooms gets a note of the same order, the other none; its text is nowhere either."""
    first = against_a_computer(tmp_path / "first")
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    second = house(tmp_path / "second").room(first.id)
    for room, why in ((first, (Argument("The secret of the Italians", 7.0),)), (second, ())):
        thinking = room.computer_order()
        assert thinking is not None
        room.give_computer(thinking, evolve(thinking(), why=why))
    assert len(notes(first)) == len(notes(second)) + 1
    for player, side in ((ANNA, BRITISH), (BEN, None), (None, None)):
        assert told(first, player, side) == told(second, player, side)
        assert b"secret of the Italians" not in told(first, player, side)


def test_when_the_game_is_over_all_are_told(tmp_path: Path) -> None:
    room = against_a_computer(tmp_path)
    assert room.game is not None
    assert notes(room)
    assert not any(isinstance(event, Considered) for _, event in room.redacted(ANNA))
    room.resign(ANNA)
    film = [event for _, event in room.redacted(ANNA)]
    for note in (event for event in film if isinstance(event, Considered)):
        given = film[note.order - 1]
        assert isinstance(given, OrderGiven)
        assert (given.side, note.side) == (ITALIAN, ITALIAN)
    found = verify(room.path, open_system)
    assert found.good, found.fault
    assert found.dice is honest.Dice.HONEST
