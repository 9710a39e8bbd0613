"""What one of two machines, each with the secrets of one side, asks the other amid a step (`core.play.replica`).

A command face down can bear on what everybody sees: a leg unit that is to move is easier to hit (na:6.5.4.2.2), one
with a command recovers less easily (na:6.8.3.1.1). At a table that shows when it is rolled for; between two machines it
is told just before.
"""

from __future__ import annotations

from enum import Enum

from attrs import evolve, frozen

from core.alike import Alike
from core.event import UnitId
from core.panzer.pieces.firing import Shot


class FactKind(Enum):
    """What may be asked of a command face down.

    MOVING: whether it is MOVE or SHORT HALT, which shows in the GP Defense Factor of its unit (na:6.5.4.2.2);
    ORDERED: whether it is other than N/C (na:6.8.3.1.1); SHOWING: that its owner has shown it to a shot, or does not
    (na:4.4.3.2.2b).
    """

    MOVING = "moving"
    ORDERED = "ordered"
    SHOWING = "showing"


@frozen(eq=False, repr=False)
class Fact(Alike):
    """One thing of one unit's command. shot: the one to which it may be shown, None = whatever is fired."""

    unit: UnitId
    kind: FactKind
    shot: Shot | None = None


@frozen(eq=False, repr=False)
class Inquiry(Alike):
    """What is asked, and what was told in this turn; between a game's whole knowledge nothing is."""

    asked: tuple[Fact, ...] = ()
    told: tuple[tuple[Fact, bool], ...] = ()

    def answer(self, fact: Fact) -> bool | None:
        """What was told of a fact; None if nothing was."""
        return next((holds for known, holds in self.told if known == fact), None)

    def fire_resolved(self) -> Inquiry:
        """Without what was told of showing: each fire is answered by itself."""
        if not self.told:
            return self
        return evolve(self, told=tuple((f, holds) for f, holds in self.told if f.kind is not FactKind.SHOWING))


NO_INQUIRY = Inquiry()
