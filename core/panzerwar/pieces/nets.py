"""Who tries to reach whom by radio, and who is in contact (pw:5.1, pw:5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.secrecy import ALL, OWN_SIDE, keeps_secrets, known

#: Whom an attempt is to reach that goes to higher command off the table (pw:5.1a, pw:5.2.2).
HIGHER_COMMAND: Final = ""


class Reached(Enum):
    """What came of an attempt (pw:5.1, pw:5.1.2).

    MADE: the message is received and understood; FAILED: it is not; OUTRANKED: another's had priority; GARBLED: it came
    at the same time as another's.
    """

    MADE = "made"
    FAILED = "failed"
    OUTRANKED = "another had priority"
    GARBLED = "garbled"


@frozen(kw_only=True, eq=False, repr=False)
class Attempt(Alike):
    """An attempt to make radio contact in phase B, noted before all of them are rolled (pw:5.1.2).

    element: who tries; to: the id of the unit that is to be reached, "" = higher command off the table; maintain: it
    keeps up contact that it has (pw:5.2.1).
    """

    side: SideId
    element: UnitId
    to: str
    maintain: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Link(Alike):
    """Contact of an element with a unit: since which turn, and the last turn in which it was made or maintained
    (pw:5.2.1)."""

    side: SideId
    element: UnitId
    to: str
    since: int
    last: int


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Nets(Alike):
    """attempts: those noted in this turn; links: who is in contact with whom; tried: elements that have rolled in this
    turn (pw:5.1.1).

    plans: general orders that wait to be communicated; due: general orders that have been, with the turn from which on
    they hold (pw:5.2, pw:5.3); settled: the last turn of which the attempts have been rolled.
    """

    attempts: tuple[Attempt, ...] = field(default=(), metadata=known(OWN_SIDE))
    links: tuple[Link, ...] = field(default=(), metadata=known(OWN_SIDE))
    tried: Mapping[SideId, frozenset[UnitId]] = field(factory=dict, metadata=known(OWN_SIDE))
    plans: Mapping[SideId, str] = field(factory=dict, metadata=known(OWN_SIDE))
    due: Mapping[SideId, tuple[int, str]] = field(factory=dict, metadata=known(OWN_SIDE))
    settled: int = field(default=0, metadata=known(ALL))
