"""Worked examples of PanzerBlitz: games that begin in the middle, and the questions that its rules answer.

Each question is a class whose fields are what must be named to ask it; `answer` names what it tells. Fields are
proved by the content before they get here: what a text stands for is in its metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.panzerblitz.course.asks import HexOf, HexsideOf, LineOfSight, MayPlace, Range, Reached, Room, Turn, UnitOf
from core.panzerblitz.fire.asks import (
    Assault,
    AttackStrength,
    CombatResult,
    MayAttack,
    MayClear,
    MayFire,
    MethodsOf,
    MinesDue,
    MultipleAttack,
    OddsColumn,
    OverrunBy,
    SpottedIn,
)
from core.panzerblitz.movement.asks import AllowanceOf, EntryOf, MayLoad, MayMove, MayUnload, PathCost, Reachable
from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz


@frozen(eq=False)
class Posed(PanzerBlitz):
    """The rules on a Situation whose games begin in the middle, from a given state."""

    start: BlitzState = field(kw_only=True)

    def initial(self) -> BlitzState:
        """A copy of the given state."""
        return self.start.copy()


#: The questions that only PanzerBlitz answers, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "allowance": AllowanceOf,
    "attack-strength": AttackStrength,
    "close-assault": Assault,
    "combat-result": CombatResult,
    "entry": EntryOf,
    "hex": HexOf,
    "hexside": HexsideOf,
    "line-of-sight": LineOfSight,
    "may-attack": MayAttack,
    "may-clear-mines": MayClear,
    "may-fire": MayFire,
    "may-load": MayLoad,
    "may-move": MayMove,
    "may-place": MayPlace,
    "may-unload": MayUnload,
    "methods": MethodsOf,
    "mines": MinesDue,
    "multiple-attack": MultipleAttack,
    "odds-column": OddsColumn,
    "overrun": OverrunBy,
    "path-cost": PathCost,
    "range": Range,
    "reachable": Reachable,
    "reached": Reached,
    "room": Room,
    "spotted": SpottedIn,
    "turn": Turn,
    "unit": UnitOf,
}
