"""What an element did in the movement phase, this turn and the last (pw:6.1, pw:6.3, pw:6.5, pw:6.6)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike


class Motion(Enum):
    """How much an element moved (pw:6.3 to pw:6.6). Infantry: HALF for one segment, FULL for two (pw:8.5.6)."""

    STATIONARY = "stationary"
    SHIFT = "shift"
    HALF = "half"
    FULL = "full"
    BONUS = "bonus"
    BURST = "burst"


#: The motions in which an element counts as moving for fire at it and by it.
MOVING = frozenset({Motion.HALF, Motion.FULL, Motion.BONUS, Motion.BURST})


@frozen(kw_only=True, eq=False, repr=False)
class Travel(Alike):
    """motion: of this turn; spent: movement points (GSU with all costs) used in it; segments: in which it moved.

    reversed: it backed (pw:6.2.4); straight: it moved straight at full speed over clear open ground, as bonus movement
    asks of the turn before (pw:6.5); last: motion of the turn before, last_straight: whether that was so.
    rested: it moved in the turn before, but in the second half of it stood (pw:4.8.3); its own side alone knows.
    charged: in how many segments in a row it charged (pw:12.1.3); rest: turns for which it may not charge again.
    halted_until: the last turn in which it may not move (pw:6.5.1, pw:6.6.1).
    bogged: it stalled this turn (pw:6.14.5), rolled: it has
    rolled for that (pw:6.14.3); strained: it has rolled for its suspension; intended: the motion that it was ordered,
    if it was stopped (pw:8.7.6). loading: turns of standing still that loading, unloading or setting up still takes
    (pw:6.11); doubled: its next set-up takes twice the time (pw:6.11.5); delayed: what command range took of its move
    (pw:4.13.2); moved: the last turn in which it moved at all or was set down, 0 = it has not (pw:10.6.2); lights: it
    drives with its lights on (pw:6.10.2, pw:7.8).
    """

    motion: Motion = Motion.STATIONARY
    spent: float = 0.0
    segments: tuple[str, ...] = ()
    reversed: bool = False
    straight: bool = False
    last: Motion = Motion.STATIONARY
    last_straight: bool = False
    rested: bool = False
    charged: int = 0
    rest: int = 0
    halted_until: int = 0
    bogged: bool = False
    rolled: bool = False
    strained: bool = False
    intended: Motion | None = None
    loading: float = 0.0
    doubled: bool = False
    delayed: bool = False
    moved: int = 0
    lights: bool = False

    @property
    def charges(self) -> bool:
        """Whether it has charged in this turn (pw:12.1.3): `charged` may be of the turn before."""
        return self.charged > 0 and self.motion is not Motion.STATIONARY
