"""Questions about the ground: what it is, what is seen over it, what a way costs (pw:6.12, pw:7.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, why_not
from core.dice import ScriptedDice
from core.panzerwar.ground import going, lines, stretches, terrain
from core.panzerwar.pieces import extended
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.state import WarState
from core.plane import Path, centre


@frozen(kw_only=True)
class GroundOf:
    """What a hex is."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: WarState) -> Answer:
        """effects: lines of the Terrain Annex; level; slope in degrees; base, tall: heights in GSU."""
        found = terrain.ground(state, a_hex(state, self.hex))
        return {
            "effects": [effect.id for effect in found.effects],
            "level": found.level,
            "slope": found.slope,
            "base": found.base,
            "tall": found.tall,
        }


@frozen(kw_only=True)
class LineBetween:
    """The line of sight from an element to another (pw:7.0.2)."""

    observer: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """clear; gsu between the centres; refused: why not, where; inside, through: GSU of woods; behind."""
        found = lines.between(state, state.element(self.observer), state.element(self.target))
        return {
            "clear": found.clear,
            "gsu": round(found.gsu, 1),
            "refused": why_not(found.refusal),
            "where": str(found.where) if found.where is not None else None,
            "inside": found.inside,
            "through": found.through,
            "behind": [effect.id for effect in found.behind],
        }


@frozen(kw_only=True)
class WayOver:
    """What a vehicle pays for a way over the centres of hexes (pw:6.0)."""

    vehicle: str
    hexes: tuple[str, ...]
    allowance: float
    road: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """cost; length; stalls: (GSU, number, in what); refused: where it can go no further."""
        start, *others = (centre(a_hex(state, text)) for text in self.hexes)
        card = state.cards[self.vehicle]
        if not isinstance(card, Vehicle):
            raise ValueError(f"{self.vehicle} is no vehicle")
        path = Path(start, tuple(others))
        found = going.way(state, card, path, self.allowance, road=self.road)
        return {
            "cost": found.cost,
            "length": round(found.length, 1),
            "along_roads": stretches.along_roads(state, path),
            "stalls": [[round(stall.at, 1), stall.number, stall.why] for stall in found.stalls],
            "refused": why_not(found.barred),
        }


@frozen(kw_only=True)
class DiceRead:
    """What dice are read as (pw:2.0 to pw:2.2). die: "d10" and "d6", which a second die carries further, or "d100" of a
    die for the tens and one for the ones; faces: what they show, in order."""

    die: str
    faces: tuple[int, ...]

    def answer(self, system: Any, state: WarState) -> Answer:
        """result."""
        if self.die == "d100":
            tens, ones = self.faces
            return {"result": extended.percent(tens, ones)}
        dice = ScriptedDice(list(self.faces))
        read = extended.d10 if self.die == "d10" else extended.d6
        return {"result": read(dice, "", "pw:2.0").result}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "dice": DiceRead,
    "ground": GroundOf,
    "line": LineBetween,
    "way": WayOver,
}
