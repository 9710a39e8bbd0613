"""An account of a host: its keys, its password, and why its player may not come in or not talk."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from saves.rooms.names import PlayerName
from tui.host.keys import PublicKey

#: Characters of a reason that is told to whoever has to go.
LONGEST_REASON: Final = 200


def reason_of(text: str) -> str:
    """A reason as one line, with nothing that a terminal would obey, cut where it is too long."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_REASON]


@frozen
class Ban:
    """Why and since when (ISO 8601) a player may not come in."""

    reason: str = ""
    since: str = ""


@frozen
class Account:
    """A player of this host. password: its hash, "" without one; created, last_seen: ISO 8601, "" if not known."""

    name: PlayerName
    keys: tuple[PublicKey, ...] = ()
    password: str = field(default="", repr=False)
    created: str = ""
    last_seen: str = ""
    ban: Ban | None = None
    mute: Ban | None = None

    @property
    def silence(self) -> str:
        """Why the player may not talk; "" if he may."""
        if self.mute is None:
            return ""
        return f"You may not talk on this host{f': {self.mute.reason}' if self.mute.reason else ''}."

    @property
    def refusal(self) -> str:
        """Why the player may not come in; "" if he may."""
        if self.ban is None:
            return ""
        return f"{self.name} is banned from this host{f': {self.ban.reason}' if self.ban.reason else ''}."
