"""What a player on a host must not reach: files beside his own, the host's browser, the process of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.line import SaveError
from saves.notes import Notes
from saves.rooms.names import checked_name
from tests.lobby.parlour import SHELF, press, seen, settled, visiting
from tests.rooms.table import ANNA, BEN, house, laid
from tui.lobby.app import LobbyApp
from tui.lobby.identity import fitted, player_name, words_for_dice
from tui.lobby.plain import PlainApp
from tui.menu.options import OptionsScreen
from tui.menu.title import TitleScreen


def files(directory: Path) -> set[Path]:
    """All files under a directory."""
    return {path for path in directory.rglob("*") if path.is_file()}


async def test_names_of_games_stay_in_the_own_directory(tmp_path: Path) -> None:
    at = house(tmp_path)
    async with visiting(at, ANNA) as (anna, a):
        await press(a, "n", *"pimple", "enter", "enter")
        screen = anna.screen
        assert isinstance(screen, OptionsScreen)
        form = screen.query_one("Form")
        for name in ("../../ben/games/x", "/etc/passwd", "a" * 500, "..", "\x00"):
            from attrs import evolve

            field = next(f for f in form.fields if f.id == "name")  # type: ignore[attr-defined]
            form.put(evolve(field, value=name))  # type: ignore[attr-defined]
            assert screen.path.parent == tmp_path / "players" / "anna" / "games"


async def test_notes_on_foreign_journals_are_kept_among_the_own_files(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA) as (anna, _):
        kept = anna.manners.notes_on(room.path, write=True)
        assert kept.is_relative_to(tmp_path / "players" / "anna")
        from saves.notes import write_notes

        write_notes(kept, Notes())
        own = anna.library.games_directory / "mine.journal"
        assert anna.manners.notes_on(own) == own
    async with visiting(at, BEN, guest=True) as (guest, _):
        with pytest.raises(SaveError, match="guests"):
            guest.manners.notes_on(room.path, write=True)


async def test_nothing_is_written_or_opened_by_the_palette(tmp_path: Path) -> None:
    at = house(tmp_path)
    async with visiting(at, ANNA) as (anna, a):
        before = files(tmp_path) | files(Path.cwd() / "tui")
        for action in ("app.screenshot", "app.suspend_process", "app.screenshot('x.svg', '/tmp')"):
            await anna.run_action(action)
        anna.open_url("http://localhost")
        await settled(a)
        assert files(tmp_path) | files(Path.cwd() / "tui") == before
        titles = [command.title for command in anna.get_system_commands(anna.screen)]
        assert "Lobby" in titles
        assert not [title for title in titles if "creenshot" in title]
        assert anna.manners.told_path(Path("/etc/passwd")) == "passwd"


async def test_what_players_write_is_not_markup(tmp_path: Path) -> None:
    at = house(tmp_path)
    text = "[@click=app.stop]x[/] [bold]y"
    at.say(BEN, text)
    async with visiting(at, ANNA, size=(120, 40)) as (anna, a):
        await press(a, "l")
        await settled(a)
        assert text in seen(anna)


async def test_a_guest_is_offered_only_what_he_may_do(tmp_path: Path) -> None:
    at = house(tmp_path)
    async with visiting(at, BEN, guest=True) as (guest, b):
        assert "New game" not in seen(guest)
        assert "Lobby" in seen(guest)
        await press(b, "n", "l")
        await settled(b)
        assert "New table" not in seen(guest)
        await press(b, "c", *"hello", "enter")
        await settled(b)
        assert not at.lines()
        guest.use_theme("light")
    assert not (tmp_path / "players" / "ben").exists()


async def test_the_number_of_own_games_is_bounded(tmp_path: Path) -> None:
    at = house(tmp_path)
    async with visiting(at, ANNA) as (anna, a):
        anna.game_refused = lambda count: f"you have {count} games; that is enough"
        await press(a, "n", *"pimple", "enter", "enter", "s")
        assert "that is enough" in seen(anna)
        assert not anna.library.games()
        await press(a, *["escape"] * 5, "l", "n", *"pimple", "enter", "enter", "s")
        assert "that is enough" in seen(anna)
        assert not at.rooms()


async def test_the_plain_program_has_a_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANZERHEX_PLAYER", "Anna")
    app = PlainApp(tmp_path)
    app._shelf = SHELF
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert not (tmp_path / "rooms").exists()
        await press(pilot, "l")
        await pilot.pause()
        assert "Here now: anna" in seen(app)
    assert app._attending is None


async def test_a_wrong_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANZERHEX_PLAYER", "1")
    app = PlainApp(tmp_path)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await press(pilot, "l")
        await settled(pilot)
        assert "PANZERHEX_PLAYER" in seen(app)


@pytest.mark.parametrize("login", ["root", "Anna Maria", "x", "", "42", "ünal", "-a-", "a" * 40, "system"])
def test_every_login_makes_a_name(login: str) -> None:
    assert checked_name(fitted(login)) == fitted(login)


def test_words_for_the_dice_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PANZERHEX_PLAYER", raising=False)
    assert player_name()
    assert len({words_for_dice() for _ in range(50)}) > 45


def test_the_app_is_one_for_hosts_and_for_plain_terminals() -> None:
    assert issubclass(PlainApp, LobbyApp)
