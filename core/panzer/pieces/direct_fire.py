"""Direct Fire that is under way, and the window in which units on Overwatch may fire (na:4.4.1, na:4.4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.ap import Aspect, ScoredHits
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.weapons import Failing
from core.replaced import replaced
from core.secrecy import ALL, PARTS, keeps_secrets, known

_ALL: Final = known(ALL)


@frozen(eq=False, repr=False)
class Window(Alike):
    """A chance for Overwatch Fire (na:4.4.2a, na:4.5b).

    mover:   the moving vehicle that may be fired at; None in the Combat Phase.
    fired:   the vehicles whose fire in this window (or, in the Combat Phase, this turn) may be answered.
    acting:  the side that may fire or pass now; passes: how many passes in a row there have been.
    """

    acting: SideId
    fired: tuple[UnitId, ...] = ()
    mover: UnitId | None = None
    passes: int = 0


def _of_target(state: Any, fire: Fire, side: SideId | None) -> bool:
    """Whether the target of the fire announced, or of the assault that is being fought, is of a side."""
    assault = state.combats.active
    target = fire.announced[0].target if fire.announced else assault.target if assault is not None else None
    return target is not None and state.units[target].side == side


def _nobody(state: Any, fire: Fire, side: SideId | None) -> bool:
    """Only the game itself asks: that a chance was there, and is over, is told to nobody."""
    return False


def _answering(state: Any, fire: Fire, side: SideId | None) -> bool:
    """Whether the chance for Overwatch Fire is a side's."""
    return fire.window is not None and fire.window.acting == side


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Fire(Alike):
    """All that Direct Fire and Overwatch Fire add to the state of a game.

    announced: shots yet to be resolved, the first one next (na:4.4.1a); announced_overwatch: whether they are Overwatch
    Fire; resolved_targets: targets at which Direct Fire has been announced in this step; fired_at: the hexes at which
    each unit has announced Direct Fire in this turn (na:6.2.1.1.4a); engaged: who has fired at whom in
    this turn, kept for Fire priority alone (or:7.14); fired: who has fired in this turn, in this order.
    Of the shot being resolved: declined: its target does not show its command (na:4.4.3.2.2b); aspect: the one that the
    target's owner chose (na:4.4.3.2.4); scored: hits that have yet to be located (na:6.5.2.1b).
    failing: weapons that have failed by it (or:7.25).
    window: the chance for Overwatch Fire that is open; combat_overwatch_over: the one of the Combat Phase is over
    (na:4.4.2a); waived: sides that do without their chances in this step; tracked: whose tracks have been
    hit in this step (min:8.4.5.3.1).
    """

    announced: tuple[Shot, ...] = field(default=(), metadata=_ALL)
    announced_overwatch: bool = field(default=False, metadata=_ALL)
    resolved_targets: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    fired_at: Mapping[UnitId, tuple[Hex, ...]] = field(factory=dict, metadata=_ALL)
    engaged: frozenset[tuple[UnitId, UnitId]] = field(default=frozenset(), metadata=_ALL)
    fired: tuple[UnitId, ...] = field(default=(), metadata=_ALL)
    declined: bool = field(default=False, metadata=known(_of_target, False))
    aspect: Aspect | None = field(default=None, metadata=known(_of_target))
    scored: ScoredHits | None = field(default=None, metadata=known(PARTS))
    window: Window | None = field(default=None, metadata=known(_answering))
    combat_overwatch_over: bool = field(default=False, metadata=known(_nobody, False))
    failing: tuple[Failing, ...] = field(default=(), metadata=_ALL)
    waived: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    tracked: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)

    def aimed(self, unit: UnitId, hex_: Hex) -> Fire:
        """The same once a unit has announced fire at one more hex (na:6.2.1.1.4a)."""
        return replaced(self, fired_at={**self.fired_at, unit: (*self.fired_at.get(unit, ()), hex_)})


#: At the beginning of a game.
NO_FIRE: Final = Fire()
