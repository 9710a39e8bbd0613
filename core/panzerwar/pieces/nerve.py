"""The morale of a squad, team or crew (pw:12.9)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike


class Result(Enum):
    """What an attack by killpower does (pw:12.9.3). CREW: of a gun with two crews one is killed, the other serves it
    (pw:12.0.4)."""

    KILLED = "killed"
    CREW = "one crew killed"
    BROKEN = "broken"
    SUPPRESSED = "suppressed"
    NOTHING = "no effect"


@frozen(kw_only=True, eq=False, repr=False)
class Nerve(Alike):
    """broken: the turn in which it broke, 0 = it is not broken (pw:12.9.1, pw:12.9.4.1); suppressed: the last turn
    through which it is suppressed, 0 = it is not (pw:12.9.3.1); ignoring: it charges through suppression this turn
    (pw:12.9.3.2); frozen: broken, it stays in hard cover (pw:12.9.2.2); assaulted: it has made its close assault of
    this turn (pw:12.11.4.1).
    """

    broken: int = 0
    suppressed: int = 0
    ignoring: bool = False
    frozen: bool = False
    assaulted: bool = False

    def pinned(self, turn: int) -> bool:
        """Whether it is suppressed in a turn, and does not charge through it (pw:12.9.3.2, pw:12.9.3.3)."""
        return self.suppressed >= turn > 0 and not self.ignoring
