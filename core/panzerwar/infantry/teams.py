"""Independent teams: which there are at the start of a game (pw:12.0.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: So many squads have a team (pw:12.0.3).
SQUADS: Final = 3


def generated(platoons: Sequence[int]) -> int:
    """How many teams a company has, given the squads of each of its platoons: one for each platoon of three or more;
    if there is no such platoon, one for each three squads of the company (pw:12.0.3)."""
    return sum(squads >= SQUADS for squads in platoons) or sum(platoons) // SQUADS


def card(*, attacks: bool) -> str:
    """The card of such a team: scouts on the attack, snipers on the defence (pw:12.0.3)."""
    return "scout" if attacks else "sniper"
