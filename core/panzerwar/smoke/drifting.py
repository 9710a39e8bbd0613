"""The wind, and what it does to smoke in phase H: drifting and going (pw:11.6, pw:11.7, pw:11.10.7, pw:11.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import Event
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.smoke.events import SmokeDrifted, WindRolled
from core.panzerwar.state import WarState
from core.plane import Point, compass, offset

#: Results of the D10 for the wind (pw:11.6.2, pw:11.6.3).
STRONG, CALM = 9, 10
#: Puffs that are taken away each turn from where a drifting cloud was laid (pw:11.7), in a strong wind and otherwise.
_GOING: Final = {False: 2, True: 3}
#: Puffs that a cloud of dust has at most (pw:11.11).
_DUST: Final = 4
#: GSU from one puff to the next.
_NEXT: Final = 25.0


def wind_due(state: WarState) -> bool:
    """Whether the wind of the game is still to be found (pw:11.6)."""
    return state.turn > 0 and state.smoke.wind is None


def roll_wind(state: WarState, dice: Dice) -> Iterator[Event]:
    """The wind, once for the game, unless the engagement says it: 1 to 8 drifts smoke there, 9 is strong and rolls on
    for its direction, 10 is calm (pw:11.6, pw:11.6.1, pw:11.6.2, pw:11.6.3)."""
    stated = state.engagement.wind
    rolls = []
    number = stated
    if not number:
        rolls.append(dice.roll("d10", "wind", "pw:11.6"))
        number = rolls[-1].result
    strong = number == STRONG
    while strong and not 1 <= number <= 8:
        rolls.append(dice.roll("d10", "direction of the strong wind", "pw:11.6.2"))
        number = rolls[-1].result
    yield WindRolled(wind=0 if number == CALM else number, strong=strong, rolls=tuple(rolls))


def drifts(state: WarState, cloud: Cloud) -> bool:
    """Whether the wind carries a cloud: not in a calm, not from burning vehicles, and candle smoke only from a vehicle
    that stood for a second turn (pw:11.6.3, pw:11.10.5, pw:11.10.7, pw:11.12)."""
    if not state.smoke.wind or cloud.source in (Source.BURNING, Source.CANDLES):
        return False
    return cloud.source is not Source.POT or cloud.feeds > 1


def final_details(state: WarState, dice: Dice) -> Iterator[Event]:
    """What happens to all smoke and dust in phase H: it drifts, and what has lasted its time goes (pw:11.6,
    pw:11.7)."""
    changed, gone = [], []
    for cloud in state.smoke.clouds.values():
        after = later(state, cloud)
        if after is None:
            gone.append(cloud.id)
        elif after != cloud:
            changed.append(after)
    if changed or gone:
        yield SmokeDrifted(clouds=tuple(changed), gone=tuple(gone))


def later(state: WarState, cloud: Cloud) -> Cloud | None:
    """A cloud after phase H of this turn; None if it is gone."""
    if cloud.source is Source.BURNING:
        return cloud
    if state.turn >= cloud.until:
        left = cloud.puffs[_GOING[state.smoke.strong] :] if drifts(state, cloud) else ()
        return evolve(cloud, puffs=_downwind(state, left, 1)) if left else None
    return evolve(cloud, puffs=_downwind(state, cloud.puffs, _more(state, cloud)))


def _more(state: WarState, cloud: Cloud) -> int:
    """Puffs that drift from a cloud this turn: none in its first, one in each after it, from phosphorus in every other;
    two in a strong wind (pw:11.6.1, pw:11.6.2)."""
    age = state.turn - cloud.begun
    if not drifts(state, cloud) or age < 1:
        return 0
    if state.smoke.strong:
        more = 2
    else:
        more = age % 2 if cloud.source is Source.WP else 1
    return min(more, max(0, _DUST - len(cloud.puffs))) if cloud.source is Source.DUST else more


def _downwind(state: WarState, puffs: tuple[Point, ...], more: int) -> tuple[Point, ...]:
    for _ in range(more):
        puffs = (*puffs, offset(puffs[-1], compass(state.smoke.wind or 1), _NEXT))
    return puffs
