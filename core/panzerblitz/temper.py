"""How a computer player weighs what it sees; the worth of an enemy unit is about 1.3 (see `opponent.worth`)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike


@frozen(kw_only=True, eq=False, repr=False)
class Temper(Alike):
    """The weights of one computer player.

    time_to_spare, attack, sally: what a turn's way is worth to where victory demands a unit, with time to spare; to the
    enemy, for those who attack or come on, and for those who wait for him; press: as attack, for those whom victory
    wants somewhere. row: what a turn's way forward is worth where rows count and the far edge is out of reach.
    attention: the part of what enemies could do together that each unit has to fear. fire, assault: of what is won from
    a hex by fire, and by Close Assault at once; care: of what is risked there; cover, mined, crowd, there, fetch: for
    cover, mines, each own unit in the hex, for standing where one must be, for a turn nearer to those whom a carrier
    fetches. emplaced: for staying in a fortification. stir: how much better a hex must be before a unit moves. useful:
    who could win so much by fire stays on the map as long as there is time. overrun: an overrun that promises less
    beyond its risk is not made; overrun_care: what the risk where a vehicle comes out counts. least: an attack worth
    less is not made; delay: what the fire of a unit costs that is due elsewhere. own_mines: whether engineers clear
    minefields of their own side. looked_at: so many hexes of a whole reach are looked at closely, the best by progress
    first. friction: how many times longer ways to where victory demands a unit are taken to last than the ground says.
    line: what a unit closes by its fire of a line from edge to edge that victory asks for, or that shuts a lane
    of the enemy, for each hex. train: what a turn's way is worth, with time to spare, to those who do not fight. wait:
    what a turn off the map costs who could come on; nothing = he comes on at once. prize: HALVES of movement points
    by which an enemy seems nearer for each unit more than one as which his loss counts. spares: whether nobody is
    taken up who would only get off again, guns get off carriers in danger, and those who fire far get off tanks only
    to fire. shares: whether all fire is shared out at once, by several prices of a point of an Attack Factor, and the
    sharing taken that wins most. ending: whether a side reckons that it fires no more after its last Player-Turn, and
    that the enemy does nothing more after the last of the game. variety: in hexes too near or too far, what may speak
    more against a hex to begin in than against the best, so that it is drawn by lot; nothing = all is set up as the
    order to place the rest does it. homeward: whether carriers wait for those, and fetch them in time, whom
    victory wants off the map at the end, and who cannot walk there.
    """

    time_to_spare: float = 0.6
    attack: float = 0.8
    press: float = 0.8
    row: float = 0.0
    sally: float = 0.2
    attention: float = 0.6
    fire: float = 0.6
    assault: float = 1.0
    care: float = 0.6
    cover: float = 0.15
    mined: float = 2.0
    crowd: float = 0.04
    there: float = 0.2
    fetch: float = 0.5
    emplaced: float = 0.0
    stir: float = 0.12
    useful: float = 0.3
    overrun: float = 0.35
    overrun_care: float = 0.5
    least: float = 0.08
    dare: float = 0.0
    delay: float = 0.5
    line: float = 0.0
    train: float = 1.0
    friction: float = 1.0
    wait: float = 0.0
    prize: float = 0.0
    spares: bool = False
    shares: bool = False
    ending: bool = False
    own_mines: bool = True
    homeward: bool = False
    looked_at: int = 60
    variety: float = 0.0


#: Nothing in particular: the weights as they were first set, by hand.
PLAIN: Final = Temper()
