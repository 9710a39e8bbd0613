"""The host's secret for the dice of one room: drawn before anybody joins, shown when the game is over."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from core import honest
from saves.files import write_all
from saves.rooms.error import RoomError
from saves.rooms.state import RoomState, Stage

SECRET: Final = "dice.secret"


def draw() -> str:
    """A secret that nobody can guess: 64 hex digits."""
    return secrets.token_hex(32)


def write_secret(directory: Path, secret: str) -> None:
    """Put a secret where only the host reads it. OSError if it cannot be written."""
    descriptor = os.open(directory / SECRET, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        write_all(descriptor, secret.encode() + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_secret(directory: Path, commitment: str) -> str:
    """The secret of a room. RoomError if it is not the one that was sealed."""
    try:
        secret = (directory / SECRET).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise RoomError(f"the dice cannot be rolled: {SECRET} of {directory.name} is missing; restore it") from error
    if honest.commitment(secret) != commitment:
        raise RoomError(f"the dice cannot be rolled: {SECRET} of {directory.name} is not the secret that was sealed")
    return secret


def words(state: RoomState, *, shown: str) -> tuple[str, ...]:
    """How the dice of a room are kept honest, in sentences. shown: the secret once it was revealed, else ""."""
    told = [
        "The host drew a secret for the dice before anybody joined and shows its fingerprint (SHA-256), so that it "
        f"cannot choose another one later: {state.commitment}"
    ]
    if state.stage is Stage.WAITING:
        values = tuple((m.name, m.value) for m in state.members)
        told.append("Every player adds words of his own. All rolls follow from the secret and these words, in order.")
    else:
        values = state.mixed
        told.append("All rolls follow, in order, from that secret and the words of the players.")
    told += [f"{name} added: {value}" for name, value in values]
    if shown:
        told.append(f"The secret is: {shown}")
        told.append("To check every roll, save the journal of the game and run: panzerhex verify FILE")
    elif state.stage is Stage.CLOSED and not state.mixed:
        told.append("The table was closed before a die was rolled.")
    else:
        told.append("The secret is shown when the game is over; panzerhex verify then checks every roll against it.")
    return tuple(told)
