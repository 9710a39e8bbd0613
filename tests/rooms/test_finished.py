"""Finished tables: put away, listed page by page, still to be opened; how many tables a player laid in a day."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

from attrs import evolve

from core.codec import converter
from saves.line import seal
from saves.rooms.house import LINGER, House
from saves.rooms.over import finished
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from tests.rooms.table import ANNA, BEN, CLARA, PIMPLE, Time, house, laid
from tests.rooms.test_away import at_home

DAY = 86_400.0


def over(here: House, time: Time, plan: RoomPlan | None = None) -> Room:
    """A game that Ben has given up."""
    room = laid(here, plan)
    time.passes(1)
    room.resign(BEN)
    return room


def test_a_finished_table_is_put_away_when_nobody_is_there_any_more(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    room = over(here, time)
    token = here.enter(ANNA, room.id)
    time.passes(LINGER)
    here.poll()
    assert [entry.id for entry in here.rooms()] == [room.id]
    here.leave(token)
    here.poll()
    assert here.rooms() == ()
    assert [entry.id for entry in here.finished(ANNA)] == [room.id]
    again = here.room(room.id)
    assert again is here.room(room.id)
    assert (again.result, again.over) == (room.result, True)
    assert again.game is not None
    assert again.path.is_file()
    state = here.finished(CLARA)[0].state
    assert state is not None
    assert evolve(again.state, commitment="", said=(), waits=()).members[0].name == state.members[0].name
    assert (state.winner, state.loser, state.by, state.turn) == (
        again.state.winner,
        again.state.loser,
        again.state.by,
        again.state.turn,
    )


def test_games_of_others_go_from_the_lobby_and_ones_own_stay(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    public, private = over(here, time), over(here, time, RoomPlan(PIMPLE, spectators=False))
    assert here.put_away(linger=0) == 2
    assert [e.id for e in here.finished(CLARA, days=30)] == [public.id]
    assert [e.id for e in here.finished(None, days=30)] == [public.id]
    assert [e.id for e in here.finished(ANNA, days=30)] == [private.id, public.id]
    assert [e.id for e in here.every_finished(9)] == [private.id, public.id]
    time.passes(31 * DAY)
    assert here.finished(CLARA, days=30) == ()
    assert [e.id for e in here.finished(CLARA)] == [public.id]
    assert [e.id for e in here.finished(ANNA, days=30)] == [private.id, public.id]
    here.remove(ANNA, public.id)
    assert [e.id for e in here.finished(ANNA, days=30)] == [private.id]


def test_damaged_lines_hide_no_other_table(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    first = over(here, time)
    here.put_away(linger=0)
    index = tmp_path / finished.DIRECTORY / finished.INDEX
    with index.open("ab") as file:
        file.write(b'{"id":"x"}\n\xff\xfe\n{"half')
    second = over(here, time)
    here.put_away(linger=0)
    assert [e.id for e in here.finished(CLARA)] == [second.id, first.id]


def test_all_tables_laid_in_a_day_count(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    closed, removed, played = here.create(ANNA, RoomPlan(PIMPLE)), here.create(ANNA, RoomPlan(PIMPLE)), over(here, time)
    closed.close(ANNA)
    here.remove(ANNA, removed.id)
    here.put_away(linger=0)
    assert (here.laid_today(ANNA), here.laid_today(BEN)) == (3, 0)
    assert at_home(tmp_path, time).laid_today(ANNA) == 2, "what was removed is forgotten by the next process"
    time.passes(DAY)
    assert here.laid_today(ANNA) == 0
    assert here.room(played.id).over


def _many(data: Path, number: int, template: Any) -> None:
    """So many finished tables of others, as far as lists know them."""
    lines = []
    for n in range(number):
        one = evolve(template, id=f"table-{n}", changed=template.changed - number + n)
        lines.append(seal(converter.unstructure(one)) + b"\n")
        (data / finished.DIRECTORY / one.id).mkdir()
    path = data / finished.DIRECTORY / finished.INDEX
    path.write_bytes(b"".join(lines) + path.read_bytes())


def test_ten_thousand_finished_tables_are_listed_as_fast_as_ten(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    room = over(here, time)
    state = room.state
    here.put_away(linger=0)
    read: list[int] = []
    take = finished._record

    def counted(line: bytes) -> Any:
        read.append(1)
        return take(line)

    finished._record, kept = counted, finished._record  # type: ignore[assignment]
    try:
        _many(tmp_path, 10_000, finished.record(room.id, state))
        here = house(tmp_path, time)
        began = process_time()
        assert here.rooms() == ()
        assert len(here.finished(CLARA, days=30, most=51)) == 51
        assert process_time() - began < 0.5
        assert len(read) < 60
        here.finished(CLARA, days=30, most=51)
        assert len(read) < 60, "the same page is not read again"
        assert here.finished(CLARA, days=30, first=9_980, most=51)[-1].id == "table-0"
    finally:
        finished._record = kept
