"""The sheets beside the map: every kind for every side, and nothing of what the other side keeps secret (na:4.2.1a)."""

from __future__ import annotations

from typing import Any

import pytest

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.panzer import sequence
from core.panzer.command.orders import PlaceCommand
from core.panzer.formations.control import available, keys_of, left
from core.panzer.pieces.unit import Command
from core.play.game import Game
from core.presentation import Row, Sheet


def advanced(turn: int) -> Game[Any]:
    """A game of all modules in the Command Phase of a turn."""
    system: Any = catalogue.open_system("halfaya-pass")
    game: Game[Any] = Game(system, SeededDice("sheets"))
    players = {side.id: player("random", f"sheets/{side.id}") for side in system.sides}
    game.begin()
    while game.state.turn < turn or game.state.step != sequence.COMMANDS:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    return game


def rows(sheet: Sheet) -> list[Row]:
    """All lines of a sheet."""
    return [row for card in sheet.cards for section in card.sections for row in section.rows]


def test_every_sheet_is_made_for_every_side() -> None:
    game = advanced(3)
    face = game.system.face
    kinds = face.sheet_kinds()
    assert {kind.id for kind in kinds} >= {"formations", "transport", "missions", "air", "summary"}
    assert len({kind.key for kind in kinds}) == len(kinds)
    for side in (*(SideId(look.id) for look in game.system.sides), None):
        view = game.view(side)
        for kind in kinds:
            sheet = face.sheet(view, side, kind.id)
            assert sheet.title
            for row in rows(sheet):
                assert not row.unit or row.unit in view.units
                assert row.hex is None or row.hex in game.system.board
    with pytest.raises(KeyError):
        face.sheet(game.view(None), None, "no such sheet")


def test_formations_tell_what_is_left_and_who_uses_it() -> None:
    """na:6.2.1.1.1, na:6.2.1.1.3b: the commands of a formation, those in use, and every unit in its place."""
    game = advanced(2)
    side = game.active[0]
    game.submit(side, PlaceCommand(unit=next(game.state.of(side)).id, command=Command.OVERWATCH))
    sheet = game.system.face.sheet(game.view(side), side, "formations")
    keys = keys_of(game.state, side)
    assert len(sheet.cards) == len(keys)
    told = {row.text for row in rows(sheet) if row.label == "Commands"}
    for key in keys:
        assert any(f"{available(game.state, key)} for" in t and f"{left(game.state, key)} left" in t for t in told)
    assert any(row.label == "OVERWATCH" for row in rows(sheet))
    sections = [section for card in sheet.cards for section in card.sections if section.title == "Units"]
    units = [row.unit for section in sections for row in section.rows]
    assert sorted(units) == sorted(unit.id for unit in game.state.units.values() if unit.side == side)


def test_sheets_tell_nothing_of_secret_commands() -> None:
    """na:4.2.1a: to the other side and to those who watch they are the same whatever has been placed."""
    one, other = advanced(2), advanced(2)
    side = one.active[0]
    placed = 0
    for unit in list(one.state.of(side)):
        for choice in one.choices(side, (f"command:{unit.id}",)).legal:
            if choice.pick == Command.MOVE.value:
                one.submit(side, PlaceCommand(unit=unit.id, command=Command.MOVE))
                placed += 1
    assert placed > 2
    face = one.system.face
    for who in (*(SideId(look.id) for look in one.system.sides if look.id != side), None):
        for kind in face.sheet_kinds():
            assert face.sheet(one.view(who), who, kind.id) == face.sheet(other.view(who), who, kind.id), kind.id
    formations = [face.sheet(game.view(side), side, "formations") for game in (one, other)]
    assert formations[0] != formations[1]


def test_lists_call_things_by_their_whole_names() -> None:
    """The map has room for 14 letters; the strip and the stack list do not cut a name there."""
    system: Any = catalogue.open_system("halfaya-pass")
    called = {c.called for c in system.face.counters(system.initial()) if c.kind == "objective"}
    assert "Head of the Pass" in called
