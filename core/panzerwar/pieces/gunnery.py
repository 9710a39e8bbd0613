"""What an element did in the combat phase, and at whom (pw:6.16.4, pw:8.4.3, pw:8.10, pw:9.20)."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.plane import Point


@frozen(kw_only=True, eq=False, repr=False)
class Gunnery(Alike):
    """fired: the fire segments of this turn in which it fired, 1 to 5; rounds: which weapon in which of
    them; lately: it fired in the last turn; with_: what
    it fired: "gun", "mg", "small" (pw:7.6.3); target: at whom it fired last, in whatever turn; hit: whether it hit
    then; shots: elements that it has ever fired at, ranged: those at which it has fired a shot that had to hit, which a
    burst of a machine gun is not (pw:8.4.1); acquired: the target that it has acquired (pw:8.4.3),
    acquired_in: the turn in which it hit it last, 0 = none, acquired_at: where that was (pw:8.8.6).

    jammed: a gun is jammed (pw:8.14.7), jams: the arms that are, () = the main gun; turned: steps of 7.5 degrees that
    its turret turns in this turn; pointed: the heading of its turret before that, in force until it may fire
    (pw:6.16.4); aimed: turns in a row of aimed fire, aimed_at: at whom, aimed_in: the last of them, 0 = none
    (pw:9.20.5); mark: the point that it overwatches or is bore-sighted on, "x,y" in tenths (pw:7.9).
    shut: it has buttoned up under fire and fires no more in this turn (pw:7.1.4).
    """

    fired: tuple[int, ...] = ()
    lately: bool = False
    rounds: tuple[tuple[str, int], ...] = ()
    with_: frozenset[str] = frozenset()
    target: UnitId | None = None
    hit: bool = False
    shots: frozenset[UnitId] = frozenset()
    ranged: frozenset[UnitId] = frozenset()
    acquired: UnitId | None = None
    acquired_in: int = 0
    acquired_at: Point | None = None
    jammed: bool = False
    jams: tuple[str, ...] = ()
    turned: int = 0
    pointed: int | None = None
    aimed: int = 0
    aimed_at: UnitId | None = None
    aimed_in: int = 0
    mark: str = ""
    shut: bool = False
