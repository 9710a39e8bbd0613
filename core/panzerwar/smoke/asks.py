"""Questions about smoke: what lies on a line, how thick clouds are, how long they last (pw:11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, why_not
from core.panzerwar.ground import lines
from core.panzerwar.smoke import clouds, screens
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class SmokeBetween:
    """The smoke on the line of sight between two elements (pw:11.1.4)."""

    observer: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """puffs, depth: by kind; to_hit, sighting: what they add; refused: why nothing is seen through it."""
        line = lines.between(state, state.element(self.observer), state.element(self.target))
        found = screens.screen(state, line)
        return {
            "puffs": {kind.value: number for kind, number in found.puffs.items()},
            "depth": {kind.value: gsu for kind, gsu in found.depth.items()},
            "to_hit": sum(reason.amount for reason in screens.against_aim(state, line)),
            "sighting": sum(reason.amount for reason in screens.against_sight(state, line)),
            "refused": why_not(found.refusal),
        }


@frozen(kw_only=True)
class CloudsNow:
    """All clouds that lie on the table (pw:11.7)."""

    def answer(self, system: Any, state: WarState) -> Answer:
        """clouds: of each kind, thickness, puffs, last turn, whether it hides anything yet."""
        return {
            "clouds": [
                [
                    cloud.source.value,
                    clouds.intensity(state, cloud).value,
                    len(cloud.puffs),
                    cloud.until,
                    clouds.effective(state, cloud),
                ]
                for cloud in state.smoke.clouds.values()
            ]
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "smoke-between": SmokeBetween,
    "clouds": CloudsNow,
}
