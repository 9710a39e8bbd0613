"""Panzer War between tables and files: from one keyboard and from a host's table into files in trust, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from content.catalogue import open_system
from core.dice import SeededDice
from core.play.aside import Aside
from core.play.game import Game
from core.play.replica import Stop
from saves.post.agreed import verify_in_trust
from saves.post.before import file_of, not_now, whole_in_trust
from saves.post.bring import bring_data, read_bring, whole_of
from saves.post.compare import compare_letters
from saves.post.correspondence import read
from saves.post.keys import PostError
from saves.post.opening import begin_from, take_file
from saves.post.saying import Say, Saying
from saves.post.split import split_game
from saves.post.table import write_table
from saves.reading import read_journal
from saves.rooms.error import RoomError
from saves.rooms.plan import RoomPlan
from saves.session import open_game as open_session
from saves.verify import verify
from tests.post.post_games import NOW, begin, minds, order_on
from tests.post.test_from_a_table import Pair, keyboard
from tests.post.test_in_trust import close, play
from tests.rooms.table import ANNA, BEN, house, ordered

DUBKI = "pw-0"
SIDES = ("german", "soviet")


def at_keyboard(data: Path, orders: int = 12) -> Path:
    """A game of one keyboard after so many orders, where a step has just begun."""
    path = keyboard(data, DUBKI, orders=orders)
    system: Any = open_system(DUBKI, ())
    mind = minds("hot", SIDES)
    with open_session(path, open_system, in_place=True) as session:
        game = session.game
        while True:
            side = game.active[0]
            game.submit(side, mind[side].order(system, game.view(side), side))
            if game.state.turn and len(game.active) == 2 and system.in_secret(game.state) and not not_now(system, game):
                break
    return path


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    """Two players with their halves of a game of one keyboard."""
    path = at_keyboard(tmp_path / "hot")
    made = Pair(tmp_path, split_game(tmp_path / "hot", path, open_system, agreed=SIDES, out=tmp_path / "out"))
    yield made
    made.close()


def test_a_game_of_one_keyboard_goes_on_by_file_and_back(pair: Pair) -> None:
    """Nothing is lost on the way, and all of it is decided again."""
    table = whole_in_trust(file_of(pair.halves["german"]).before).events
    at_table: Game[Any] = Game(open_system(DUBKI, ()), SeededDice(""), events=table)
    game = pair.begin()
    for one in pair.games.values():
        known: Any = one.half
        assert known.agreed.whole.state == at_table.state
    game = pair.play(game, 3)
    game.ask_table()
    other = pair.pass_on(game)
    other.answer(agree=True)
    pair.pass_on(other)
    found = verify_in_trust(other.system, other.half.mail)  # type: ignore[arg-type]
    assert found.good, found.words
    assert "orders were given at a table" in found.words
    path = write_table(pair.tmp / "back", other.system, other.half.mail, NOW)
    assert verify(path, open_system).good
    events = read_journal(path).events
    rules = tuple(event for event in at_table.standing() if not isinstance(event, Aside))
    assert events[: len(rules)] == rules
    assert len(events) > len(rules)


def test_a_game_from_a_table_is_restored_from_a_file_and_the_key(pair: Pair) -> None:
    game = pair.play(pair.begin(), 2)
    elsewhere = pair.tmp / "elsewhere"
    (elsewhere / "post").mkdir(parents=True)
    (elsewhere / "post" / "key").write_bytes((pair.tmp / str(game.side) / "post" / "key").read_bytes())
    again, _ = take_file(elsewhere, game.half.mail.data, open_system)
    assert again.half.replica.state == game.half.replica.state
    again.close()


def test_who_changes_what_was_played_at_the_table_is_found(pair: Pair) -> None:
    """The half of the other is of the table as it was; without one nobody joins."""
    first, second = pair.halves
    invited = begin_from(pair.tmp / first, file_of(pair.halves[first]), open_system)
    data = invited.half.mail.data
    with pytest.raises(PostError, match="with your half of it"):
        take_file(pair.tmp / "x", data, open_system)
    raw = json.loads(pair.halves[second].read_bytes())
    raw["whole"] = raw["whole"][:-8] + "AAAAAAA="
    pair.halves[second].write_text(json.dumps(raw))
    with pytest.raises(PostError, match="not to the game that your half is of"):
        take_file(pair.tmp / "x", data, open_system, half=file_of(pair.halves[second]))
    invited.close()


def test_not_when_one_side_alone_has_ordered_in_secret(tmp_path: Path) -> None:
    """The other would have its orders before its own are bound."""
    path = at_keyboard(tmp_path / "hot")
    system: Any = open_system(DUBKI, ())
    with open_session(path, open_system, in_place=True) as session:
        game = session.game
        side = game.active[0]
        game.submit(side, minds("hot", SIDES)[side].order(system, game.view(side), side))
        assert len(game.active) == 2
    with pytest.raises(PostError, match="given in secret"):
        split_game(tmp_path / "hot", path, open_system, agreed=SIDES, out=tmp_path / "out")
    assert path.exists()


def test_it_goes_on_at_a_hosts_table_and_into_files_again(tmp_path: Path) -> None:
    """Both bring their keys; what is played there follows the letters, which prove it when they are open."""
    halves = play(*begin(tmp_path, DUBKI), most=7)
    mind = minds("host", SIDES)
    while True:
        asker = next(half for half in halves.values() if half.turn == "mine")
        other = next(half for half in halves.values() if half is not asker)
        known: Any = asker.half
        if known.system.settled(known.ready.whole.state):
            break
        with pytest.raises(PostError, match="under way"):
            asker.ask_host()
        # Nor with a program that asks all the same: it would be asked anew there, by who has seen the dice.
        forged = known.letter(Stop.CHOICE, asker._keys, asker._nonce, Saying(Say.HOST))
        with pytest.raises(PostError, match="while something is under way"):
            other.take(read(known.mail.with_letter(forged).data))
        order_on(asker, mind)
        assert other.take(read(asker.half.mail.data))
        while "mine" not in (asker.turn, other.turn):
            # What the other's machine answers by itself.
            asker, other = other, asker
            assert other.take(read(asker.half.mail.data))
    asker.ask_host()
    assert other.take(read(asker.half.mail.data))
    other.answer(agree=True)
    assert asker.take(read(other.half.mail.data))
    files = {side: bring_data(half.half.mail, side, half.half.keys) for side, half in halves.items()}
    here = house(tmp_path / "host")
    brought = [read_bring(files[side], open_system) for side in SIDES]
    plan = RoomPlan(DUBKI, spectators=False, letters=brought[0].mail.last.digest)
    room = here.create(ANNA, plan)
    room.post.bring(ANNA, brought[0], files[SIDES[0]], None)
    room.post.bring(BEN, brought[1], files[SIDES[1]], whole_of(brought))
    for player, side in ((ANNA, SIDES[0]), (BEN, SIDES[1])):
        room.join(player, side, f"words of {player}")  # type: ignore[arg-type]
    assert room.game is not None
    before = len(room.game.journal)
    for _ in range(8):
        ordered(room)
    while not _between(room):
        ordered(room)
    assert len(room.game.journal) > before
    # From there into files again, and the host's part is proved by the letters.
    assert not room.post.go_by_file(ANNA)
    assert room.post.go_by_file(BEN)
    one = begin_from(tmp_path / "a", file_of(room.post.half(ANNA)), open_system)
    two, _ = take_file(tmp_path / "b", one.half.mail.data, open_system, half=file_of(room.post.half(BEN)))
    assert two.half.replica.state == one.half.replica.state
    for game in (one, two):
        game.close()
    first = next(half for half in halves.values() if half.half.leads)
    first.open_seals()
    second = next(half for half in halves.values() if half is not first)
    assert second.take(read(first.half.mail.data))
    second.open_seals()
    found = compare_letters(verify(room.path, open_system), room.path, second.half.mail.data, open_system)
    assert (found.good, found.compared) == (True, True), found.fault
    close(halves)


def test_at_a_host_too_nobody_takes_orders_given_in_secret_along(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(DUBKI))
    for player, side in ((ANNA, SIDES[0]), (BEN, SIDES[1])):
        room.join(player, side, f"words of {player}")  # type: ignore[arg-type]
    while not _between(room):
        ordered(room)
    ordered(room)
    with pytest.raises(RoomError, match="given in secret"):
        room.post.go_by_file(ANNA)


def _between(room: Any) -> bool:
    """Whether both have yet to choose in a step that has just begun, after set-up."""
    game = room.game
    if game is None or game.over:
        raise AssertionError("no such moment came")
    state, system = game.state, game.system
    return state.turn > 0 and len(game.active) == 2 and system.in_secret(state) and not not_now(system, game)
