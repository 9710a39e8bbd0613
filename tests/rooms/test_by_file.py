"""From a host's table to files: both wish it at the same moment, and nobody sees more than his half."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.event import SideId
from core.order import IllegalOrder
from saves.post.before import file_of
from saves.post.correspondence import read
from saves.post.opening import begin_from, take_file
from saves.post.verify import verify_post
from saves.rooms.error import RoomError
from saves.rooms.over import archive
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.post.post_games import minds, order_on
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, ITALIAN, PIMPLE, house, laid, open_system, ordered, played


def settled(room: Room) -> Room:
    """The table as soon as nothing is under way."""
    system: Any = room.system
    while room.game is not None and not system.settled(room.game.state):
        ordered(room)
    return room


def by_file(room: Room) -> Room:
    """Both agree to go on by file."""
    settled(room)
    assert not room.post.go_by_file(ANNA)
    assert room.post.go_by_file(BEN)
    return room


def test_the_game_goes_on_by_file_and_its_dice_are_proved_at_the_end(tmp_path: Path) -> None:
    room = laid(house(tmp_path / "host"))
    played(room, 40)
    by_file(room)
    assert room.stage is Stage.BY_FILE
    assert (room.over, room.waits_for()) == (False, ())
    halves = {BRITISH: room.post.half(ANNA), ITALIAN: room.post.half(BEN)}
    assert {path.stat().st_mode & 0o777 for path in halves.values()} == {0o600}
    one = begin_from(tmp_path / "a", file_of(halves[BRITISH]), open_system)
    two, _ = take_file(tmp_path / "b", one.half.mail.data, open_system, half=file_of(halves[ITALIAN]))
    mind = minds("by file", (BRITISH, ITALIAN))
    for side, game in ((BRITISH, one), (ITALIAN, two)):
        assert game.half.replica.state.units.keys() == room.view(ANNA if side == BRITISH else BEN).units.keys()
    for _ in range(6):
        order_on(two, mind)
        one.take(read(two.half.mail.data))
        order_on(one, mind)
        two.take(read(one.half.mail.data))
    while "mine" not in (one.turn, two.turn):
        late, writer = sorted((one, two), key=lambda game: len(game.half.mail.letters))
        assert late.take(read(writer.half.mail.data))
    who, other = (two, one) if two.turn == "mine" else (one, two)
    who.resign()
    other.take(read(who.half.mail.data))
    who.take(read(other.half.mail.data))
    found = verify_post(who.system, who.half.mail)
    assert (found.good, found.whole) == (True, True), found.words
    assert "the dice hold" in found.words
    for game in (one, two):
        game.close()


def test_one_alone_does_not_change_it(tmp_path: Path) -> None:
    room = settled(laid(house(tmp_path)))
    assert not room.post.go_by_file(ANNA)
    assert not room.post.go_by_file(ANNA)
    assert room.stage is Stage.PLAYING
    with pytest.raises(RoomError, match="no seat"):
        room.post.go_by_file(CLARA)
    with pytest.raises(RoomError, match="no half"):
        room.post.half(ANNA)


def test_a_wish_is_for_its_moment(tmp_path: Path) -> None:
    """Whoever foresees the rolls cannot keep the consent of the other for when he needs it."""
    room = laid(house(tmp_path))
    played(room, 40)
    settled(room)
    assert not room.post.go_by_file(ANNA)
    before = room.events
    while not room.changed_for(None, before, room.events):
        ordered(room)
    settled(room)
    assert not room.post.go_by_file(BEN), "the wish of Anna is gone"
    assert room.post.go_by_file(ANNA)


def test_not_while_a_roll_is_due(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    system: Any = room.system
    refused = 0
    while refused < 3 and not room.over:
        ordered(room)
        if room.game is not None and not room.over and not system.settled(room.game.state):
            refused += 1
            with pytest.raises(RoomError, match="under way"):
                room.post.go_by_file(ANNA)
    assert refused == 3


def test_not_against_a_computer(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "words of anna")
    with pytest.raises(RoomError, match="nobody plays italian"):
        room.post.go_by_file(ANNA)


def test_nothing_at_the_table_opens_what_is_still_secret(tmp_path: Path) -> None:
    """Giving up, closing, leaving, removing: each of them would show the hidden, or lose a half."""
    here = house(tmp_path)
    room = laid(here)
    played(room, 40)
    by_file(room)
    kept = room.path.read_bytes()
    for act in (
        lambda: room.resign(ANNA),
        lambda: room.close(ANNA),
        room.close_by_keeper,
        lambda: room.leave(BEN),
        lambda: room.adjourn(ANNA),
        lambda: room.resume(ANNA),
        lambda: room.ask_take_back(ANNA),
        lambda: room.claim(ANNA, ITALIAN),
        lambda: room.seat_computer(ANNA, ITALIAN),
        lambda: room.join(CLARA, ITALIAN),
        lambda: here.remove(ANNA, room.id),
        lambda: room.final,
        lambda: archive.journal(here, ANNA, room.id),
    ):
        with pytest.raises(RoomError):
            act()
    with pytest.raises(IllegalOrder, match="by file"):
        ordered_by(room, BRITISH)
    assert room.path.read_bytes() == kept
    assert b"dice-revealed" not in kept
    again = house(tmp_path).room(room.id)
    assert again.stage is Stage.BY_FILE
    assert again.post.half(ANNA) == room.post.half(ANNA)
    assert room.dice_words()
    here.clear_away(room.id)
    assert not room.path.exists()


def ordered_by(room: Room, side: SideId) -> None:
    """An order of a side that would be legal if the game still went on here."""
    game = room.game
    assert game is not None
    from core.ai import player

    active = next(iter(game.active))
    order = player("random", "x").order(game.system, game.view(active), active)
    who = room.commander(active)
    assert who is not None
    room.give(who, order)


def test_each_has_his_own_half_and_nobody_else(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    played(room, 40)
    by_file(room)
    assert file_of(archive.half(here, ANNA, room.id)).side == BRITISH
    assert file_of(archive.half(here, BEN, room.id)).side == ITALIAN
    for player in (CLARA, None):
        with pytest.raises(RoomError, match="of which you have a half"):
            archive.half(here, player, room.id)
    for id_ in ("../x", "", "none-abc", "a/b"):
        with pytest.raises(RoomError, match="of which you have a half"):
            archive.half(here, ANNA, id_)


def test_a_host_that_was_killed_after_the_halves_were_written_makes_others(tmp_path: Path) -> None:
    """Nobody has had the first ones, for nobody may have them before the log says so."""
    room = laid(house(tmp_path))
    played(room, 40)
    settled(room)
    log = room.path.parent / "room.log"
    room.post.go_by_file(ANNA)
    before = log.read_bytes()
    room.post.go_by_file(BEN)
    first = room.post.half(ANNA).read_bytes()
    log.write_bytes(before)
    again = house(tmp_path).room(room.id)
    assert again.stage is Stage.PLAYING
    with pytest.raises(RoomError):
        again.post.half(ANNA)
    _ = again.game
    assert again.post.go_by_file(BEN)
    assert again.post.half(ANNA).read_bytes() != first
