"""Questions about mines and bunkers: dice, armour, chances (pw:15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer
from core.panzerwar.damage.strikes import of_shell
from core.panzerwar.obstacles import bunker_hits, bunkers, minefields
from core.panzerwar.pieces.weapons import ShellType
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class MineDice:
    """The dice for GSU moved through a minefield of a class in a turn (pw:15.1.4)."""

    grade: int
    length: float

    def answer(self, system: Any, state: WarState) -> Answer:
        """dice; chance: that at least one mine goes off."""
        dice = minefields.dice_for(state.charts, self.grade, self.length)
        return {"dice": dice, "chance": 1 - 0.9**dice}


@frozen(kw_only=True)
class BunkerNow:
    """A bunker as it stands now (pw:15.7)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """armour: in cm; stun: what is added to the number that stuns; collapsed; inside: who is in it."""
        bunker = state.element(self.unit)
        card = bunkers.card_of(state, bunker)
        return {
            "armour": bunkers.armour(state.charts, card, bunker.harm.worn),
            "stun": card.stun,
            "collapsed": bunkers.collapsed(state.charts, card, bunker.harm.worn),
            "inside": [one.id for one in bunkers.inside(state, bunker)],
        }


@frozen(kw_only=True)
class BunkerHit:
    """The chances of one hit on a bunker by a shell at a range (pw:15.7.2.1, pw:15.7.4)."""

    unit: str = field(metadata=UNIT)
    weapon: str
    shell: str
    range: float

    def answer(self, system: Any, state: WarState) -> Answer:
        """pierced; stunned: of each element inside; killpower: against each if it is pierced."""
        weapon = state.cards.weapons[self.weapon]
        shell = next(iter(weapon.of(ShellType(self.shell))))
        strike = of_shell(weapon, shell, self.range, 0.0)
        pierced, stunned = bunker_hits.chances(state, state.element(self.unit), strike)
        killpower = bunker_hits.attack_inside(state.charts, strike).net
        return {"pierced": pierced, "stunned": stunned, "killpower": killpower}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {"bunker": BunkerNow, "bunker-hit": BunkerHit, "mine-dice": MineDice}
