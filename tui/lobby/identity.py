"""Who a player of the plain program is, and the words that players mix into the dice."""

from __future__ import annotations

import getpass
import os
import re
import secrets
from typing import Final

from saves.rooms.names import LONGEST, SHORTEST, PlayerName, checked_name

#: The name under which the plain program lets one sit down with others.
VARIABLE: Final = "PANZERHEX_PLAYER"

_WORDS: Final = (
    *("amber", "anvil", "birch", "bramble", "cinder", "copper", "creek", "dusk", "ember", "falcon", "fern", "flint"),
    *("furrow", "granite", "hazel", "heron", "iron", "juniper", "lantern", "larch", "marsh", "meadow", "mill", "moss"),
    *("oak", "orchard", "otter", "pepper", "plough", "quarry", "raven", "river", "rowan", "rust", "saddle", "sparrow"),
    *("steppe", "sunrise", "tallow", "thistle", "timber", "tulip", "velvet", "wagon", "walnut", "willow", "winter"),
)


def player_name() -> PlayerName:
    """The name of whoever runs the plain program: $PANZERHEX_PLAYER, else the name at the operating system made fit.

    ValueError if the variable is set to something that is no name.
    """
    chosen = os.environ.get(VARIABLE, "").strip()
    if chosen:
        try:
            return checked_name(chosen)
        except ValueError as error:
            raise ValueError(f"{VARIABLE}={chosen}: {error}") from error
    try:
        login = getpass.getuser()
    except (OSError, KeyError):
        login = ""
    return fitted(login)


def fitted(text: str) -> PlayerName:
    """A name as much like a text as names may be."""
    base = re.sub(r"[^a-z0-9_-]+", "-", text.lower()).strip("-_")
    base = re.sub(r"^[^a-z]+", "", base)[:LONGEST] or "player"
    for name in (base, f"{base[: LONGEST - 7]}-player"):
        if len(name) >= SHORTEST:
            try:
                return checked_name(name)
            except ValueError:
                continue
    return checked_name("player")


def words_for_dice() -> str:
    """A line that nobody can foretell, such as "heron plough amber 4821"."""
    return " ".join((*(secrets.choice(_WORDS) for _ in range(3)), str(secrets.randbelow(9000) + 1000)))
