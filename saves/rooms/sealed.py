"""The host's secret for the dice of one room: drawn before anybody joins, opened when the game is over."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from core.play import honest
from saves.files import new_file
from saves.rooms.error import RoomError
from saves.rooms.state import RoomState, Stage

SECRET: Final = "dice.secret"


def draw() -> str:
    """A secret that nobody can guess: 64 hex digits."""
    return secrets.token_hex(32)


def write_secret(directory: Path, secret: str) -> None:
    """Put a secret where only the host reads it. OSError if it cannot be written."""
    new_file(directory / SECRET, secret.encode() + b"\n", 0o600)


def read_secret(directory: Path, commitment: str) -> str:
    """The secret of a room. RoomError if it is not the one that was sealed."""
    try:
        secret = (directory / SECRET).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise RoomError(f"the dice cannot be rolled: {SECRET} of {directory.name} is missing; restore it") from error
    if honest.commitment(secret) != commitment:
        raise RoomError(f"the dice cannot be rolled: {SECRET} of {directory.name} is not the secret that was sealed")
    return secret


def words(room_id: str, state: RoomState, *, shown: str) -> tuple[str, ...]:
    """How the dice of a room are sealed and can be checked, and what that does not keep away, in sentences. shown: the
    secret once it was opened, else ""."""
    told = [
        "The host drew a secret for the dice before anybody joined. This is its fingerprint (SHA-256), by which it is "
        f"bound to that secret; keep a copy to compare: {state.commitment}"
    ]
    if state.stage is Stage.WAITING:
        values = tuple((m.name, m.value) for m in state.members)
        told.append("Every player adds words of his own. All rolls follow from the secret and these words, in order.")
    else:
        values = state.mixed
        told.append("All rolls follow, in order, from that secret and the words of the players.")
    told += [f"{name} added: {value}" for name, value in values]
    told.append(
        "Whoever keeps the host can read the secret: if he plays, he can foresee the rolls, and bend them if he is the "
        "last to add words. In play by file there is no such man."
    )
    if shown:
        told.append(f"The secret is: {shown}")
        told.append(
            f"To check every roll on your own machine: ssh HOST journal {room_id} > {room_id}.journal, then "
            f"panzerhex verify --from-host {room_id}.journal; compare what it prints with the fingerprint and the "
            "words that you were shown before the game."
        )
    elif state.stage is Stage.CLOSED and not state.mixed:
        told.append("The table was closed before a die was rolled.")
    else:
        told.append("The secret is opened when the game is over; then every roll can be checked against it.")
    return tuple(told)
