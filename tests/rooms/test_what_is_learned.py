"""What players can still learn of each other: each line of the list in the host's README, and that it is no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.event import SideId, TakenBack
from core.panzer.movement.orders import Move
from core.panzer.pieces.unit import CommandFace
from core.play.game import Game
from saves.rooms.error import RoomError
from saves.rooms.plan import Absence, ClockPlan, RoomPlan, TakeBacks
from tests.panzer.course.test_rules_take_back import B1, BRITISH, GERMAN, moving
from tests.rooms.table import ANNA, BEN, CLARA, DAVID, PIMPLE, Time, house, laid, ordered
from tests.rooms.test_away import waiting
from tests.rooms.test_secrets import told

README = Path(__file__).parents[2] / "tui" / "host" / "README.md"
#: Each line of the list, and the test that shows it.
SHOWN = {
    "the game waits for a side in the middle of an order": "test_a_wait_tells_that_there_is_something_to_ask",
    "the game does not wait": "test_no_wait_tells_that_nobody_wants_to_be_asked",
    "a step of a side is passed over": "test_a_step_without_anybody_to_act_is_passed_over",
    "how long it waits": "test_time_passes_while_a_side_is_waited_for",
    "when a side ends a step that all play at once": "test_of_a_step_that_all_play_only_its_end_is_seen",
    "what may be taken back unasked": "test_what_may_be_taken_back_tells_nothing",
    "a take-back by agreement": "test_a_take_back_is_asked_of_the_other_side_and_leaves_what_was_seen",
    "a wish to adjourn, to go on or to go on by file, a resignation": "test_wishes_and_resignations_are_told",
    "who is here, at which table, on which side": "test_who_sits_where_is_told_to_all",
    "who is away from the table, and for how long": "test_who_is_away_is_told_to_all",
    "what is said to all": "test_what_is_said_to_all_is_heard_by_all",
    "the game is over, given up or closed": "test_when_it_is_over_everything_is_shown",
}


def test_every_line_of_the_list_is_shown() -> None:
    section = README.read_text().split("## What players can learn of each other")[1]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("|")]
    assert rows[2:] == list(SHOWN)
    assert all(name in globals() for name in SHOWN.values())


def seen_by_mover(game: Game[Any]) -> tuple[Any, ...]:
    """What the side that moves can tell: whom the game waits for, its view, what it may take back."""
    return game.active, game.view(BRITISH), game.undo_to(BRITISH)


def test_a_wait_tells_that_there_is_something_to_ask() -> None:
    """OVERWATCH that bears is waited for, and nothing else differs; other commands are all alike."""
    watched, unwatched = moving("OVERWATCH"), moving("N/C")
    assert watched.active == (GERMAN,)
    assert unwatched.active == (BRITISH,)
    assert seen_by_mover(watched)[1:] == seen_by_mover(unwatched)[1:]
    assert seen_by_mover(moving("MOVE")) == seen_by_mover(unwatched)


def test_no_wait_tells_that_nobody_wants_to_be_asked() -> None:
    """With an instruction never to be asked, OVERWATCH is like any other command."""
    assert seen_by_mover(moving("OVERWATCH", asked=False)) == seen_by_mover(moving("N/C", asked=False))
    assert moving("OVERWATCH", asked=False).active == (BRITISH,)


def test_a_step_without_anybody_to_act_is_passed_over() -> None:
    """A side all of whose commands lie elsewhere has no turn in a step: its enemy sees the sequence of play go on."""
    steps = {}
    for command in ("MOVE", "N/C"):
        game = moving(command, between="W")
        game.submit(BRITISH, Move(unit=B1, steps=(), end=True))
        steps[command] = game.view(BRITISH).step
    assert steps["MOVE"] == "first-move"
    assert steps["N/C"] != "first-move"
    assert moving("MOVE").state.units["g1"].command_face is CommandFace.DOWN


def test_time_passes_while_a_side_is_waited_for(tmp_path: Path) -> None:
    """The clock of whom the game waits for runs before all eyes, whatever he thinks of meanwhile."""
    time = Time()
    room = laid(house(tmp_path, time), RoomPlan(PIMPLE, clock=ClockPlan(60)))
    side, other = room.waits_for()
    while room.waits_for() != (side,):
        ordered(room, other)
    before, seen = room.time_left(side), told(room, BEN, other)
    room.choices(room.players(side)[0])
    assert told(room, BEN, other) == seen
    time.passes(30)
    assert before is not None
    assert room.time_left(side) == before - 30


def test_of_a_step_that_all_play_only_its_end_is_seen(tmp_path: Path) -> None:
    """Whether a side has ended its planning is told; how many orders it gave is not, nor which."""
    room = laid(house(tmp_path))
    side, other = room.waits_for()
    seen, orders = told(room, BEN, other), 0
    while side in room.waits_for():
        assert told(room, BEN, other) == seen
        ordered(room, side, "random")
        orders += 1
    assert orders > 3
    assert told(room, BEN, other) != seen
    assert room.waits_for() == (other,)


def test_what_may_be_taken_back_tells_nothing() -> None:
    """A step in sight of a command face down is final, whatever it is; out of its sight it is not, whatever it is."""
    for between, final in ((".", True), ("W", False)):
        found = {moving(command, between=between).undo_to(BRITISH) for command in ("OVERWATCH", "MOVE", "N/C")}
        assert len(found) == 1
        assert (found == {None}) is final


def test_a_take_back_is_asked_of_the_other_side_and_leaves_what_was_seen(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(PIMPLE, take_backs=TakeBacks.AGREED))
    side, other = (SideId(look.id) for look in room.looks)
    while not (room.take_back_points(ANNA) and room.take_back_points(BEN)):
        ordered(room)
    before = len(room.redacted(BEN))
    room.ask_take_back(ANNA)
    question = room.take_back
    assert question is not None
    assert (question.player, question.side) == (ANNA, side)
    assert room.must_answer(BEN)
    room.answer_take_back(BEN, True)
    assert room.game is not None
    last = room.game.journal[-1]
    assert isinstance(last, TakenBack)
    assert last.agreed == (other,)
    assert len(room.redacted(BEN)) == before + 1
    assert room.redacted(None)[-1][1] == last


def test_wishes_and_resignations_are_told(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    room.adjourn(ANNA)
    assert room.state.wishes == {room.side_of(ANNA)}
    assert not room.post.go_by_file(ANNA)
    assert set(room.state.by_file) == {room.side_of(ANNA)}
    room.resign(ANNA)
    assert ANNA in room.result


def test_who_sits_where_is_told_to_all(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    assert [room.players(SideId(look.id)) for look in room.looks] == [(ANNA, CLARA), (BEN,)]
    assert room.may_watch(DAVID) == ""
    with pytest.raises(RoomError):
        room.join(BEN, SideId(room.looks[0].id))


def test_who_is_away_is_told_to_all(tmp_path: Path) -> None:
    """Whoever asks; that he looks on elsewhere is not told."""
    time = Time()
    _, room = waiting(tmp_path, time, Absence.ADJOURN)
    gone = time.wall
    time.passes(60)
    assert (room.gone(ANNA), room.gone(BEN)) == (gone, None)


def test_what_is_said_to_all_is_heard_by_all(tmp_path: Path) -> None:
    """What is said to a side is heard by it alone, also when the game is over."""
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    room.say(ANNA, "all", "hello")
    room.say(ANNA, "side", "psst")

    def heard(player: Any) -> list[str]:
        return [line.text for line in room.lines_for(player)]

    assert heard(CLARA) == ["hello", "psst"]
    assert heard(BEN) == heard(DAVID) == heard(None) == ["hello"]
    room.resign(BEN)
    assert heard(BEN) == heard(None) == ["hello"]


@pytest.mark.parametrize("closed", [False, True])
def test_when_it_is_over_everything_is_shown(tmp_path: Path, closed: bool) -> None:
    """Until then a spectator and the enemy are shown less than there is; from then on all of it."""
    room = laid(house(tmp_path))
    ordered(room, room.side_of(ANNA))
    game = room.game
    assert game is not None
    assert room.view(None) != game.state
    assert len(room.redacted(BEN)) < room.events
    if closed:
        room.leave(BEN)
        room.close(ANNA)
    else:
        room.resign(BEN)
    assert room.view(None) == room.view(BEN) == game.state
    assert len(room.redacted(None)) == room.events
