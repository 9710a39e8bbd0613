"""Standing instructions of a side (na:4.4.2, na:4.4.3.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId

#: What a side may instruct for a hidden MOVE or SHORT HALT, and for a shot exactly between the aspects.
SHOWING = ("show", "decline", "ask")
ASPECT_WISHES = ("thicker", "ask")


@frozen
class Instructions:
    """Standing instructions of a side for questions that come in the middle of the enemy's actions.

    show_moving: what to do when a hidden MOVE or SHORT HALT would make the unit harder to hit (na:4.4.3.2.2b);
    aspect: whether to take the thicker armor or be asked when the line runs exactly between the aspects
    (na:4.4.3.2.4); overwatch_from: be asked for Overwatch Fire only if the chance to damage is at least this
    many percent, 0 = always, above 100 = never; silent: units for which it is never asked.
    """

    show_moving: str = "show"  # "show", "decline" or "ask"
    aspect: str = "thicker"  # "thicker" or "ask"
    overwatch_from: int = 0
    silent: tuple[UnitId, ...] = ()


NO_INSTRUCTIONS = Instructions()
