"""What this chapter has at the end of a turn: jams, stun, burning vehicles (pw:9.6.1, pw:9.15.7, pw:9.15.9)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzerwar.damage.events import FireTested, JamTested, StunTested
from core.panzerwar.damage.targets import carried_inside
from core.panzerwar.losses import lost_with
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.extended import d10
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Blaze
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState


def final_details(state: WarState, dice: Dice) -> Iterator[Event]:
    """Phase H, as far as it is this chapter's: guns cleared, elements come to, fires (pw:3.2.H).

    Who is in a bunker comes to by another number, and is left to the rules of bunkers (pw:15.7.4.2).
    """
    for element in _there(state):
        if element.gunnery.jammed and not element.harm.stunned:
            yield from (unjam(state.charts, element, arm, dice) for arm in element.gunnery.jams or ("",))
    for element in _there(state):
        if element.harm.stunned and not element.posture.bunker:
            yield unstun(element, unstun_number(state.charts, element), dice)
    for element in _there(state):
        if Damage.FIRE in element.harm.damage:
            yield burn(state, element, dice)


def _there(state: WarState) -> tuple[Element, ...]:
    return tuple(e for e in state.elements.values() if e.presence in THERE)


def unjam_number(charts: Charts, element: Element) -> int:
    """The D10 that clears a jammed gun: less if its mount did not move this turn (pw:9.15.9)."""
    return charts.whole("unjam" if element.travel.motion is Motion.STATIONARY else "unjam-moved")


def unjam(charts: Charts, element: Element, arm: str, dice: Dice) -> JamTested:
    """Roll for a jammed gun whose mount is not stunned (pw:9.15.9)."""
    needed, roll = unjam_number(charts, element), dice.roll("d10", "clear the jam", "pw:9.15.9")
    cleared = roll.result >= needed
    return JamTested(side=element.side, element=element.id, needed=needed, cleared=cleared, arm=arm, rolls=(roll,))


def unstun_number(charts: Charts, element: Element) -> int:
    """The D10 at which an element comes to: more if it was hit by any shell this turn (pw:9.15.7)."""
    return charts.whole("unstun-hit" if element.harm.struck else "unstun")


def unstun(element: Element, needed: int, dice: Dice) -> StunTested:
    """Roll for a stunned element, against a number that others may give for theirs (pw:9.15.7, pw:15.7.4.2)."""
    roll = dice.roll("d10", "un-stun", "pw:9.15.7")
    return StunTested(side=element.side, element=element.id, needed=needed, ended=roll.result >= needed, rolls=(roll,))


def burn(state: WarState, element: Element, dice: Dice) -> FireTested:
    """Roll for a burning vehicle whose crew is still in it: a D10 with unders (pw:9.6.1)."""
    charts, rolled = state.charts, d10(dice, "burning", "pw:9.6.1", overs=False)
    if rolled.result >= charts.whole("fire-explodes"):
        lost = lost_with(state, element.id, carried_inside(state, element.id))
        return FireTested(side=element.side, element=element.id, blaze=Blaze.EXPLODES, lost=lost, rolls=rolled.rolls)
    blaze = Blaze.OUT if rolled.result <= charts.whole("fire-out") else Blaze.BURNS
    return FireTested(side=element.side, element=element.id, blaze=blaze, rolls=rolled.rolls)
