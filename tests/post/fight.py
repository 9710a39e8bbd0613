"""The small fight of all arms, with any switches, as a game that two halves can play."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from core import secrecy
from core.event import SideId
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from tests.panzer.whole.test_switched_games import opened


@frozen(eq=False)
class SharedFight(Situation):
    """The rules of the fight, whose first state each half knows as its side may."""

    def replica(self, side: SideId) -> PanzerState:
        known = secrecy.view(self.initial(), side)
        known.half_of = side
        return known


def fight(options: Sequence[str]) -> SharedFight:
    """The fight as it is played with these options."""
    return shared(opened("fight", options))


def shared(rules: Situation) -> SharedFight:
    """A situation as two halves play it."""
    return SharedFight(**{a.name.lstrip("_"): getattr(rules, a.name) for a in rules.__attrs_attrs__})
