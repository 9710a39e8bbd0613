"""Cards of units and hexes, and lines of sight in words."""

from __future__ import annotations

from core.event import SideId
from core.hexes import Hex, distance, in_hexes
from core.panzerblitz.ground.stacking import limit, stacked
from core.panzerblitz.ground.terrain import (
    depressed,
    elevation,
    features,
    hex_costs,
    hides,
    is_clear,
    is_in,
    road_negated,
)
from core.panzerblitz.movement.entry import entry_of
from core.panzerblitz.movement.move import allowance, left, points
from core.panzerblitz.pieces.reference import POND_SIDE, ROAD, SYMBOLS, Elevation, UnitType, WeaponClass
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.sight.fields_of_fire import fire_on
from core.panzerblitz.sight.line_of_sight import line_of_sight
from core.panzerblitz.sight.spotting import spotted
from core.panzerblitz.state import BlitzState
from core.presentation import Card, Row, Section

_LEVELS = {Elevation.GROUND: "ground", Elevation.SLOPE: "slope", Elevation.HILLTOP: "hilltop"}
#: Targets of the chart in words that leave room for the factor beside them in a side panel.
_AGAINST = (
    ("armored to half range", True, True),
    ("armored beyond it", True, False),
    ("all others", False, False),
)
_COUNTS = {4: "double", 2: "normal", 1: "half", None: "not allowed"}
# -- units -----------------------------------------------------------------------------------------


def unit_card(view: BlitzState, unit: Unit) -> Card:
    """All that a view knows of a unit: its state, its counter, what its weapons do.

    Its size (pb:PB-UIT-1) and its code with its nation (pb:PB-PICS-2, pb:PB-PICS-3), which means nothing in play
    (pb:PB-PICS-4).
    """
    type_ = view.type(unit.id)
    listed = view.situation.by_id[unit.id]
    code = f" {listed.code}" if listed.code else ""
    return Card(
        title=view.name(unit.id),
        subtitle=f"{type_.kind.value}, {type_.size} ({type_.nation}){code}",
        side=unit.side,
        sections=(_condition(view, unit), *counter_sections(view, type_)),
    )


def _condition(view: BlitzState, unit: Unit) -> Section:
    type_ = view.type(unit.id)
    rows = [Row("Where", _where(view, unit))]
    if unit.on_map and type_.movement:
        text = f"{points(left(view, unit.id))} of {points(allowance(view, unit.id))} movement points left"
        rows.append(Row("Movement", text, "pb:PB-FACT-1"))
    passenger = view.passenger(unit.id)
    if passenger is not None:
        rows.append(Row("Carries", view.name(passenger), "pb:PB-TRANS-1"))
    if unit.carrier is not None:
        rows.append(Row("Carried by", view.name(unit.carrier), "pb:PB-TRANS-1"))
    if unit.dispersed:
        rows.append(Row("Dispersed", "neither moves nor fires until it recovers", "pb:PB-CRT-D", tone="bad"))
    if unit.struck:
        rows.append(Row("Struck", "-1 to attacks on it, a DD eliminates it, in this Player-Turn", "pb:PB-CRT-DD"))
    if unit.on_map and unit.hex is not None:
        rows.append(_under_guns(view, unit.side, unit.hex))
    if unit.fired:
        rows.append(Row("Fired", "its Attack Factor is used in this Player-Turn", "pb:PB-COMBAT-E"))
    if unit.operation is not None:
        rows.append(Row("Transport", f"{unit.operation.value} in this Player-Turn", "pb:PB-TRANS-A"))
    if unit.road:
        rows.append(Row("Road", "has moved at road rate: no Close Assault, no overrun", "pb:PB-CAT-I"))
    if unit.hidden:
        rows.append(Row("Hidden", "the enemy does not know of it", "pb:PB-EXP-HID-1"))
    group = view.situation.by_group[view.situation.by_id[unit.id].group]
    rows.append(Row("Group", group.name))
    return Section("State", tuple(rows))


def _under_guns(view: BlitzState, side: SideId, hex_: Hex) -> Row:
    """How many enemy units bear on a unit, and whether they may fire, as far as spotting goes (pb:PB-SPOT-1)."""
    guns, factors = fire_on(view, side, hex_)
    if not guns:
        return Row("In range of", "no enemy unit", "pb:PB-OBST-1")
    told = f"{guns} enemy unit{'s' if guns > 1 else ''}, Attack Factors {factors}"
    if spotted(view, view.situation.enemy(side), hex_):
        return Row("In range of", told, "pb:PB-OBST-1", tone="warn")
    return Row("In range of", f"{told}; not spotted where it is", "pb:PB-SPOT-1")


def _where(view: BlitzState, unit: Unit) -> str:
    if unit.presence is Presence.ON_MAP and unit.hex is not None:
        return f"{unit.hex}{', in the fortification' if unit.inside else ''}"
    if unit.presence is Presence.WAITING:
        entry = entry_of(view.situation, unit.id)
        if entry is not None:
            return f"comes on from turn {entry.turn}, {view.situation.areas[entry.area].name}"
        return "to be set up"
    if unit.presence is Presence.EXITED:
        return f"left the map in turn {unit.left_on} from {unit.left_from}"
    return str(unit.presence.value)


def counter_sections(view: BlitzState, type_: UnitType) -> tuple[Section, ...]:
    """What is printed on a counter, and how its class does against each kind of target (pb:PB-FACT-5, pb:PB-COMP-3)."""
    if not type_.manned:
        defense = Row("Defense", str(type_.defense) if type_.defense else "-", "pb:PB-FACT-3")
        return (Section("Counter", (defense,)),)
    weapon: tuple[Row, ...] = (
        Row("Attack Factor", str(type_.attack), "pb:PB-FACT-2"),
        Row("Weapons Class", type_.weapon_class.value, "pb:PB-WEAP-1"),
        Row("Range", f"{type_.range}, half range {type_.half_range}", "pb:PB-FACT-4"),
    )
    rows: tuple[Row, ...] = (
        *(weapon if type_.attack else weapon[:1]),
        Row("Defense Factor", f"{type_.defense}{', armored' if type_.armored else ''}", "pb:PB-FACT-3"),
        Row("Movement Factor", f"{type_.movement}, pays as {type_.mover.value}", "pb:PB-FACT-1"),
    )
    if type_.capacity:
        rule = "pb:PB-TRANS-1" if type_.carrier else "pb:PB-TRANS-G"
        rows = (*rows, Row("Carries", f"{type_.capacity} non-vehicular unit", rule))
    found = [Section("Counter", rows)]
    if type_.attack and type_.weapon_class is not WeaponClass.NONE:
        lines = tuple(
            Row(name, rule="pb:PB-WEC-1", cells=(_effect(view, type_, armored, near),))
            for name, armored, near in _AGAINST
        )
        found.append(Section("Weapons Effectiveness", lines, ("target", "factor")))
    return tuple(found)


def _effect(view: BlitzState, type_: UnitType, armored: bool, near: bool) -> str:
    halves = view.tables.wec.get((type_.weapon_class, armored, near))
    if halves is None:
        return "not allowed"
    return f"{_COUNTS[halves]}: {type_.attack * halves // 2}"


# -- hexes -----------------------------------------------------------------------------------------


def hex_card(view: BlitzState, hex_: Hex) -> Card:
    """Terrain, level, costs, hexsides, effect on attacks, and what lies in a hex."""
    cell = view.cell(hex_)
    lines = features(view.situation, cell)
    names = ", ".join(e.name for e in lines) or cell.terrain
    rows = [Row("Terrain", names, "pb:PB-TERR-1"), Row("Level", _LEVELS[elevation(cell)], "pb:PB-OBST-4")]
    if depressed(cell):
        rows.append(Row("Depression", "seen and sees at ground level only next to it", "pb:PB-GULLY-A"))
    if ROAD in cell.routes:
        open_ = not road_negated(view, hex_)
        rows.append(Row("Road", "1/2 MF along it" if open_ else "closed by a Wreck or Block", "pb:PB-ROAD-A"))
    rows += [Row("Defense", text, rule) for text, rule in _defense(view, hex_)]
    if hides(cell):
        rows.append(Row("Spotting", "seen into only by units next to it or for them", "pb:PB-SPOT-1"))
    rows.append(_overrun(view, hex_))
    costs = tuple(
        Row(mover.value, rule="pb:PB-TERR-1", cells=("no" if cost is None else points(cost),))
        for mover, cost in hex_costs(view, hex_).items()
    )
    sections = [
        Section("Hex", tuple(rows)),
        Section("Cost to enter off the road", costs, ("pays as", "MF")),
    ]
    sides = tuple(_sides(view, hex_))
    if sides:
        sections.append(Section("Hexsides", sides))
    there = tuple(_there(view, hex_))
    if there:
        sections.append(Section("Here", there))
    places = [p.name for p in view.board.places if hex_ in p.hexes]
    areas = [a.name for a in view.situation.areas.values() if hex_ in a.hexes and a.id != "map"]
    printed = view.board.label(hex_)
    title = f"Hex {hex_}" if printed == str(hex_) else f"Hex {hex_}, printed {printed}"
    return Card(title, ", ".join((*places, *areas)), None, tuple(sections))


def _overrun(view: BlitzState, hex_: Hex) -> Row:
    """Whether units here may be overrun, by the terrain and by what lies in it."""
    if not is_clear(view.cell(hex_)):
        return Row("Overrun", "not in this terrain", "pb:PB-OVR-I")
    if view.marked(hex_) or view.wrecks.get(hex_):
        return Row("Overrun", "not on a Block, Wreck, minefield or fortification", "pb:PB-OVR-G")
    return Row("Overrun", "possible", "pb:PB-OVR-I")


def _defense(view: BlitzState, hex_: Hex) -> list[tuple[str, str]]:
    cell = view.cell(hex_)
    found = [(f"{e.die:+d} to the die ({e.name.lower()})", e.rule) for e in features(view.situation, cell) if e.die]
    level = elevation(cell)
    if level is Elevation.HILLTOP:
        found.append(("attackers halved, but for those on hilltops", "pb:PB-HILL-A"))
    elif level is Elevation.SLOPE:
        found.append(("attackers halved, but for those next to it without a Brown hexside between", "pb:PB-HILL-B"))
    if is_in(cell, "town"):
        found.append(("armored target, attacked as one", "pb:PB-WEC-B"))
    return found


def _sides(view: BlitzState, hex_: Hex) -> list[Row]:
    rows = []
    for direction, name in enumerate(view.board.ways):
        marks = view.board.side(hex_, direction)
        words = [m.capitalize() for m in sorted(marks & SYMBOLS)] + (["pond"] if POND_SIDE in marks else [])
        if view.board.joined(ROAD, hex_, direction):
            words.append("road")
        if words:
            rows.append(Row(name, ", ".join(words), "pb:PB-TERR-2"))
    return rows


def _there(view: BlitzState, hex_: Hex) -> list[Row]:
    rows = []
    for unit in view.in_hex(hex_):
        how = ", in the fortification" if unit.inside else ", carried" if unit.carrier else ""
        down = ", dispersed" if unit.dispersed else ""
        rows.append(Row(view.situation.side(unit.side).name, f"{view.name(unit.id)}{how}{down}"))
    for side in view.wrecks.get(hex_, ()):
        rows.append(Row(view.situation.side(side).name, "Wreck", "pb:PB-WRECK-B"))
    if hex_ in view.rubble:
        rows.append(Row("Block", "of a fortification destroyed", "pb:PB-FORT-P"))
    for side_ in view.situation.sides:
        count = stacked(view, side_.id, hex_, inside=False)
        if count and any(u.side == side_.id for u in view.loose(hex_)):
            rows.append(Row(f"Stacking, {side_.name}", f"{count} of {limit(view, side_.id)}", "pb:PB-STACK-D"))
    return rows


# -- sight -----------------------------------------------------------------------------------------


def sight_rows(view: BlitzState, origin: Hex, target: Hex) -> tuple[Row, ...]:
    """Whether one hex is seen from another and why not: levels, obstacle, rule; and spotting."""
    if origin not in view.board or target not in view.board:
        return (Row("Line of sight", "not on the map"),)
    found = line_of_sight(view, origin, target)
    levels = f"{_LEVELS[elevation(view.cell(origin))]} to {_LEVELS[elevation(view.cell(target))]}"
    rows = [
        Row("Line of sight", "clear" if found.seen else "obstructed", found.rule, tone="good" if found.seen else "bad"),
        Row("Why", found.reason, found.rule),
        Row("Levels", levels, "pb:PB-TET-1"),
        Row("Range", in_hexes(distance(origin, target)), "pb:PB-COMBAT-C"),
    ]
    if found.seen and found.range > 1 and hides(view.cell(target)):
        rows.append(Row("Spotting", "units there must be spotted from next to it", "pb:PB-SPOT-1"))
    return tuple(rows)
