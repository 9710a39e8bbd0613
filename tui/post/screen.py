"""The game screen of a game by file: what is to be sent, and where the answer comes in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.content import Content

from core.order import IllegalOrder
from saves.line import SaveError
from saves.post.in_trust import IN_TRUST
from saves.post.keys import PostError
from saves.post.opening import open_game
from tui.game.attention import Attention
from tui.game.screen import GameScreen
from tui.keys.bindings import BY_FILE, BY_FILE_IN_TRUST
from tui.kit.popups import AskLine, PickList
from tui.post.table import PostTable
from tui.program import program


def post_game(table: PostTable) -> GameScreen:
    """The screen of a game by file as its player sees it."""
    return GameScreen(table, ByFileInTrust(table) if table.in_trust else ByFile(table))


class ByFile(Attention):
    """What goes on beside a game by file: what is to be sent, and what came."""

    title = "Game by file"
    keys: tuple[Binding, ...] = BY_FILE

    def __init__(self, table: PostTable) -> None:
        super().__init__()
        self.post = table

    def begin(self) -> None:
        """Say what is to be known of the files."""
        for notice in self.post.game.notices:
            self.game.notify(notice, severity="warning", markup=False)

    def end(self) -> None:
        """Let the game go."""
        self.post.game.close()

    def do(self, what: str) -> None:
        """Do what a key stands for."""
        {"send": self._send, "take": self._take, "talk": self._talk}[what]()

    def result(self) -> str:
        """How the game ended if its players have ended it."""
        stopped = self.post.game.half.replica.stopped
        return stopped.text if stopped is not None else ""

    def _talk(self) -> None:
        """Say something by letter besides play."""
        if self.post.game.turn != "mine" or self.post.over:
            self.game.refusals.say("only whose turn it is can say something by letter", "")
            return
        lines = self.post.sayings()

        def picked(n: int | None) -> None:
            if n is None:
                return
            try:
                lines[n][1]()
            except PostError as error:
                self.game.refusals.say(str(error), "")
                return
            self.post.forget()
            self.game.stage.end()
            self.game.course.proceed()
            self.game.notify(f"The file is {self.post.game.outgoing}", timeout=12, markup=False)

        shown = [("", Content(words)) for words, _ in lines]
        self.game.app.push_screen(PickList(f"To {self.post.other.name}", shown), picked)

    def show_end(self) -> None:
        """How the game ended, and that the last file is still to be sent."""
        super().show_end()
        if self.post.game.turn == "theirs":
            self.game.notify(
                f"Send {self.post.game.outgoing} to {self.post.other.name}: it opens what you had sealed, for verify.",
                title="One file more",
                timeout=20,
                markup=False,
            )

    def _send(self) -> None:
        """Ask where the file is to be written."""

        def answered(text: str | None) -> None:
            if not text:
                return
            path = Path(text).expanduser()
            path = path / self.post.game.outgoing.name if path.is_dir() else path
            try:
                self.post.send(path)
            except PostError as error:
                self.game.refusals.say(str(error), "")
            else:
                self.game.notify(f"{path} is written; send it to {self.post.other.name}.", markup=False)

        if self.post.ahead:
            self.post.send_now()
            self.game.stage.end()
            self.game.course.proceed()
            self.game.notify(f"The file is {self.post.game.outgoing}", timeout=12, markup=False)
            return
        if self.post.game.turn == "mine":
            self.game.refusals.say("nothing is to be sent yet: it is your side that has to order first", "")
            return
        self.game.app.push_screen(AskLine("Write the file to", str(self.post.game.outgoing.name)), answered)

    def _take(self) -> None:
        """Ask for the file that came, and go on with it."""

        def answered(text: str | None) -> None:
            if not text:
                return
            try:
                new = self.post.take(Path(text).expanduser())
            except (PostError, IllegalOrder) as error:
                self.game.refusals.say(str(error), "")
                return
            if not new:
                self.game.notify("You have had this file already.", timeout=4)
                return
            self.game.stage.trail = ()
            missed = self.game.meanwhile.missed()
            self.game.course.proceed()
            self.game.meanwhile.show(missed)

        self.game.app.push_screen(AskLine("Take the file", "path of the .turn file that came"), answered)


class ByFileInTrust(ByFile):
    """A game by file of which both machines know all; it says so as long as it is on the screen."""

    title = "Game by file, in trust"
    keys = BY_FILE_IN_TRUST

    def note(self) -> str | None:
        """That it is played in trust, for the headline."""
        return "in trust"

    def begin(self) -> None:
        """Say what that means when it begins."""
        super().begin()
        if len(self.post.game.half.mail.letters) < 2:
            self.game.notify(IN_TRUST, title="In trust", timeout=12, markup=False)

    def do(self, what: str) -> None:
        """Do what a key stands for."""
        if what == "standing":
            self._standing()
        else:
            super().do(what)

    def _standing(self, at: int = 0) -> None:
        """What the machine decides, each by the next way when it is picked."""
        lines = self.post.standing()

        def picked(n: int | None) -> None:
            if n is not None:
                self.post.turn_standing(lines[n][0])
                self._standing()

        shown = [("", Content(words)) for _, words in lines]
        self.game.app.push_screen(PickList("Your machine decides, from your next letter on", shown), picked)


def open_post_game(app: App[Any], game: str) -> None:
    """Open the screen of a game by file. SaveError says why it cannot be."""
    running = program(app)
    try:
        found = open_game(running.library.data, game, running.shelf.open_system)
    except (LookupError, ValueError) as error:
        raise SaveError(f"its scenario cannot be opened: {error}") from error
    app.push_screen(post_game(PostTable(found)))
