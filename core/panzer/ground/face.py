"""Terrain counters, smoke and positions on the map and on the cards of hexes and units (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.ground import buildings
from core.panzer.ground.costs import COUNTER_RULES, WEIGHT
from core.panzer.ground.cover import combat_cover_of, effects, spotting_cover_of
from core.panzer.ground.heights import height_of, hexside_height
from core.panzer.ground.positions import defense, holders, position_of
from core.panzer.ground.reports import NAMES
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.conditions import FLOOD, ICE, MUD, SNOW
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit, Wreck
from core.panzer.pieces.works import Work, WorkKind, in_hex
from core.panzer.state import PanzerState
from core.presentation import Counter, Mark, Row

INSIDE = Mark("inside", "▣", "#", "inside the building", "info")
OUTSIDE = Mark("outside", "▢", "o", "outside the building", "info")
UPSTAIRS = Mark("upstairs", "↑", "^", "on an upper floor", "info")
ROOFTOP = Mark("rooftop", "⌃", "~", "on the roof", "info")
DUG_IN = Mark("dug-in", "◡", "u", "in a Hasty Entrenchment or Improved Position", "good")

#: Letters of the counters at the middle zoom.
_LETTERS: Final = {
    WorkKind.BLOCK: "B",
    WorkKind.DITCH: "D",
    WorkKind.HASTY: "E",
    WorkKind.IMPROVED: "I",
    WorkKind.MINES_HASTY: "M",
    WorkKind.MINES_DELIBERATE: "M",
    WorkKind.RUBBLE: "R",
    WorkKind.WIRE: "W",
}
_RULES: Final = {
    WorkKind.BLOCK: "na:6.1.4.3.3",
    WorkKind.DITCH: "na:6.1.4.3.4",
    WorkKind.HASTY: "na:6.1.4.3.6a",
    WorkKind.IMPROVED: "na:6.1.4.3.7a",
    WorkKind.MINES_HASTY: "na:6.1.4.3.8",
    WorkKind.MINES_DELIBERATE: "na:6.1.4.3.8",
    WorkKind.RUBBLE: "na:6.1.4.3.9",
    WorkKind.WIRE: "na:6.1.4.3.11",
}
_CLOUD_LETTERS: Final = {
    CloudKind.SMOKE: "S",
    CloudKind.BARRAGE: "A",
    CloudKind.DUST: "d",
    CloudKind.FIRE: "F",
    CloudKind.ILLUMINATION: "*",
}
_CLOUD_NAMES: Final = {
    CloudKind.SMOKE: "Smoke",
    CloudKind.BARRAGE: "Barrage",
    CloudKind.DUST: "Dust",
    CloudKind.FIRE: "On Fire",
    CloudKind.ILLUMINATION: "Illumination",
}
_CLOUD_RULES: Final = {
    CloudKind.SMOKE: "na:6.1.4.3.10d",
    CloudKind.BARRAGE: "na:6.1.4.3.10c",
    CloudKind.DUST: "na:6.1.4.3.12c",
    CloudKind.FIRE: "na:6.1.4.3.5a",
    CloudKind.ILLUMINATION: "or:7.27",
}
#: What the weather has made of a hex, by its mark.
_WEATHER_WORDS: Final = {
    SNOW: "Snow: 1 more to enter",
    MUD: "Mud",
    ICE: "frozen: as Clear to enter",
    FLOOD: "overflowing: impassable",
}
#: The line of the smoke of a Brew-Up, and the columns of vehicles.
_SMOKE: Final = "brew-up-smoke"
_VEHICLES: Final = ("T", "H", "W")
#: What lies on hexsides, the more telling first, and the rule of it; what of it has a cost of its own.
_SIDE_RULES: Final = {
    "crest": "na:4.1.4.1.5b",
    "hedgerow": "na:4.1.4.1.10",
    "wall": "na:4.5.1.1.2c",
    "defilade": "na:6.1.4.3.2b",
}
_CROSSED: Final = frozenset({"hedgerow", "wall", "defilade"})
# -- the map ---------------------------------------------------------------------------------------


def counters(state: PanzerState) -> Iterator[Counter]:
    """The terrain counters, and one counter in each hex of smoke, barrages, dust and fires."""
    for number, work in enumerate(state.counters.works):
        mines = work.kind in (WorkKind.MINES_HASTY, WorkKind.MINES_DELIBERATE)
        yield Counter(
            id=f"work:{work.hex}:{number}",
            kind="mines" if mines else "mark",
            hex=work.hex,
            side=None,
            short=_LETTERS[work.kind],
            name=NAMES[work.kind][:14],
            label=describe(state, work),
        )
    for number, cloud in enumerate(state.counters.clouds):
        for hex_ in sorted(cloud.hexes):
            yield Counter(
                id=f"cloud:{hex_}:{number}",
                kind="smoke" if cloud.kind is CloudKind.SMOKE else "mark",
                hex=hex_,
                side=None,
                short=_CLOUD_LETTERS[cloud.kind],
                name=_CLOUD_NAMES[cloud.kind],
                label=_cloud_words(cloud),
            )


def marks(state: PanzerState, unit: Unit) -> tuple[Mark, ...]:
    """The marks of a unit for where it is in its hex: in a building or beside it (min:17.2.3.4), on a roof, dug in."""
    found: list[Mark] = []
    if unit.inside and buildings.indoors(state, unit):
        found.append(INSIDE)
    if unit.outside is not None and unit.outside == unit.hex:
        found.append(OUTSIDE)
    if unit.floor:
        found.append(ROOFTOP if buildings.on_roof(state, unit) else UPSTAIRS)
    if position_of(state, unit) is not None:
        found.append(DUG_IN)
    return tuple(found)


# -- cards -----------------------------------------------------------------------------------------


def describe(state: PanzerState, work: Work) -> str:
    """A terrain counter in words: how far it is dug, of what it is the rubble, whom it holds, to where it is open."""
    parts = [NAMES[work.kind]]
    if work.kind is WorkKind.RUBBLE:
        parts.append(f"of a {state.tables.terrain[work.of].name}" if work.of in state.tables.terrain else "")
    if not work.complete:
        parts.append(f"side {work.progress}")
    inside = holders(state, work)
    if inside:
        parts.append("holds " + ", ".join(state.name(u) for u in inside))
    if work.open is not None and inside:
        parts.append(f"open to the {DIRECTION_NAMES[work.open]}")
    return ", ".join(part for part in parts if part)


def _cloud_words(cloud: Cloud) -> str:
    name = _CLOUD_NAMES[cloud.kind]
    sheaf = ""
    if cloud.kind in (CloudKind.SMOKE, CloudKind.BARRAGE, CloudKind.ILLUMINATION):
        sheaf = f", {'Open' if cloud.open else 'Closed'} SHEAF of {len(cloud.hexes)}" if len(cloud.hexes) > 1 else ""
    thin = "" if cloud.on else ", OFF"
    return f"{name}{sheaf}{thin}{', counts from the next step' if cloud.fresh else ''}"


def hex_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """What of terrain counters and clouds lies in a hex, and of the weather."""
    for mark, words in _WEATHER_WORDS.items():
        if mark in state.cell(hex_).marks:
            yield Row("Weather", words, "or:7.36.3")
    yield from _weight_limit(state, hex_)
    if state.has(Switch.NARROW_ROADS) and hex_ in state.scenario.conditions.narrow:
        yield Row("Narrow road", _in_line(state, hex_), "or:7.30")
    for work in in_hex(state.counters.works, hex_):
        value = defense(state, work) if state.scenario.switches else None
        strength = "" if value is None or work.kind is WorkKind.RUBBLE else f"; GP Defense {value}"
        yield Row("Counter", describe(state, work) + strength + _passage(state, work.kind.value), _RULES[work.kind])
    for cloud in state.counters.clouds:
        if hex_ in cloud.hexes:
            yield Row("Counter", _cloud_words(cloud) + _passage(state, cloud.kind.value), _CLOUD_RULES[cloud.kind])


def wreck_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """The wreck of a hex, and what the smoke of a Brew-Up does to fire and to the cost of the hex."""
    wreck = state.counters.wrecks.get(hex_)
    if wreck is None:
        return
    yield Row("Wreck", wreck.value, "na:4.1.4.1.8")
    if wreck is Wreck.BU:
        cost = max(state.tables.terrain[_SMOKE].cost.get(column) or 0 for column in _VEHICLES)
        fire = state.tables.ap_hit_modifiers[_SMOKE]
        text = f"AP fire {fire:+d} from it, through it and into it; {cost} more to enter, and for a paid turn"
        yield Row("Brew-Up Smoke", text, "na:4.1.4.1.9")


def hexside_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """What lies on the hexsides of a hex, how high it is, and what it costs vehicles that cross it."""
    tables = state.tables
    for direction, name in enumerate(DIRECTION_NAMES):
        features = sorted(state.board.side(hex_, direction))
        if not features:
            continue
        height = hexside_height(state.board, tables, hex_, direction)
        note = f", Height {height}" if height is not None else ""
        for feature in features:
            row = tables.terrain.get(feature)
            if feature in _CROSSED and row is not None:
                costs = (f"{c} {'P' if row.cost.get(c) is None else f'+{row.cost[c]}'}" for c in _VEHICLES)
                note += f"; {', '.join(costs)}"
        rule = next((_SIDE_RULES[feature] for feature in _SIDE_RULES if feature in features), "na:4.1.4.1.5a")
        yield Row(name, ", ".join(features) + note, rule)


def _in_line(state: PanzerState, hex_: Hex) -> str:
    """The units that have come into a narrow hex in the order in which they came, and who is on its shoulder."""
    entered = sorted((entry.order, unit) for unit, entry in state.narrow.entered.items() if entry.hex == hex_)
    line = [state.name(unit) for _, unit in entered if state.units[unit].on_map]
    aside = [
        state.name(u) if u in state.units else "the wreck" for u, at in sorted(state.narrow.shoulder) if at == hex_
    ]
    parts = ["nobody drives past anybody", f"came in: {', '.join(line)}" if line else ""]
    return "; ".join(filter(None, [*parts, f"on the shoulder: {', '.join(aside)}" if aside else ""]))


def _weight_limit(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """How much the bridge of a hex bears, or the ice of its stream (or:7.32)."""
    there, ice = state.scenario.conditions, ICE in state.cell(hex_).marks
    tons = there.ice if ice else there.bridges.get(hex_)
    if tons is not None and state.has(Switch.WEIGHT_LIMITS):
        yield Row("Weight limit", f"{'the ice' if ice else 'the bridge'} bears up to {tons:g} t", WEIGHT)


def _passage(state: PanzerState, mark: str) -> str:
    """Who may not enter a counter's hex, and what it costs those who may."""
    row = state.tables.terrain.get(mark)
    if row is None or mark not in COUNTER_RULES:
        return ""
    barred = ", ".join(column for column, cost in row.cost.items() if cost is None)
    added = ", ".join(f"{column} +{cost}" for column, cost in row.cost.items() if cost and row.added)
    return f"; prohibited to {barred}" + (f"; {added}" if added else "")


def building_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """How the buildings of a hex serve leg units: their Cover, and how high they may go."""
    cell = state.cell(hex_)
    if cell.terrain not in BUILDINGS or not state.scenario.switches:
        return
    row = state.tables.terrain[cell.terrain]
    text = f"spotting {row.cover_spotting.value}, fire {row.cover_combat.value}"
    yield Row("In them", text, "na:6.1.4.3.1d")
    top = buildings.top_floor(state, hex_)
    if top:
        place = "the roof" if state.scenario.desert_buildings else "the top floor"
        rule = "na:6.1.4.3.1f" if state.scenario.desert_buildings else "na:6.1.4.3.1e"
        yield Row("Up to", f"{place}, Height {cell.level + top}", rule)


def unit_rows(state: PanzerState, unit: Unit) -> Iterator[Row]:
    """Where in its hex a unit is, its own Cover and Height, in the Advanced Game."""
    if not state.scenario.switches or unit.hex is None or not unit.on_map:
        return
    names = ", ".join(dict.fromkeys(effect.name.split(" (")[0] for effect in effects(state, unit)))
    cover = f"spotting {spotting_cover_of(state, unit).value}, fire {combat_cover_of(state, unit).value} ({names})"
    yield Row("Cover", cover, "na:4.1.3f")
    if unit.floor:
        where = "on the roof" if buildings.on_roof(state, unit) else f"{unit.floor} up"
        rule = "na:6.1.4.3.1f" if buildings.on_roof(state, unit) else "na:6.1.4.3.1e"
        yield Row("Height", f"{height_of(state, unit)}, {where}", rule)
    held = position_of(state, unit)
    if held is not None:
        yield Row("Position", describe(state, held), _RULES[held.kind], tone="good")
