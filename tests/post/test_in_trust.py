"""Panzer War by file: both machines know all, and what each side decides is bound before the other's is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from content.catalogue import open_system
from core.event import OrderGiven
from core.order import IllegalOrder
from core.panzerwar.course.standing import STANDING
from core.play.game import Game
from core.play.whole import HOLD
from saves.post.agreed import verify_in_trust
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.in_trust import InTrust
from saves.post.keys import PostError
from saves.post.opening import open_game, take_file
from saves.post.places import games
from saves.post.table import write_table
from saves.reading import read_journal
from saves.verify import verify
from tests.post.conftest import _same_luck
from tests.post.post_games import NOW, Table, begin, minds, now, order_on


def play(table: Table, game: PostGame, *, most: int = 1000, leave: str = "") -> dict[str, PostGame]:
    """Two computer players by file, until the game is over or so many files were sent. leave: how all is decided that
    can be left to their machines."""
    mind, halves = minds("trust", table.data, "greedy"), {game.side: game}
    for one in halves.values():
        one.leave_to_machine(dict.fromkeys(STANDING, leave) if leave else {})
    while len(table.files) < most or game.turn == "theirs":
        order_on(game, mind)
        if game.turn == "over":
            break
        table.files.append(game.half.mail.data)
        other = game.half.replica.other
        if other in halves:
            game = halves[other]
            assert game.take(read(table.files[-1], game.half.mail))
        else:
            game = halves[other] = table.send(other)
            game.leave_to_machine(dict.fromkeys(STANDING, leave) if leave else {})
    return halves


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, dict[str, PostGame]]]:
    """A game that is over; all was left to the machines but set-up and plans."""
    with pytest.MonkeyPatch.context() as patch:
        _same_luck(patch, "whole")
        table, game = begin(tmp_path_factory.mktemp("trust"), "pw-0")
        halves = play(table, game, leave=HOLD)
    yield table, halves
    for half in halves.values():
        half.close()


def close(halves: dict[str, PostGame]) -> None:
    """Give both games free."""
    for half in halves.values():
        half.close()


def test_a_whole_game_ends_alike_on_both_machines(whole: tuple[Table, dict[str, PostGame]]) -> None:
    """One exchange a turn, where all that is asked amid it is left to the machines."""
    table, halves = whole
    one, other = (half.half.replica for half in halves.values())
    assert one.over
    assert one.journal == other.journal
    assert {half.turn for half in halves.values()} == {"over", "theirs"}, "the last file is to be sent"
    turns = one.system.face.status(one.state).turn
    assert len(table.files) <= 2 * turns + 6
    assert all(half.path.exists() for half in halves.values())


@pytest.mark.long
def test_a_whole_game_in_which_everything_is_asked(tmp_path: Path) -> None:
    """Every segment of fire, every meeting and every group is a decision of the players."""
    table, game = begin(tmp_path, "pw-0")
    halves = play(table, game)
    mail = max((half.half.mail for half in halves.values()), key=lambda mail: len(mail.letters))
    system: Any = open_system("pw-0")
    found = verify_in_trust(system, mail)
    assert found.good
    assert all(half.half.replica.over for half in halves.values())
    assert len(mail.letters) > 60
    for side, half in halves.items():
        journal = half.half.replica.journal
        half.close()
        with table.open(side) as again:
            assert again.half.replica.journal == journal


def test_it_is_what_the_same_orders_make_it_at_a_table(whole: tuple[Table, dict[str, PostGame]]) -> None:
    """Every letter is decided again, and the verdict counts them."""
    _, halves = whole
    system: Any = open_system("pw-0")
    mail = max((half.half.mail for half in halves.values()), key=lambda mail: len(mail.letters))
    found = verify_in_trust(system, mail)
    journal = next(iter(halves.values())).half.replica.journal
    assert found.good
    assert found.whole
    assert (found.events, found.letters) == (len(journal), len(mail.letters))
    assert found.rolls == sum(len(event.rolls) for event in journal) > 0
    assert found.orders == sum(isinstance(event, OrderGiven) for event in journal)


def test_files_do_not_tell_by_chance(whole: tuple[Table, dict[str, PostGame]]) -> None:
    """What happened is packed: no place stands in the open, but what a side tells of its own decision."""
    table, _ = whole
    assert b"element-sighted" not in table.files[-1]
    assert b'"event"' not in table.files[-1]


def test_a_game_is_restored_from_a_file_and_the_key(whole: tuple[Table, dict[str, PostGame]], tmp_path: Path) -> None:
    """Any file holds the whole game; what it tells is decided again."""
    table, halves = whole
    side, half = next(iter(halves.items()))
    key = table.data[side] / "post" / "key"
    (tmp_path / "post").mkdir()
    (tmp_path / "post" / "key").write_bytes(key.read_bytes())
    with take_file(tmp_path, half.half.mail.data, open_system, now=now)[0] as again:
        assert again.side == side
        assert again.half.replica.journal == half.half.replica.journal


def test_screens_know_their_side_alone(tmp_path: Path) -> None:
    """Before contact nobody of the other side stands in what is shown, though the machine knows all."""
    halves = play(*begin(tmp_path, "pw-0"), most=8)
    for side, game in halves.items():
        replica = game.half.replica
        view = game.system.view(replica.state, replica.side)
        mine = {e.id for e in replica.state.elements.values() if e.side == side}
        seen = {e.id for e in view.elements.values()} - mine
        assert len(replica.state.elements) > len(mine)
        assert seen <= set(replica.state.watch.sightings.get(side, {}))
    close(halves)


def test_a_bound_decision_is_there_again_when_the_program_starts_anew(tmp_path: Path) -> None:
    """It stands sealed in the letter, and so it is shown and kept."""
    table, game = begin(tmp_path, "pw-0")
    mind = minds("trust", table.data, "greedy")
    order_on(game, mind)
    journal, side = list(game.half.replica.journal), str(game.side)
    assert journal
    with pytest.raises(IllegalOrder, match="letter that has been written"):
        game.undo()
    game.close()
    again = table.open(side)
    assert again.half.replica.journal == journal
    table.files.append(again.half.mail.data)
    other = table.send(again.half.replica.other)
    order_on(other, mind)
    assert again.take(read(other.half.mail.data, again.half.mail))
    assert again.turn == "mine"
    assert again.half.replica.journal[: len(journal)] != journal or len(again.half.replica.journal) > len(journal)
    assert read_journal(again.path).events == tuple(again.half.replica.journal)
    again.close()
    other.close()


def test_orders_are_undone_until_the_letter_is_written(tmp_path: Path) -> None:
    """And what was ordered and not sent is there again later."""
    table, game = begin(tmp_path, "pw-0")
    replica = game.half.replica
    first = game.system.suggest(game.system.view(replica.state, game.side), game.side, _NoDice())
    game.give(first)
    game.undo()
    assert not any(isinstance(event, OrderGiven) for event in game.half.replica.journal)
    game.give(first)
    journal, side = list(game.half.replica.journal), str(game.side)
    game.close()
    with table.open(side) as again:
        assert again.half.replica.journal == journal
        assert again.turn == "mine"


class _NoDice:
    def roll(self, die: str, for_: str, rule: str) -> Any:
        """No die is rolled by who places all that he has."""
        raise AssertionError(for_)


def test_a_side_passes(tmp_path: Path) -> None:
    """By command it ends what it is asked; where something has to be decided it is told so."""
    table, game = begin(tmp_path, "pw-0")
    with pytest.raises(PostError, match="you have to decide something here"):
        game.pass_by()
    halves = play(table, game, most=4)
    one = next(half for half in halves.values() if half.turn == "mine")
    letters = len(one.half.mail.letters)
    one.pass_by()
    assert len(one.half.mail.letters) == letters + 1
    with pytest.raises(PostError, match="nothing to decide now"):
        one.pass_by()
    close(halves)


def test_a_letter_is_taken_back_by_agreement(tmp_path: Path) -> None:
    """Both are where the decision was made, and new dice are opened; refused, it goes on as it was."""
    table, game = begin(tmp_path, "pw-0")
    halves = play(table, game, most=9)
    asker = next(half for half in halves.values() if half.turn == "mine")
    other = next(half for half in halves.values() if half is not asker)
    point = asker.half.points()[1]
    assert isinstance(asker.half, InTrust)
    at = asker.half.agreed.points[point.letter].at
    asker.ask_back()
    assert other.take(read(asker.half.mail.data))
    assert other.question is not None
    other.answer(agree=False)
    assert asker.take(read(other.half.mail.data))
    asker.ask_back(2)
    assert other.take(read(asker.half.mail.data))
    other.answer(agree=True)
    assert asker.take(read(other.half.mail.data))
    assert len(asker.half.replica.journal) == at
    assert asker.half.replica.journal == other.half.replica.journal
    assert read_journal(asker.path).events == tuple(asker.half.replica.journal)
    table.files = [asker.half.mail.data]
    mind = minds("again", table.data, "greedy")
    one, two = asker, other
    for _ in range(4):
        order_on(one, mind)
        assert two.take(read(one.half.mail.data))
        one, two = two, one
    assert verify_in_trust(asker.system, one.half.mail).good  # type: ignore[arg-type]
    assert len(one.half.replica.journal) > at
    close(halves)


def test_a_side_resigns(tmp_path: Path) -> None:
    """The game is over on both machines, and is found good."""
    halves = play(*begin(tmp_path, "pw-0"), most=5)
    loser = next(half for half in halves.values() if half.turn == "mine")
    winner = next(half for half in halves.values() if half is not loser)
    loser.resign()
    assert winner.take(read(loser.half.mail.data))
    assert winner.half.replica.over
    assert winner.half.replica.stopped is not None
    assert winner.half.replica.stopped.text == f"{loser.side} resigns"
    assert loser.take(read(winner.half.mail.data))
    assert (loser.turn, winner.turn) == ("over", "theirs")
    assert verify_in_trust(loser.system, loser.half.mail).good  # type: ignore[arg-type]
    with pytest.raises(PostError, match="the game is over"):
        loser.resign()
    close(halves)


def test_it_goes_on_at_one_keyboard_by_agreement(tmp_path: Path) -> None:
    """The journal is that of a table."""
    halves = play(*begin(tmp_path, "pw-0"), most=7)
    asker = next(half for half in halves.values() if half.turn == "mine")
    other = next(half for half in halves.values() if half is not asker)
    asker.ask_table()
    assert other.take(read(asker.half.mail.data))
    other.answer(agree=True)
    assert asker.take(read(other.half.mail.data))
    path = write_table(tmp_path / "table", asker.system, asker.half.mail, NOW)
    found = verify(path, open_system)
    assert found.good, found.fault
    game: Game[Any] = Game(asker.system, _NoDice(), events=read_journal(path).events)
    assert game.active
    close(halves)


def test_it_stands_in_the_list(tmp_path: Path) -> None:
    """Like every game by file, and whose keys they are is known from them."""
    table, game = begin(tmp_path, "pw-0")
    with game:
        entry = next(iter(games(table.data[game.side], open_system)))
        assert (entry.scenario, entry.side, entry.turn) == ("pw-0", game.side, "mine")


def test_halves_have_nothing_left_to_machines(tmp_path: Path) -> None:
    """Only games in trust do."""
    _, game = begin(tmp_path, "the-pimple")
    with game:
        with pytest.raises(PostError, match="nothing is left to your machine"):
            game.leave_to_machine({})
        with pytest.raises(PostError, match="only orders end a step"):
            game.pass_by()
    assert open_game(game.data, game.game, open_system, now=now).close() is None
