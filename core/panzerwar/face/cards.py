"""Cards of elements and hexes, and lines of sight in words."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex
from core.panzerwar.combat import arms, when
from core.panzerwar.command import regroup
from core.panzerwar.face.vehicle_card import damage_told, sections
from core.panzerwar.ground import terrain
from core.panzerwar.infantry import teams
from core.panzerwar.movement import speed
from core.panzerwar.movement.reports import told as plan_told
from core.panzerwar.obstacles import face as obstacles_face
from core.panzerwar.pieces.cards import Bunker, Gun, Squad, Team, Vehicle
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.smoke import Intensity
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting import overwatch
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.panzerwar.words import place, turns
from core.plane import hex_at
from core.presentation import Card, Row, Section

# -- elements ----------------------------------------------------------------------------------------


def unit_card(view: WarState, element: Element) -> Card:
    """All that a view knows of an element: its state, its unit, its chart. KeyError if its card is not there."""
    card = view.cards[element.card]
    kind = card.nation if not isinstance(card, Squad | Team | Bunker | Gun | Vehicle) else card.name
    return Card(
        title=element.name,
        subtitle=f"{kind}, {element.grade.value}",
        side=element.side,
        sections=(
            Section("State", tuple(_condition(view, element))),
            *_orders(view, element),
            *sections(view.cards, card, element.harm, (view.engagement.year, view.engagement.month)),
        ),
    )


def _condition(view: WarState, element: Element) -> Iterator[Row]:
    harm, nerve, posture = element.harm, element.nerve, element.posture
    if harm.damage:
        yield Row("Damaged", damage_told(harm), "pw:9.13", tone="bad")
    if harm.stunned:
        yield Row("Stunned", "neither moves, sights nor fires", "pw:9.15.2", tone="bad")
    if harm.blind(view.turn):
        yield Row("Blinded", "by phosphorus", "pw:11.4.3", tone="bad")
    if element.gunnery.jammed:
        yield Row("Jammed", "its gun does not fire until it is cleared", "pw:8.14.7", tone="bad")
    if nerve.broken:
        yield Row("Broken", f"since turn {nerve.broken}", "pw:12.9.1", tone="bad")
    elif nerve.pinned(view.turn):
        yield Row("Suppressed", f"through turn {nerve.suppressed}", "pw:12.9.3.1", tone="warn")
    elif nerve.ignoring:
        yield Row("Charges", "through suppression: every attack on it has 2 more", "pw:12.9.3.2", tone="warn")
    yield Row("Where", _where(view, element))
    if element.at is not None:
        turret = "" if element.turret is None else f", turret {compass_name(element.turret)} ({element.turret * 7.5:g})"
        yield Row("Looks", f"{compass_name(element.heading)} ({element.heading * 7.5:g}){turret}", "pw:1.3")
    if element.on_table and element.travel.loading > 0:
        left = f"{turns(element.travel.loading)} more"
        if element.kind is Kind.VEHICLE:
            yield Row("Stands still", f"loading: {left}", "pw:6.11.3", tone="warn")
        else:
            yield Row("Not ready", f"loading or setting up: {left}", "pw:6.11.4", tone="warn")
    yield from _movement(view, element)
    if posture.turret_down:
        yield Row("Position", "turret down", "pw:9.18.0", tone="good")
    elif posture.hull_down:
        yield Row("Position", f"hull down {posture.hull_down} behind {posture.shield.value}", "pw:9.17.1", tone="good")
    if posture.dug.value != "none":
        yield Row("Dug in", posture.dug.value, "pw:12.4.2", tone="good")
    if posture.hidden:
        yield Row("Hidden", "the enemy does not know of it", "pw:6.1.4", tone="good")
    if (gun := view.cards.guns.get(element.card)) is not None and gun.crew_counters > 1:
        one = element.crews < gun.crew_counters
        yield Row("Crews", "one of two is left" if one else "two", "pw:12.0.4", tone="bad" if one else "")
    if element.buttoned:
        yield Row("Hatches", "buttoned up", "pw:7.1")
    if (lit := view.smoke.lit.get(element.id)) is not None:
        last = round(lit + view.charts.number("candle-turns")) - 1
        yield Row("Candles", f"burn through turn {last}" if last >= view.turn else "have burnt down", "pw:11.10.4")
    aboard = view.aboard(element.id)
    if aboard:
        yield Row("Carries", ", ".join(e.name for e in aboard), "pw:6.9")
    yield from obstacles_face.element_rows(view, element)
    yield from _fire(view, element)


def _where(view: WarState, element: Element) -> str:
    if element.aboard is not None:
        carrier = view.elements.get(element.aboard)
        return f"aboard {carrier.name}" if carrier is not None else "aboard"
    if element.at is None:
        return element.presence.value
    shown = element.presence.value if not element.on_table else ""
    return f"{hex_at(element.at)}, point {element.at.x / 10:g}, {element.at.y / 10:g}{', ' + shown if shown else ''}"


def _movement(view: WarState, element: Element) -> Iterator[Row]:
    if element.travel.motion is not Motion.STATIONARY:
        yield Row("Moved", f"{element.travel.motion.value}, {element.travel.spent:g} GSU", "pw:6.3")
    if element.kind.value == "vehicle" and element.on_table:
        full = speed.allowance(view, element, Way.MARCH, road=False).full
        yield Row("Allowance", f"{full:g} GSU: shift {speed.SHIFT}, half {full / 2:g}, full {full:g}", "pw:6.3")


def _fire(view: WarState, element: Element) -> Iterator[Row]:
    if element.gunnery.fired:
        yield Row("Fired", ", ".join(f"E{number}" for number in dict.fromkeys(element.gunnery.fired)), "pw:8.10")
    acquired = view.elements.get(element.gunnery.acquired) if element.gunnery.acquired is not None else None
    if acquired is not None:
        yield Row("Acquired", acquired.name, "pw:8.4.3", tone="good")
    if not element.on_table:
        return
    told_by_arm = set()
    for arm in arms.arms(view, element):
        name, left = arms.title(view, element, arm), arms.uses_left(view, element, arm)
        told_by_arm.add(arm.weapon if left is not None else "")
        out = arms.refusal(view, element, arm)
        if out is not None:
            yield Row(name, f"not fired: {out.reason}", out.rule, tone="bad")
            continue
        found = when.segments(view, element, arm, first=False)
        told = f"fires in {', '.join(f'E{number}' for number in found)}" if found else "does not fire this turn"
        yield Row(name, told if left is None or element.apparent else f"{told}; {left} left", "pw:8.0.4")
    for name, left in element.ammunition.items():
        if name not in told_by_arm:
            rule = "pw:12.11.5" if name in view.cards.infantry_weapons else "pw:8.9.3"
            yield Row(name, f"{left} left", rule)


def _orders(view: WarState, element: Element) -> Iterator[Section]:
    """Its unit with its orders, its plan: as far as they are known, which the enemy's are not."""
    organisation = view.organisations.get(element.organisation)
    if organisation is None:
        return
    rows = [
        Row("Unit", f"{organisation.name}, {organisation.echelon.value}", "pw:4.0"),
        Row("Order", f"{organisation.order.value} since turn {organisation.since}", "pw:4.2"),
    ]
    if organisation.order is Tactical.REGROUP and organisation.regroups > 0:
        told = f"{turns(organisation.regroups)} more{regroup.hindered(view, organisation)}"
        rows.append(Row("Regroups", told, "pw:4.9.4"))
    if told := teams.told(view, element):
        rows.append(Row("Team", told, teams.RULE))
    if organisation.objective is not None:
        rows.append(Row("Objective", place(organisation.objective), "pw:4.2"))
    if organisation.forced is not None:
        rows.append(Row("Forced", organisation.forced.value, "pw:13.1.7", tone="bad"))
    if organisation.shaken:
        told = "its morale failed, and it has not regrouped"
        rows.append(Row("Shaken", told, "pw:4.11.5", tone="bad"))
    mark = overwatch.mark(view, element)
    if mark is not None:
        rows.append(Row("Overwatches", place(mark), "pw:7.9"))
    if element.command:
        rows.append(Row("Command", "it is the command element", "pw:4.0.4"))
    plan = view.plans.get(element.id)
    if plan is not None:
        rows.append(Row("Plan", plan_told(view, plan), "pw:4.2"))
    yield Section("Orders", tuple(rows))


# -- hexes -------------------------------------------------------------------------------------------


def hex_card(view: WarState, hex_: Hex) -> Card:
    """Terrain, height, cover, what a way over it costs, and what lies there."""
    if hex_ not in view.board:
        return Card(str(hex_), "not on the table")
    found = terrain.ground(view, hex_)
    rows = []
    for effect in found.effects:
        parts = [f"movement x{effect.fraction:g}" if effect.fraction is not None else "no movement"]
        parts += [f"cover {effect.cover:+d}"] if effect.cover else []
        parts += [f"to-hit {effect.to_hit:+d}"] if effect.to_hit else []
        parts += [f"sighting {effect.sighting:+d}"] if effect.sighting else []
        rows.append(Row(effect.name, ", ".join(parts), "pw:6.14"))
    rows.append(Row("Height", f"level {found.level}, ground at {found.base:g} GSU", "pw:6.12"))
    if found.slope:
        up = f", rising {compass_name(found.uphill)}" if found.uphill is not None else ""
        rows.append(Row("Slope", f"{found.slope:g} degrees{up}", "pw:6.13"))
    for beyond, edges in found.edges.items():
        rows += [Row(f"Toward {beyond}", edge.name, "pw:6.14") for edge in edges]
    smoke = tuple(Row(thick.value.capitalize(), "", "pw:11.0") for thick in _smoke_in(view, hex_))
    there = tuple(_there(view, hex_))
    parts_ = [Section("Ground", tuple(rows))]
    if smoke:
        parts_.append(Section("Smoke", smoke))
    mines = tuple(obstacles_face.hex_rows(view, hex_))
    if mines:
        parts_.append(Section("Mines", mines))
    if there:
        parts_.append(Section("There", there))
    return Card(str(hex_), found.effects[0].name, None, tuple(parts_))


def _smoke_in(view: WarState, hex_: Hex) -> list[Intensity]:
    return [thick for point, _, _, thick in clouds.discs(view) if hex_at(point) == hex_]


def _there(view: WarState, hex_: Hex) -> Iterator[Row]:
    for element in view.elements.values():
        if element.at is not None and element.aboard is None and hex_at(element.at) == hex_:
            told = element.presence.value if not element.on_table else view.cards[element.card].name
            yield Row(element.name, told, unit=element.id)
