"""A game by file that is played on: orders, what is said besides, and the files that come and go."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import orjson

from core.codec import CodecError, decode_order, encode_order
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.play.replica import Replica, Stop
from core.play.whole import Whole
from core.system import RuleSystem
from saves.audience import POST_SEAT
from saves.closing import Closing
from saves.files import replace_file
from saves.journal import JournalWriter, draft_beside
from saves.library import Library, slug
from saves.line import SCHEMA, Header
from saves.post.correspondence import SUFFIX, Correspondence
from saves.post.half import Half
from saves.post.in_trust import InTrust
from saves.post.keys import Keys, PostError
from saves.post.letter import Letter
from saves.post.places import (
    AHEAD,
    FOLDER,
    OUTBOX,
    STANDING,
    is_older,
    journal_of,
    keep,
    made,
    turn_of,
)
from saves.post.saying import ANSWERS, Say, Saying
from saves.upcast import upcast_order

Now = Callable[[], datetime]
_NOT_NOW: Final = "you have nothing to decide now; it is for the other side to go on, or the game is over"


class PostGame(Closing):
    """A game by file that is open to be played on; no other program can open it meanwhile."""

    def __init__(self, data: Path, half: Half | InTrust, keys: Keys, nonce: str, now: Now) -> None:
        self.data = data
        self.half = half
        self.notices: list[str] = []
        self._keys = keys
        self._nonce = nonce
        self._take_up_standing()
        self._writer = self._take_up_journal(now)
        self._settle()

    # -- what it is -----------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the correspondence."""
        return self.half.mail.invitation.game

    @property
    def side(self) -> SideId:
        """The side of the player."""
        return self.half.side

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules."""
        return self.half.replica.system

    @property
    def path(self) -> Path:
        """The journal of what the side knows."""
        return self._writer.path

    @property
    def turn(self) -> str:
        """Who is to go on: "mine", "theirs"; "over" when nothing is to be sent any more."""
        return turn_of(self.half.mail, self.side)

    @property
    def shown(self) -> Replica[Any] | Whole[Any]:
        """What the player goes by: what his side knows, or what it foresees after orders that the other machine must
        decide."""
        return self.half.guess or self.half.replica

    # -- playing --------------------------------------------------------------------------------------

    def give(self, order: Order) -> tuple[Event, ...]:
        """Give an order; it is on the disk before this returns. When the other side must go on, the letter is written.

        IllegalOrder leaves the game as it was.
        """
        if self.half.guess is not None:
            foreseen = len(self.half.guess.journal)
            self.half.give(order)
            made = tuple(self.half.guess.journal[foreseen:])
            self._keep_ahead()
            self._settle()
            return made
        before = len(self.half.replica.journal)
        events = self.half.give(order)
        try:
            self._writer.append(events)
        except BaseException:
            self.half.undo()
            raise
        self._settle()
        return tuple(self.half.replica.journal[before:])

    def send_now(self) -> None:
        """Order no more ahead: write the letter. PostError if nothing waits for the other machine."""
        if self.half.guess is None:
            raise PostError("there is nothing to send yet: it is your side that has to order first")
        self.half.close_ahead()
        self._settle()

    def _keep_ahead(self) -> None:
        orders = [encode_order(a.order) for a in self.half.ahead]
        replace_file(made(self.data, self.game) / AHEAD, orjson.dumps(orders), 0o600)

    def _take_up_ahead(self) -> None:
        """What was ordered ahead before the program was left."""
        path = self.data / FOLDER / self.game / AHEAD
        if self.half.guess is None or not path.exists():
            return
        with suppress(IllegalOrder, CodecError, orjson.JSONDecodeError):
            for order in orjson.loads(path.read_bytes()):
                self.half.give(decode_order(upcast_order(order, self.half.mail.invitation.schema)))

    def undo(self) -> None:
        """Take back the last order since the last letter. IllegalOrder if there is none."""
        if self.half.ahead:
            self.half.undo()
            self._keep_ahead()
            return
        self.half.undo()
        self._rewrite(self.half.replica.journal)

    def _settle(self) -> None:
        """Let the rules run; write the letter if the other side is to go on."""
        half = self.half
        if not half.leads or half.finished:
            self._put_out()
            return
        before = len(half.replica.journal)
        stop = half.run()
        self._writer.append(half.replica.journal[before:])
        if stop is None or (stop is Stop.OVER and half.side in half.mail.opened):
            return
        letter = half.letter(stop, self._keys, self._nonce)
        mail = half.mail.with_letter(letter)
        keep(self.data, mail)
        half.sent(letter)
        (self.data / FOLDER / self.game / AHEAD).unlink(missing_ok=True)
        self._put_out()

    # -- what is left to one's machine ------------------------------------------------------------------

    def pass_by(self) -> None:
        """Do nothing further in what is to be decided now; the letter is written. PostError where that cannot be."""
        half = self.half
        if not isinstance(half, InTrust):
            raise PostError("in this game only orders end a step: panzerhex resume")
        if self.turn != "mine" or self.question is not None or half.replica.over:
            raise PostError("you have nothing to decide now; agree or refuse first" if self.question else _NOT_NOW)
        try:
            while self.turn == "mine" and half.run() is None:
                self.give(half.hold())
        except IllegalOrder as error:
            raise PostError(f"you have to decide something here: {error.reason}") from error

    def leave_to_machine(self, standing: Mapping[str, str]) -> None:
        """From the next decision on leave some to the machine; see `core.play.whole.Decided`. PostError where none can
        be."""
        half = self.half
        if not isinstance(half, InTrust):
            raise PostError("in this game nothing is left to your machine")
        half.standing = dict(standing)
        replace_file(made(self.data, self.game) / STANDING, orjson.dumps(half.standing), 0o600)

    def _take_up_standing(self) -> None:
        path = self.data / FOLDER / self.game / STANDING
        if isinstance(self.half, InTrust) and path.exists():
            with suppress(orjson.JSONDecodeError, OSError):
                self.half.standing = orjson.loads(path.read_bytes())

    # -- what is said besides play -----------------------------------------------------------------------

    @property
    def question(self) -> Saying | None:
        """What the other side asks for, which the player has to answer; None if for nothing."""
        return self.half.question if self.turn == "mine" else None

    def resign(self) -> None:
        """Give the game up. PostError if the other side is to go on first."""
        self._say(Saying(Say.RESIGN))

    def ask_back(self, orders: int = 1) -> None:
        """Ask to go back to before one of one's own orders in the letters, the last or so many before.

        PostError if there are not so many, or it is not one's turn.
        """
        points = self.half.points()
        if not 1 <= orders <= len(points):
            least = "no order of yours is in a letter yet" if not points else f"your letters have {len(points)} orders"
            raise PostError(f"{least}; orders since the last letter are undone unasked")
        self._say(points[orders - 1])

    def ask_table(self) -> None:
        """Ask to go on at a table, where one machine knows all. PostError if it is not one's turn."""
        self._say(Saying(Say.TABLE))

    def ask_host(self) -> None:
        """Ask to go on at a host's table. PostError if it is not one's turn, or something has yet to be settled."""
        self._say(Saying(Say.HOST))

    def open_seals(self) -> None:
        """Open what was sealed in a game that went on at a host's table, when it is over there: what both have opened
        can be verified. PostError if it did not go on there, or it is for the other side to write."""
        half = self.half
        if not half.mail.taken or half.side in half.mail.opened:
            raise PostError("there is nothing to open: the game did not go on at a host's table, or it is open already")
        if not half.leads:
            raise PostError("it is for the other side to open first; import its file")
        self._written(half.letter(Stop.OVER, self._keys, self._nonce))

    def answer(self, *, agree: bool) -> None:
        """Agree to what the other side asks for, or refuse. PostError if it asks for nothing."""
        if self.question is None:
            raise PostError("the other side asks for nothing that you could agree to or refuse")
        self._say(Saying(Say.AGREE if agree else Say.REFUSE))

    def _say(self, says: Saying) -> None:
        """Write a letter that does nothing but say something. What was ordered since the last letter is not in it."""
        half = self.half
        if self.turn != "mine" or half.replica.over:
            raise PostError("the game is over" if half.replica.over else "it is for the other side to write first")
        if self.question is not None and says.say not in (*ANSWERS, Say.RESIGN):
            raise PostError("the other side has asked for something; agree or refuse first")
        tables = (Saying(Say.TABLE), Saying(Say.HOST))
        ends = says.say is Say.RESIGN or (says.say is Say.AGREE and half.question in tables)
        half.unordered()
        known = half.ready.whole if isinstance(half, InTrust) else half.replica
        if says.say is Say.HOST and not known.system.settled(known.state):
            raise PostError("something is under way that has yet to be settled; then the game can change to a host")
        self._written(half.letter(Stop.OVER if ends else Stop.CHOICE, self._keys, self._nonce, says))

    def _written(self, letter: Letter) -> None:
        """Have a letter of one's own part of the game, on the disk and to be sent."""
        half = self.half
        mail = half.mail.with_letter(letter)
        half.sent(letter)
        self._rewrite(half.replica.journal)
        keep(self.data, mail)
        (self.data / FOLDER / self.game / AHEAD).unlink(missing_ok=True)
        self._put_out()

    # -- files that come and go ------------------------------------------------------------------------

    @property
    def outgoing(self) -> Path:
        """The file that is to be sent now; it is there if the other side is to go on."""
        mail = self.half.mail
        name = f"{slug(mail.invitation.scenario)}-{self.game[:8]}-{len(mail.letters):03}{SUFFIX}"
        return self.data / FOLDER / OUTBOX / name

    def _put_out(self) -> None:
        """Have the file that is to be sent in the outbox, and no older one of this game."""
        if self.half.mail.last.by != self.side:
            return
        self.outgoing.parent.mkdir(parents=True, exist_ok=True)
        for path in self.outgoing.parent.glob(f"*-{self.game[:8]}-*{SUFFIX}"):
            if path != self.outgoing:
                path.unlink(missing_ok=True)
        if not self.outgoing.exists() or self.outgoing.read_bytes() != self.half.mail.data:
            replace_file(self.outgoing, self.half.mail.data)

    def export(self, path: Path) -> None:
        """Write the file that is to be sent. PostError if it is this side that has to go on first."""
        if self.half.mail.last.by != self.side:
            self.send_now()
        if path.exists() and path.read_bytes() == self.half.mail.data:
            return
        if path.exists() and not is_older(path, self.half.mail):
            raise PostError(f"{path} exists already and is something else; choose another file name")
        try:
            replace_file(path, self.half.mail.data)
        except OSError as error:
            raise PostError(f"cannot write {path}: {error.strerror}; choose another place") from error

    def take(self, mail: Correspondence) -> bool:
        """Take over what a file has beyond this game; False if it has nothing new. PostError changes nothing."""
        mine = self.half.mail
        common = min(len(mine.lines), len(mail.lines))
        if mine.lines[:common] != mail.lines[:common]:
            n = next(k for k in range(common) if mine.lines[k] != mail.lines[k])
            raise PostError(
                f"the file is of another course of this game: letter {n} is not the one that you have; one of you has "
                "gone back to an older copy, and only the side that did can put that right"
            )
        new = mail.letters[len(mine.letters) :]
        if not new:
            if mail.last.by == self.side:
                raise PostError("this is your own file; send it to the other player, and import what comes back")
            # What was answered at once has one letter after it.
            if len(mail.letters) + 1 < len(mine.letters):
                raise PostError(f"the file is old: it ends at letter {len(mail.letters)}, which you have had")
            return False
        if self.half.start != len(self.half.replica.journal) or new[0].by == self.side:
            # The player's own machine has written this: an older copy of the data is in use.
            raise PostError("the file is ahead of this game; restore it from the file in another data directory")
        trial = self.half.copy()
        trial.receive(new[0])
        if len(new) > 1:
            raise PostError(f"the file has {len(new)} letters more than this game; letter {new[1].n} is not expected")
        before, after = self.half.replica.journal, trial.replica.journal
        follows = after[: len(before)] == before
        if not follows:  # a take-back, or what both decided is carried out; it is not to be read as orders of one's own
            self._rewrite(after)
        keep(self.data, trial.mail)
        self.half = trial
        if follows:
            self._writer.append(after[len(before) :])
        self._settle()
        return True

    # -- the journal ----------------------------------------------------------------------------------

    def _take_up_journal(self, now: Now) -> JournalWriter:
        """Open the journal, begin it, or bring it up to date with the letters; take up what was ordered since."""
        half = self.half
        known = half.replica.journal
        path = journal_of(self.data, self.game)
        if path is None:
            writer = JournalWriter(Library(self.data).new_path(half.mail.invitation.scenario, now()), self._header(now))
            writer.append(known)
            return writer
        writer, journal = JournalWriter.reopen(path)
        if journal.header.schema != SCHEMA:
            self._writer = writer
            writer = self._rewrite(journal.events)
        events = list(journal.events)
        if events[: len(known)] == known:
            draft = events[len(known) :]
            if half.leads:
                half.resume(draft)
                half.look_ahead()
                self._take_up_ahead()
            return writer
        if known[: len(events)] == events:
            writer.append(known[len(events) :])
            return writer
        self._writer = writer
        self.notices.append(f"{path.name} was changed; it is what the letters say again")
        return self._rewrite(known)

    def _header(self, now: Now) -> Header:
        invitation = self.half.mail.invitation
        other = self.half.replica.other
        return Header(
            system=invitation.system,
            edition=invitation.edition,
            scenario=invitation.scenario,
            options=invitation.options,
            sides={self.side: "human", other: f"{POST_SEAT}:{self.game}"},
            content=invitation.content,
            created=now().isoformat(timespec="seconds"),
        )

    def _rewrite(self, events: Sequence[Event]) -> JournalWriter:
        """Put another journal in the place of the one there is."""
        path = self._writer.path
        draft = draft_beside(path, events)
        self._writer.close()
        os.replace(draft, path)
        self._writer = JournalWriter.reopen(path)[0]
        return self._writer

    def close(self) -> None:
        """Give the game free. May be called twice."""
        self._writer.close()
