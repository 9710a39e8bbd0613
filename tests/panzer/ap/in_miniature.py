"""Situations of AP fire in the miniatures edition: a gun and its target on open ground."""

from __future__ import annotations

from typing import Any

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.pieces.firing import Shot
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation
from core.replaced import replaced

SHOOTER, TARGET = UnitId("s1"), UnitId("g1")
SU_85, T_34, PANZER_IV = "s30-su-85-m43", "s15-t-34-76-m43", "g18-pzkpfw-iv-h"


def ruled(
    *modules: str,
    gun: str = T_34,
    card: str = PANZER_IV,
    range_: int = 7,
    facing: str = "S",
    heights: tuple[int, int] = (0, 0),
    shooter: dict[str, Any] | None = None,
    others: tuple[dict[str, Any], ...] = (),
    step: str = "first-fire",
    **target: Any,
) -> Situation:
    """A gun with FIRE as many hexes south of a target, which faces it unless told otherwise; heights: of both."""
    below, above = (" ".join([f".{height or ''}"] * 9) for height in heights)
    rows = [above, *[" ".join("." * 9)] * (range_ - 1), below]
    stated = {
        "edition": "miniatures",
        "modules": list(modules),
        "board": {"grid": "\n".join(rows)},
        "unit": [
            {
                "id": SHOOTER,
                "card": gun,
                "side": "soviet",
                "hex": f"E{range_ + 1}",
                "command": "FIRE",
                **(shooter or {}),
            },
            {"id": TARGET, "card": card, "side": "german", "hex": "E1", "facing": facing, **target},
            *others,
        ],
        "situation": {"step": step, "first": "soviet"},
    }
    return situation(stated, "x", "x", "x.toml")


def posed(*modules: str, **stated: Any) -> PanzerState:
    """The state of such a situation."""
    return ruled(*modules, **stated).start.copy()


def announced(state: PanzerState, ammo: str = "AP", *, overwatch: bool = False) -> Shot:
    """The shot at the target, announced."""
    shot = Shot(SHOOTER, TARGET, 0, ammo)
    state.fire = replaced(state.fire, announced=(shot,), announced_overwatch=overwatch)
    return shot
