"""Questions about movement: the price of a plan, speeds, turns (pw:6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, permission, why_not
from core.choice import Refusal
from core.order import IllegalOrder
from core.panzerwar.movement import planning, speed, turning
from core.panzerwar.pieces.cards import Drive, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.panzerwar.words import point


def _legs(words: str) -> Iterator[Leg]:
    return (Leg(point(word)) for word in words.split())


def _vehicle(state: WarState, id_: str) -> Element:
    element = state.element(id_)
    if not isinstance(state.cards[element.card], Vehicle):
        raise IllegalOrder(f"{element.id} is no vehicle", "pw:6.2")
    return element


@frozen(kw_only=True)
class PriceOf:
    """What a plan comes to (pw:6.0, pw:6.3). legs, second: points one after the other, "C3" or "C3+10,-5" for GSU east
    and south of its centre; heading: of 48 at the end; turret: where it points then."""

    unit: str = field(metadata=UNIT)
    legs: str = ""
    second: str = ""
    way: str = Way.MARCH.value
    heading: int | None = None
    turret: int | None = None
    road: bool = False
    lights: bool = False
    position: int = 0

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused; motion: how much movement it is; spent: ground and turns together; ground; turns;
        allowance; straight: as bonus movement asks (pw:6.5)."""
        element = state.element(self.unit)
        plan = Plan(
            element=element.id,
            legs=tuple(_legs(self.legs)),
            second=tuple(_legs(self.second)),
            way=Way(self.way),
            heading=self.heading,
            turret=self.turret,
            road=self.road,
            lights=self.lights,
            position=self.position,
        )
        found = planning.examined(state, element, plan)
        if isinstance(found, Refusal):
            return permission(found)
        return {
            **permission(None),
            "motion": found.motion.value,
            "spent": found.spent,
            "ground": found.ground,
            "turns": found.turns,
            "allowance": found.allowance,
            "straight": found.straight,
        }


@frozen(kw_only=True)
class SpeedOf:
    """How far a vehicle may move in a turn (pw:6.2)."""

    unit: str = field(metadata=UNIT)
    way: str = Way.MARCH.value
    road: bool = False
    lights: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """full: what classes of movement are measured by; most: what the way of moving allows; shift, half: up to
        which it is no more than that (pw:6.3.1 to pw:6.3.3); refused: why it does not move at all."""
        element = _vehicle(state, self.unit)
        found = speed.allowance(state, element, Way(self.way), road=self.road, lights=self.lights)
        refused = speed.immobile_refusal(state, element)
        if refused is None and Way(self.way) in (Way.BONUS, Way.BURST):
            refused = speed.bonus_refusal(state, element, Way(self.way))
        return {
            "full": found.full,
            "most": found.most,
            "shift": speed.SHIFT,
            "half": found.full / 2,
            "refused": why_not(refused),
        }


@frozen(kw_only=True)
class TurnCost:
    """What one turn costs (pw:6.4). drive: "tracks" and the like; degrees: of the turn; strayed: how far the new
    direction is from the first one; halted: it turns where it stands (pw:6.4.1)."""

    drive: str
    degrees: float
    strayed: float = 0.0
    halted: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """cost: in GSU."""
        drive = Drive(self.drive)
        if self.halted:
            return {"cost": turning.pivot(drive, self.degrees)}
        tracks = drive is Drive.TRACKS
        return {"cost": turning.tracked(self.degrees, self.strayed) if tracks else turning.wheeled(self.degrees)}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "plan": PriceOf,
    "speed": SpeedOf,
    "turn-cost": TurnCost,
}
