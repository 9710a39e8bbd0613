"""Hexes as printed at a table of several: each player reads them as he has set it, whatever the others have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve

from core.hexes import hex_from_id
from core.order import IllegalOrder
from saves.rooms.plan import RoomPlan
from tests.lobby.parlour import game_screen, press, seen, visiting
from tests.rooms.table import ANNA, BEN, house, laid, played
from tests.tui.game.test_printed_hexes import ID, RAID, words
from tui.kit.printed import hex_name


async def test_each_player_reads_the_hexes_of_one_table_as_he_has_set_it(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at, RoomPlan(RAID))
    played(room, 60)
    async with visiting(at, ANNA, room=room.id) as (anna, a), visiting(at, BEN, room=room.id) as (ben, b):
        anna.settings = evolve(anna.settings, printed=True)
        for app, pilot in ((anna, a), (ben, b)):
            await press(pilot, "escape", "g", *"H7", "enter")
            assert game_screen(app).stage.cursor == hex_from_id("H7")
        mine, other = game_screen(anna).table, game_screen(ben).table
        name = hex_name(mine, hex_from_id("H7"))
        assert name != "H7" == hex_name(other, hex_from_id("H7"))
        assert f"H7, printed {name}" in seen(ben)
        assert name in seen(anna)
        assert "H7, printed" not in seen(anna)
        for table, wanted in ((mine, True), (other, False)):
            assert table.here is not None
            names = sorted({member.name for member in room.system.roster(table.view)}, key=len, reverse=True)
            film = table.film()
            assert film is not None
            told = [text for line in table.lines() for text in (*words(line.report), *line.places)]
            told += [text for line in film[0].lines(film[0].length, film[1], 400) for text in words(line.report)]
            told += words(table.choices(table.here, ()))
            for unit in names:
                told = [text.replace(unit, "") for text in told]
            assert bool(ID.search(" ".join(told))) is not wanted
            assert bool(re.search(r"\b[123]-[A-Z]{1,2}-\d", " ".join(told))) is wanted


async def test_what_is_refused_at_a_table_is_refused_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = house(tmp_path)
    room = laid(at, RoomPlan(RAID))

    def refuse(*given: object) -> None:
        raise IllegalOrder("E5 is full", "pb:PB-STACK-A")

    async with visiting(at, ANNA, room=room.id) as (anna, _):
        monkeypatch.setattr(room, "submit", refuse)
        table = game_screen(anna).table
        assert table.here is not None
        for wanted in (True, False):
            anna.settings = evolve(anna.settings, printed=wanted)
            with pytest.raises(IllegalOrder, match="-E-5 is full" if wanted else "^E5 is full"):
                table.submit(table.here, ())
