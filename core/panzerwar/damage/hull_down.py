"""Hull down and turret down: how such positions are taken, and what they are worth (pw:9.17, pw:9.18)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import evolve, frozen

from core.choice import Refusal
from core.dice import Dice, Roll
from core.panzerwar.pieces.charts import Charts
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.travel import Motion

#: The factor of a hull that is wholly hidden (pw:9.17.1).
WHOLE_HULL: Final = 6
#: The factor of hidden tracks (pw:9.17.8).
TRACKS_HIDDEN: Final = 4
#: What can be shifted along: all other cover gives what it gave (pw:9.17.3, pw:9.17.4).
_ADJUSTABLE: Final = frozenset({Shield.HILL})


@frozen
class Position:
    """A hull-down position as it was taken. factor: 1 to 6; protection: in cm, None = practically infinite."""

    factor: int
    shield: Shield
    protection: float | None
    rolls: tuple[Roll, ...] = ()

    def taken(self, posture: Posture, turn: int, *, toward: int | None = None, level: bool = False) -> Posture:
        """The posture of a vehicle that has taken it. toward: the heading that its cover faces, None = all round."""
        return evolve(
            posture,
            hull_down=self.factor,
            since=turn,
            shield=self.shield,
            protection=self.protection,
            toward=toward,
            level=level,
            turret_down=0,
        )


def enter(charts: Charts, shield: Shield, dice: Dice, *, most: int = WHOLE_HULL) -> Position:
    """A vehicle moves behind cover for the first time: a D6 is its factor (pw:9.17.2).

    Cover that is not endless has a D6 of its own (pw:9.17.6). most: what the cover can give at all.
    """
    rolled = dice.roll("d6", "hull down", "pw:9.17.2")
    protection, rolls = roll_protection(charts, shield, dice)
    return Position(min(most, rolled.result), shield, protection, (rolled, *rolls))


def roll_protection(charts: Charts, shield: Shield, dice: Dice) -> tuple[float | None, tuple[Roll, ...]]:
    """What cover adds to armour, in cm, None = practically infinite (pw:9.17.6.1 to pw:9.17.6.4b)."""
    row = charts.damage.protections[shield]
    if row.times is None:
        return None, ()
    rolled = dice.roll("d6", "protection", "pw:9.17.6")
    return row.of(rolled.result), (rolled,)


def choose(posture: Posture, factor: int) -> Posture:
    """The posture of a vehicle that has shifted to a better place behind the same cover (pw:9.17.3)."""
    return evolve(posture, hull_down=factor)


def choice_refusal(posture: Posture, turn: int, factor: int, *, most: int = WHOLE_HULL) -> Refusal | None:
    """Why a vehicle that shifts may not choose a factor; None if it may (pw:9.17.3, pw:9.17.4)."""
    if not posture.hull_down:
        return Refusal("it is not hull down", "pw:9.17.3")
    if posture.shield not in _ADJUSTABLE:
        return Refusal(f"behind a {posture.shield.value} the position stays as it was rolled", "pw:9.17.4")
    if turn <= posture.since:
        return Refusal("it took the position this turn", "pw:9.17.3")
    return None if 1 <= factor <= most else Refusal(f"its cover gives 1 to {most}", "pw:9.17.3")


def hull_down_to_sight(charts: Charts, posture: Posture) -> bool:
    """Whether it counts as hull down for sighting: not at 1 or 2, which yet protect (pw:9.17.2)."""
    return posture.hull_down >= charts.whole("hull-down-least")


# -- turret down -----------------------------------------------------------------------------------


def turret_down(posture: Posture) -> bool:
    """Whether the whole vehicle is hidden, though its commander may look over the crest (pw:9.18.0, pw:9.18.3)."""
    return posture.turret_down > 0


def spots_over_crest(element: Element) -> bool:
    """Whether a turret-down vehicle spots: stationary and unbuttoned (pw:9.18.3)."""
    return turret_down(element.posture) and not element.buttoned and element.travel.motion is Motion.STATIONARY


def turret_down_refusal(element: Element, turn: int) -> Refusal | None:
    """Why a vehicle may not shift into turret down; None if it may (pw:9.18.2, pw:9.18.3).

    It has halted before the place, a turn of standing still, or it is hull down there.
    """
    posture = element.posture
    if turret_down(posture):
        return Refusal("it is turret down", "pw:9.18.0")
    if posture.hull_down and posture.since < turn:
        return None
    halted = element.travel.last is Motion.STATIONARY
    return None if halted else Refusal("it must halt before the position, and shift into it in a turn", "pw:9.18.2")


def chooses_from_turret_down(posture: Posture, turn: int) -> bool:
    """Whether a vehicle that shifts up from turret down chooses its factor: after a full turn there (pw:9.18.1)."""
    return turret_down(posture) and turn > posture.turret_down


def go_turret_down(posture: Posture, turn: int) -> Posture:
    """The posture of a vehicle that is turret down from a turn on (pw:9.18.2)."""
    return evolve(posture, hull_down=0, turret_down=turn)


def come_up(posture: Posture, turn: int, factor: int) -> Posture:
    """The posture of a vehicle that has shifted up from turret down (pw:9.18.1)."""
    return evolve(posture, hull_down=factor, since=turn, turret_down=0)


# -- modelled terrain ------------------------------------------------------------------------------


class Hidden(Enum):
    """How much of a vehicle the ground hides from a firer (pw:9.17.8)."""

    NOTHING = "nothing"
    SOME = "less than its tracks"
    TRACKS = "its tracks"
    HULL = "its hull"
    MANTLET = "its gun"


#: The factor of a vehicle of which not even the gun is seen, which is turret down (pw:9.17.8).
TURRET_DOWN: Final = 10


def modelled(hidden: Hidden, dice: Dice) -> tuple[int, tuple[Roll, ...]]:
    """The factor against one shot, as the ground shows it; a D6 where it is not clear (pw:9.17.8).

    Hidden tracks are at least 4, a hidden hull is 6; TURRET_DOWN cannot be hit nor fire. What moves has another for
    each shot.
    """
    if hidden is Hidden.NOTHING:
        return 0, ()
    if hidden in (Hidden.HULL, Hidden.MANTLET):
        return WHOLE_HULL if hidden is Hidden.HULL else TURRET_DOWN, ()
    rolled = dice.roll("d6", "hull down", "pw:9.17.8")
    return max(TRACKS_HIDDEN if hidden is Hidden.TRACKS else 1, rolled.result), (rolled,)


def of_two_ends(one: int, other: int) -> int:
    """The factor of a vehicle whose ends are hidden differently: the average, halves up (pw:9.17.8)."""
    return (one + other + 1) // 2
