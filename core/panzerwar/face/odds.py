"""The odds panel: a shot with its number, what it is made of, and what may come of it; the cost of a way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Partial
from core.event import SideId
from core.order import IllegalOrder
from core.panzerwar.artillery import face as artillery_face
from core.panzerwar.combat import arms
from core.panzerwar.combat import choices as fire_choices
from core.panzerwar.face import ways
from core.panzerwar.infantry import assault
from core.panzerwar.movement import choices as movement_choices
from core.panzerwar.movement import planning, pricing
from core.panzerwar.movement.reports import told
from core.panzerwar.state import WarState
from core.presentation import OddsReport, Row


def odds_report(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """Chances of the order begun, as far as it is known; None if there are none."""
    weigh = _WEIGHED.get(head_of(partial[0])) if partial else None
    try:
        return weigh(view, side, partial) if weigh is not None else None
    except (IllegalOrder, ValueError, KeyError, IndexError):
        return None


def _fire(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    if len(partial) < 3:
        return None
    element = view.element(value_of(partial[0]))
    arm, target = arms.arm(view, element, partial[1]), view.element(partial[2])
    if arm is None:
        return None
    found = fire_choices.chances_of(view, side, element, arm, target, partial[3:])
    if found is None:
        return None
    rows = [] if found.needed is None else [Row("To hit", f"{found.needed} or more: {found.hits:.0%}", "pw:8.4")]
    rows.append(Row("Lost", f"{found.kills:.0%}", "pw:9.0"))
    rows.append(Row("Any effect", f"{found.harms:.0%}", "pw:9.0"))
    return OddsReport(f"{element.name} at {target.name}", found.outcomes, tuple(rows), found.tally)


def _assault(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    if len(partial) < 2:
        return None
    element, target = view.element(value_of(partial[0])), view.element(partial[1])
    tally = assault.number(view, element, target, partial[2] if len(partial) > 2 else "")
    chance = min(max(tally.total, 0), assault.FAILS - 1) / 10
    outcomes = (("succeeds", chance), ("fails", 1 - chance))
    row = Row("Needs", f"{tally.total} or less", "pw:12.11")
    return OddsReport(f"{element.name} assaults {target.name}", outcomes, (row,), tally.reasons)


def _plan(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """The way that is picked so far, or else the one that is written down, and what it comes to (pw:6.3)."""
    element = view.element(value_of(partial[0]))
    written = view.plans.get(element.id) if len(partial) == 1 else None
    plan = written or movement_choices.read(view, element, partial[1:]).plan
    found = planning.examined(view, element, plan)
    ghost = ways.ghost(view, element, plan)
    title = f"{element.name}: {told(plan)}"
    if not isinstance(found, pricing.Price):
        return OddsReport(title, (), (Row("Not so", found.reason, found.rule, tone="bad"),), ghost=ghost)
    segments = dict.fromkeys(part.segment.upper() for part in ways.parts(view, element, plan) if part.segment)
    rows = [Row("Movement", f"{found.spent:g} of {found.allowance:g} GSU", "pw:6.3")]
    if found.turns:
        rows.append(Row("Of that", f"ground {found.ground:g}, turns {found.turns:g}", "pw:6.4"))
    rows.append(Row("Counts as", found.motion.value, "pw:6.3"))
    if segments:
        rows.append(Row("Moves in", ", ".join(segments), "pw:6.0"))
    return OddsReport(title, (), tuple(rows), ghost=ghost)


_WEIGHED: Final[Mapping[str, Callable[[WarState, SideId, Partial], OddsReport | None]]] = {
    "fire": _fire,
    "assault": _assault,
    "plan": _plan,
    **artillery_face.WEIGHED,
}
