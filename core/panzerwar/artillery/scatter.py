"""Where fire falls that is aimed at a point: direct, indirect, rockets, reference points (pw:10.5.5, pw:10.6.7,
pw:10.6.9, pw:10.8.5)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll, branches
from core.panzerwar.pieces.charts.charts import Charts
from core.plane import Point, compass, offset

DIRECT: Final = "direct"
INDIRECT: Final = "indirect"
REFERENCE: Final = "trp"
ROCKETS_FIRST: Final = "rockets-first"
ROCKETS_LATER: Final = "rockets-later"

#: The rules of the lines of the Scatter Table: of the direction, of the distance.
RULES: Final = {
    DIRECT: ("pw:10.5.5.1", "pw:10.5.5"),
    INDIRECT: ("pw:10.6.7.1", "pw:10.6.7.3"),
    REFERENCE: ("pw:10.8.5", "pw:10.8.5"),
    ROCKETS_FIRST: ("pw:10.5.8", "pw:10.6.7.3"),
    ROCKETS_LATER: ("pw:10.6.9", "pw:10.6.9"),
}
#: Up to this the die is a direction of the compass; above it, none.
DIRECTIONS: Final = 8


@frozen(eq=False, repr=False)
class Scattered(Alike):
    """Where a fire falls: the centre of its area, the direction by the compass with 1 along the line of fire, 0 = none,
    how far in GSU, the dice."""

    at: Point
    direction: int = 0
    gsu: float = 0.0
    rolls: tuple[Roll, ...] = ()


def scatter(charts: Charts, kind: str, aim: Point, along: float, range_: float, dice: Dice) -> Scattered:
    """Scatter a fire that is aimed at a point on a bearing, so many GSU from the battery.

    Direct fire does not up to 600 (pw:10.5.5); beyond, a D10 of 9 or 10 is none, 1 to 8 the direction (pw:10.5.5.1),
    the distance 5, 10 or 20 x D10 (pw:10.5.5.2, pw:10.5.5.3, pw:10.5.5.4). Indirect fire rolls a 9 or 10 again, and a
    second is none (pw:10.6.7.1, pw:10.6.7.2), the distance 30 x D10 (pw:10.6.7.3). Rockets scatter as that whoever sees
    the target (pw:10.5.8), in later salvos by 20 x D10 (pw:10.6.9). On a reference point it is as direct fire
    (pw:10.8.5).
    """
    band = charts.artillery.scatter_of(kind, range_)
    if not band.times:
        return Scattered(aim)
    which, far = RULES[kind]
    rolls = [dice.roll("d10", "direction of scatter", which)]
    if rolls[0].result > DIRECTIONS and band.twice:
        rolls.append(dice.roll("d10", "direction of scatter, again", "pw:10.6.7.2"))
    direction = rolls[-1].result
    if direction > DIRECTIONS:
        return Scattered(aim, rolls=tuple(rolls))
    rolls.append(dice.roll("d10", "distance of scatter", far))
    gsu = float(band.times * rolls[-1].result)
    return Scattered(offset(aim, compass(direction, along), gsu), direction, gsu, tuple(rolls))


def places(charts: Charts, kind: str, aim: Point, along: float, range_: float) -> dict[Point, float]:
    """Everywhere that a fire may fall, with the exact chance of each; they sum to 1."""
    found: dict[Point, float] = {}
    for chance, one in branches(lambda dice: scatter(charts, kind, aim, along, range_, dice)):
        found[one.at] = found.get(one.at, 0.0) + chance
    return found
