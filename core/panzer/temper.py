"""How a computer player weighs what it sees, in victory points."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike


@frozen(kw_only=True, eq=False, repr=False)
class Temper(Alike):
    """The weights of one computer player.

    coming: of the danger at the end of a move, which comes first to who moves; passing: of the worst on the way;
    patience: of the best shot from a hex in the next turn; company: how much each further target in his sight takes
    off an enemy's attention, massed: how far those count who go for the same goal from as near. daring: the part of
    danger made light of by who is far behind. pull: a turn nearer to a goal for each point of its worth, at least
    pull_least and at most pull_most; pull_late, pull_later: as the time for it runs out. hopeless: a shot that takes
    a lesser share of its target is not ordered; surprise: of fire after those who move or fire first;
    chance_to_watch: of an Overwatch shot; ambush_near, ambush_far: points for watching ground over which an enemy may
    come; manhandled: points off for a gun that gives up where it stands; hard_to_hit: of the danger where a vehicle
    stands, for moving away. watching, watching_now: Overwatch Fire that takes a lesser share is kept back, at last
    and while many have yet to move. wary: how much more danger counts to who is far enough ahead. next_unit: what
    each further unit adds to an objective, of what the one before it added. taking: of the points for standing on an
    objective that the side does not control yet. variety: points by which a hex to begin in may be worse than the
    best, one of which is drawn by lot. guards: whether it stands on objectives of its own while no enemy could be on
    them soon. entry: whether the danger on the way has in it that of the last hex for who turns there, as he comes
    into it.
    """

    coming: float = 1.2
    passing: float = 0.3
    patience: float = 0.8
    company: float = 0.3
    massed: float = 0.25
    daring: float = 0.45
    pull: float = 0.12
    pull_least: float = 9.0
    pull_most: float = 28.0
    pull_late: float = 1.7
    pull_later: float = 2.6
    hopeless: float = 0.08
    surprise: float = 0.85
    chance_to_watch: float = 0.6
    ambush_near: float = 7.0
    ambush_far: float = 3.0
    manhandled: float = 4.0
    hard_to_hit: float = 0.25
    watching: float = 0.1
    watching_now: float = 0.17
    wary: float = 0.0
    next_unit: float = 0.72
    taking: float = 1.0
    guards: bool = True
    variety: float = 0.0
    entry: bool = False


#: Nothing in particular: the weights as they were first set, by hand.
PLAIN: Final = Temper()
