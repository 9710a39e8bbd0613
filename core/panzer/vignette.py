"""Worked examples of Panzer: games that begin in the middle, and the questions that its rules answer.

Each question is a class whose fields are what must be named to ask it; `answer` names what it tells. Fields are
proved by the content before they get here: what a text stands for is in its metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.panzer.air.asks import ASKS as AIR_ASKS
from core.panzer.ap.asks import ASKS as AP_ASKS
from core.panzer.assault.asks import ASKS as ASSAULT_ASKS
from core.panzer.command.asks import ASKS as COMMAND_ASKS
from core.panzer.command.asks import Commands
from core.panzer.course.asks import Control, HexOf, Turn, UnitOf
from core.panzer.direct_fire.asks import (
    AspectFrom,
    Damage,
    FireTargets,
    HitNumber,
    HitNumberAt,
    InField,
    MayFire,
    Odds,
    RangeFactorOf,
)
from core.panzer.firing.asks import CoverIn
from core.panzer.gp.asks import ASKS as GP_ASKS
from core.panzer.ground.asks import ASKS as TERRAIN_ASKS
from core.panzer.indirect.asks import ASKS as INDIRECT_ASKS
from core.panzer.movement.asks import AllowanceOf, BuildingRisk, MayMove, MaySearch, PathCost, Reachable, StepCost
from core.panzer.sight.asks import BlindZone, CoverOf, LineOfSight, Range, ReadDice, Sighting, SpottingRange
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.panzer.transport.asks import ASKS as TRANSPORT_ASKS


@frozen(eq=False)
class Situation(Panzer):
    """The rules on a scenario whose games begin in the middle, from a given state."""

    start: PanzerState = field(kw_only=True)

    def initial(self) -> PanzerState:
        """A copy of the given state."""
        return self.start.copy()


#: The questions that only Panzer answers, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    **AIR_ASKS,
    **AP_ASKS,
    **ASSAULT_ASKS,
    **COMMAND_ASKS,
    **GP_ASKS,
    **INDIRECT_ASKS,
    **TERRAIN_ASKS,
    **TRANSPORT_ASKS,
    "allowance": AllowanceOf,
    "aspect": AspectFrom,
    "blind-zone": BlindZone,
    "building-risk": BuildingRisk,
    "commands": Commands,
    "control": Control,
    "cover": CoverIn,
    "cover-of": CoverOf,
    "damage": Damage,
    "field-of-fire": InField,
    "hex": HexOf,
    "hit-number": HitNumber,
    "hit-table": HitNumberAt,
    "line-of-sight": LineOfSight,
    "may-fire": MayFire,
    "may-move": MayMove,
    "may-search": MaySearch,
    "odds": Odds,
    "path-cost": PathCost,
    "range": Range,
    "range-factor": RangeFactorOf,
    "reachable": Reachable,
    "roll": ReadDice,
    "sighting": Sighting,
    "spotting-range": SpottingRange,
    "step-cost": StepCost,
    "targets": FireTargets,
    "turn": Turn,
    "unit": UnitOf,
}
