"""How a computer player weighs what it sees; lengths are GSU."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike


@frozen(kw_only=True, eq=False, repr=False)
class Temper(Alike):
    """The weights of one computer player.

    price: what it costs, in GSU of way, to stand in the open before a gun nearby; covered, hull_down: how much of the
    danger cover leaves, and a position hull down. haste: a unit without known enemies goes at full speed while its goal
    is farther than this. spare: turns of half movement that are kept in hand before a unit presses on under fire.
    grasp: a place as near as this is gone to before the enemy gets there. too_many: enemies with guns beyond these
    shares of one's own are too many. watched: whether a unit that attacks keeps out of the sight of those who watch
    its way. remembers: turns for which an enemy that is lost from sight counts where he was seen last. waits: who is
    there to go somewhere lets the enemy come as if he were not. roads: vehicles go along roads at road speed, and who
    attacks begins where that brings him to his goal first. stands: who sees guns nearer than this, in GSU, stands and
    fires, if the game does not end soon. variety: GSU of way by which a place to begin in may be worse than the best,
    one of which is drawn by lot.
    """

    price: float = 60.0
    covered: float = 0.6
    hull_down: float = 0.5
    haste: float = 500.0
    spare: float = 2.0
    grasp: float = 260.0
    too_many: float = 2.5
    watched: bool = True
    remembers: float = 0.0
    waits: bool = False
    roads: bool = False
    stands: float = 0.0
    variety: float = 0.0


#: Nothing in particular: the weights as they were first set, by hand.
PLAIN: Final = Temper()
