"""Dice sealed by the host, mixed by the players, opened at the end; events beside the rules; agreed take-backs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.order import IllegalOrder
from core.play.aside import DiceCommitted, DiceMixed, DiceRevealed, GameStopped, Seat, Seated
from core.play.honest import Dice, commitment, mixed_seed
from saves.course import results
from saves.line import SaveError, line_hash, seal
from saves.reading import read_journal
from saves.session import Session, fork_game, open_game, open_replay, start_game
from saves.verify import verify
from tests.saves.conftest import SIDES, play
from tests.toy.pieces import BLUE, RED
from tests.toy.running import PlanOrder
from tests.toy.system import open_toy

SECRET = "of the host"
VALUES = (("anna", "a lucky word"), ("bert", "7"))
SEED = mixed_seed(SECRET, VALUES)


TABLE = Seated(seats=(Seat(RED, player="anna"), Seat(BLUE, player="bert")))
ASIDES = (
    TABLE,
    DiceCommitted(commitment=commitment(SECRET)),
    *(DiceMixed(by=n, value=v) for n, v in VALUES),
)


def sealed(path: Path, scenario: str = "toy-race") -> Session:
    """A game of the toy with sealed dice."""
    return start_game(
        scenario, open_toy, path, sides=SIDES, created="2024-05-17T20:00:00Z", asides=ASIDES, dice_seed=SEED
    )


def opened(session: Session, secret: str = SECRET) -> None:
    """The players give the game up, and the secret is opened."""
    session.game.note(GameStopped(text="anna resigned for red"))
    session.game.note(DiceRevealed(secret=secret))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sealed.journal"


def test_the_seed_is_not_in_the_file_before_the_secret_is_opened(path: Path) -> None:
    with sealed(path) as session:
        play(session, 8)
    assert SEED not in path.read_text()
    assert SECRET not in path.read_text()


def test_sealed_dice_are_honest_once_opened(path: Path) -> None:
    with sealed(path) as session:
        play(session, 8)
        assert verify(path, open_toy).dice is Dice.SEALED
        opened(session)
    found = verify(path, open_toy)
    assert found.good
    assert found.dice is Dice.HONEST
    assert found.judged is not None
    assert str(found.rolls) in found.judged.words


def test_a_resumed_game_rolls_on_where_the_dice_were_left(path: Path) -> None:
    with sealed(path.with_name("whole.journal")) as whole:
        play(whole, 8)
    with sealed(path) as session:
        play(session, 3)
    with open_game(path, open_toy, dice_seed=SEED) as session:
        play(session, 5)
        ours, theirs = results(session.game.journal), results(whole.game.journal)
    shorter = min(len(ours), len(theirs))
    assert ours[:shorter] == theirs[:shorter]
    assert shorter > 6


def test_who_does_not_know_the_seed_can_watch_only_and_fork_when_it_is_over(path: Path) -> None:
    with sealed(path) as session:
        play(session, 3)
    with pytest.raises(SaveError, match="sealed"):
        open_game(path, open_toy)
    assert open_replay(path, open_toy).game.journal == session.game.journal
    with pytest.raises(SaveError, match="shown when it is over"):
        fork_game(path, 9, path.with_name("fork.journal"), open_toy, created="now")
    with open_game(path, open_toy, dice_seed=SEED) as session:
        session.game.note(DiceRevealed(secret=SECRET))
    with fork_game(path, 9, path.with_name("fork.journal"), open_toy, created="now") as forked:
        play(forked, 2)
    found = verify(forked.path, open_toy)
    assert found.good
    assert found.dice is Dice.OPEN


def test_a_host_that_opens_another_secret_is_found_out(path: Path) -> None:
    with sealed(path) as session:
        play(session, 4)
        opened(session, "another")
        last = len(session.game.journal) + 1
    found = verify(path, open_toy)
    assert found.dice is Dice.WRONG
    assert found.fault is not None
    assert (found.fault.line, found.fault.kind) == (last, "dice")


def test_a_host_that_rolls_other_dice_is_found_out(path: Path) -> None:
    with start_game(
        "toy-race", open_toy, path, sides=SIDES, created="now", asides=ASIDES, dice_seed="of my liking"
    ) as session:
        play(session, 4)
        opened(session)
    found = verify(path, open_toy)
    assert found.dice is Dice.WRONG
    assert found.fault is not None
    first = next(n for n, e in enumerate(session.game.journal, start=1) if e.rolls)
    assert found.fault.line == first + 1


def test_a_program_that_died_before_the_game_began_begins_it_when_opened(path: Path) -> None:
    with sealed(path) as session:
        begun = tuple(session.game.journal)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]))  # the header and the asides
    with open_game(path, open_toy, dice_seed=SEED) as session:
        assert tuple(session.game.journal) == begun


def _rewritten(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    """Change every line of a journal and make its chain fit again."""
    before, lines = "", []
    for n, line in enumerate(path.read_bytes().splitlines()):
        data = orjson.loads(line)
        data.pop("sum", None)
        if n:
            data["prev"] = before
        change(data)
        sealed_line = seal(data)
        before = line_hash(sealed_line)
        lines.append(sealed_line)
    path.write_bytes(b"\n".join(lines) + b"\n")


def test_values_said_after_the_fact_do_not_fit_the_rolls(path: Path) -> None:
    with sealed(path) as session:
        play(session, 4)
        opened(session)

    def change(data: dict[str, object]) -> None:
        if data.get("event") == "dice-mixed" and data["by"] == "anna":
            data["value"] = "another word"

    _rewritten(path, change)
    assert read_journal(path).fault is None
    assert verify(path, open_toy).dice is Dice.WRONG


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), max_size=4), st.text(max_size=4))
def test_no_two_ways_of_saying_values_give_one_seed(values: list[tuple[str, str]], secret: str) -> None:
    joined = [("".join(name + value for name, value in values), "")] if len(values) > 1 else None
    if joined and joined != values:
        assert mixed_seed(secret, values) != mixed_seed(secret, joined)
    assert mixed_seed(secret, values) == mixed_seed(secret, list(values))


# -- take-backs by agreement ---------------------------------------------------------------------------


def test_what_dice_settled_is_taken_back_if_all_agree(path: Path) -> None:
    with sealed(path) as session:
        play(session, 2)
        game = session.game
        before = game.at(game.take_back_points(RED)[0])
        with pytest.raises(IllegalOrder):
            game.undo(RED)
        with pytest.raises(IllegalOrder, match="missing: blue"):
            game.take_back(RED, game.take_back_points(RED)[0], ())
        with pytest.raises(IllegalOrder, match="no order"):
            game.take_back(RED, 1, (BLUE,))
        game.take_back(RED, game.take_back_points(RED)[0], (BLUE,))
        assert game.state == before
        play(session, 3)
        opened(session)
    found = verify(path, open_toy)
    assert found.good
    assert found.dice is Dice.HONEST


def test_dice_taken_back_are_not_rolled_again(path: Path) -> None:
    with sealed(path) as session:
        play(session, 1)
        first = [e.rolls for e in session.game.journal if e.rolls]
        session.game.take_back(RED, session.game.take_back_points(RED)[0], (BLUE,))
        play(session, 1)
        second = [e.rolls for e in session.game.journal if e.rolls][len(first) :]
    assert first != second


def test_a_take_back_without_consent_is_found_in_the_file(path: Path) -> None:
    with sealed(path) as session:
        play(session, 2)
        session.game.take_back(RED, session.game.take_back_points(RED)[0], (BLUE,))

    def change(data: dict[str, object]) -> None:
        if data.get("event") == "taken-back":
            data["agreed"] = []

    _rewritten(path, change)
    found = verify(path, open_toy)
    assert found.fault is not None
    assert found.fault.kind == "illegal"


def test_asides_are_no_part_of_what_undo_sees(path: Path) -> None:
    with sealed(path, "toy-race-long") as session:
        session.game.submit(RED, PlanOrder(text="by night"))
        session.game.note(Seated(seats=(*TABLE.seats, Seat(RED, player="carl"))))
        session.game.undo(RED)
        assert session.game.state.plans == {}
    assert verify(path, open_toy).good
