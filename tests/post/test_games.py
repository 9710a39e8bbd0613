"""Whole games by files alone, and what must hold of every one of them."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest
from attrs import evolve

from content.catalogue import open_system
from core.event import OrderGiven
from core.order import IllegalOrder
from core.panzer.command.orders import PlaceCommands
from core.panzer.pieces.unit import Command
from core.step_end import FinishStep
from saves.audience import post_of
from saves.post.correspondence import invited, read
from saves.post.game import PostGame
from saves.post.half import Half
from saves.post.keys import Keys, PostError, own_secret
from saves.post.opening import open_game, take_file
from saves.post.verify import verify_post
from saves.reading import read_header, read_journal
from tests.post.post_games import Table, begin, minds, now, order_on, play

Played = tuple[Table, dict[str, PostGame]]


@pytest.mark.parametrize(
    ("scenario", "level", "options"),
    [
        ("the-bridge", "random", ()),
        pytest.param("advance-on-nikopol", "random", ("hidden-deployment",), marks=pytest.mark.thorough),
        pytest.param("crossing-the-trigh", "random", (), marks=pytest.mark.long),
        pytest.param("dnieper-bend", "random", (), marks=pytest.mark.long),
    ],
)
def test_a_game_comes_to_its_end_and_is_good(
    scenario: str, level: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    table, game = begin(tmp_path, scenario, *options, first=1)
    halves = play(table, game, minds("the game", table.data, level))
    for half in halves.values():
        assert half.half.replica.over
        found = verify_post(half.system, half.half.mail)
        assert found.good, found.words
        assert found.whole
        assert found.rolls > 5
        header, journal = read_header(half.path), read_journal(half.path)
        assert post_of(header) == table.game
        assert list(journal.events) == half.half.replica.journal
        half.close()
    assert sorted(half.turn for half in halves.values()) == ["over", "theirs"]


def test_both_sides_find_the_same_end(played: Played) -> None:
    table, halves = played
    assert len({repr(h.system.outcome(h.half.replica.state)) for h in halves.values()}) == 1
    found = verify_post(next(iter(halves.values())).system, read(table.files[-1]))
    assert found.good, found.words


def test_no_file_tells_a_secret_before_the_end(played: Played) -> None:
    """Neither the words of a secret order nor what it places stands in any file before both have opened."""
    table, _ = played
    for raw in table.files[:-2]:
        for word in (b"command-placed", b"place-command", b"instructions-set", b"move-planned", b"pb-placed"):
            assert word not in raw
    secret = {own_secret(data / "post").hex().encode() for data in table.data.values()}
    for raw in table.files:
        assert not any(word in raw for word in secret)


def test_files_differ_only_in_what_is_sealed(tmp_path: Path) -> None:
    """Two games that differ only in one side's secrets give the other side files of one size and one text."""
    table, game = begin(tmp_path, "the-bridge")
    mind = minds("seal", table.data)
    halves = {game.side: game}
    while game.half.replica.state.step != "commands":
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        other = str(game.half.replica.other)
        game.close()
        game = halves[other] = table.send(other)
    side = game.side
    game.close()
    told: list[bytes] = []
    for k, command in enumerate((Command.OVERWATCH, Command.MOVE)):
        copy = tmp_path / f"copy{k}"
        shutil.copytree(table.data[side], copy)
        with open_game(copy, table.game, open_system, now=now) as again:
            units = tuple(u.id for u in again.half.replica.state.of(side))
            again.give(PlaceCommands(units=units[: 3 + 2 * k], command=command))
            again.give(FinishStep())
            assert again.turn == "theirs"
            told.append(again.half.mail.data)
    first, second = told
    assert first != second
    assert len(first) == len(second)
    one, two = read(first).letters[-1], read(second).letters[-1]
    assert one.sealed != two.sealed
    assert evolve(one, sealed=b"", line=b"", digest="") == evolve(two, sealed=b"", line=b"", digest="")


def test_dice_cannot_be_known_before_the_orders_are_fixed(played: Played) -> None:
    """Whoever fixes an order cannot roll for it: the other side's value is wanted, and another gives other dice."""
    table, halves = played
    mail = read(table.files[-1])
    letters = [
        n for n, letter in enumerate(mail.letters) if letter.opens and any(e.rolls for e in mail.letters[n + 1].events)
    ]
    assert len(letters) > 3
    n = letters[2]
    writer, reader = mail.letters[n].by, mail.letters[n + 1].by
    system = halves[writer].system
    assert not any(e.rolls for e in mail.letters[n].events if isinstance(e, OrderGiven))
    results = []
    for keys in (mail.opened[reader], Keys.derive(b"another" * 5, table.game, reader, "n").opened):
        half = Half(system, reader, mail.opened[reader], invited(mail.invitation))
        for letter in mail.letters[:n]:
            half.receive(letter) if letter.by != reader else half.recall(letter)
        half.keys = keys
        half.receive(mail.letters[n])
        half.run()
        results.append([r.result for e in half.replica.journal[half.start :] for r in e.rolls])
    assert results[0] != results[1]
    assert results[0] == [r.result for e in mail.letters[n + 1].events for r in e.rolls][: len(results[0])]


def test_importing_again_or_what_is_old_changes_nothing(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-pimple")
    mind = minds("again", table.data)
    halves = play(table, game, mind, most=9)
    reader = next(h for h in halves.values() if h.half.mail.last.by == h.side)
    other = next(h for h in halves.values() if h is not reader)
    before = reader.half.mail.data, reader.path.read_bytes()
    for raw in table.files[:-2]:
        with pytest.raises(PostError, match=r"file is old|your own file"):
            reader.take(read(raw))
    came = next(raw for raw in reversed(table.files) if read(raw).last.by != reader.side)
    assert not reader.take(read(came)), "importing twice is harmless"
    with pytest.raises(PostError, match="your own file"):
        reader.take(read(reader.half.mail.data))
    assert (reader.half.mail.data, reader.path.read_bytes()) == before
    assert other.take(read(reader.half.mail.data)) or other.half.mail.data == reader.half.mail.data
    assert not other.take(read(reader.half.mail.data))
    for half in halves.values():
        half.close()


def test_exporting_again_gives_the_same_file(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-pimple")
    order_on(game, minds("same", table.data))
    game.export(tmp_path / "a.turn")
    game.export(tmp_path / "b.turn")
    game.export(tmp_path / "a.turn")
    assert (tmp_path / "a.turn").read_bytes() == (tmp_path / "b.turn").read_bytes() == game.outgoing.read_bytes()
    game.close()
    with table.open(game.side) as again:
        again.export(tmp_path / "c.turn")
        assert (tmp_path / "c.turn").read_bytes() == (tmp_path / "a.turn").read_bytes()
        (tmp_path / "d.turn").write_text("something else")
        with pytest.raises(PostError, match="something else"):
            again.export(tmp_path / "d.turn")


def test_a_game_is_restored_from_any_file_and_the_key(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-pimple")
    halves = play(table, game, minds("restore", table.data), most=30)
    reader = next(h for h in halves.values() if h.half.mail.last.by == h.side)
    journal = reader.half.replica.journal
    new = tmp_path / "new"
    (new / "post").mkdir(parents=True)
    shutil.copy(table.data[reader.side] / "post" / "key", new / "post" / "key")
    restored, fresh = take_file(new, reader.half.mail.data, open_system, now=now)
    assert fresh
    assert restored.side == reader.side
    assert restored.half.replica.journal == journal
    with pytest.raises(PostError, match="two others"):
        take_file(tmp_path / "third", reader.half.mail.data, open_system, now=now)
    for half in (*halves.values(), restored):
        half.close()


def test_orders_before_the_letter_survive_and_can_be_taken_back(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-bridge")
    mind = minds("undo", table.data)
    halves = {game.side: game}
    while game.half.replica.state.step != "commands":
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        other = str(game.half.replica.other)
        game.close()
        game = halves[other] = table.send(other)
    side = game.side
    unit = next(u.id for u in game.half.replica.state.of(side))
    game.give(PlaceCommands(units=(unit,), command=Command.MOVE))
    game.give(PlaceCommands(units=(unit,), command=Command.OVERWATCH))
    game.undo()
    game.close()
    with table.open(side) as again:
        assert again.half.replica.state.units[unit].command is Command.MOVE
        again.undo()
        assert again.half.replica.state.units[unit].command is None
        with pytest.raises(IllegalOrder, match="nothing to take back"):
            again.undo()
        again.give(FinishStep())
        assert again.turn == "theirs"
        with pytest.raises(IllegalOrder, match="nothing to take back"):
            again.undo()
        with pytest.raises(IllegalOrder, match="other side"):
            again.give(FinishStep())


def test_another_invitation_begins_another_game(tmp_path: Path) -> None:
    table, game = begin(tmp_path, "the-pimple")
    with pytest.raises(PostError, match="your own file"):
        take_file(table.data[str(game.half.mail.invitation.by)], table.files[0], open_system, now=now)
    game.close()


def test_orders_are_given_ahead_where_the_other_machine_must_decide(tmp_path: Path) -> None:
    """Against hidden counters one letter carries many orders; they survive, can be taken back, and are sent at will."""
    table, game = begin(tmp_path, "vyazma", "hidden-deployment")
    mind = minds("ahead", table.data)
    halves = {str(game.side): game}
    while not game.half.ahead:
        if game.turn != "mine":
            table.files.append(game.half.mail.data)
            other = str(game.half.replica.other)
            game.close()
            game = halves[other] = table.send(other)
        else:
            game.give(mind[game.side].order(game.system, game.system.view(game.shown.state, game.side), game.side))
    side, ahead = game.side, list(game.half.ahead)
    foreseen = list(game.shown.journal)
    assert len(foreseen) > len(game.half.replica.journal)
    game.close()
    with table.open(side) as again:
        assert again.half.ahead == ahead
        assert again.shown.journal == foreseen
        again.undo()
        assert again.half.ahead == ahead[:-1]
    with table.open(side) as again:
        assert again.half.ahead == ahead[:-1]
        again.give(ahead[-1].order)
        assert again.half.ahead == ahead
        again.send_now()
        assert again.turn == "theirs"
        letter = again.half.mail.letters[-1]
        assert list(letter.ahead) == ahead
        table.files.append(again.half.mail.data)
        with pytest.raises(PostError, match="order first"):
            again.send_now()
    with table.send(str(game.half.replica.other)) as other_game:
        given = [e.order for e in other_game.half.replica.journal if isinstance(e, OrderGiven) and e.side == side]
        assert set(map(repr, given)) & {repr(letter.events[-1].order)}


def test_what_comes_out_otherwise_hands_the_rest_back(tmp_path: Path) -> None:
    """Orders given ahead are decided as long as all comes out as foreseen, and no further."""
    table, game = begin(tmp_path, "lutezh-bridgehead", "hidden-deployment")
    halves = play(table, game, minds("otherwise", table.data), most=40)
    mail = next(iter(halves.values())).half.mail
    whole = cut = 0
    for letter, answer in itertools.pairwise(mail.letters):
        if letter.ahead:
            decided = [e.order for e in answer.events if isinstance(e, OrderGiven) and e.side == letter.by]
            assert decided == [a.order for a in letter.ahead][: len(decided)]
            whole += len(decided) == len(letter.ahead)
            cut += len(decided) < len(letter.ahead)
    assert whole
    assert cut
    for half in halves.values():
        half.close()
