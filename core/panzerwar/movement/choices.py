"""Building movement, leg by leg (pw:4.2, pw:6.3.5).

Picks: ``plan:ELEMENT``, then any of: a hex, to whose centre a straight leg leads, cut where the movement ends, or with
``half`` where half of it does; ``way:charge``, ``way:reverse`` ...; ``road``; ``late``: infantry moves in its second
segment alone; ``face:N``, ``turret:N`` of 48; ``button``, ``open``; ``contact:halt`` ...; ``hide``; ``down:N``,
``turret-down``; ``load:E``, ``in-haste``, ``unload:E``; ``ram:E``, ``overrun:E``, ``push:E``; ``candles``; ``lights``;
``stay``; ``leave``. ``rout:ELEMENT`` and ``hold-out:ELEMENT`` say whether a broken element leaves its hard cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from core.alike import Alike
from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.own import own_unit
from core.panzerwar.infantry import teams
from core.panzerwar.movement import details, loading, planning, positions, pricing, reach, reacting, routing, speed
from core.panzerwar.movement.orders import Adapt, CarryOn, ChooseRout, DropPlan, React, WritePlan
from core.panzerwar.movement.reports import told
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Contact, Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import who
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.state import WarState
from core.plane import Path, Point, centre, gsu_between, hex_at
from core.step_end import end_of_step

RULE = "pw:4.2"
#: From the middle of a hex to that of the next, in GSU.
_HEX: Final = 25.0
#: Takes back what is written; headings that a menu offers, of 48.
STAY, FACINGS = "stay", tuple(range(0, 48, 4))


@frozen(eq=False, repr=False)
class Draft(Alike):
    """A plan as far as it is picked, the hexes that its legs lead to, and the point that the last leg leads to; half:
    that leg is cut where more than half of the movement would be spent (pw:6.3.2)."""

    plan: Plan
    hexes: tuple[Hex, ...] = ()
    late: bool = False
    last: Point | None = None
    half: bool = False


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The elements whose movement may be written down, and the end of it."""
    if partial:
        return Choices("Movement", RULE, complete=True)
    due = planning.bound_to_move(state, side)
    options: list[Choice] = []
    for element in state.of(side):
        if not element.on_table and not loading.walks_off(state, element):
            continue
        refused = _stuck(state, element)
        plan = state.plans.get(element.id)
        told_ = told(state, plan) if plan is not None else "must move" if element.id in due else ""
        options.append(_line(element, told_, refused))
    options.extend(routing.offer(state, side))
    options.append(end_of_step("All movement is written down", planning.finish_refusal(state, due), irreversible=False))
    return Choices("Plan the movement", RULE, tuple(options))


def _stuck(state: WarState, element: Element) -> Refusal | None:
    """Why nothing can be written for an element: it is broken, or neither moves nor turns, nor turns its turret, nor
    hides, has no hatches, and carries nobody who could get off (pw:6.1.3, pw:4.2, pw:7.1, pw:12.3.2)."""
    if (lost := planning.broken_refusal(element)) is not None:
        return lost
    refused = speed.immobile_refusal(state, element) if element.marches else speed.pivot_refusal(state, element)
    if refused is None and element.foot and element.nerve.pinned(state.turn):  # it may charge, or nothing
        refused = planning.charge_refusal(state, element, Plan(element=element.id, way=Way.CHARGE))
        refused = refused and Refusal(f"it is suppressed; {refused.reason}", refused.rule)
    stands = can_button(state, element) or bool(state.aboard(element.id))
    if element.turret is not None or positions.may_hide(state, element) or (stands and not element.travel.loading):
        refused = None
    return refused or loading.refusal(state, element, Plan(element=element.id))


def _line(element: Element, told_: str, refused: Refusal | None = None) -> Choice:
    here = hex_at(element.where)
    return Choice(f"plan:{element.id}", element.name, "unit", here, element.id, told_, refusal=refused)


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What may be added to a plan, and what it comes to so far."""
    if head_of(partial[0]) != "plan":
        return Choices("It routs or stays", routing.RULE, complete=True)
    element = loading.set_down(state, own_unit(state, side, UnitId(value_of(partial[0])), RULE))
    if STAY in partial:
        return Choices(f"{element.name} stays", RULE, complete=True)
    stay: tuple[Choice, ...] = ()
    if len(partial) == 1 and element.id in state.plans and state.moves.adapting is None:
        stay = (Choice(STAY, f"{element.name} stays", "option", hex_at(element.where), element.id),)
    draft = read(state, element, partial[1:])
    found = planning.examined(state, element, draft.plan)
    if isinstance(found, pricing.Price):
        said = f"{found.spent:g} of {found.allowance:g} GSU, {found.motion.value}{_short(draft, found)}"
        options = (*_more(state, element, draft, found), *stay)
        beyond = _beyond(state, element, draft, found)
        return Choices(f"{element.name}: {said}", RULE, options, complete=True, elsewhere=beyond)
    priced = pricing.price(state, element, draft.plan)
    so_far = priced if isinstance(priced, pricing.Price) else None
    options = (*_more(state, element, draft, so_far), *stay)
    beyond = _beyond(state, element, draft, so_far)
    return Choices(f"{element.name}: {found.reason}", found.rule, options, elsewhere=beyond)


def _beyond(state: WarState, element: Element, draft: Draft, found: pricing.Price | None) -> Refusal | None:
    """Why no further leg leads to a hex; who is to go no farther than half has no further leg (pw:6.3.2)."""
    if draft.half:
        return Refusal("it is to go no farther than half", "pw:6.3.2")
    return reach.beyond(state, element, draft.plan, found, begun=bool(draft.hexes))


def _short(draft: Draft, found: pricing.Price) -> str:
    """Where a way ends whose last leg is cut because the movement does not suffice for its ground; "" if it is not."""
    ends = hex_at((*found.points, *found.second)[-1])
    if draft.last is not None or not draft.hexes or ends == draft.hexes[-1]:
        return ""
    return f"; it comes as far as {ends}, not to {draft.hexes[-1]}"


def _more(state: WarState, element: Element, draft: Draft, found: pricing.Price | None) -> Iterator[Choice]:
    plan, drives = draft.plan, isinstance(state.cards[element.card], Vehicle)
    if draft.hexes and drives and plan.way is Way.MARCH and found is not None and found.motion is Motion.FULL:
        halved = planning.examined(state, element, _cut(state, element, evolve(draft, half=True)).plan)
        refused = halved if isinstance(halved, Refusal) else None
        yield Choice("half", f"no farther than half, {found.allowance / 2:g} GSU", "option", refusal=refused)
    if not draft.half:
        yield from reach.hexes(state, element, plan, found, begun=bool(draft.hexes))
    if not draft.hexes and (element.marches or drives):
        yield from details.ways(state, element, plan)
    if plan.heading is None and (element.marches or speed.pivot_refusal(state, element) is None):
        for heading in FACINGS:
            # Wherever in the order of picks it is told: the legs come first.
            label = f"face {compass_name(heading)} ({heading * 7.5:g}) at the end"
            yield Choice(f"face:{heading}", label, "facing", group="Facing at the end")
    if element.turret is not None and plan.turret is None:
        for heading in FACINGS:
            label = f"turret to {compass_name(heading)} ({heading * 7.5:g})"
            yield Choice(f"turret:{heading}", label, "facing", group="Turret")
    yield from details.states(state, element, plan)
    if drives:
        yield from details.cargo(state, element, plan)
        left = reach.left_of(state, element, plan, found, begun=bool(draft.hexes))
        yield from _collisions(state, element, draft, left)


def _collisions(state: WarState, element: Element, draft: Draft, left: float) -> Iterator[Choice]:
    """Whom it may ram, drive over or push aside, as far as its movement goes (pw:14.0, pw:6.8)."""
    plan = draft.plan
    if element.marches or plan.ram is not None or plan.overrun is not None:
        return
    rows = (("ram", who.ram_targets), ("overrun", who.overrun_targets), ("push", who.push_targets))
    end = plan.legs[-1].to if plan.legs else element.where
    for head, targets in rows:
        for other in (one for one in targets(state, element) if gsu_between(end, one.where) <= left):
            label = f"{'drive over' if head == 'overrun' else head} {other.name}"
            refused = _collision_refusal(state, element, _add(state, element, draft, f"{head}:{other.id}"), other)
            target = hex_at(other.where)
            yield Choice(f"{head}:{other.id}", label, "target", target, other.id, refusal=refused, group="Collision")


def _collision_refusal(state: WarState, element: Element, draft: Draft, other: Element) -> Refusal | None:
    """Why a way into another may not be gone so: its ground, or what it turns, costs more than there is, or what else
    there is against it (pw:6.2, pw:6.8)."""
    plan = _cut(state, element, draft).plan
    found = planning.examined(state, element, plan)
    if not isinstance(found, Refusal):
        return None
    end = plan.legs[-1].to if plan.legs else element.where
    if gsu_between(end, other.where) <= 1 or isinstance(pricing.price(state, element, plan), Refusal):
        return found
    return Refusal(f"it comes as far as {hex_at(end)}", "pw:6.2")


#: Picks that say something of a plan, by its name.
_FLAGS: Final = frozenset({"road", "hide", "turret-down", "leave", "candles", "lights", "in-haste"})


# -- reading picks --------------------------------------------------------------------------------------


def read(state: WarState, element: Element, picks: Sequence[str]) -> Draft:
    """The plan that picks stand for; legs are cut where the movement ends."""
    draft = Draft(Plan(element=element.id), late=not state.elements[element.id].on_table)
    element = loading.set_down(state, element)
    for pick in picks:
        draft = _add(state, element, draft, pick)
    return _cut(state, element, draft)


def _add(state: WarState, element: Element, draft: Draft, pick: str) -> Draft:
    head, value, plan = head_of(pick), value_of(pick), draft.plan
    match head:
        case "way":
            return evolve(draft, plan=evolve(plan, way=Way(value)))
        case "late" | "half":
            return evolve(draft, late=draft.late or head == "late", half=draft.half or head == "half")
        case "face":
            return evolve(draft, plan=evolve(plan, heading=int(value)))
        case "turret":
            return evolve(draft, plan=evolve(plan, turret=int(value)))
        case "button" | "open":
            return evolve(draft, plan=evolve(plan, buttoned=head == "button"))
        case "contact":
            return evolve(draft, plan=evolve(plan, contact=Contact(value)))
        case "down":
            return evolve(draft, plan=evolve(plan, position=int(value)))
        case "load":
            return evolve(draft, plan=evolve(plan, load=(*plan.load, UnitId(value))))
        case "unload":
            return evolve(draft, plan=evolve(plan, unload=(*plan.unload, UnitId(value))))
        case "ram":
            return _into(state, draft, evolve(plan, ram=UnitId(value), contact=Contact.GO_ON), value)
        case "overrun":
            return _into(state, draft, evolve(plan, overrun=UnitId(value), contact=Contact.GO_ON), value)
        case "push":
            return _into(state, draft, evolve(plan, overrun=UnitId(value), way=Way.PUSH), value)
        case _ if head in _FLAGS:
            said: dict[str, Any] = {head.replace("-", "_"): True}
            return evolve(draft, plan=evolve(plan, **said))
        case _:
            return evolve(draft, hexes=(*draft.hexes, state.board.hex(pick)))


def _into(state: WarState, draft: Draft, plan: Plan, target: str) -> Draft:
    """A plan whose last leg leads to an element; where that is unknown, the plan is refused later."""
    found = state.elements.get(UnitId(target))
    return evolve(draft, plan=plan, last=found.at if found is not None else None)


def _cut(state: WarState, element: Element, draft: Draft) -> Draft:
    """The legs to the hexes that were picked, the last one no longer than the movement allows."""
    last = () if draft.last is None else (draft.last,)
    if not (draft.hexes or last) or not element.on_table:
        return draft
    points = [element.where, *(centre(hex_) for hex_ in draft.hexes), *last]
    if element.marches:
        return _on_foot(state, element, draft, points)
    plan = evolve(draft.plan, legs=tuple(Leg(point) for point in points[1:]))
    return evolve(draft, plan=evolve(draft.plan, legs=reach.cut(state, element, plan, half=draft.half)))


def _on_foot(state: WarState, element: Element, draft: Draft, points: list[Point]) -> Draft:
    """The way of infantry, cut into its two segments, each as far as its ground allows (pw:6.1, pw:12.2.1)."""
    path = Path(points[0], tuple(points[1:]))
    first, rest = ((), path) if draft.late else _leg_of(state, element, draft.plan, path)
    second: tuple[Leg, ...] = ()
    if rest is not None and rest.length > 0.5:
        late = evolve(draft.plan, second=(Leg(path.end),)) if draft.late else draft.plan
        second, _ = _leg_of(state, element, late, rest)
    return evolve(draft, plan=evolve(draft.plan, legs=first, second=second))


def _leg_of(state: WarState, element: Element, plan: Plan, path: Path) -> tuple[tuple[Leg, ...], Path | None]:
    """The legs of one segment along a path, and what is left of it."""
    cut = pricing.cut(state, element, plan, path)
    if cut is None:
        return (), None
    left = path.rest(cut.length) if path.length - cut.length > 0.5 else None
    return tuple(Leg(point) for point in cut.points[1:]), left


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if (head := head_of(partial[0])) != "plan":
        return ChooseRout(element=element.id, runs=head == "rout")
    if STAY in partial:
        return DropPlan(element=element.id)
    return WritePlan(plan=read(state, element, partial[1:]).plan)


# -- who moves last, who met the enemy ----------------------------------------------------------------------


def adapting(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The elements of a side that moves last, and letting them go as written (pw:4.11)."""
    if partial:
        if head_of(partial[0]) == "carry-on":
            return Choices("Carry on", "pw:4.11", complete=True)
        return _otherwise(state, side, partial)
    options = [_line(state.elements[e], told(state, state.plans[e])) for e in reacting.adaptable(state, side)]
    options.append(Choice("carry-on", "Carry the plans out", "done", key="E"))
    return Choices("You move last: change plans of this segment", "pw:4.11", tuple(options))


def _otherwise(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What may be added to a plan that is written anew; it must be of the same amount as before (pw:3.2.C)."""
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if reacting.halfway(state, element):
        return _second(state, element, partial[1:])
    found = go_on(state, side, partial)
    refused = reacting.adapt_refusal(state, element, read(state, element, partial[1:]).plan) if found.complete else None
    return found if refused is None else Choices(f"{element.name}: {refused.reason}", refused.rule, found.options)


def _second(state: WarState, element: Element, picks: Partial) -> Choices:
    """Another second movement of who has made his first, hex by hex (pw:6.1, pw:4.11)."""
    plan = _second_plan(state, element, picks)
    refused = reacting.adapt_refusal(state, element, plan) if picks else None
    here = plan.second[-1].to if picks and plan.second else element.where
    far = pricing.rate(state, element, plan) - (Path(element.where, (here,)).length if picks else 0.0)
    near = (h for h in sorted(state.board.cells) if 1 < gsu_between(here, centre(h)) <= max(far, 0.0) + _HEX)
    options = tuple(Choice(h.id, str(h), "hex", h) for h in near) if far > 1 else ()
    said = refused.reason if refused is not None else "its second movement"
    complete = bool(picks) and refused is None
    return Choices(f"{element.name}: {said}", refused.rule if refused else "pw:4.11", options, complete=complete)


def _second_plan(state: WarState, element: Element, picks: Partial) -> Plan:
    """What is written for an element with another second movement, no longer than its ground allows."""
    before = state.plans[element.id]
    path = Path(element.where, tuple(centre(state.board.hex(pick)) for pick in picks))
    found = pricing.cut(state, element, before, path)
    return evolve(before, second=() if found is None else tuple(Leg(point) for point in found.points[1:]))


def adapted(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial while who moves last may change plans."""
    if head_of(partial[0]) == "carry-on":
        return CarryOn()
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if reacting.halfway(state, element):
        return Adapt(plan=_second_plan(state, element, partial[1:])) if partial[1:] else None
    return Adapt(plan=read(state, element, partial[1:]).plan)


def reactions(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What those do that have met the enemy: go on, halt, or move otherwise (pw:6.7.1)."""
    if not partial:
        options: list[Choice] = []
        for id_ in reacting.asked(state, side):
            element = state.elements[id_]
            enemy = state.elements.get(state.moves.met[id_])
            met = f"met {enemy.name}" if enemy is not None else ""
            for head, label, key in (("go-on", "go on", "o"), ("halt", "halt", "h"), ("move", "move otherwise", "m")):
                told_ = f"{element.name}: {label}"
                options.append(Choice(f"{head}:{id_}", told_, "option", hex_at(element.where), id_, key=key, cost=met))
        return Choices("They have met the enemy", "pw:6.7.1", tuple(options))
    if head_of(partial[0]) != "move":
        return Choices("Contact", "pw:6.7.1", complete=True)
    element = own_unit(state, side, UnitId(value_of(partial[0])), "pw:6.7.1")
    left = reacting.left(state, element)
    legs = tuple(Leg(centre(state.board.hex(pick))) for pick in partial[1:])
    found = reacting.react_refusal(state, element, React(element=element.id, legs=legs)) if legs else None
    here = legs[-1].to if legs else element.where
    cells = sorted(state.board.cells)
    near = [h for h in cells if 1 < gsu_between(here, centre(h)) <= left]
    options = [Choice(h.id, str(h), "hex", h, refusal=teams.apart_refusal(state, element, centre(h))) for h in near]
    said = found.reason if found is not None else f"{left:.0f} GSU are left"
    return Choices(f"{element.name}: {said}", "pw:6.7.1", tuple(options), complete=bool(legs) and found is None)


def reaction(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial while movement stands still."""
    head, id_ = head_of(partial[0]), UnitId(value_of(partial[0]))
    if head == "move":
        if len(partial) < 2:
            return None
        legs = tuple(Leg(centre(state.board.hex(pick))) for pick in partial[1:])
        return React(element=id_, legs=legs)
    return React(element=id_, go_on=head == "go-on")


def remaining(state: WarState, side: SideId) -> str:
    """What is left to be written down."""
    due = len(planning.bound_to_move(state, side))
    written = sum(1 for e in state.plans if state.elements[e].side == side)
    return f"{written} planned" + (f", {due} must move" if due else "")
