"""Artillery as it shows itself: areas and points on the map, the sheet of batteries, the odds of area fire (pw:10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from core.book.chapter import value_of
from core.choice import Partial
from core.event import SideId
from core.order import Order
from core.panzerwar.artillery import allocation, batteries, calling, choices, direct, links, loads, scatter
from core.panzerwar.artillery.areas import Beaten, footprint, laid
from core.panzerwar.artillery.choices_calls import aim, order
from core.panzerwar.artillery.loads import Load
from core.panzerwar.artillery.orders import Call
from core.panzerwar.artillery.reports import told
from core.panzerwar.communication.contact import chance
from core.panzerwar.pieces.artillery import Mission, Spotting
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.weapons import Weapon
from core.panzerwar.state import WarState
from core.panzerwar.words import called, dice, place, turns
from core.plane import Point, bearing, gsu_between, heading_of, hex_at
from core.presentation import Card, Counter, OddsReport, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("artillery", "Batteries and their fire", "a")
#: So many elements of an area are listed with their chances.
_LISTED: Final = 8


# -- on the map ------------------------------------------------------------------------------------


def counters(view: WarState) -> Iterator[Counter]:
    """Where fire falls, for all; reference points and points of aim, for their own side alone (pw:10.1, pw:10.8)."""
    for number, area in enumerate(view.artillery.fallen):
        if area.turn == view.turn or area.turn == view.turn - 1:
            short, name = ("sp", "Spotting round") if area.spotting else ("Ar", "Area fire")
            size = "" if area.spotting else f"{area.length:g}x{area.width:g}"
            found = _at(f"area:{number}", area.centre, short, name, area.side, size, heading_of(area.along) % 48)
            yield from (found,) if hex_at(area.centre) in view.board else ()
    for one in view.artillery.references:
        yield _at(f"reference:{one.side}:{one.number}", one.at, "RP", f"Reference {one.number}", one.side)
    for mission in view.artillery.missions:
        yield _at(f"aim:{mission.id}", mission.aim, "PA", "Point of aim", mission.side, f"turn {mission.due}")


def _at(id_: str, at: Point, short: str, name: str, side: str, values: str = "", heading: int | None = None) -> Counter:
    return Counter(id_, "mark", hex_at(at), side, short, name, values=values, point=at, heading=heading)


# -- the sheet -------------------------------------------------------------------------------------


def sheet(view: WarState, side: SideId | None) -> Sheet:
    """The batteries of a side with what they can do and what they fire at; its reference points. Nobody sees those of
    the enemy, but where their fire falls (pw:10.0.1, pw:10.8)."""
    found = [_card(view, o) for o in view.organisations.values() if o.side == side and batteries.find(view, o.id)]
    points = tuple(
        Row(f"Reference point {one.number}", place(one.at), "pw:10.8", hex=hex_at(one.at))
        for one in view.artillery.references
        if one.side == side
    )
    if points:
        found.append(Card("Reference points", "", side, (Section("", points),)))
    note = "Fire is called, corrected and ended in phase B (pw:10.6.5)."
    return Sheet(KIND.title, "pw:10.0.1", tuple(found), note)


def _card(view: WarState, organisation: Organisation) -> Card:
    fired, pieces = batteries.battery_weapon(view, organisation), batteries.pieces(view, organisation)
    name = fired.name if fired is not None else "no weapon"
    where = f"{organisation.off_board:g} off the table" if organisation.off_board is not None else "on the table"
    rows = [Row("Pieces", f"{len(pieces)} x {name}, {where}", "pw:10.0.1")]
    refused = batteries.unit_refusal(view, organisation)
    if refused is not None:
        rows.append(Row("Cannot fire", refused.reason, refused.rule, tone="bad"))
    served = batteries.service(view, organisation.id, organisation.side)
    if view.turn <= served.resting:
        rule = "pw:10.9.5" if allocation.advanced(view) else "pw:10.6.10"
        rows.append(Row("Rests", f"it may be called from turn {served.resting + 1} on", rule, tone="warn"))
    if served.concentrated:
        most = view.charts.whole("concentrated-turns")
        rows.append(Row("Concentrated", f"{served.concentrated} of {most} turns", "pw:10.4"))
    rows += [row for m in view.artillery.missions if m.battery == organisation.id for row in _mission(view, m)]
    return Card(organisation.name, "", organisation.side, (Section("", tuple(rows)),))


def _mission(view: WarState, mission: Mission) -> Iterator[Row]:
    yield Row("Fire", told(mission), "pw:10.6.3", hex=hex_at(mission.aim))
    if mission.observer is not None:
        lost = ", contact is lost" if mission.lost else ""
        yield Row("Directed by", f"{called(view, mission.observer)}{lost}", "pw:10.6.5", unit=mission.observer)
    if not mission.fired:
        yield Row("Due", f"turn {mission.due}, E5", "pw:10.6.4")
    elif mission.coa is not None:
        what = "spotting" if mission.spotting is not Spotting.NONE else f"{mission.effect} of {mission.allotted} turns"
        yield Row("Falls", f"at {place(mission.coa)}, {what}", "pw:10.6.6", hex=hex_at(mission.coa))


# -- odds ------------------------------------------------------------------------------------------


def area_odds(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """Direct area fire as it is picked so far: possible hits on each element in the area, and what they do
    (pw:10.3).
    """
    body, shot = choices.body_picked(view, partial), choices.shot_picked(view, side, partial)
    if body is None or shot is None:
        return None
    able = direct.firing(view, body, shot.at)
    loaded = direct.load(view, body, shot.shell, gsu_between(able[0].where, shot.at)) if able else None
    if loaded is None:
        return None
    found = tuple(choices.struck(view, side, shot))
    rows = [_falls(view, choices.scatters(view, side, shot), shot.at, able[0].where)]
    thrown = direct.dice_at(view, body, shot)
    concentrated = choices.concentrates(view, body, shot)
    area = direct.area(view, body, able, shot.at, shot.sheaf)
    rows.append(_area(view, area, loaded[0], len(able), thrown, concentrated=concentrated))
    for name, chances in found[:_LISTED]:
        text = f"{chances.any_hit:.0%} a possible hit, {chances.loses:.0%} lost, {chances.harms:.0%} any effect"
        rows.append(Row(name, text, "pw:10.3"))
    outcomes: tuple[tuple[str, float], ...] = ()
    if found:
        hits = found[0][1].hits
        told_ = ("no possible hit", "one", "two or more")
        outcomes = tuple(zip(told_, (hits[0], sum(hits[1:2]), sum(hits[2:])), strict=True))
    return OddsReport(f"Area fire at {place(shot.at)}", outcomes, tuple(rows), found[0][1].tally if found else ())


def _area(view: WarState, area: Beaten, load: Load, guns: int, thrown: int, *, concentrated: bool = False) -> Row:
    """How large an area is, and how many dice there are at each in it; or what smoke is laid (pw:10.1, pw:10.3,
    pw:11.2.5)."""
    if load.smoke is not None:
        puffs = round(guns * view.charts.number("puffs-per-gun"))
        return Row("Lays", f"{puffs} puffs of smoke across the line of fire", "pw:11.2.5")
    if load.star:
        return Row("Lights", f"a circle of {view.charts.number('star-shell'):g}", "pw:7.8.3")
    size = f"a circle of {area.width:g}" if area.round else f"{area.length:g} x {area.width:g}"
    text = f"{size}, {dice(thrown)} at each in it"
    return Row("Area", text + (", concentrated" if concentrated else ""), "pw:10.4" if concentrated else "pw:10.3")


def _falls(view: WarState, kind: str | None, at: Point, start: Point) -> Row:
    if kind is None:
        return Row("Falls", "where it is aimed", "pw:10.5.7")
    away = gsu_between(start, at)
    exact = scatter.places(view.charts, kind, at, bearing(start, at), away)[at]
    times = view.charts.artillery.scatter_of(kind, away).times
    text = f"{exact:.0%} exactly" + (f", else {times} x D10 off" if times else "")
    return Row("Falls", text, scatter.RULES[kind][1])


def call_odds(view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
    """A call as it is picked so far: contact, the time it takes, where the fire will fall (pw:5.1, pw:10.6.4)."""
    if len(partial) < 2:
        return None
    element, organisation = view.element(value_of(partial[0])), view.organisations[partial[1]]
    sure = links.automatic(view, element, organisation)
    made = 1.0 if sure else chance(view, element)
    at = aim(view, side, partial[2]) if len(partial) > 2 else None
    reference = at is not None and calling.reference_at(view, side, at) is not None
    lag = links.lag(view, element, organisation, reference=reference)
    rows = [Row("Comes", f"in {turns(lag.total)}", "pw:10.6.4")]
    fired, start = batteries.battery_weapon(view, organisation), batteries.place(view, organisation)
    if at is not None and fired is not None and start is not None:
        kind = scatter.REFERENCE if reference else scatter.INDIRECT
        rows.append(_falls(view, scatter.ROCKETS_FIRST if fired.kind == "rockets" else kind, at, start))
        rows += _comes(view, organisation, order(view, side, partial), fired, start)
    outcomes = (("contact", made), ("no contact", 1 - made))
    return OddsReport(f"{element.name} calls {organisation.name}", outcomes, tuple(rows), lag.reasons)


def _comes(view: WarState, battery: Organisation, call: Order | None, fired: Weapon, start: Point) -> Iterator[Row]:
    """What a call brings if it is heard: turns of fire, or why none (pw:10.6.6, pw:10.9.1), its area and dice."""
    if not isinstance(call, Call):
        return
    found, advanced = allocation.allocate(view, battery, call.at), allocation.advanced(view)
    if found.refusal is not None:
        yield Row("Denied", found.refusal.reason, found.refusal.rule, tone="bad")
        return
    first = f"{call.spotting.value} first, then " if call.spotting is not Spotting.NONE else ""
    yield Row("Fires", f"{first}for {turns(found.turns)}", "pw:10.9.1" if advanced else "pw:10.6.6")
    shell, guns = batteries.shell(view, fired, call.shell), len(batteries.pieces(view, battery))
    if shell is not None:
        area = laid(footprint(view.charts, fired), call.at, bearing(start, call.at), call.sheaf, guns)
        thrown = loads.dice(view.charts, fired, shell, call.sheaf, guns)
        yield _area(view, area, loads.of_shell(fired, shell, gsu_between(start, call.at)), guns, thrown)


#: The odds of orders begun, by their first pick.
WEIGHED: Final[Mapping[str, Callable[[WarState, SideId, Partial], OddsReport | None]]] = {
    "area": area_odds,
    "battery": area_odds,
    "call": call_odds,
}
