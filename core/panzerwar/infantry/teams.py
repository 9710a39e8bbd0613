"""Independent teams: which there are at the start of a game, and what they are (pw:12.0.2, pw:12.0.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.panzerwar.pieces.element import Element, Kind

#: So many squads have a team (pw:12.0.3).
SQUADS: Final = 3
#: The cards of teams that move apart from any platoon (pw:12.0.2): scouts and observers, snipers.
INDEPENDENT: Final = frozenset({"scout", "sniper"})


def generated(platoons: Sequence[int]) -> int:
    """How many teams a company has, given the squads of each of its platoons: one for each platoon of three or more;
    if there is no such platoon, one for each three squads of the company (pw:12.0.3)."""
    return sum(squads >= SQUADS for squads in platoons) or sum(platoons) // SQUADS


def card(*, attacks: bool) -> str:
    """The card of such a team: scouts on the attack, snipers on the defence (pw:12.0.3)."""
    return "scout" if attacks else "sniper"


def independent(element: Element) -> bool:
    """Whether an element is a team whose loss is nothing to the morale of its unit (pw:12.0.2)."""
    return element.kind is Kind.TEAM and element.card in INDEPENDENT
