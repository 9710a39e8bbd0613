"""What whoever comes with a new key meets: which key it is, a name to choose, and the account that is made of both."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import frozen
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

import tui.app
from saves.rooms.names import LONGEST as LONGEST_NAME
from tui.host import passwords
from tui.host.account_screen import AccountScreen
from tui.host.accounts import Account, AccountBook, AccountError
from tui.host.config import Admission, HostConfig
from tui.host.keys import PublicKey
from tui.kit.place import Place
from tui.kit.popups import PickList
from tui.settings import Settings
from tui.terminal.sturdy import SturdyApp
from tui.theme import THEMES

__all__ = ["AccountScreen", "RegisterApp", "RegisterScreen"]

#: Wrong codes of invitation after which the session ends.
_CODE_TRIES: Final = 3
#: What is told to whoever has a form that asks for other things than the host does now.
CHANGED: Final = "Who may make an account here has changed meanwhile; leave, and come again."


def _not_counted() -> float:
    return 1.0


def _nothing_to_do() -> None:
    pass


@frozen
class Desk:
    """What a host says to somebody who registers, at the moment at which he does.

    admission: who may make an account now, None = as the configuration says; take: counts an account of his address,
    AccountError if there can be no more of them; give_back: it has not been made after all; both are called in threads.
    wrong: counts a wrong code of invitation and gives the seconds until its answer.
    """

    admission: Callable[[], Admission] | None = None
    take: Callable[[], None] = _nothing_to_do
    give_back: Callable[[], None] = _nothing_to_do
    wrong: Callable[[], float] = _not_counted


class RegisterApp(SturdyApp[Account | None]):
    """Ends with the account that was made, or None.

    key: what the player came with, None = nothing, he then chooses a password; offered: a name to begin with.
    """

    TITLE = "panzerhex"
    ENABLE_COMMAND_PALETTE = False
    HELP_TITLE = "Everywhere"
    CSS_PATH = Path(tui.app.__file__).with_name("panzerhex.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", "leave; nothing is registered", priority=True, show=False),
        Binding("ctrl+q", "leave", "leave; nothing is registered", priority=True, show=False, system=True),
    ]

    def __init__(
        self,
        book: AccountBook,
        config: HostConfig,
        key: PublicKey | None,
        offered: str = "",
        *,
        desk: Desk | None = None,
    ) -> None:
        super().__init__()
        self.settings = Settings()
        self.form = RegisterScreen(book, config, key, offered, desk or Desk())
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def on_mount(self) -> None:
        """Show the form."""
        self.push_screen(self.form)

    def action_leave(self) -> None:
        """Leave without an account."""
        self.exit(None)

    def give_up(self, error: BaseException) -> None:
        """A stranger sees no traceback."""
        self.failures.append(error)
        self.exit(None, return_code=1)


class RegisterScreen(Place):
    """A name, a code where the host asks one, a password where there is no key; then a question, then the account."""

    DEFAULT_CSS = """
    RegisterScreen > #sheet { height: 1fr; padding: 0 1; }
    RegisterScreen #welcome { height: auto; max-height: 30%; margin: 0 0 1 0; color: $text-accent; display: none; }
    RegisterScreen #welcome.-shown { display: block; }
    RegisterScreen #welcome > Static { height: auto; }
    RegisterScreen #who, RegisterScreen #way { height: auto; }
    RegisterScreen #form { height: auto; margin: 1 0 0 0; }
    RegisterScreen .line { height: 1; max-width: 60; }
    RegisterScreen .line > Static { width: 13; }
    RegisterScreen .line > Input { width: 1fr; border: none; background: $boost; padding: 0 1; height: 1; }
    RegisterScreen .line > Input:focus { border: none; background: $block-cursor-blurred-background; }
    RegisterScreen #verdict { height: auto; min-height: 1; margin: 0 0 1 0; color: $text-muted; }
    RegisterScreen #verdict.-wrong { color: $text-warning; }
    RegisterScreen #go {
        width: auto; height: 1; margin: 1 0 0 0; border: none; line-pad: 1; background: $primary; color: $background;
    }
    RegisterScreen #go:focus { text-style: bold; background: $accent; color: $background; }
    RegisterScreen #go:disabled { background: $panel; color: $text-muted; }
    RegisterScreen.-low #welcome { max-height: 3; }
    RegisterScreen.-low #way { display: none; }
    RegisterScreen.-low #verdict, RegisterScreen.-low #go { margin: 0; }
    """
    place = "First visit"
    HELP_TITLE = "First visit"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-normal")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "Go on", show=True),
        Binding("escape", "back", "Leave", key_display="esc"),
        Binding("f1", "help", "Keys"),
    ]

    def __init__(
        self,
        book: AccountBook,
        config: HostConfig,
        key: PublicKey | None,
        offered: str,
        desk: Desk,
    ) -> None:
        super().__init__()
        self._desk = desk
        self._book = book
        self._config = config
        self._key = key
        self._offered = offered
        self._wrong_codes = 0
        self._busy = False

    @property
    def closed(self) -> bool:
        """Whether the host makes no accounts, or none without a key."""
        accounts = self._config.accounts
        return accounts.registration == "closed" or (self._key is None and not accounts.passwords)

    def body(self) -> Iterable[Widget]:
        """Who came, and the form."""
        lines: list[Widget] = []
        if not self.closed:
            lines.append(self._line("Your name", "name", LONGEST_NAME))
            lines.append(Static(id="verdict"))
            if self._config.accounts.registration == "invitation":
                lines.append(self._line("Invitation", "code", 64, "the code you were given"))
            if self._key is None:
                lines.append(self._line("Password", "password", passwords.LONGEST, hidden=True))
                lines.append(self._line("Once more", "again", passwords.LONGEST, hidden=True))
            lines.append(Button("Register  (enter)", id="go", compact=True))
        welcome = VerticalScroll(Static(Content(self._config.welcome)), id="welcome")
        welcome.set_class(bool(self._config.welcome), "-shown")
        who = Static(self._introduction(), id="who")
        way = Static(
            "It will be your way in: nothing else is asked then." if self._key and not self.closed else "", id="way"
        )
        yield VerticalScroll(welcome, who, way, Vertical(*lines, id="form"), id="sheet", can_focus=False)

    def on_mount(self) -> None:
        """Begin with the name that the player came under, if he can have it."""
        self.headline(self._config.name)
        if self.closed:
            return
        name = self.query_one("#name", Input)
        if self._offered and not self._book.taken(self._offered):
            name.value = self._offered.strip().lower()
        name.focus()
        self._judge(name.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A closed host leaves nothing to do but to leave."""
        return not (action == "go" and self.closed)

    # -- while it is typed ----------------------------------------------------------------------------

    @on(Input.Changed, "#name")
    def _typed(self, event: Input.Changed) -> None:
        self._judge(event.value)

    def _judge(self, text: str) -> None:
        """Say whether the name can be had."""
        name = text.strip().lower()
        why = self._book.taken(name) if name else ""
        verdict = self.query_one("#verdict", Static)
        if why:
            verdict.update(Content(f"! {why}"))
        elif name:
            verdict.update(Content(f"{name} is free."))
        else:
            verdict.update(Content("2 to 20 of a-z, 0-9, - and _; the first a letter."))
        verdict.set_class(bool(why), "-wrong")
        self.query_one("#go", Button).disabled = bool(why) or not name

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter goes to the next line that is empty, and from the last one on."""
        event.stop()
        if event.input.id == "name" and self._book.taken(event.value):
            self._judge(event.value)
            return
        empty = next((i for i in self.query(Input) if not i.value and i is not event.input), None)
        if empty is not None and event.value:
            empty.focus()
        else:
            self.action_go()

    @on(Button.Pressed, "#go")
    def _pressed(self) -> None:
        self.action_go()

    # -- to the account -------------------------------------------------------------------------------

    def action_go(self) -> None:
        """Ask, then register."""
        if self.closed or self._busy:
            return
        name = self.query_one("#name", Input).value.strip().lower()
        why = self._book.taken(name) or self._password_fault(name)
        if why:
            self.say(why, wrong=True)
            return
        self.say("")
        way = "this key" if self._key else "this password"
        lines = (
            ("y", Content(f"yes: whoever has {way} is {name} here, for good")),
            ("n", Content("no: choose another name")),
        )
        self.app.push_screen(PickList(f"Register as {name}?", lines), lambda row: self._confirmed(row, name))

    def _confirmed(self, row: int | None, name: str) -> None:
        if row == 0:
            self._busy = True
            self.run_worker(self._register(name), description="The account could not be made")
        else:
            self.query_one("#name", Input).focus()

    async def _register(self, name: str) -> None:
        try:
            if self._changed():
                self.say(CHANGED, wrong=True)
                return
            if not await self._code_fits():
                return
            password = self._value("password") if self._key is None else None
            account = await self._book.apart(self._made, name, password)
        except AccountError as error:
            self._judge(name)
            self.say(str(error), wrong=True)
        else:
            self.app.exit(account)
        finally:
            self._busy = False

    def _made(self, name: str, password: str | None) -> Account:
        """The account, in a thread: what is counted for it is given back if it cannot be made, whoever has gone."""
        self._desk.take()
        try:
            return self._book.register(name, key=self._key, password=password, here=True)
        except BaseException:
            with suppress(AccountError):  # its keeper is told
                self._desk.give_back()
            raise

    def _changed(self) -> bool:
        """Whether the keeper has let others make accounts, or nobody, since this form was shown."""
        asked, now = self._config.accounts, self._now()
        return (asked.registration, asked.passwords) != (now.registration, now.passwords)

    def _now(self) -> Admission:
        """Who may make an account now."""
        return self._desk.admission() if self._desk.admission is not None else self._config.accounts

    async def _code_fits(self) -> bool:
        """Whether the code of invitation is one of the host's; wrong ones are answered late, and not for ever."""
        if self._config.accounts.registration != "invitation":
            return True
        code = self._value("code").strip().encode()
        codes = self._now().invitation_codes
        # Every code is compared, so that the time tells nothing.
        if sum(hmac.compare_digest(code, known.encode()) for known in codes):
            return True
        self._wrong_codes += 1
        await asyncio.sleep(self._desk.wrong())
        if self._wrong_codes >= _CODE_TRIES:
            self.app.exit(None)
            return False
        self.say("This is no code of this host; type it as it was given to you.", wrong=True)
        field = self.query_one("#code", Input)
        field.value = ""
        field.focus()
        return False

    def _password_fault(self, name: str) -> str:
        if self._key is not None:
            return ""
        try:
            passwords.checked_password(self._value("password"), name)
        except AccountError as error:
            return str(error)
        return "" if self._value("password") == self._value("again") else "the two passwords differ; type them again"

    def action_back(self) -> None:
        """Leave without an account."""
        self.app.exit(None)

    def _value(self, field: str) -> str:
        return self.query_one(f"#{field}", Input).value

    def _line(self, label: str, field: str, longest: int, hint: str = "", *, hidden: bool = False) -> Widget:
        entry = Input(id=field, max_length=longest, placeholder=hint, password=hidden, select_on_focus=False)
        return Horizontal(Static(label), entry, classes="line")

    def _introduction(self) -> Content:
        parts: list[Any] = []
        if self._key is not None:
            key = self._key
            parts += ["You came with a key that is new here: ", (key.words, "bold"), "\n", (key.fingerprint, "bold")]
        if self.closed and self._key is None:
            parts.append("You came without a key, and this host takes nobody in without one. Make one with\n")
            parts.append(("ssh-keygen -t ed25519", "bold"))
        elif self.closed:
            parts.append(
                "\n\nThis host makes no accounts by itself. Send its keeper the key, the line of your .pub file:"
            )
            parts.append(f"\n\n{self._key.line if self._key else ''}")
        elif self._key is None:
            parts.append("You came without a key: choose a name and a password. Keys can be added later.")
        return Content.assemble(*parts)
