"""What the players of a scenario read before it begins, as a neutral card (na:2.0)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from core.board import Board
from core.citing import named
from core.hexes import Hex, distance
from core.panzer.course import conditions
from core.panzer.course.sheltering import WORDS
from core.panzer.pieces.cards import AircraftCard, BatteryCard, LegCard, LegStep, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.course import ReliefForce
from core.panzer.pieces.scenario import Barrier, Level, Scenario, ScenarioSide, ScenarioUnit, SetUp, Village, WithMorale
from core.panzer.pieces.switches import ADVANCED, NOTES, Switch
from core.presentation import Card, Row, Section
from core.setting import Entry, Exit, Objective

_SET_UP: Final = {
    SetUp.FIXED: "units begin in the hexes that the scenario states",
    SetUp.IN_ORDER: "the sides set up one after the other, in the order in which they are listed",
    SetUp.ROLL_LOW_FIRST: "both sides roll; the lower roll sets up first",
}
_SOURCES: Final = {
    "rulebook": "as the rulebook states it",
    "derived": "worked out from the rulebook's data",
    "judged": "designed for this program",
}


def briefing(scenario: Scenario) -> Card:
    """Situation, forces by formation, set-up, objectives, victory, special rules and provenance."""
    forces = tuple(_force(scenario, side) for side in scenario.sides)
    sections = (
        Section("Situation", (Row("", scenario.situation or "No account of the situation has come down."),)),
        *forces,
        Section("Set-up", _set_up(scenario)),
        Section("Objectives", _objectives(scenario)),
        Section("Victory", _victory(scenario)),
        *((Section("Special rules", tuple(Row("•", text) for text in scenario.special)),) if scenario.special else ()),
        Section("Notes", _notes(scenario)),
    )
    told = Card(
        title=scenario.title,
        subtitle=" · ".join(part for part in (scenario.place, scenario.date, f"{scenario.turns} turns") if part),
        sections=sections,
    )
    return named(told, scenario.tables.rule_names)


def _force(scenario: Scenario, side: ScenarioSide) -> Section:
    """The force of one side: a line for each formation, then its units, their numbers and how they begin."""
    units = [u for u in scenario.units if u.side == side.id and u.part_of is None]
    rows: list[Row] = []
    if scenario.has(Switch.GRADES):
        rows.append(Row("Force Grade", side.grade.value, "na:5.8.1"))
    for formation in dict.fromkeys(u.formation for u in units):
        members = [u for u in units if u.formation == formation]
        told = ", ".join((_count(len(members)), *_rank(scenario, members[0])))
        rows.append(Row(formation or side.force or side.name, tone="strong", cells=(), text=told))
        rows.extend(_members(scenario, members))
    title = f"{side.name}: {side.force}" if side.force and side.force != side.name else side.name
    value = sum(u.value for u in units)
    worth = f", {value} points" if value else ""
    return Section(f"{title} ({_count(len(units))}{worth})", tuple(rows))


def _rank(scenario: Scenario, member: ScenarioUnit) -> Iterator[str]:
    """What the Advanced Game wants to know of a formation: grade, level, and what it belongs to (na:5.8.2)."""
    formation = scenario.formation_of(member.id)
    if scenario.has(Switch.GRADES):
        yield formation.grade.value
    if scenario.switches and formation.level is not Level.COMPANY:
        yield formation.level.value
    if formation.parent:
        yield f"of {formation.parent}"


def _facts(card: UnitCard) -> list[str]:
    """What a player wants to know of a unit at once."""
    if isinstance(card, VehicleCard):
        return [f"move {'/'.join(map(str, card.move))}", f"armor {card.basic_front}/{card.basic_rear}"]
    if isinstance(card, LegCard):
        return [f"move {card.move[0]}", f"quickmarch {card.move[1]}"] if card.move[1] else [f"move {card.move[0]}"]
    if isinstance(card, TowedCard):
        return ["manhandled 1 hex"] if card.move else ["moved by transport only"]
    return ["an aircraft"] if isinstance(card, AircraftCard) else []


def _members(scenario: Scenario, members: Sequence[ScenarioUnit]) -> Iterator[Row]:
    """One line for all units of a formation that are alike and begin alike."""
    groups = Counter((_called(u), u.card.id, tuple(_particulars(scenario, u))) for u in members)
    cards = {u.card.id: u.card for u in members}
    for (name, card_id, particulars), number in groups.items():
        card = cards[card_id]
        facts = [*particulars, *_facts(card)]
        if not card.armed and isinstance(card, VehicleCard):
            facts.append("unarmed")
        yield Row(f"  {number} x {name}", ", ".join(facts))


def _called(unit: ScenarioUnit) -> str:
    """The name of a unit's card; of a squad and its half, which share a card, the one that it is."""
    name, shared, _ = unit.card.name.partition(" - ")
    if not shared:
        return unit.card.name
    return name.replace("Squad", "Half-squad") if unit.size is LegStep.HALF_SQUAD else name


def _particulars(scenario: Scenario, unit: ScenarioUnit) -> Iterator[str]:
    """What sets a unit apart from others with its card."""
    labels = {label.value.lower() for label in unit.labels}
    if unit.role and unit.role.lower() not in labels:
        yield unit.role
    yield from sorted(label.value for label in unit.labels)
    if scenario.has(Switch.GRADES) and unit.grade is not scenario.formation_of(unit.id).grade:
        yield unit.grade.value
    yield from (f"with {weapon.name}" for weapon in unit.attached)
    if unit.load is not None:
        yield f"with {unit.load.value}s"
    if unit.motorcycle:
        yield "on motorcycles"
    if unit.without_skirts:
        yield "without skirts"
    if unit.attachment is not None:
        yield "planned fire only" if unit.planned_only else unit.attachment.value
    if unit.riding is not None:
        yield f"in {scenario.by_id[unit.riding].card.name}"
    if scenario.relief is not None and unit.id in scenario.relief.units:
        yield "of the relief force"
    elif unit.entry is not None:
        yield _entry(unit.entry, scenario.board)


def _entry(entry: Entry, board: Board) -> str:
    where = f" at {hex_list(entry.hexes, board)}" if entry.hexes else ""
    return f"enters from turn {entry.turn}{where}"


def _set_up(scenario: Scenario) -> tuple[Row, ...]:
    rows = [Row("Board", f"{scenario.board.name}, {scenario.board.extent}", "na:1.2")]
    if scenario.overlays:
        rows.append(Row("Overlays", ", ".join(scenario.overlays), "na:1.3b"))
    placed = any(_to_place(u) for u in scenario.units)
    rows.append(Row("Order", _SET_UP[scenario.set_up if placed else SetUp.FIXED], "na:2.0"))
    for side in scenario.sides:
        zones = [scenario.zones[zone] for zone in side.zones if zone in scenario.zones]
        if zones:
            names = " or ".join(f"{zone.name} ({_count(len(zone.hexes), 'hex', 'hexes')})" for zone in zones)
            rows.append(Row(side.name, f"sets up in {names}", "na:2.0"))
        fixed = sum(1 for u in scenario.units if u.side == side.id and u.hex is not None)
        if fixed and placed:
            rows.append(Row(side.name, f"{_count(fixed)} in stated hexes"))
    if scenario.relief is not None:
        rows += _relief(scenario, scenario.relief)
    rows += _prepared(scenario)
    if scenario.ties_to:
        rows.append(
            Row(
                "Initiative", f"a tied roll goes to {scenario.side(scenario.ties_to).name}, not to a reroll", "na:4.3.1"
            )
        )
    return tuple(rows)


def _relief(scenario: Scenario, force: ReliefForce) -> Iterator[Row]:
    """When the relief force arrives and by which ways, and what its side scores for the turn (min:23.3.6.a)."""
    chances = ", ".join(f"{turn}: {highest}" for turn, highest in sorted(force.arrives.items()))
    yield Row(
        "Relief force", f"of {scenario.side(force.side).name}; arrives on d100, by turn: {chances}", "min:23.3.6.a"
    )
    scores = ", ".join(f"{turn}: {points:+d}" for turn, points in sorted(force.points.items()))
    yield Row("Its points", f"by turn of arrival: {scores}", "min:23.2.4.4")
    lowest = 1
    for way in force.ways:
        yield Row(way.name, f"d100 {lowest}-{way.highest}: {hex_list(way.hexes, scenario.board)}", "min:23.3.6.a")
        lowest = way.highest + 1


def _to_place(unit: ScenarioUnit) -> bool:
    """Whether its player sets it up."""
    never = isinstance(unit.card, AircraftCard | BatteryCard)
    return not (unit.hex or unit.entry or unit.riding or unit.part_of or never)


def _prepared(scenario: Scenario) -> Iterator[Row]:
    """What is there before any unit: plots of indirect fire, terrain counters, the light (na:6.5.1.4, na:6.1.4.3)."""
    for side in scenario.sides:
        if side.registered_points:
            yield Row(
                side.name, _count(side.registered_points, "Pre-Registered Point", "Pre-Registered Points"), "na:6.5.1.4"
            )
        if side.planned_missions:
            since = f", from turn {side.planned_from}" if side.planned_from > 1 else ""
            most = _count(side.planned_missions, "planned mission", "planned missions")
            yield Row(side.name, f"up to {most}{since}", "na:6.5.1.11")
        for start, number in side.positions.items():
            yield Row(side.name, f"{number} may begin {WORDS[start]}", "min:23.3.5")
        if side.hidden_units and scenario.has(Switch.HIDDEN_UNITS):
            counters = _count(side.hidden_units, "HIDDEN UNIT counter", "HIDDEN UNIT counters")
            yield Row(side.name, f"up to {counters}, fakes among them", "or:7.2.2")
        if side.camouflage and scenario.has(Switch.CAMOUFLAGE):
            yield Row(side.name, f"up to {_count(side.camouflage)} camouflaged", "or:7.24")
    if scenario.has(Switch.CAMOUFLAGE) and not any(side.camouflage for side in scenario.sides):
        yield Row("Camouflage", "granted to neither side: nobody is camouflaged, and nothing is chosen", "or:7.24")
    lying: dict[str, list[Hex]] = {}
    for work in scenario.works:
        lying.setdefault(scenario.tables.terrain[work.terrain].name, []).append(work.hex)
    for name, hexes in lying.items():
        yield Row(name, ", ".join(scenario.board.label(h) for h in sorted(hexes)), "na:6.1.4.3")
    if scenario.sun is not None and scenario.has(Switch.SUN_BLINDING):
        low = scenario.sun
        yield Row("Sun", f"fire towards the {low.edge.value} edge: AP {low.ap:+d}, GP {low.gp:+d}", "na:6.1.4.3.13")
    yield from conditions.rows(scenario)


def _objectives(scenario: Scenario) -> tuple[Row, ...]:
    together = {building for village in scenario.villages for building in village.buildings}
    rows = [_objective(scenario, objective) for objective in scenario.objectives if objective.id not in together]
    rows.extend(_village(scenario, village) for village in scenario.villages)
    rows.extend(_exit(scenario, way_out) for way_out in scenario.exits)
    rows.extend(_barrier(scenario, barrier) for barrier in scenario.barriers)
    return tuple(rows) or (Row("", "No place scores; only losses count.", "na:3.6"),)


def _objective(scenario: Scenario, objective: Objective) -> Row:
    held = f", held at the start by {scenario.side(objective.controller).name}" if objective.controller else ""
    turns = f", taken by {_count(objective.turns, 'complete turn', 'complete turns')} of occupation"
    text = f"{_count(objective.vp, 'point', 'points')}: {hex_list(objective.hexes, scenario.board)}{turns}{held}"
    return Row(objective.name, text, "na:3.6")


def _village(scenario: Scenario, village: Village) -> Row:
    buildings = [o for o in scenario.objectives if o.id in village.buildings]
    hexes = hex_list([h for o in buildings for h in o.hexes], scenario.board)
    holder = buildings[0].controller
    held = f", held at the start by {scenario.side(holder).name}" if holder else ""
    turns = f", each taken by {_count(buildings[0].turns, 'complete turn', 'complete turns')} of occupation"
    needed = f"{village.vp} points for {village.needed} of {len(buildings)} buildings or their rubble"
    return Row(village.name, f"{needed}: {hexes}{turns}{held}", "min:23.2.4.3")


def _barrier(scenario: Scenario, barrier: Barrier) -> Row:
    way_out = next(x for x in scenario.exits if x.id == barrier.exit)
    who, gone = scenario.side(barrier.side).name, _count(barrier.most, "combat unit leaves", "combat units leave")
    return Row(barrier.name, f"{who} scores {barrier.vp} points if {gone} at {way_out.name} or fewer", "min:23.2.4.2")


def _exit(scenario: Scenario, way_out: Exit) -> Row:
    worth = f"{way_out.share} % of the unit's value" if way_out.share else _count(way_out.vp, "point", "points")
    leaves = hex_list(way_out.hexes, scenario.board)
    whom = "combat unit" if way_out.combat_only else "unit"
    text = f"{scenario.side(way_out.side).name} scores {worth} for each {whom} that leaves at {leaves}"
    return Row(way_out.name, text, "na:4.5.1.1.9")


def _victory(scenario: Scenario) -> tuple[Row, ...]:
    victory = scenario.victory
    rows = [Row("", victory.text, victory.rule)] if victory.text else []
    if victory.losses:
        rows.append(Row("Losses", _losses(scenario), victory.rule))
    rows.extend(
        Row(level.name, f"a lead of {_count(level.lead, 'point', 'points')}", victory.rule)
        for level in sorted(victory.levels, key=lambda level: -level.lead)
        if not re.search(rf"\b{level.lead}\b", victory.text)
    )
    if victory.annihilation:
        rows += _at_once(scenario)
    if scenario.with_morale is not None:
        rows.append(Row("With Morale", _with_morale(scenario, scenario.with_morale), "min:23.1.2"))
    return tuple(rows)


def _with_morale(scenario: Scenario, other: WithMorale) -> str:
    """What is worth more or less with the option Morale (min:23.1.2)."""
    places = {one.id: one.name for one in scenario.objectives}
    places |= {one.id: one.name for one in scenario.villages} | {one.id: one.name for one in scenario.barriers}
    scored = [f"{name} {other.places[id_]}" for id_, name in places.items() if id_ in other.places]
    leads = [f"{level.name} at a lead of {level.lead}" for level in other.victory.levels]
    worth = Counter({side.name: 0 for side in scenario.sides})
    for unit in scenario.units:
        worth[scenario.side(unit.side).name] += other.units[unit.id].whole if unit.id in other.units else unit.value
    forces = [f"{name} {points}" for name, points in worth.items()]
    told = f"units are worth what the morale of their formation makes of them, in all {', '.join(forces)} points"
    return f"{'; '.join([*leads, *scored])}; {told}"


def _losses(scenario: Scenario) -> str:
    """What is scored for the losses of the enemy (min:10.4.3.2, min:23.1.4.3)."""
    charts = "rounded as the Unit Summary Charts are"
    if scenario.switches:
        return (
            "full value for every enemy unit eliminated or bailed out, half for a damaged vehicle or aircraft and for "
            f"a reduced squad, a quarter for a Track hit, {charts}; nothing for batteries"
        )
    tracked = ", a quarter for a Track hit" if scenario.rules.located_hits else ""
    return f"full value for every enemy vehicle eliminated, half for every one damaged{tracked}, {charts}"


def _at_once(scenario: Scenario) -> Iterator[Row]:
    """Who wins whatever the points are (min:10.4.1, min:23.1.4.1); who exits for points is not beaten by it."""
    victory, whom = scenario.victory, "unit" if scenario.switches else "vehicle"
    if victory.immobilized or (scenario.switches and scenario.rules.immobilized_are_beaten):
        text = "whoever has eliminated, driven off the map or immobilized by Track hits every enemy combat unit wins"
        yield Row("At once", text, "min:23.1.4.1")
    else:
        yield Row("At once", f"whoever eliminates every enemy combat {whom} wins", victory.rule)
    for side in dict.fromkeys(exit_.side for exit_ in scenario.exits):
        text = f"the points decide once no combat {whom} of {scenario.side(side).name} is left but those off the map"
        yield Row("All have left", text, "min:23.1.4.1")


def _notes(scenario: Scenario) -> tuple[Row, ...]:
    rows = [Row("•", note) for note in scenario.notes]
    rows.append(Row("Rules", ", ".join((*scenario.layers, *scenario.options))))
    if scenario.switches:
        whole = scenario.switches >= ADVANCED
        single = scenario.switches - ADVANCED if whole else scenario.switches
        titles = [NOTES[module].title.lower() for module in Switch if module in single]
        rows.append(Row("Modules", ", ".join(["all of the Advanced Game"] * whole + titles), "na:5.0"))
    rows.append(Row("Source", _SOURCES.get(scenario.source, scenario.source)))
    return tuple(rows)


def _count(number: int, one: str = "unit", many: str = "units") -> str:
    return f"{number} {one if number == 1 else many}"


def hex_list(hexes: Sequence[Hex], board: Board, limit: int = 6) -> str:
    """Hexes in words, as printed: a straight run of neighbours as first to last, a long list cut after `limit`."""
    if len(hexes) > 2 and all(distance(a, b) == 1 for a, b in pairwise(hexes)):
        return f"{board.label(hexes[0])} to {board.label(hexes[-1])}"
    shown = ", ".join(board.label(h) for h in hexes[:limit])
    rest = len(hexes) - limit
    return f"{shown} and {rest} more" if rest > 0 else shown
