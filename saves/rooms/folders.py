"""The folders of the rooms of a house: how they are called, made and removed.

A folder appears whole or not at all: it is made under a name that is no room's, and gets one before it is removed.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from saves.files import sync_directory
from saves.library import slug
from saves.rooms import sealed
from saves.rooms.desk import LOG
from saves.rooms.error import RoomError
from saves.rooms.events import RoomMade
from saves.rooms.log import create_log

ROOMS: Final = "rooms"
#: How the directory of a room is called while it is being made or removed.
_DRAFT: Final = "."
#: Seconds after which such a directory is no longer somebody's work in hand.
_ABANDONED: Final = 600.0
#: Letters and digits of an id that cannot be taken for one another.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
_SMALL_WORDS: Final = frozenset({"the", "a", "an", "at", "of", "on", "in", "to", "and", "for"})


def is_id(name: str) -> bool:
    """Whether a directory of this name is a room."""
    return _ID.match(name) is not None


class Folders:
    """The folders in one directory. RoomError if it cannot be written."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RoomError(f"cannot write in {directory.parent}: {error.strerror}; choose another place") from error

    def of(self, id_: str) -> Path:
        """The folder of a room."""
        return self.directory / id_

    def ids(self) -> list[str]:
        """All rooms that there are."""
        try:
            return [name for name in os.listdir(self.directory) if is_id(name)]
        except OSError:
            return []

    def sweep(self) -> None:
        """Remove what killed processes left of rooms that they were making or removing."""
        for path in self.directory.glob(f"{_DRAFT}*"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > _ABANDONED:
                    shutil.rmtree(path, ignore_errors=True)

    def make(self, title: str, secret: str, made: RoomMade, now: float) -> str:
        """Make the folder of a room in which a scenario of this title is played; returns its id. secret: the host's
        for its dice; made: how its log begins."""
        draft = self.directory / f"{_DRAFT}{secrets.token_hex(6)}"
        try:
            draft.mkdir()
            try:
                sealed.write_secret(draft, secret)
                create_log(draft / LOG, [made], now)
                sync_directory(draft)
                return self._publish(draft, title)
            except BaseException:
                shutil.rmtree(draft, ignore_errors=True)
                raise
        except OSError as error:
            raise RoomError(f"its folder cannot be written: {error.strerror}; no table was laid") from error

    def _publish(self, draft: Path, title: str) -> str:
        words = [word for word in slug(title).split("-") if word not in _SMALL_WORDS]
        word = (words or ["room"])[0][:12]
        while True:
            id_ = f"{word}-{''.join(secrets.choice(_LETTERS) for _ in range(3))}"
            try:
                draft.rename(self.of(id_))
            except FileExistsError:
                continue
            except OSError:
                if self.of(id_).exists():
                    continue
                raise
            sync_directory(self.directory)
            return id_

    def remove(self, folder: Path) -> None:
        """Remove the folder of a room."""
        gone = self.directory / f"{_DRAFT}{folder.name}-{secrets.token_hex(4)}"
        try:
            folder.rename(gone)
            sync_directory(self.directory)
        except OSError as error:
            raise RoomError(f"the table cannot be removed: {error.strerror}") from error
        shutil.rmtree(gone, ignore_errors=True)
