"""Small boards of the miniatures edition with a unit that is about to move."""

from __future__ import annotations

from typing import Any

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.state import PanzerState

#: A tracked, a half-tracked and a wheeled vehicle, and a squad.
TANK, HALF_TRACK, CAR = "g18-pzkpfw-iv-h", "g72-sdkfz-7", "g57-psw-231"
SQUAD = "g85-rifle-squad-1-2-squad"
ME, ENEMY = UnitId("g1"), UnitId("s1")


def ground(*rows: str, card: str = TANK, hex_: str = "A1", enemy: str = "", **more: Any) -> PanzerState:
    """A board of these rows, with a German unit that has MOVE and an enemy, at its lower end unless told otherwise.

    more: of the example's file (`board`, `counter`, `situation` ...); unit: of the unit itself; others: more units.
    """
    me = {"id": ME, "card": card, "side": "german", "hex": hex_, "facing": "S", "command": "MOVE"}
    me.update(more.pop("unit", {}))
    him = {"id": ENEMY, "card": "s15-t-34-76-m43", "side": "soviet", "hex": enemy or f"A{len(rows)}"}
    stated = {
        "edition": "miniatures",
        "modules": more.pop("modules", ["advanced"]),
        "board": {"grid": "\n".join(rows), **more.pop("board", {})},
        "unit": [me, him, *more.pop("others", ())],
        "situation": {"step": "first-move", "first": "german", **more.pop("situation", {})},
        **more,
    }
    return situation(stated, "x", "x", "x.toml").start.copy()
