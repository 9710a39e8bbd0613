"""Laying a table, joining it, leaving it, sharing out a side."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest

from core.event import OrderGiven
from core.order import IllegalOrder
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName, checked_name
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.state import Stage
from tests.rooms.table import (
    ANNA,
    BEN,
    BRITISH,
    CLARA,
    DAVID,
    GERMAN,
    ITALIAN,
    MINSK,
    PIMPLE,
    RUSSIAN,
    advice,
    house,
    laid,
    open_system,
    ordered,
    played,
)


@pytest.mark.parametrize(
    ("text", "why"),
    [("a", "2 to 20"), ("x" * 21, "2 to 20"), ("1st", "begins with a letter"), ("o b", "a-z"), ("host", "kept for")],
)
def test_a_name_that_cannot_be_is_refused_with_what_can(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        checked_name(text)


def test_a_name_is_in_lower_case() -> None:
    assert checked_name(" Anna-9 ") == "anna-9"


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (RoomPlan("nowhere"), "cannot be opened"),
        (RoomPlan(PIMPLE, seats={GERMAN: "open"}), "no side 'german'"),
        (RoomPlan(PIMPLE, seats={BRITISH: "cat"}), "no seat"),
        (RoomPlan(PIMPLE, seats={BRITISH: "ai:clever"}), "no seat"),
        (RoomPlan(PIMPLE, seats={BRITISH: "ai:greedy", ITALIAN: "ai:random"}), "computers would play alone"),
        (RoomPlan(PIMPLE, players_a_side=0), "0 players"),
        (RoomPlan(PIMPLE, clock=ClockPlan(0)), "no time"),
        (RoomPlan(PIMPLE, clock=ClockPlan(5, -1)), "not possible"),
        (RoomPlan(PIMPLE, clock=ClockPlan(5, 0, (0,))), "above 0"),
        (RoomPlan(PIMPLE, may_join=(PlayerName("X Y"),)), "may not join"),
        (RoomPlan(PIMPLE, title="x" * 61), "61 characters"),
        (RoomPlan(PIMPLE, options=("no-such",)), "cannot be opened"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(tmp_path: Path, plan: RoomPlan, why: str) -> None:
    here = house(tmp_path)
    with pytest.raises(RoomError, match=why):
        here.create(ANNA, plan)
    assert list((tmp_path / "rooms").iterdir()) == []


def test_the_game_begins_when_every_side_has_a_player(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE))
    assert room.plan.title == open_system(PIMPLE).title
    assert (room.stage, room.game, room.events) == (Stage.WAITING, None, 0)
    room.join(ANNA, BRITISH, "my words")
    with pytest.raises(IllegalOrder if room.game else RoomError, match="not begun"):
        room.submit(ANNA, ())
    room.join(BEN, ITALIAN, "his words")
    assert room.stage is Stage.PLAYING
    assert room.waits_for()
    assert (room.side_of(ANNA), room.commander(ITALIAN)) == (BRITISH, BEN)
    assert room.state.mixed == ((ANNA, "my words"), (BEN, "his words"))


def test_a_player_alone_against_the_computer_begins_at_once(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:random"}))
    assert "a computer plays" in room.may_join(ANNA, ITALIAN)
    room.join(ANNA, BRITISH, "x")
    for _ in range(60):
        wanted = room.computer_wanted()
        if wanted:
            assert wanted == (ITALIAN, "random")
            thinking = room.computer_order()
            assert thinking is not None
            assert room.give_computer(thinking, thinking())
            assert room.give_computer(thinking, thinking()) == ()
        else:
            ordered(room)
    given = {e.side for e in room.game.journal if isinstance(e, OrderGiven)} if room.game else set()
    assert given == {BRITISH, ITALIAN}


def test_a_seat_is_refused_with_the_reason(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = here.create(ANNA, RoomPlan(PIMPLE, may_join=(BEN,), spectators=False))
    with pytest.raises(RoomError, match="some words for the dice"):
        room.join(BEN, BRITISH)
    room.join(BEN, BRITISH, "x")
    for player, side, why in (
        (BEN, ITALIAN, "already; leave it first"),
        (CLARA, ITALIAN, "lets only ben join"),
        (ANNA, GERMAN, "no side 'german'"),
        (ANNA, BRITISH, "1 player already"),
    ):
        assert why in room.may_join(player, side)
        with pytest.raises(RoomError, match=why):
            room.join(player, side, "x")
    assert room.may_watch(CLARA)
    assert not room.may_watch(ANNA)
    room.join(ANNA, ITALIAN, "y")
    with pytest.raises(RoomError, match="lets nobody watch"):
        room.view(CLARA)
    with pytest.raises(RoomError, match="lets nobody watch"):
        room.redacted(None, 0)


def test_who_leaves_before_the_game_leaves_his_words_out(tmp_path: Path) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE))
    room.join(CLARA, BRITISH, "gone")
    room.leave(CLARA)
    with pytest.raises(RoomError, match="no seat"):
        room.leave(CLARA)
    room.join(ANNA, BRITISH, "a")
    room.join(BEN, ITALIAN, "b")
    assert room.state.mixed == ((ANNA, "a"), (BEN, "b"))


def test_a_side_that_lost_its_player_goes_on_by_computer_until_somebody_joins(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    with pytest.raises(RoomError, match="still play"):
        room.seat_computer(ANNA, ITALIAN)
    room.leave(BEN)
    with pytest.raises(RoomError, match="only who sits"):
        room.seat_computer(CLARA, ITALIAN)
    room.seat_computer(ANNA, ITALIAN)
    while not room.computer_wanted():
        ordered(room)
    room.join(BEN, ITALIAN)
    assert room.computer_wanted() is None
    assert room.side_of(BEN) == ITALIAN


# -- several players on a side -----------------------------------------------------------------------


def test_units_are_shared_out_by_the_commander(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    first, *rest = room.formations(BRITISH)
    with pytest.raises(RoomError, match="commander of the side, anna"):
        room.share(CLARA, first.units, CLARA)
    with pytest.raises(RoomError, match="does not play british"):
        room.share(ANNA, first.units, BEN)
    with pytest.raises(RoomError, match="no units of british"):
        room.share(ANNA, room.formations(ITALIAN)[0].units, CLARA)
    room.share(ANNA, first.units, CLARA)
    assert room.units_of(CLARA) == first.units
    assert room.units_of(ANNA) == tuple(u for f in rest for u in f.units)
    assert room.player_of(first.units[0]) == CLARA
    room.share(ANNA, first.units[:1], ANNA)
    assert room.player_of(first.units[0]) == ANNA
    room.leave(CLARA)
    assert room.player_of(first.units[1]) == ANNA


def test_the_office_of_the_commander_passes_on(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    room.leave(ANNA)
    assert room.commander(BRITISH) == CLARA
    assert room.player_of(room.formations(BRITISH)[0].units[0]) == CLARA
    room.join(ANNA, BRITISH)
    assert room.commander(BRITISH) == CLARA


def test_choices_and_orders_of_others_are_refused_by_name(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA), italian=(BEN, DAVID))
    for side, second in ((BRITISH, CLARA), (ITALIAN, DAVID)):
        room.share(room.players(side)[0], room.formations(side)[0].units, second)
    refused = given = 0
    for _ in range(120):
        side = room.waits_for()[0]
        first, second = room.players(side)
        order = advice(room, side)
        found = {player: room.choices(player) for player in (first, second)}
        own = {u for f in room.formations(side) for u in f.units}
        for player, choices in found.items():
            for choice in choices.options:
                if choice.unit in own and room.player_of(choice.unit) != player:
                    assert choice.refusal is not None
                if choice.kind == "done" and player != room.commander(side):
                    assert choice.refusal is not None
                if choice.refusal and choice.refusal.reason.startswith("commanded by"):
                    refused += 1
        legal = [{c.pick for c in found[p].legal if c.unit in own} for p in (first, second)]
        assert not legal[0] & legal[1]
        before = room.events
        for player in (first, second):
            with suppress(IllegalOrder):
                room.give(player, order)
                given += 1
                break
            assert room.events == before
        else:
            with pytest.raises(IllegalOrder, match="commanded by"):
                room.give(second, order)
            room.share(first, tuple(own), first)
            room.give(first, order)
            room.share(first, room.formations(side)[0].units, second)
    assert refused > 50
    assert given > 50


def test_a_submitted_order_is_checked_along_its_picks(tmp_path: Path) -> None:
    room = laid(house(tmp_path), RoomPlan(MINSK, players_a_side=2), british=(ANNA, CLARA))
    side = room.waits_for()[0]
    while side != GERMAN:
        ordered(room)
        side = room.waits_for()[0]
    assert side != RUSSIAN
    units = [c for c in room.choices(ANNA).legal if c.kind == "unit"]
    room.share(ANNA, [units[0].unit or ""], CLARA)
    picked = room.choices(CLARA, (units[0].pick,)).legal[0].pick
    assert units[0].unit
    name = room.system.face.unit_card(room.view(ANNA), units[0].unit).title
    with pytest.raises(IllegalOrder, match=f"{re.escape(name)} is commanded by clara"):
        room.submit(ANNA, (units[0].pick, picked))
    done = next(c for c in room.choices(ANNA).options if c.kind == "done")
    with pytest.raises(IllegalOrder, match="for the commander of the side to order: anna"):
        room.submit(CLARA, (done.pick,))
    assert room.submit(CLARA, (units[0].pick, picked))
    with pytest.raises(IllegalOrder, match="commanded by clara"):
        room.undo(ANNA)
    assert not room.may_undo(ANNA)
    assert room.may_undo(CLARA)
    room.undo(CLARA)


def test_who_is_ready_is_told_until_the_next_step(tmp_path: Path) -> None:
    room = laid(house(tmp_path), british=(ANNA, CLARA))
    room.ready(CLARA)
    assert room.state.ready == {CLARA}
    room.ready(CLARA, False)
    assert room.state.ready == set()
    room.ready(CLARA)
    step = room.state.step
    while room.state.step == step:
        ordered(room)
    assert room.state.ready == set()


def test_who_has_no_seat_only_watches(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    played(room, 3)
    with pytest.raises(IllegalOrder, match="only watch"):
        room.give(CLARA, advice(room, room.waits_for()[0]))
    assert room.choices(CLARA).options == ()
    assert room.view(CLARA) == room.view(None)


def test_nobody_goes_over_to_the_other_side_of_a_game_that_has_begun(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = at.create(ANNA, RoomPlan(PIMPLE, players_a_side=2))
    room.join(CLARA, ITALIAN, "words")
    room.leave(CLARA)
    for player, side in ((CLARA, BRITISH), (ANNA, BRITISH), (BEN, ITALIAN)):
        room.join(player, side, "words")
    room.leave(CLARA)
    with pytest.raises(RoomError, match="has played british in this game and knows its secrets"):
        room.join(CLARA, ITALIAN)
    assert room.view(CLARA) == room.view(None)
    again = house(tmp_path).room(room.id)
    assert again.may_join(CLARA, ITALIAN)
    again.join(DAVID, ITALIAN)
    again.join(CLARA, BRITISH)
