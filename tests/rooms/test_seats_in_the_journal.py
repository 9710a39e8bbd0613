"""Who sits at a table, as its journal says it for whoever judges the dice."""

from __future__ import annotations

from pathlib import Path

from core.play.aside import Seat
from core.play.honest import Dice
from saves.rooms.plan import RoomPlan
from saves.verify import verify
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, ITALIAN, PIMPLE, house, laid, open_system, played
from tests.rooms.test_forged_dice import lines, written


def test_the_journal_says_who_sits_down_and_gets_up(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(PIMPLE, players_a_side=2))
    played(room, 10)
    room.join(CLARA, ITALIAN)
    room.leave(BEN)
    room.leave(CLARA)
    room.seat_computer(ANNA, ITALIAN)
    played_by = [line["seats"] for line in lines(room.path) if line.get("event") == "seated"]
    assert [{s.get("player") or s.get("computer") for s in seats} for seats in played_by] == [
        {"anna", "ben"},
        {"anna", "ben", "clara"},
        {"anna", "clara"},
        {"anna"},
        {"anna", "greedy"},
    ]
    room.join(CLARA, ITALIAN)
    room.resign(ANNA)
    found = verify(room.path, open_system)
    assert found.dice is Dice.HONEST, found
    assert found.judged is not None
    assert [by for by, _ in found.judged.values] == ["anna", "ben"]
    assert found.judged.later == (Seat(ITALIAN, player="clara"), Seat(ITALIAN, computer="greedy"))


def test_a_game_of_an_earlier_version_goes_on_as_it_was_begun(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(PIMPLE, players_a_side=2))
    room.rest()
    written(room.path, [line for line in lines(room.path) if line.get("event") != "seated"])
    room = house(tmp_path).room(room.id)
    played(room, 20)
    room.join(CLARA, ITALIAN)
    played(room, 5)
    room.resign(ANNA)
    assert not any(line.get("event") == "seated" for line in lines(room.path))
    found = verify(room.path, open_system)
    assert (found.good, found.dice, found.holds()) == (True, Dice.EARLIER, False)
    room.rest()


def test_a_computer_gives_no_words(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "words of anna")
    room.resign(ANNA)
    found = verify(room.path, open_system)
    assert found.dice is Dice.HONEST
    assert found.judged is not None
    assert found.judged.seats == (Seat(BRITISH, player="anna"), Seat(ITALIAN, computer="greedy"))
    assert found.judged.later == ()
    assert found.judged.values == (("anna", "words of anna"),)


def test_a_seat_that_changes_while_nobody_has_the_game_open_is_noted_before_the_next_order(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(PIMPLE, players_a_side=2))
    other = house(tmp_path).room(room.id)
    played(room, 5)
    other.join(CLARA, ITALIAN)
    room.refresh()
    played(room, 1)
    kinds = [line.get("event") for line in lines(room.path)]
    assert kinds.count("seated") == 2
    room.resign(ANNA)
    assert verify(room.path, open_system).dice is Dice.HONEST


def test_a_seat_that_changes_settles_no_question(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(PIMPLE, players_a_side=2))
    played(room, 20)
    side = room.waits_for()[0]
    player = room.players(side)[0]
    assert not room.ask_take_back(player)
    room.join(CLARA, ITALIAN)
    assert room.take_back is not None
