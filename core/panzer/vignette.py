"""Worked examples of Panzer: games that begin in the middle, and the questions that its rules answer.

Each question is a class whose fields are what must be named to ask it; `answer` names what it tells. Fields are
proved by the content before they get here: what a text stands for is in its metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.panzer.questions_air import ASKS as AIR_ASKS
from core.panzer.questions_ap import ASKS as AP_ASKS
from core.panzer.questions_assault import ASKS as ASSAULT_ASKS
from core.panzer.questions_command import ASKS as COMMAND_ASKS
from core.panzer.questions_fire import (
    AspectFrom,
    Commands,
    Damage,
    FireTargets,
    HitNumber,
    HitNumberAt,
    InField,
    MayFire,
    Odds,
    RangeFactorOf,
)
from core.panzer.questions_gp import ASKS as GP_ASKS
from core.panzer.questions_indirect import ASKS as INDIRECT_ASKS
from core.panzer.questions_map import Control, HexOf, Turn, UnitOf
from core.panzer.questions_move import AllowanceOf, BuildingRisk, MayMove, MaySearch, PathCost, Reachable, StepCost
from core.panzer.questions_sight import (
    BlindZone,
    CoverIn,
    CoverOf,
    LineOfSight,
    Range,
    ReadDice,
    Sighting,
    SpottingRange,
)
from core.panzer.questions_terrain import ASKS as TERRAIN_ASKS
from core.panzer.questions_transport import ASKS as TRANSPORT_ASKS
from core.panzer.state import PanzerState
from core.panzer.system import Panzer


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
