"""Questions about direct fire: segments, the number to hit and its parts, chances, first sight, groups (pw:8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, unit_ids, why_not, with_total
from core.choice import Refusal
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, at_men, first_sight, odds, shooting, suppressive, when, zones
from core.panzerwar.combat.to_hit import company, number
from core.panzerwar.infantry.killpower import SUPPRESSES
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.extended import at_least
from core.panzerwar.pieces.shots import Arm, Shot
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.weapons import Shell
from core.panzerwar.state import WarState
from core.plane import centre, gsu_between

RULE: Final = "pw:8.0"


def _arm(state: WarState, firer: Element, id_: str) -> Arm:
    found = arms.arm(state, firer, id_)
    if found is None:
        there = ", ".join(one.id for one in arms.arms(state, firer)) or "nothing"
        raise IllegalOrder(f"{firer.id} has no {id_}, but {there}", RULE)
    return found


def _shell(state: WarState, firer: Element, arm: Arm, target: Element, name: str) -> Shell | None:
    """The shell of a name; without one that which is fired if nothing is said (pw:8.9.7)."""
    if name:
        return arms.shell(state, firer, arm, name)
    found = zones.bearing_on(state, firer, target, sequence.segment(state))
    return aimed.default_shell(state, firer, arm, target, found.range)


@frozen(kw_only=True)
class ArmsOf:
    """What an element may fire (pw:8.0.3)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """arms: their ids; able: those that damage leaves; rates: of fire, by id; shells: what is left, by id."""
        element = state.element(self.unit)
        found = arms.arms(state, element)
        return {
            "arms": [one.id for one in found],
            "able": [one.id for one in found if arms.able(state, element, one)],
            "rates": {one.id: arms.rate(state, element, one) for one in found},
            "shells": {one.id: [shell.name for shell in arms.shells(state, element, one)] for one in found},
        }


@frozen(kw_only=True)
class FireSegments:
    """In which fire segments an element may fire a weapon (pw:8.7.8, pw:8.10). first: at what it sees for the first
    time (pw:8.8.8)."""

    unit: str = field(metadata=UNIT)
    arm: str = "gun"
    first: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """segments; delay: of its turret (pw:6.16.3)."""
        element = state.element(self.unit)
        arm = _arm(state, element, self.arm)
        found = when.segments(state, element, arm, first=self.first)
        return {"segments": [f"E{segment}" for segment in found], "delay": when.delay(state, element, arm)}


@frozen(kw_only=True)
class MayFire:
    """Whether an element may fire a weapon at a target in this segment (pw:8.0, pw:8.1, pw:8.7, pw:8.8)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused; first: whether it is first sight."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        refused = shooting.arm_refusal(state, firer, arm) or shooting.target_refusal(state, firer, arm, target)
        return {**permission(refused), "first": first_sight.is_first(state, firer, target)}


@frozen(kw_only=True)
class ToHit:
    """The number to hit of a weapon at a target, with its parts (pw:8.4). shell: "" of what is fired if nothing is
    said (pw:8.9.7)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"
    shell: str = ""
    aim: str = Aim.NORMAL.value

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally: the number; chance: of at least one hit; range; shell; at: where the target is fired at;
        more: what is needed for two hits, three hits and so on (pw:8.11)."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        if not aimed.needs_roll(state, arm, target):
            raise IllegalOrder("no roll to hit is needed", "pw:8.5.4")
        shell = _shell(state, firer, arm, target, self.shell)
        found = zones.bearing_on(state, firer, target, sequence.segment(state))
        beside = company(state, Shot(side=firer.side, element=firer.id, arm=arm.id, target=target.id))
        tally = number(state, firer, arm, shell, target, found, aim=Aim(self.aim), beside=beside)
        if tally is None:
            raise IllegalOrder(f"nothing that it fires reaches {found.range:.0f}", "pw:8.4.1")
        return {
            **with_total(tally),
            "chance": at_least(tally.total),
            "range": round(found.range, 1),
            "shell": "" if shell is None else shell.name,
            "at": [found.at.x, found.at.y],
            "more": list(aimed.further_hits(state, firer, arm, tally.total, shell, beside)),
        }


@frozen(kw_only=True)
class HitsOf:
    """How many hits a roll is by the Additional Hit Table (pw:8.11). rate: of fire; needed: the final number to hit."""

    rate: int
    needed: int
    rolled: int

    def answer(self, system: Any, state: WarState) -> Answer:
        """hits; more: what is needed for two hits, three hits and so on."""
        fire = state.charts.fire
        return {
            "hits": fire.hits_of(self.rate, self.needed, self.rolled),
            "more": list(fire.additional_hits(self.rate, self.needed)),
        }


@frozen(kw_only=True)
class GunAt:
    """What a weapon and its shell do at a range (pw:8.3). sight: that of tanks or of assault guns; rate: of fire."""

    weapon: str
    shell: str
    range: float
    sight: str = "tank"
    rate: int = 8

    def answer(self, system: Any, state: WarState) -> Answer:
        """base: to hit; more: needed for further hits; penetration: in cm; destruction, stun: its numbers."""
        weapon = state.cards.weapons[self.weapon]
        shell = next((one for one in weapon.shells if one.name == self.shell), None)
        if shell is None:
            raise IllegalOrder(f"{weapon.name} has no {self.shell}", "pw:8.3")
        base = weapon.base_to_hit(shell, self.range, self.sight)
        return {
            "base": base,
            "more": [] if base is None else list(state.charts.fire.additional_hits(self.rate, base)),
            "penetration": shell.penetration(self.range),
            "destruction": shell.destruction,
            "stun": shell.stun,
        }


@frozen(kw_only=True)
class BurstAt:
    """The attack of a weapon that needs no roll to hit on an element in a place of its row, 0 = the first (pw:8.5.4,
    pw:12.8.3)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = arms.SMALL_ARMS
    place: int = 0

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally: the killpower; base: before adjustments."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        found = at_men.attack_of(state, firer, arm, target, self.place, sequence.segment(state))
        if found is None:
            raise IllegalOrder("it has no effect so far", "pw:12.5")
        return {**with_total(found.tally), "base": found.base}


@frozen(kw_only=True)
class ShotOdds:
    """The exact chances of a shot on its primary target (pw:8.4, pw:9.0)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"
    shell: str = ""
    aim: str = Aim.NORMAL.value

    def answer(self, system: Any, state: WarState) -> Answer:
        """needed: to hit, none of what needs no roll; hits: the chance of any; kills; harms; outcomes: chances by
        name."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        shell = _shell(state, firer, arm, target, self.shell) if aimed.needs_roll(state, arm, target) else None
        shot = Shot(side=firer.side, element=firer.id, arm=arm.id, target=target.id, aim=Aim(self.aim))
        found = odds.chances(state, firer, arm, target, shot, shell)
        if found is None:
            raise IllegalOrder("it does not reach so far, or does it nothing", "pw:8.4.1")
        return {
            "needed": found.needed,
            "hits": found.hits,
            "kills": found.kills,
            "harms": found.harms,
            "outcomes": dict(found.outcomes),
        }


@frozen(kw_only=True)
class FirstSight:
    """Whether a weapon may be fired at a target in the turn in which it is first sighted (pw:7.7, pw:8.8)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"

    def answer(self, system: Any, state: WarState) -> Answer:
        """first: whether it is first sight; allowed, refused: by the range and what was prepared."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        range_ = zones.bearing_on(state, firer, target, sequence.segment(state)).range
        first = first_sight.is_first(state, firer, target)
        return {**permission(first_sight.refusal(state, firer, arm, target, range_) if first else None), "first": first}


@frozen(kw_only=True)
class GroupTarget:
    """To whom further hits on a target may go (pw:8.6, pw:8.11.3). others: those that are named, in their order."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"
    others: tuple[str, ...] = ()

    def answer(self, system: Any, state: WarState) -> Answer:
        """group: who may be named; allowed, refused: those that are."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        refused = shooting.group_refusal(state, firer, arm, target, unit_ids(self.others))
        return {**permission(refused), "group": [e.id for e in shooting.in_group(state, firer, arm, target)]}


@frozen(kw_only=True)
class SuppressiveFire:
    """Fire at the middle of a hex in which the enemy is suspected (pw:8.12)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    arm: str = "gun"
    shell: str = ""

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused; needed: the roll up to which the area is suppressed; number: to hit at its range, of guns;
        area: who would be in it."""
        firer, at = state.element(self.unit), centre(a_hex(state, self.hex))
        arm = _arm(state, firer, self.arm)
        refused: Refusal | None = shooting.arm_refusal(state, firer, arm)
        refused = refused or suppressive.refusal(state, firer, arm, at, self.shell)
        number = suppressive.number(state, firer, arm, gsu_between(firer.where, at), self.shell, at)
        return {
            **permission(refused),
            "needed": suppressive.killpower(state, firer, arm, at, self.shell) + SUPPRESSES,
            "number": None if number is None else number.total,
            "area": [UnitId(e.id) for e in suppressive.inside(state, firer.side, at)],
        }


@frozen(kw_only=True)
class DeadGround:
    """Whether the gun of a vehicle can be laid on a target below it (pw:8.16.0, pw:9.19)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    arm: str = "gun"

    def answer(self, system: Any, state: WarState) -> Answer:
        """range; higher: mm that the firer stands above it; dead: the length of its dead zone, none = nowhere that is
        lower; refused."""
        firer, target = state.element(self.unit), state.element(self.target)
        arm = _arm(state, firer, self.arm)
        found = zones.bearing_on(state, firer, target, sequence.segment(state))
        dead = zones.dead_zone(state, firer, arm, found)
        refused = zones.dead_refusal(state, firer, arm, found)
        return {
            "range": round(found.range, 1),
            "higher": found.higher,
            "dead": dead if dead < float("inf") else None,
            "refused": why_not(refused),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "arms": ArmsOf,
    "burst": BurstAt,
    "dead-ground": DeadGround,
    "fire-segments": FireSegments,
    "first-sight": FirstSight,
    "group": GroupTarget,
    "gun-at": GunAt,
    "hits": HitsOf,
    "may-fire": MayFire,
    "shot-odds": ShotOdds,
    "suppressive": SuppressiveFire,
    "to-hit": ToHit,
}
