"""Playing at a table: two processes on one game, taking back, the end, the dice."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from core.dice import SeededDice
from core.event import TakenBack
from core.order import IllegalOrder
from core.play import honest
from core.play.aside import DiceCommitted, DiceMixed, DiceRevealed, GameStopped, Seat, Seated
from saves.reading import read_journal
from saves.rooms.error import RoomError
from saves.rooms.plan import RoomPlan, TakeBacks
from saves.rooms.room import Room
from saves.rooms.state import Stage
from saves.verify import verify
from tests.rooms.table import (
    ANNA,
    BEN,
    BRITISH,
    CLARA,
    ITALIAN,
    PIMPLE,
    advice,
    house,
    laid,
    open_system,
    ordered,
    played,
)


def checked(room: Room) -> honest.Dice:
    """What the verifier says of the dice of a good journal."""
    found = verify(room.path, open_system)
    assert found.good, found.fault
    return found.dice


def test_a_whole_game_has_honest_dice(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    assert checked(room) is honest.Dice.SEALED
    secret = (room.path.parent / "dice.secret").read_text().strip()
    assert stat.S_IMODE(os.stat(room.path.parent / "dice.secret").st_mode) == 0o600
    assert room.state.commitment == honest.commitment(secret)
    assert not any(secret in line for line in room.dice_words())
    played(room, 100)
    assert not any(secret in file.read_text() for file in (room.path, room.path.with_name("room.log")))
    with pytest.raises(RoomError, match="when the game is over"):
        _ = room.final
    played(room, 10_000, "random")
    assert (room.over, room.stage) == (True, Stage.OVER)
    assert room.result
    assert room.waits_for() == ()
    assert room.final == room.view(None) == room.view(BEN)
    game = room.game
    assert game is not None
    assert game.journal[:4] == [
        Seated(seats=(Seat(BRITISH, player="anna"), Seat(ITALIAN, player="ben"))),
        DiceCommitted(commitment=room.state.commitment),
        DiceMixed(by="anna", value="words of anna"),
        DiceMixed(by="ben", value="words of ben"),
    ]
    assert game.journal[-1] == DiceRevealed(secret=secret)
    assert any(secret in line for line in room.dice_words())
    assert checked(room) is honest.Dice.HONEST
    with pytest.raises(IllegalOrder, match="is over"):
        room.submit(ANNA, ("x",))
    assert [e for _, e in room.redacted(None)] == game.journal


def test_a_game_that_is_given_up_shows_its_dice_and_everything_else(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    played(room, 40)
    with pytest.raises(RoomError, match="only the commander"):
        room.resign(CLARA)
    room.resign(ANNA)
    assert (room.stage, room.state.winner, room.result) == (
        Stage.OVER,
        ITALIAN,
        "anna resigned for British; Italian wins",
    )
    assert room.game is not None
    assert room.view(BEN) == room.game.state
    assert room.game.journal[-2] == GameStopped(text=room.result)
    assert checked(room) is honest.Dice.HONEST
    with pytest.raises(RoomError, match="is over"):
        room.resign(BEN)


def test_the_same_words_and_secret_give_the_same_dice(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    secret = (room.path.parent / "dice.secret").read_text().strip()
    dice = SeededDice(honest.mixed_seed(secret, room.state.mixed))
    played(room, 150)
    rolls = [roll for event in read_journal(room.path).events for roll in event.rolls]
    assert len(rolls) > 10
    assert [dice.roll(r.die, r.for_, r.rule) for r in rolls] == rolls


@pytest.mark.parametrize("for_good", [False, True])
def test_an_order_that_could_not_be_saved_was_not_given_and_used_no_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, for_good: bool
) -> None:
    room = laid(house(tmp_path))

    def full(descriptor: int) -> None:
        if not for_good:
            monkeypatch.undo()
        raise OSError(28, "No space left on device")

    for _ in range(70):
        side = room.waits_for()[0]
        order = advice(room, side)
        files = (room.path, room.path.with_name("room.log"))
        before = ([file.read_bytes() for file in files], room.view(ANNA), room.state)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(RoomError, match="No space left"):
            room.give(room.players(side)[0], order)
        monkeypatch.undo()
        assert ([file.read_bytes() for file in files], room.view(ANNA), room.state) == before
        room.give(room.players(side)[0], order)
    room.resign(ANNA)
    assert checked(room) is honest.Dice.HONEST


def test_no_two_rooms_have_the_same_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    here = house(tmp_path)
    commitments = {here.create(ANNA, RoomPlan(PIMPLE)).state.commitment for _ in range(5)}
    assert len(commitments) == 5


# -- two processes -----------------------------------------------------------------------------------


def test_two_houses_play_one_game(tmp_path: Path) -> None:
    mine = laid(house(tmp_path))
    other = house(tmp_path)
    hers = other.room(mine.id)
    games = mine.game, hers.game
    for k in range(120):
        room = (mine, hers)[k % 2]
        room.refresh()
        ordered(room)
        told: list[int] = []
        (hers, mine)[k % 2].refresh()
        told.append((hers, mine)[k % 2].events)
        assert told == [room.events]
        assert mine.state == hers.state
    assert mine.game is not None
    assert hers.game is not None
    assert mine.game.state == hers.game.state == mine.game.at(mine.events)
    assert mine.game is games[0]
    assert hers.game is games[1]
    mine.resign(ANNA)
    assert checked(mine) is honest.Dice.HONEST
    hers.refresh()
    assert hers.over


def test_an_order_that_another_process_has_overtaken_is_refused_with_the_reason(tmp_path: Path) -> None:
    mine = laid(house(tmp_path))
    hers = house(tmp_path).room(mine.id)
    played(mine, 40)
    while True:
        hers.refresh()
        side = hers.waits_for()[0]
        player = hers.players(side)[0]
        done = [(c.pick,) for c in hers.choices(player).legal if c.kind == "done"]
        if done and len(hers.waits_for()) == 1:
            break
        ordered(mine)
    partial = done[0]
    mine.submit(player, partial)
    events = mine.events
    with pytest.raises(IllegalOrder, match="the game has moved on meanwhile: "):
        hers.submit(player, partial)
    assert hers.events == mine.events == events


def test_a_restarted_house_goes_on_where_the_game_stood(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    played(room, 60)
    again = house(tmp_path).room(room.id)
    assert (again.state, again.events, again.view(ANNA)) == (room.state, room.events, room.view(ANNA))
    played(again, 10)


def test_a_beginning_that_was_cut_short_is_made_up_for(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    whole = room.path.read_bytes()
    room.path.unlink()
    log = room.path.with_name("room.log")
    lines = log.read_bytes().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if b'"started"' in line)
    log.write_bytes(b"".join(lines[: at + 1]))
    again = house(tmp_path).room(room.id)
    assert again.waits_for() == room.waits_for()
    assert again.path.read_bytes() == whole


def test_an_end_that_was_cut_short_is_made_up_for(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    played(room, 10_000, "random")
    log = room.path.with_name("room.log")
    lines = log.read_bytes().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if b'"ended"' in line)
    log.write_bytes(b"".join(lines[:at]))
    whole = room.path.read_bytes()
    room.path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    again = house(tmp_path).room(room.id)
    assert not again.state.finished
    assert again.over
    assert again.state.finished
    assert again.path.read_bytes() == whole


def test_a_room_without_its_secret_says_so(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    secret = room.path.with_name("dice.secret")
    secret.write_text("another")
    again = house(tmp_path).room(room.id)
    with pytest.raises(RoomError, match="not the secret that was sealed"):
        again.view(ANNA)
    secret.unlink()
    with pytest.raises(RoomError, match="is missing; restore it"):
        again.choices(ANNA)


# -- taking back -------------------------------------------------------------------------------------


def _asked(room: Room) -> int:
    """Play on until a die of the British stands in the way of undo, ask to take it back; the length of the journal."""
    while True:
        side = room.waits_for()[0]
        events = ordered(room)
        if side == BRITISH and any(e.rolls for e in events) and not room.may_undo(ANNA):
            break
    assert room.ask_take_back(ANNA) is False
    return room.events


def test_what_dice_have_settled_is_taken_back_by_consent(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    assert room.game is not None
    with pytest.raises(RoomError, match="nobody asks"):
        room.answer_take_back(BEN, True)
    events = _asked(room)
    to = room.take_back_points(ANNA)[0]
    question = room.take_back
    assert question is not None
    assert (question.side, question.to, question.events) == (BRITISH, to, events)
    assert room.must_answer(BEN)
    assert not room.must_answer(CLARA)
    with pytest.raises(RoomError, match="must be answered first"):
        room.ask_take_back(ANNA)
    with pytest.raises(RoomError, match="other side has to agree"):
        room.answer_take_back(CLARA, True)
    before = room.game.at(to)
    assert room.answer_take_back(BEN, True)
    assert room.game.journal[-1] == TakenBack(side=BRITISH, to=to, agreed=(ITALIAN,))
    assert room.game.state == before
    assert room.take_back is None
    played(room, 20)
    room.resign(ANNA)
    assert checked(room) is honest.Dice.HONEST


def test_a_question_is_refused_withdrawn_or_overtaken(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    events = _asked(room)
    room.answer_take_back(BEN, False)
    assert room.take_back is None
    room.ask_take_back(ANNA)
    room.answer_take_back(ANNA, False)
    assert room.take_back is None
    room.ask_take_back(ANNA)
    ordered(room)
    assert room.take_back is None
    assert room.state.take_back is None
    assert room.events > events
    with pytest.raises(RoomError, match="nobody asks"):
        room.answer_take_back(BEN, True)
    with pytest.raises(RoomError, match="no order of your side at that moment"):
        room.ask_take_back(ANNA, 1)


@pytest.mark.parametrize("setting", list(TakeBacks))
def test_a_table_agrees_how_orders_are_taken_back(tmp_path: Path, setting: TakeBacks) -> None:
    """Never, by agreement, or unasked where nothing could be learned by it."""
    room = laid(house(tmp_path), RoomPlan(PIMPLE, take_backs=setting))
    side, harmless = room.waits_for()[0], False
    while not harmless:
        side = room.waits_for()[0]
        ordered(room, level="random")
        assert room.game is not None
        harmless = room.waits_for() == (side,) and room.game.undo_to(side) is not None
    player = room.players(side)[0]
    assert room.may_undo(player) is (setting is TakeBacks.FREE)
    assert bool(room.take_back_points(player)) is (setting is not TakeBacks.NEVER)
    if setting is TakeBacks.FREE:
        room.undo(player)
        return
    with pytest.raises(IllegalOrder, match=setting.words):
        room.undo(player)
    if setting is TakeBacks.NEVER:
        with pytest.raises(RoomError, match="nothing is taken back at this table"):
            room.ask_take_back(player)
    else:
        assert room.ask_take_back(player) is False


def test_a_computer_agrees_at_once(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "x")
    with pytest.raises(RoomError, match="no order of your side"):
        room.ask_take_back(ANNA)
    for _ in range(30):
        thinking = room.computer_order()
        if thinking is None:
            ordered(room)
        else:
            room.give_computer(thinking, thinking())
    point = room.take_back_points(ANNA)[2]
    assert room.ask_take_back(ANNA, point)
    assert room.game is not None
    assert room.game.journal[-1] == TakenBack(side=BRITISH, to=point, agreed=(ITALIAN,))


# -- pauses and ends ---------------------------------------------------------------------------------


def test_a_game_is_adjourned_and_resumed_when_all_sides_wish_it(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    assert room.adjourn(ANNA) is False
    assert room.state.wishes == {BRITISH}
    assert room.stage is Stage.PLAYING
    assert room.adjourn(BEN) is True
    assert (room.stage, room.waits_for()) == (Stage.ADJOURNED, ())
    assert room.game is not None
    with pytest.raises(IllegalOrder, match="is adjourned"):
        room.give(room.players(room.game.active[0])[0], advice(room, room.game.active[0]))
    with pytest.raises(RoomError, match="only a game that goes on"):
        room.adjourn(ANNA)
    assert room.resume(BEN) is False
    assert room.resume(ANNA) is True
    ordered(room)


def test_a_table_is_closed_by_its_owner_when_nobody_else_plays(tmp_path: Path) -> None:
    here = house(tmp_path)
    waiting = here.create(ANNA, RoomPlan(PIMPLE))
    waiting.join(BEN, BRITISH, "x")
    with pytest.raises(RoomError, match="only the owner"):
        waiting.close(BEN)
    waiting.close(ANNA)
    assert waiting.stage is Stage.CLOSED
    assert waiting.game is None
    with pytest.raises(RoomError, match="is over"):
        waiting.join(CLARA, ITALIAN, "x")
    room = laid(here)
    played(room, 5)
    with pytest.raises(RoomError, match="ben still play"):
        room.close(ANNA)
    room.leave(BEN)
    room.close(ANNA)
    assert checked(room) is honest.Dice.HONEST


# -- words -------------------------------------------------------------------------------------------


def test_what_is_said_to_the_side_is_heard_by_the_side_alone(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    room.say(ANNA, "all", "hello\x1b[2J  there")
    room.say(ANNA, "side", "left flank")
    room.say(BEN, "side", "wait")
    assert [r.text for r in room.lines_for(CLARA)] == ["hello [2J there", "left flank"]
    assert [r.text for r in room.lines_for(BEN)] == ["hello [2J there", "wait"]
    assert [r.text for r in room.lines_for(None)] == ["hello [2J there"]
    for player, to, text, why in (
        (ANNA, "ben", "x", "nobody to speak to"),
        (ANNA, "all", " \n ", "nothing was written"),
        (ANNA, "all", "x" * 401, "401 characters"),
        ("eve", "side", "x", "no side to speak to"),
    ):
        with pytest.raises(RoomError, match=why):
            room.say(player, to, text)  # type: ignore[arg-type]


def test_what_a_player_has_seen_is_kept(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    token = here.enter(ANNA, room.id)
    played(room, 10)
    room.mark_seen(ANNA, room.events - 3)
    room.mark_seen(ANNA, 1)
    assert room.seen(ANNA) == room.events - 3
    here.leave(token)
    again = house(tmp_path).room(room.id)
    assert (again.seen(ANNA), again.seen(BEN)) == (room.events - 3, 0)
