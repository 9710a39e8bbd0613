"""Minefields and bunkers for the tests of obstacles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, evolve

from core.dice import Roll, ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, hex_from_id
from core.panzerwar.damage import evolve as damage
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.movement import evolve as movement
from core.panzerwar.movement.events import Moved
from core.panzerwar.obstacles import evolve as obstacles
from core.panzerwar.pieces.engagement import Minefield
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.pieces.moves import Priced
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.kit import RED, at

_APPLY = (damage.APPLY, infantry.APPLY, movement.APPLY, obstacles.APPLY)


def happen(state: WarState, events: Iterable[Event] | None) -> list[Event]:
    """What happened, after it has changed the state by the rules of all chapters that tests of obstacles need."""
    found = []
    for event in events or ():
        for apply in _APPLY:
            if type(event) in apply:
                apply[type(event)](state, event)
        found.append(event)
    return found


def hexes(names: str) -> frozenset[Hex]:
    """Hexes by their names."""
    return frozenset(hex_from_id(name) for name in names.split())


def mined(
    state: WarState,
    names: str,
    *,
    grade: int = 4,
    kind: str = "AT",
    marked: bool = False,
    side: SideId = RED,
    id_: str = "m",
) -> WarState:
    """A state with a minefield, of the red side."""
    laid = Laid(id=id_, side=side, grade=grade, kind=kind, hexes=hexes(names), marked=marked)
    state.mines = evolve(state.mines, laid={**state.mines.laid, id_: laid})
    return state


def a_field(size: int = 4, area: str = "C5 D5 E5 F5 G5 H5", **changes: Any) -> Minefield:
    """A minefield that red may lay."""
    values: Mapping[str, Any] = {"id": "m", "side": RED, "grade": 2, "kind": "AT", **changes}
    return Minefield(**{**values, "size": size, "hexes": hexes(area)})


def went(state: WarState, element: str, *places: str, segment: str = "c3", motion: Motion = Motion.FULL) -> None:
    """An element has gone a way in a movement segment, which is the present step now."""
    state.step = segment
    way = (state.element(element).where, *(at(place) for place in places))
    happen(
        state, [Moved(side=state.element(element).side, element=UnitId(element), segment=segment, way=way, heading=0)]
    )
    priced = {**state.moves.priced, UnitId(element): Priced(motion, 100.0)}
    state.moves = evolve(state.moves, priced=priced)
    state.plans = {**state.plans, UnitId(element): state.plans.get(UnitId(element), Plan(element=UnitId(element)))}


@define
class ByPurpose:
    """Dice that show what is given for the purpose of a roll, by a word of it, one after the other; else `others`."""

    given: dict[str, list[int]]
    others: int = 2

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """The next result for that purpose."""
        key = next((key for key in self.given if key in for_ and self.given[key]), None)
        return Roll(die, self.others if key is None else self.given[key].pop(0), for_, rule)


def rolling(others: int = 2, **given: Sequence[int] | int) -> ByPurpose:
    """Dice by purpose, such as trips=(1, 5), penetration=6."""
    return ByPurpose({key: [one] if isinstance(one, int) else list(one) for key, one in given.items()}, others)


def dice(*rolled: int) -> ScriptedDice:
    """These dice, and no others."""
    return ScriptedDice(list(rolled))
