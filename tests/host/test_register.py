"""What a new key meets, and what a player sees of his own account, on a usual and on a small terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from tests.host.test_accounts import GOOD, new_key
from tui.app import PanzerhexApp
from tui.host.account_screen import AccountScreen, AskPassword
from tui.host.accounts import Account, AccountBook, AccountError
from tui.host.config import Admission, HostConfig
from tui.host.register import Desk, RegisterApp
from tui.kit.help import HelpScreen
from tui.kit.popups import PickList
from tui.menu.title import TitleScreen

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 16)], ids=["80x24", "40x16"])
INVITED = HostConfig(accounts=Admission("invitation", ("panther-44", "tiger-43")))
WITH_PASSWORDS = HostConfig(accounts=Admission(passwords=True))


@pytest.fixture
def book(tmp_path: Path) -> AccountBook:
    return AccountBook(tmp_path / "accounts")


def seen(app: App[Any]) -> str:
    """The text on the screen."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def words(app: App[Any]) -> str:
    """The text on the screen without what separates words: a long one may be broken anywhere."""
    return "".join(seen(app).split())


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for what is done in threads."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


# -- a new key ---------------------------------------------------------------------------------------


@SIZES
async def test_a_new_key_is_named_and_gets_an_account_after_a_question(
    book: AccountBook, size: tuple[int, int]
) -> None:
    key = new_key()
    app = RegisterApp(book, HostConfig(name="The Den", welcome="Be kind."), key, "Anna")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for text in ("The Den", "Be kind.", "ED25519", key.fingerprint, "anna is free", "Register"):
            assert "".join(text.split()) in words(app), text
        for widget in app.screen.query("#sheet *, Footer"):
            assert widget.region.bottom <= size[1]
            assert widget.region.right <= size[0]
        await press(pilot, "enter")
        assert isinstance(app.screen, PickList)
        assert "Register as anna?" in seen(app)
        assert book.accounts() == ()
        await press(pilot, "y")
        await settle(pilot)
    assert app.return_value == book.by_fingerprint(key.fingerprint)
    assert isinstance(app.return_value, Account)
    assert app.return_value.name == "anna"
    assert app.return_value.last_seen == app.return_value.created


async def test_the_name_is_judged_as_it_is_typed(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    app = RegisterApp(book, HostConfig(), new_key(), "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        name = app.screen.query_one("#name", Input)
        go = app.screen.query_one("#go", Button)
        assert name.value == ""
        assert go.disabled
        await press(pilot, *"anna")
        assert "anna is taken; choose another name" in seen(app)
        assert go.disabled
        await press(pilot, "enter")
        assert not isinstance(app.screen, PickList)
        await press(pilot, "4")
        assert "anna4 is free" in seen(app)
        assert not go.disabled
        await press(pilot, *"!")
        assert "a name begins with a letter" in seen(app)
        await press(pilot, *["backspace"] * 6, *"host")
        assert "kept for the program" in seen(app)


@pytest.mark.parametrize("offered", ["root", "x", "not a name", "", "anna\x1b[2J", "n" * 300])
async def test_a_name_that_cannot_be_had_is_not_offered(book: AccountBook, offered: str) -> None:
    app = RegisterApp(book, HostConfig(), new_key(), offered)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.query_one("#name", Input).value == ""


async def test_second_thoughts_and_leaving_make_no_account(book: AccountBook) -> None:
    app = RegisterApp(book, HostConfig(), new_key(), "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "n")
        assert app.screen.query_one("#name", Input).has_focus
        await press(pilot, "enter", "escape")
        assert app.screen.query_one("#name", Input).has_focus
        assert app.return_code is None
        await press(pilot, "escape")
        assert app.return_code == 0
    assert app.return_value is None
    assert book.accounts() == ()


async def test_who_comes_second_to_a_name_is_asked_for_another(book: AccountBook) -> None:
    key = new_key()
    app = RegisterApp(book, HostConfig(), key, "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        book.register("anna", key=new_key())
        await press(pilot, "y")
        await settle(pilot)
        assert "anna is taken" in seen(app)
        await press(pilot, "2", "enter", "y")
        await settle(pilot)
    assert app.return_value is not None
    assert app.return_value.name == "anna2"
    assert len(book.accounts()) == 2


async def test_a_disk_that_is_full_is_told_of(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    app = RegisterApp(book, HostConfig(), new_key(), "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr("tui.host.accounts.replace_file", full)
        await press(pilot, "enter", "y")
        await settle(pilot)
        assert "No space left" in seen(app)
        monkeypatch.undo()
        await press(pilot, "enter", "y")
        await settle(pilot)
    assert app.return_value is not None


@SIZES
async def test_an_invitation_is_asked_for_and_checked(book: AccountBook, size: tuple[int, int]) -> None:
    told: list[int] = []

    def wrong() -> float:
        told.append(len(told))
        return 0.0

    app = RegisterApp(book, INVITED, new_key(), "anna", desk=Desk(wrong=wrong))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "enter")
        code = app.screen.query_one("#code", Input)
        assert code.has_focus
        assert code.region.bottom < size[1]
        await press(pilot, *"panther-4", "enter", "y")
        await settle(pilot)
        assert "no code of this host" in seen(app)
        assert code.value == ""
        assert book.accounts() == ()
        await press(pilot, *" tiger-43", "enter", "y")
        await settle(pilot)
    assert app.return_value is not None
    assert told == [0]


async def test_who_may_make_no_account_now_is_told_why(book: AccountBook) -> None:
    """It is counted once for each try that comes to the book, and given back where no account is made."""
    counted: list[str] = []

    def take() -> None:
        counted.append("taken")
        if len(counted) == 1:
            raise AccountError("10 accounts were made")

    desk = Desk(take=take, give_back=lambda: counted.append("given back"))
    app = RegisterApp(book, HostConfig(), new_key(), "anna", desk=desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "y")
        await settle(pilot)
        assert "10 accounts were made" in seen(app)
        assert book.accounts() == ()
        await press(pilot, "enter")
        book.register("anna", key=new_key())
        await press(pilot, "y")
        await settle(pilot)
        assert "anna" in seen(app)
        app.screen.query_one("#name", Input).value = "berta"
        await press(pilot, "enter", "y")
        await settle(pilot)
    assert counted == ["taken", "taken", "given back", "taken"]
    assert app.return_value is not None


async def test_codes_are_not_guessed_for_ever(book: AccountBook) -> None:
    app = RegisterApp(book, INVITED, new_key(), "anna", desk=Desk(wrong=lambda: 0.0))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(3):
            app.screen.query_one("#code", Input).value = "wrong-code"
            app.screen.query_one("#code", Input).focus()
            assert app.return_code is None
            await press(pilot, "enter", "y")
            await settle(pilot)
        assert app.return_code == 0
    assert app.return_value is None
    assert book.accounts() == ()


@SIZES
async def test_a_closed_host_says_what_to_send_to_whom(book: AccountBook, size: tuple[int, int]) -> None:
    key = new_key("anna@desk")
    app = RegisterApp(book, HostConfig(accounts=Admission("closed")), key, "anna")
    async with app.run_test(size=size) as pilot:
        await press(pilot, "enter", "x")
        assert key.data in words(app)
        assert not app.screen.query(Input)
        await press(pilot, "escape")
    assert app.return_value is None


@SIZES
async def test_without_a_key_a_password_is_chosen(book: AccountBook, size: tuple[int, int]) -> None:
    app = RegisterApp(book, WITH_PASSWORDS, None, "anna")
    async with app.run_test(size=size) as pilot:
        await press(pilot, "enter", *"short", "enter", *"short", "enter")
        assert "10 to 128 characters" in seen(app)
        password, again = (app.screen.query_one(f"#{field}", Input) for field in ("password", "again"))
        password.value = GOOD
        await press(pilot, "enter")
        assert "differ" in seen(app)
        assert GOOD not in seen(app)
        again.value = GOOD
        again.focus()
        assert again.region.bottom < size[1]
        await press(pilot, "enter", "y")
        await settle(pilot)
    assert app.return_value is not None
    assert book.verified("anna", GOOD) == app.return_value
    book.close()


async def test_without_key_and_passwords_there_is_no_way(book: AccountBook) -> None:
    app = RegisterApp(book, HostConfig(), None, "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "ssh-keygen -t ed25519" in seen(app)
        assert not app.screen.query(Input)


@pytest.mark.parametrize("size", [(80, 24), (40, 24), (40, 16)], ids=["80x24", "40x24", "40x16"])
async def test_long_words_of_the_host_do_not_push_the_form_away(book: AccountBook, size: tuple[int, int]) -> None:
    key = new_key()
    app = RegisterApp(book, evolve(INVITED, welcome="war is long " * 50), key, "anna")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "warislong" in words(app)
        assert key.fingerprint in words(app)
        assert "anna is free" in seen(app)
        assert app.screen.query_one("#go").region.bottom < size[1]


async def test_keys_of_the_place_are_explained(book: AccountBook) -> None:
    app = RegisterApp(book, HostConfig(), new_key(), "anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f1")
        assert isinstance(app.screen, HelpScreen)
        assert "First visit" in seen(app)


# -- one's own account -------------------------------------------------------------------------------


class Lobby(PanzerhexApp):
    """An app that opens a screen of an account over its title."""

    def __init__(self, data: Path, screen: AccountScreen) -> None:
        super().__init__(data)
        self.first = screen

    def show_title(self) -> None:
        """The title, and the screen."""
        super().show_title()
        self.push_screen(self.first)


def lobby(book: AccountBook, key: str = "", config: HostConfig = WITH_PASSWORDS) -> Lobby:
    return Lobby(book.directory.parent / "anna", AccountScreen(book, "anna", config, key))


def says(app: App[Any], selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


@SIZES
async def test_keys_are_listed_added_and_removed(book: AccountBook, size: tuple[int, int]) -> None:
    first, second = new_key("anna@desk"), new_key("anna@road")
    book.register("anna", key=first)
    app = lobby(book, first.fingerprint)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "anna@desk" in seen(app)
        assert "this session" in seen(app)
        assert first.fingerprint in words(app)
        await press(pilot, "d", "r")
        await settle(pilot)
        assert "the only way into the account" in " ".join(says(app, "#saying").split())
        await press(pilot, "a")
        app.screen.query_one(Input).value = "nonsense"
        await press(pilot, "enter")
        await settle(pilot)
        assert "no public key" in says(app, "#saying")
        await press(pilot, "a")
        app.screen.query_one(Input).value = f" {second.line}"
        await press(pilot, "enter")
        await settle(pilot)
        assert app.screen.query_one(OptionList).option_count == 2
        await press(pilot, "d")
        assert "remove it, the one you came with" in seen(app)
        await press(pilot, "k", "down", "d", "r")
        await settle(pilot)
        account = book.account("anna")
        assert account is not None
        assert account.keys == (first,)
        assert app.failures == []
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)


@SIZES
async def test_a_password_is_typed_twice_and_not_shown(book: AccountBook, size: tuple[int, int]) -> None:
    book.register("anna", key=new_key())
    app = lobby(book)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "No password is set" in says(app, "#password")
        await press(pilot, "x")
        await settle(pilot)
        await press(pilot, "p", *"short", "enter")
        assert isinstance(app.screen, AskPassword)
        assert "10 to 128 characters" in says(app, "#fault")
        password, again = app.screen.query(Input)
        password.value = GOOD
        await press(pilot, "enter", *"other", "enter")
        assert "differ" in says(app, "#fault")
        assert (password.value, again.value) == ("", "")
        password.value = GOOD
        await press(pilot, "enter")
        again.value = GOOD
        assert GOOD not in seen(app)
        await press(pilot, "enter")
        await settle(pilot)
        assert "A password is set" in says(app, "#password")
        assert book.verified("anna", GOOD) is not None
        await press(pilot, "x")
        await settle(pilot)
        assert "No password is set" in says(app, "#password")
        assert app.failures == []


async def test_where_passwords_are_not_taken_none_can_be_set(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    app = lobby(book, config=HostConfig())
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p")
        assert isinstance(app.screen, AccountScreen)
        assert "takes no passwords" in says(app, "#password")


async def test_an_account_that_is_gone_is_told_of(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    app = lobby(book)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (book.directory / "anna.toml").unlink()
        await press(pilot, "p")
        password, again = app.screen.query(Input)
        password.value = GOOD
        await press(pilot, "enter")
        again.value = GOOD
        await press(pilot, "enter")
        await settle(pilot)
        assert "there is no account" in says(app, "#saying")
        assert app.failures == []
