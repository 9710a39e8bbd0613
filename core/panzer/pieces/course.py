"""Set-up, and who holds objectives and since when (na:2.0, na:4.6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from core.event import SideId
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


@keeps_secrets
@frozen(slots=False)
class SettingUp:
    """All that the set-up adds to the state of a game: its order, the zone that each side chose."""

    order: tuple[SideId, ...] = field(default=(), metadata=_ALL)
    zones: Mapping[SideId, str] = field(factory=dict, metadata=_ALL)


@frozen
class Occupation:
    """Who has held an objective since the start of a turn, for its capture (na:3.6b)."""

    side: SideId
    turns: int


@keeps_secrets
@frozen(slots=False)
class Objectives:
    """All that objectives add to the state of a game, by the id of each.

    control: who controls it, None = nobody; occupation: who occupies it and has not captured it yet (na:3.6b); contact:
    the sides that had a combat unit there when the turn began (min:4.6).
    """

    control: Mapping[str, SideId | None] = field(factory=dict, metadata=_ALL)
    occupation: Mapping[str, Occupation] = field(factory=dict, metadata=_ALL)
    contact: Mapping[str, frozenset[SideId]] = field(factory=dict, metadata=_ALL)


#: Before anything of it has happened.
NOTHING_SET_UP: Final = SettingUp()
NO_OBJECTIVES: Final = Objectives()
