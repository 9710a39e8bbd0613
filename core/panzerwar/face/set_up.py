"""How a side has set up, as the picks that would set it up so again (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.book.chapter import head_of
from core.choice import Partial
from core.event import SideId
from core.panzerwar.artillery import references
from core.panzerwar.course.choices import OFFERED
from core.panzerwar.course.set_up import RULE, arrival, teams_last
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Posting, Reserve
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import SET_UP, WarState
from core.placing import PLACE, grown
from core.plane import hex_at
from core.presentation import Coming, left_to_owner

#: A reference point that is registered besides those there are.
NEW: Final = "register:new"


def layout(view: WarState, side: SideId) -> tuple[Partial, ...]:
    """Element by element with its heading, who is dug in and who in a bunker, then mines (pw:15.1), reference points
    and planned fires (pw:10.8, pw:10.6.3); where exactly in its hex each stands is as it fits."""
    if view.step != SET_UP:
        return ()
    there = [e for e in view.elements.values() if e.side == side and e.on_table and e.aboard is None]
    placed: list[Partial] = []
    for element in (view.elements[e] for e in teams_last(view, [e.id for e in there])):
        if element.at is not None and view.engagement.posted.get(element.organisation) is not None:
            heading = (str(element.heading),) if element.heading in OFFERED else ()
            placed.append((f"{PLACE}:{element.id}", hex_at(element.at).id, *heading))
    dug = [e for e in there if e.posture.dug is not Digging.NONE]
    inside = [e for e in there if e.posture.bunker]
    return (
        *placed,
        *((f"dig:{e.id}", e.posture.dug.name.lower()) for e in dug),
        *((f"bunker:{e.id}", e.posture.bunker) for e in inside),
        *_prepared(view, side),
    )


def _prepared(view: WarState, side: SideId) -> Iterator[Partial]:
    for laid in view.mines.laid.values():
        if laid.side == side:
            hexes = grown(sorted(laid.hexes))
            yield f"mines:{laid.id}", "marked" if laid.marked else "hidden", *(hex_.id for hex_ in hexes)
    for point in references.registered(view, side):
        yield NEW, hex_at(point.at).id
    lag = view.charts.artillery.time_lag["pre-planned"]
    for plan in references.planned(view, side):
        picks = [f"pre-plan:{plan.battery}", f"turn:{plan.due - lag}", hex_at(plan.aim).id, f"turns:{plan.allotted}"]
        picks += [f"shell:{plan.shell}"] if plan.shell else []
        picks += ["sheaf:open"] if plan.sheaf is Sheaf.OPEN else []
        yield tuple(picks)


def relaid(view: WarState, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
    """The orders of a layout as they come in the place of what is laid, registered and planned now; of what they say
    nothing of at all, what is there stays."""
    wanted = tuple(orders)
    heads = {head_of(partial[0]) for partial in wanted}
    now = [partial for partial in layout(view, side) if head_of(partial[0]) in heads]
    named = {partial[0] for partial in wanted}
    off = {"mines": "up", "pre-plan": "none"}
    gone = [(p[0], off[head_of(p[0])]) for p in now if head_of(p[0]) in off and p[0] not in named]
    points = {p[1:] for p in wanted if p[0] == NEW}
    spare = [one.number for one in references.registered(view, side) if (hex_at(one.at).id,) not in points]
    kept = {(hex_at(one.at).id,) for one in references.registered(view, side)}
    found: list[Partial] = [*gone]
    for partial in wanted:
        moves = partial[0] == NEW and partial[1:] not in kept and bool(spare)
        found.append((f"register:{spare.pop(0)}", *partial[1:]) if moves else partial)
    return tuple(found)


def coming(view: WarState, side: SideId) -> tuple[Coming, ...]:
    """The elements of units that come on in a later turn, or do so if they are held back in the set-up (pw:3.3)."""
    found: list[Coming] = []
    for element in view.elements.values():
        post = view.engagement.posted.get(element.organisation)
        if element.side != side or element.presence is not Presence.WAITING or post is None:
            continue
        if post.reserve is not None:
            hexes, when = post.reserve.hexes, _reserve(view, post, post.reserve)
        elif post.turn:
            hexes, when = post.hexes, f"from turn {post.turn} on"
        else:
            continue
        found.append(Coming(element.id, when, frozenset(hexes), left_to_owner(hexes), RULE))
    return tuple(found)


def _reserve(view: WarState, post: Posting, reserve: Reserve) -> str:
    """From when on a unit comes that may be held back, with the die as long as that has not been rolled."""
    if post.organisation in view.arrivals or not reserve.die:
        when = f"from turn {arrival(view, post, reserve)} on"
    else:
        when = f"from turn {reserve.turn} + D{reserve.die} on"
    return f"if held back, {when}" if view.step == SET_UP else when
