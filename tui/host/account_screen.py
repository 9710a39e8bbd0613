"""A player's own account: the keys that let him in, and his password."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.host import keys, passwords
from tui.host.accounts import Account, AccountBook, AccountError
from tui.host.config import HostConfig
from tui.kit.foot import foot
from tui.kit.place import Place
from tui.kit.popups import AskLine, PickList


class AskKey(AskLine):
    """The line of a public key, pasted."""

    DEFAULT_CSS = """
    AskKey > #window { width: 76; }
    AskKey Input, AskKey Input:focus { border: none; background: $boost; padding: 0 1; height: 1; }
    """

    def __init__(self) -> None:
        super().__init__("Add a key", "paste the line of a .pub file")

    def on_mount(self) -> None:
        """No key is longer."""
        self.query_one(Input).max_length = keys.LONGEST


class AskPassword(ModalScreen[str | None]):
    """A new password, typed twice and not shown; None if it is left."""

    DEFAULT_CSS = """
    AskPassword { align: center middle; background: $background $veil; }
    AskPassword > #window {
        width: 56; max-width: 96%; height: auto; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    AskPassword Static { height: auto; }
    AskPassword Input, AskPassword Input:focus { border: none; padding: 0 1; height: 1; background: $boost; }
    AskPassword Input:focus { background: $block-cursor-blurred-background; }
    AskPassword #fault { color: $text-warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.player = name

    def compose(self) -> ComposeResult:
        """Two lines in a frame."""
        window = Vertical(
            Static(f"{passwords.SHORTEST} characters or more"),
            Input(id="password", password=True, max_length=passwords.LONGEST),
            Static("Once more"),
            Input(id="again", password=True, max_length=passwords.LONGEST),
            Static(id="fault"),
            id="window",
        )
        window.border_title = "New password"
        window.border_subtitle = foot("enter goes", ("esc back", "leave"))
        yield window

    @on(Input.Submitted, "#password")
    def _first(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            passwords.checked_password(event.value, self.player)
        except AccountError as error:
            self._fault(str(error))
        else:
            self._fault("")
            self.query_one("#again", Input).focus()

    @on(Input.Submitted, "#again")
    def _second(self, event: Input.Submitted) -> None:
        event.stop()
        first = self.query_one("#password", Input)
        if event.value == first.value:
            self.dismiss(event.value)
            return
        self._fault("the two differ; type both again")
        event.input.value = first.value = ""
        first.focus()

    def action_leave(self) -> None:
        """Leave the password as it is."""
        self.dismiss(None)

    def _fault(self, text: str) -> None:
        self.query_one("#fault", Static).update(Content(f"! {text}" if text else ""))


class AccountScreen(Place):
    """Keys and password of a player. key: fingerprint of the key that this session came with, "" without one."""

    DEFAULT_CSS = """
    AccountScreen > #about { height: auto; padding: 0 1; margin: 0 0 1 0; }
    AccountScreen > #password { height: auto; padding: 0 1; margin: 1 0 0 0; }
    AccountScreen > OptionList, AccountScreen > OptionList:focus {
        height: auto; max-height: 1fr; border: none; padding: 0 1; background: $background;
        background-tint: transparent 0%;
    }
    AccountScreen > OptionList > .option-list--option-highlighted,
    AccountScreen > OptionList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    AccountScreen > OptionList:ansi > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    """
    place = "Keys and password"
    HELP_TITLE = "Keys and password"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add_key", "Add a key"),
        Binding("d,delete", "remove_key", "Remove", key_display="d"),
        Binding("p", "set_password", "Password"),
        Binding("x", "remove_password", "No password"),
    ]

    def __init__(self, book: AccountBook, name: str, config: HostConfig, key: str = "") -> None:
        super().__init__()
        self._book = book
        self._player = name
        self._config = config
        self._came_with = key
        self._account: Account | None = None

    def body(self) -> Iterable[Widget]:
        """The keys, and how it stands with a password."""
        yield Static("Whoever has one of these keys comes in as you.", id="about")
        yield OptionList()
        yield Static(id="password")

    def on_mount(self) -> None:
        """Show the account."""
        self.headline(self._player)
        self._show()
        self.query_one(OptionList).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A password is offered where the host takes one, and taken away where there is one."""
        if action == "set_password":
            return self._config.accounts.passwords
        if action == "remove_password":
            return self._account is not None and bool(self._account.password)
        return True

    # -- keys ---------------------------------------------------------------------------------------

    def action_add_key(self) -> None:
        """Ask for a key."""

        def take(line: str | None) -> None:
            if line and line.strip():
                self._change("The key is added: it lets you in from now on.", self._book.add_key, line)

        self.app.push_screen(AskKey(), take)

    def action_remove_key(self) -> None:
        """Ask, then remove the key under the cursor."""
        at = self.query_one(OptionList).highlighted
        if self._account is None or at is None:
            return
        key = self._account.keys[at]
        own = ", the one you came with" if key.fingerprint == self._came_with else ""

        def take(row: int | None) -> None:
            if row == 1:
                self._change("The key is removed: it lets nobody in.", self._book.remove_key, key.fingerprint)

        lines = (("k", Content("keep it")), ("r", Content(f"remove it{own}")))
        self.app.push_screen(PickList(f"Remove {key.comment or key.words}?", lines), take)

    # -- password -----------------------------------------------------------------------------------

    def action_set_password(self) -> None:
        """Ask for a new password."""

        def take(password: str | None) -> None:
            if password is not None:
                self._change("The password is set.", self._book.set_password, password)

        self.app.push_screen(AskPassword(self._player), take)

    def action_remove_password(self) -> None:
        """Take the password away."""
        self._change("There is no password any more.", self._book.remove_password)

    # -- showing ------------------------------------------------------------------------------------

    def _change(self, done: str, change: Callable[..., Account], *details: str) -> None:
        """Change the account aside from the screen; say what came of it."""

        async def carry_out() -> None:
            try:
                await self._book.apart(change, self._player, *details)
            except AccountError as error:
                self.say(str(error), wrong=True)
            else:
                self.say(done)
            self._show()

        self.run_worker(carry_out(), description="The account could not be changed")

    def _show(self) -> None:
        self._account = account = self._book.account(self._player)
        listed = self.query_one(OptionList)
        kept = listed.highlighted
        listed.clear_options()
        for key in account.keys if account else ():
            listed.add_option(Option(self._words(key)))
        if listed.option_count:
            listed.highlighted = min(kept or 0, listed.option_count - 1)
        if account is not None and account.password:
            how = "A password is set: it lets you in where you have no key."
        elif self._config.accounts.passwords:
            how = "No password is set; p sets one, for places where you have no key."
        else:
            how = "This host takes no passwords."
        self.query_one("#password", Static).update(how)
        self.refresh_bindings()

    def _words(self, key: keys.PublicKey) -> Content:
        here = "  this session" if key.fingerprint == self._came_with else ""
        named = f"  {key.comment}" if key.comment else ""
        return Content.assemble((key.words, "bold"), named, (here, "$text-accent"), "\n", (key.fingerprint, "dim"))
