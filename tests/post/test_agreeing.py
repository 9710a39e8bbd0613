"""What is said by letter besides play: giving up, take-backs by agreement, going on at a table."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from content.catalogue import open_system
from core.event import OrderGiven, SideId
from core.order import IllegalOrder
from core.play.replica import Stop
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.keys import PostError
from saves.post.saying import Say, Saying
from saves.post.table import course, write_table
from saves.post.verify import verify_post
from saves.reading import read_journal
from saves.session import open_game as open_session
from saves.verify import verify
from tests.post.post_games import NOW, begin, minds, order_on, play


class Pair:
    """Two players of a game by file, both of whose halves are open."""

    def __init__(self, tmp: Path, scenario: str, letters: int, *options: str) -> None:
        self.table, game = begin(tmp, scenario, *options)
        self.mind = minds("agree", self.table.data)
        self.halves = play(self.table, game, self.mind, most=letters)

    def next(self) -> PostGame:
        """The half whose turn it is, after the file went over to it if need be."""
        game = next((h for h in self.halves.values() if h.turn == "mine"), None)
        if game is None:
            writer = max(self.halves.values(), key=lambda half: len(half.half.mail.letters))
            game = self.halves[str(writer.half.replica.other)]
            game.take(read(writer.half.mail.data))
        return game

    def until_mine(self, points: int = 1) -> PostGame:
        """Play until a side is to order that has orders in letters to take back."""
        for _ in range(40):
            game = self.next()
            if game.turn == "mine":
                if len(game.half.points()) >= points:
                    return game
                order_on(game, self.mind)
        raise AssertionError("nobody has orders to take back")

    def other(self, game: PostGame) -> PostGame:
        """The half of the other side."""
        return self.halves[str(game.half.replica.other)]

    def pass_on(self, game: PostGame) -> PostGame:
        """Take the file over to the other side."""
        other = self.other(game)
        assert other.take(read(game.half.mail.data))
        return other

    def close(self) -> None:
        """Both halves are left."""
        for half in self.halves.values():
            half.close()


@pytest.fixture(params=["the-pimple", pytest.param("mersa-el-brega", marks=pytest.mark.long)])
def pair(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """A game that has got under way."""
    made = Pair(tmp_path, request.param, 24)
    yield made
    made.close()


def _verified(pair: Pair) -> Any:
    mail = max((h.half.mail for h in pair.halves.values()), key=lambda m: len(m.letters))
    system = next(iter(pair.halves.values())).system
    return verify_post(system, read(mail.data))


def test_who_resigns_ends_the_game_and_both_open_their_seals(pair: Pair) -> None:
    game = pair.until_mine()
    game.resign()
    assert game.half.replica.over
    other = pair.pass_on(game)
    assert other.half.replica.over
    assert other.half.replica.stopped is not None
    assert f"{game.side} resigns" in other.half.replica.stopped.text
    assert game.take(read(other.half.mail.data))
    assert game.turn == "over"
    found = _verified(pair)
    assert (found.good, found.whole) == (True, True), found.words
    for half in (game, other):
        with pytest.raises(PostError, match="over"):
            half.resign()
        half.close()
    pair.halves[str(game.side)] = again = pair.table.open(str(game.side))
    assert again.half.replica.over
    assert again.notices == []


def test_a_take_back_is_agreed_on_and_play_goes_on_with_other_dice(pair: Pair) -> None:
    game = pair.until_mine(2)
    other = pair.other(game)
    points = game.half.points()
    begin, kept = game.half.begins[points[1].letter], points[1].kept
    courses = game.half.mail.courses
    game.ask_back(2)
    assert game.turn == "theirs"
    other = pair.pass_on(game)
    assert other.question == points[1]
    with pytest.raises(IllegalOrder, match="agree or refuse"):
        other.give(next(e.order for e in other.half.replica.journal if isinstance(e, OrderGiven)))
    with pytest.raises(PostError, match="agree or refuse first"):
        other.ask_table()
    other.answer(agree=True)
    assert len(other.half.replica.journal) == other.half.begins[points[1].letter] + kept
    game = pair.pass_on(other)
    assert game.turn == "mine"
    assert len(game.half.replica.journal) >= begin
    assert game.half.points()[0] == points[2] if len(points) > 2 else not game.half.points()
    journal = list(game.half.replica.journal)
    game.close()
    pair.halves[str(game.side)] = game = pair.table.open(str(game.side))
    assert game.half.replica.journal == journal
    assert game.notices == []
    for _ in range(6):
        order_on(game, pair.mind)
        game = pair.pass_on(game)
    assert game.half.mail.courses >= courses
    writer = game if game.turn == "mine" else pair.until_mine()
    writer.resign()
    last = pair.pass_on(writer)
    assert writer.take(read(last.half.mail.data))
    found = _verified(pair)
    assert (found.good, found.whole) == (True, True), found.words


def test_a_refusal_leaves_everything_as_it_was(pair: Pair) -> None:
    game = pair.until_mine()
    before = list(game.half.replica.journal)
    game.ask_back()
    other = pair.pass_on(game)
    other.answer(agree=False)
    game = pair.pass_on(other)
    assert game.turn == "mine"
    assert game.half.replica.journal == before
    order_on(game, pair.mind)
    with pytest.raises(PostError, match="asks for nothing"):
        game.answer(agree=True)
    with pytest.raises(PostError, match="other side to write"):
        game.resign()
    assert pair.pass_on(game)


def test_more_orders_than_there_are_cannot_be_taken_back(pair: Pair) -> None:
    game = pair.until_mine()
    with pytest.raises(PostError, match="your letters have"):
        game.ask_back(10_000)
    with pytest.raises(PostError, match="your letters have"):
        game.ask_back(0)


# -- attacks -----------------------------------------------------------------------------------------


def _forged(game: PostGame, says: Saying, stop: Stop = Stop.CHOICE, **changes: Any) -> Any:
    """A letter of a changed program, well signed."""
    half = game.half.copy()
    half.unordered()
    letter = half.letter(stop, game._keys, game._nonce, says)
    return evolve(letter, line=b"", digest="", **changes).signed_by(game._keys)


def test_nobody_agrees_to_what_was_not_asked(pair: Pair) -> None:
    game = pair.until_mine()
    for say in (Say.AGREE, Say.REFUSE):
        with pytest.raises(PostError, match="not asked"):
            game.half.mail.with_letter(_forged(game, Saying(say)))


def test_a_question_is_answered_before_play_goes_on(pair: Pair) -> None:
    game = pair.until_mine()
    game.ask_back()
    other = pair.pass_on(game)
    plain = evolve(_forged(other, Saying(Say.REFUSE)), says=None, line=b"", digest="").signed_by(other._keys)
    for letter in (plain, _forged(other, Saying(Say.TABLE))):
        with pytest.raises(PostError, match="does not answer"):
            other.half.mail.with_letter(letter)


def test_an_answer_tells_nothing_else(pair: Pair) -> None:
    game = pair.until_mine()
    game.ask_back()
    other = pair.pass_on(game)
    event = next(e for letter in other.half.mail.letters for e in letter.events if not isinstance(e, OrderGiven))
    with pytest.raises(PostError, match="tells of play"):
        other.half.mail.with_letter(_forged(other, Saying(Say.AGREE), events=(event,)))
    with pytest.raises(PostError, match="goes on with play"):
        other.half.mail.with_letter(_forged(other, Saying(Say.AGREE), stop=Stop.NEEDS))


def test_who_resigns_opens_what_he_sealed(pair: Pair) -> None:
    game = pair.until_mine()
    with pytest.raises(PostError, match="has to open"):
        game.half.mail.with_letter(_forged(game, Saying(Say.RESIGN), Stop.OVER, opened=None))


def test_a_take_back_leads_to_an_order_of_who_asks(pair: Pair) -> None:
    """Neither to letters of the other side nor into the middle of what was rolled."""
    game = pair.until_mine()
    theirs = next(n for n in reversed(range(len(game.half.mail.letters))) if game.half.mail.letters[n].by != game.side)
    for says in (Saying(Say.TAKE_BACK, theirs + 1, 0), Saying(Say.TAKE_BACK, 9_999, 0)):
        other = pair.other(game)
        forged = game.half.mail.with_letter(_forged(game, says))
        trial = other.half.copy()
        with pytest.raises(PostError, match="none of"):
            trial.receive(forged.letters[-1])


def test_a_take_back_to_nowhere_is_found_at_the_end(pair: Pair) -> None:
    game = pair.until_mine()
    point = game.half.points()[0]
    false = Saying(Say.TAKE_BACK, point.letter, point.kept + 1)
    if false in game.half.points():
        pytest.skip("there is an order there too")
    forged = _forged(game, false)
    mail = game.half.mail.with_letter(forged)
    other = pair.other(game)
    assert other.take(mail)
    other.answer(agree=False)
    game.half.sent(forged)
    assert game.take(other.half.mail)
    game.resign()
    last = pair.pass_on(game)
    found = verify_post(game.system, last.half.mail)
    assert not found.good
    assert "no such order" in found.words


def test_a_letter_that_came_already_or_too_early_changes_nothing(pair: Pair) -> None:
    game = pair.until_mine()
    game.ask_back()
    other = pair.pass_on(game)
    asked = other.half.mail.data
    other.answer(agree=True)
    answered = other.half.mail.data
    journal = list(other.half.replica.journal)
    assert not other.take(read(asked)) or other.half.mail.data == answered
    assert other.half.replica.journal == journal
    assert game.take(read(answered))
    journal = list(game.half.replica.journal)
    assert not game.take(read(answered))
    assert game.half.replica.journal == journal


def test_letters_cannot_be_swapped(pair: Pair) -> None:
    lines = pair.next().half.mail.data.split(b"\n")[:-1]
    for n, _ in itertools.islice(enumerate(lines), 3, len(lines) - 2, 5):
        with pytest.raises(PostError):
            read(b"\n".join([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :], b""]))


# -- to a table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("the-pimple", ()),
        ("vyazma", ("hidden-deployment",)),
        pytest.param("halfaya-pass", (), marks=pytest.mark.long),
    ],
)
def test_a_game_goes_on_at_a_table_when_both_agree(tmp_path: Path, scenario: str, options: tuple[str, ...]) -> None:
    """All that both had sealed is in one journal, which is good, and goes on; what was taken back is not in it."""
    pair = Pair(tmp_path, scenario, 24, *options)
    game = pair.until_mine()
    game.ask_back()
    other = pair.pass_on(game)
    other.answer(agree=True)
    game = pair.pass_on(other)
    order_on(game, pair.mind)
    game = pair.until_mine()
    with pytest.raises(PostError, match="have to agree"):
        write_table(tmp_path / "a", game.system, game.half.mail, NOW)
    game.ask_table()
    other = pair.pass_on(game)
    assert other.question == Saying(Say.TABLE)
    other.answer(agree=True)
    with pytest.raises(PostError, match="one file more"):
        write_table(tmp_path / "a", other.system, other.half.mail, NOW)
    game = pair.pass_on(other)
    assert game.half.replica.over
    assert other.take(read(game.half.mail.data))
    assert _verified(pair).good
    paths = [
        write_table(tmp_path / who, half.system, half.half.mail, NOW)
        for who, half in zip("ab", pair.halves.values(), strict=True)
    ]
    journals = [read_journal(path) for path in paths]
    whole = course(game.system, game.half.mail)
    orders = [e for e in whole if isinstance(e, OrderGiven)]
    for path, journal in zip(paths, journals, strict=True):
        assert [e for e in journal.events if isinstance(e, OrderGiven)] == orders
        assert verify(path, open_system).good
    with open_session(paths[0], open_system) as session:
        for side, half in pair.halves.items():
            here, there = session.game.view(SideId(side)).units, half.half.replica.state.units
            assert {u: unit.hex for u, unit in here.items()} == {u: unit.hex for u, unit in there.items()}
        for _ in range(5):
            side = next(iter(session.game.active))
            mind = pair.mind[side]
            session.game.submit(side, mind.order(session.game.system, session.game.view(side), side))
    pair.close()
