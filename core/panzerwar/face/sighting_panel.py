"""The panel of sighting: what elements that look together bring to it, and how far they sight (pw:7.4, pw:7.6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Partial
from core.event import SideId, UnitId
from core.panzerwar import sequence
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting import groups, step
from core.panzerwar.sighting.factors import observers_parts, tally
from core.panzerwar.sighting.glances import AUTO
from core.panzerwar.state import WarState
from core.presentation import OddsReport, Row

#: The die that one in two rolls reaches, and the best one.
EVEN: Final = 6
BEST: Final = 10
#: What is looked for, and by which rows of the calculator: in phase D what moved, in phase F what fired.
_MOVED: Final = (
    ("vehicle", ()),
    ("moved half", ("moved-half",)),
    ("moved full", ("moved-full",)),
    ("infantry", ("infantry",)),
    ("it moved", ("infantry", "infantry-moved")),
)
_FIRED: Final = (
    ("gun fired", ("fired-gun",)),
    ("MG fired", ("fired-mg",)),
    ("rifles fired", ("infantry", "fired-small")),
)


def report(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """What a group that is picked would sight; None of whom nobody looks together with yet."""
    members = _members(view, side, partial)
    if not members:
        return None
    parts = tally(observers_parts(view, members))
    together, longer = groups.bonuses(view, members)
    told = f"class {groups.group_class(view, members).value}: {parts.total}"
    if len(members) > 1:
        told += f", and +{together} on the die for {len(members)} together"
    if longer:
        told += f", +{longer} for the double-length turn"
    rows = (
        Row("Factor", told, "pw:7.4.5"),
        *_reaches(view, parts.total, together + longer),
    )
    return OddsReport(f"{', '.join(e.name for e in members)}", (), rows, parts.reasons)


def _members(view: WarState, side: SideId, partial: Partial) -> Sequence[Element]:
    head, first = head_of(partial[0]), UnitId(value_of(partial[0]))
    ids: Sequence[UnitId] = (first,)
    if head == "group":
        ids = next((group for group in step.offered(view, side) if first in group), (first,))
    elif head == "sight":
        ids = (first, *(UnitId(pick) for pick in partial[1:]))
    return [view.elements[id_] for id_ in ids]


def _reaches(view: WarState, factor: int, bonus: int) -> Iterator[Row]:
    """How far each kind of target is sighted: without a roll, with the middle of the die, and by the best one; nothing
    covers it, and it is of middle size."""
    charts = view.charts.sighting
    yield Row("In GSU", "surely, evens, at best", "pw:7.6.3")
    for name, keys in _FIRED if view.step == sequence.FINAL_SIGHTING else _MOVED:
        total = factor + sum(charts.modifiers[key] for key in keys)
        reaches = (charts.variable_sighting(total, die + bonus) for die in (AUTO, EVEN, BEST))
        yield Row(name, ", ".join(f"{reach:.0f}" for reach in reaches), "pw:7.6.3")


WEIGHED: Final = dict.fromkeys(("sight", "group", "alone"), report)
