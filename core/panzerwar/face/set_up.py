"""How a side has set up, as the picks that would set it up so again (pw:3.3)."""

from __future__ import annotations

from core.choice import Partial
from core.event import SideId
from core.panzerwar.course.choices import OFFERED
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import SET_UP, WarState
from core.placing import PLACE
from core.plane import hex_at


def layout(view: WarState, side: SideId) -> tuple[Partial, ...]:
    """Element by element with its heading, then who is dug in; where exactly in its hex each stands is as it fits."""
    if view.step != SET_UP:
        return ()
    there = [e for e in view.elements.values() if e.side == side and e.on_table and e.aboard is None]
    placed: list[Partial] = []
    for element in there:
        if element.at is not None and view.engagement.posted.get(element.organisation) is not None:
            heading = (str(element.heading),) if element.heading in OFFERED else ()
            placed.append((f"{PLACE}:{element.id}", hex_at(element.at).id, *heading))
    dug = [e for e in there if e.posture.dug is not Digging.NONE]
    return (*placed, *((f"dig:{e.id}", e.posture.dug.name.lower()) for e in dug))
