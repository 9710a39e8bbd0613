"""One journal that several processes play: each has it only for the length of an order."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.dice import SeededDice
from core.event import Event, TakenBack
from core.play.aside import Aside
from core.play.game import Game
from saves import course
from saves.course import ContinuedDice, decide_again, last_course, results
from saves.files import sync_directory
from saves.line import SaveError
from saves.rooms.error import RoomError
from saves.rooms.log import take
from saves.session import ContentHash, OpenSystem, Session, open_game, start_game


class SharedGame:
    """The game of a room and its journal. Its methods are called while the room's log is locked.

    dice_seed: asked for when the journal is opened; the seed of the sealed dice.
    """

    def __init__(
        self, path: Path, open_system: OpenSystem, content_hash: ContentHash | None, dice_seed: Callable[[], str]
    ) -> None:
        self.path = path
        self._open_system = open_system
        self._content_hash = content_hash
        self._dice_seed = dice_seed
        self._session: Session | None = None

    def _words(self, what: object) -> str:
        """What is wrong with the journal, in words for those who sit at the table: what journals say for themselves
        names the whole path, as at one's own machine; where the host keeps the folder of the table is not said here."""
        return str(what).replace(f"{self.path.parent.parent}{os.sep}", "")

    @property
    def begun(self) -> bool:
        """Whether there is a journal."""
        return self.path.exists()

    @property
    def game(self) -> Game[Any] | None:
        """The game as it was when it was last read; None if it was not yet."""
        return self._session.game if self._session else None

    @property
    def notices(self) -> tuple[str, ...]:
        """What there is to say about the file, in sentences."""
        return tuple(map(self._words, self._session.notices)) if self._session else ()

    @property
    def stale(self) -> bool:
        """Whether somebody else has written to the journal since it was read here."""
        if self._session is None:
            return False
        try:
            return self.path.stat().st_size != self._session.writer.size
        except OSError:
            return True

    def forget(self) -> None:
        """Give the memory of the game free; it is read again when it is needed."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def current(self) -> Game[Any]:
        """The game as it stands in the file. An order that a killed process left half written is carried out to
        its end. RoomError if the journal cannot be opened."""
        if self._session is None or (self.stale and not self._read_on(self._session)):
            self._reopen()
        assert self._session is not None
        return self._session.game

    def _read_on(self, session: Session) -> bool:
        """Take over what other processes have played; False if the journal must be opened anew, for it is damaged or
        its last order was left half written."""
        events = session.writer.read_on()
        if events is None:
            return False
        game = session.game
        try:
            game.follow(events)
            seed, rolled = self._dice_seed(), course.rolled(game.journal)
            start = last_course(game.journal)
            recorded = game.journal[start:]
            given = recorded[0] if recorded else None
            if not isinstance(given, TakenBack):
                again = ContinuedDice(results(recorded), SeededDice(seed, rolled))
                if list(decide_again(game.system, game.at(start), given, again)) != recorded:
                    return False
        except RoomError:
            raise
        except Exception:  # whatever the rules make of it, opening the file anew finds the line and says so
            return False
        game.dice = SeededDice(seed, rolled)
        return True

    def _reopen(self) -> None:
        self.forget()
        try:
            descriptor = os.open(self.path, os.O_RDWR)
            try:
                take(descriptor, self._words(self.path))
            finally:
                os.close(descriptor)
            session = open_game(
                self.path,
                self._open_system,
                content_hash=self._content_hash,
                dice_seed=self._dice_seed(),
                in_place=True,
            )
        except RoomError:
            raise
        except (OSError, SaveError, LookupError) as error:
            raise RoomError(f"the game cannot be opened: {self._words(error)}") from error
        session.writer.release()
        if session.path != self.path:
            session.close()
            raise RoomError(f"the game cannot be played on: {self._words(session.notices[0])}")
        self._session = session

    @contextmanager
    def playing(self) -> Iterator[Game[Any]]:
        """The game as it stands in the file, with the file open to be written.

        What fails leaves the game, its file and the dice to come as they were. RoomError if the disk is full.
        """
        game = self.current()
        session = self._session
        assert session is not None
        try:
            while not session.writer.retake():
                self._reopen()
                session = self._session
                assert session is not None
                game = session.game
        except RoomError:
            raise
        except SaveError as error:
            raise RoomError(self._words(error)) from error
        dice = copy.copy(game.dice)
        try:
            yield game
        except BaseException as error:
            game.dice = dice
            if isinstance(error, SaveError) and not isinstance(error, RoomError):
                raise RoomError(self._words(error)) from error
            raise
        finally:
            session.writer.release()

    def begin(
        self,
        scenario: str,
        options: Sequence[str],
        *,
        sides: dict[str, str],
        created: str,
        content: str,
        asides: Sequence[Aside],
        before: Sequence[Event] = (),
        dice_seed: str,
    ) -> Path:
        """Write a new journal as a draft, whole and on the disk; `publish` gives it its name. RoomError if not."""
        draft = self.path.with_name(f".{self.path.name}.draft")
        try:
            draft.unlink(missing_ok=True)
            session = start_game(
                scenario,
                self._open_system,
                draft,
                options=options,
                sides=sides,
                created=created,
                content=content,
                asides=asides,
                before=before,
                dice_seed=dice_seed,
            )
            session.close()
        except (OSError, SaveError, LookupError) as error:
            raise RoomError(f"the game cannot begin: {self._words(error)}") from error
        return draft

    def publish(self, draft: Path) -> None:
        """Give a draft its name."""
        try:
            os.replace(draft, self.path)
            sync_directory(self.path.parent)
        except OSError as error:
            raise RoomError(f"the game cannot begin: {self._words(error)}") from error
