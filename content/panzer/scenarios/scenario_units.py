"""The units and formations of a scenario file, each line proved once however many units it stands for (na:2.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from attrs import evolve, frozen

from content.kit.goals import entry
from content.kit.grids import DIRECTIONS, read_hex
from content.kit.load import Proof, one_of
from content.panzer.boards.boards import is_building
from content.panzer.cards.cards import unit
from content.panzer.scenarios.advanced import abilities, fielded, leg_size
from content.panzer.scenarios.platoons import platoons_of
from content.panzer.scenarios.scenario_file import NUMBERED, RankLine, SideLine, UnitLine, expanded
from content.panzer.scenarios.scenario_proof import Draft
from content.panzer.scenarios.unit_values import unit_values
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.ground.terrain import BUILDINGS, led_through, vehicle_terrain
from core.panzer.pieces.cards import BatteryCard, CounterBatteryCard, Kind, LegCard, TowedCard, UnitCard
from core.panzer.pieces.course import Start
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Level, ScenarioFormation, ScenarioUnit, SetUp, UnitValues
from core.panzer.pieces.switch_ids import Switch
from core.panzer.pieces.tables import Tables
from core.setting import Zone

#: Units that stand on the map by themselves.
_ON_MAP: Final = frozenset({Kind.VEHICLE, Kind.LIMBER, Kind.LEG, Kind.TOWED})


def formations(draft: Draft) -> Iterator[ScenarioFormation]:
    """The formations of both sides, parents before or after those that belong to them (na:5.8.2)."""
    for side_at, side in enumerate(draft.data.side, 1):
        names = [f.name for f in side.formation]
        parents = {f.name: f.parent for f in side.formation}
        for at, line in enumerate(side.formation, 1):
            key = f"side[{side_at}].formation[{at}]"
            if line.name in names[: at - 1]:
                draft.proof.mistake(f"{key}.name", f"{line.name!r} again", "a name of its own")
            yield formation(draft, line, key, SideId(side.id), parents, line.grade or side.grade)


def formation(
    draft: Draft, line: RankLine, key: str, side: SideId, parents: Mapping[str, str], grade: str
) -> ScenarioFormation:
    """The formation of a line; parents: of each formation of its side what it belongs to."""
    if line.parent and line.parent not in parents:
        draft.proof.unknown(f"{key}.parent", line.parent, parents, "the formation")
    elif _in_a_ring(line.name, parents):
        draft.proof.mistake(f"{key}.parent", repr(line.parent), "a formation that does not belong to this one")
    level = one_of(Level, line.level, f"{key}.level", draft.proof) or Level.COMPANY
    morale = one_of(Morale, line.morale, f"{key}.morale", draft.proof) if line.morale else None
    if line.cohesion < 0:
        draft.proof.mistake(f"{key}.cohesion", str(line.cohesion), "1 or more")
    return ScenarioFormation(
        line.name,
        side,
        draft.grade(grade, key),
        level,
        line.parent or None,
        span=line.span,
        morale=morale,
        cohesion=line.cohesion or None,
    )


def _in_a_ring(name: str, parents: Mapping[str, str]) -> bool:
    """Whether a formation would belong to itself."""
    above, seen = parents.get(name, ""), {""}
    while above not in seen:
        if above == name:
            return True
        seen.add(above)
        above = parents.get(above, "")
    return False


def units(draft: Draft, zones: Mapping[str, Zone], tables: Tables) -> Iterator[ScenarioUnit]:
    """Every single unit of both sides; what is wrong with a line is told once."""
    seen: dict[str, str] = {}
    held: dict[Hex, tuple[str, str]] = {}
    find = partial(unit, edition=draft.data.edition)
    for side_at, side in enumerate(draft.data.side, 1):
        known = _Known(draft, side, tuple(zones), tables)
        unproved = set()
        grades = {f.name: f.grade or side.grade for f in side.formation}
        levels = _levels(draft, side)
        platoons = platoons_of(side, f"side[{side_at}]", draft.proof)
        for part, number, line, formation, id_, name in expanded(side):
            key = f"side[{side_at}].{part}"
            if id_ in seen:
                draft.proof.mistake(f"{key}.id", f"{id_!r} again", "an id of its own", f"{seen[id_]} has it")
            seen.setdefault(id_, key)
            first = key not in unproved
            unproved.add(key)
            proof = draft.proof if first else Proof("")
            card = proof.looked_up(find, line.card, f"{key}.card", "panzer/units")
            if card is None:
                continue
            if first:
                _prove_line(known, line, key, card)
            made = _unit(
                known,
                line,
                card,
                key,
                UnitId(id_),
                name,
                number,
                formation,
                grades[formation],
                levels[formation],
                tell=first,
            )
            if made.hex is not None:
                whose, where = held.setdefault(made.hex, (side.id, key))
                if whose != side.id:
                    proof.mistake(f"{key}.hex", str(made.hex), "a hex in which no enemy begins", f"{where} has it")
            yield evolve(made, platoon=platoons.get(id_, ""))
        if not unproved:
            draft.proof.mistake(f"side[{side_at}].formation", "no unit", "at least one unit")


def counter_batteries(draft: Draft) -> Iterator[ScenarioUnit]:
    """The counter batteries of both sides, each a unit by itself (or:7.28)."""
    for side_at, side in enumerate(draft.data.side, 1):
        for at, card_id in enumerate(side.counter_batteries, 1):
            key = f"side[{side_at}].counter_batteries[{at}]"
            card = draft.proof.looked_up(unit, card_id, key, "panzer/units")
            if isinstance(card, CounterBatteryCard):
                several = len(side.counter_batteries) > 1
                name, first = f"{card.name} {at}" if several else card.name, side.formation[0].name
                id_ = UnitId(f"{side.id}-counter-battery-{at}")
                yield ScenarioUnit(id_, card, SideId(side.id), name, first, value=card.points or 0)
            elif card is not None:
                draft.proof.mistake(key, repr(card_id), "the card of a counter battery")


def _levels(draft: Draft, side: SideLine) -> Mapping[str, Morale | None]:
    """The morale by which the units of each formation are worth more or less: where the file itself plays with Morale
    (min:23.2.3c, min:23.1.2)."""
    on = Switch.MORALE.value in draft.data.modules
    known = {one.value: one for one in Morale}
    return {line.name: known.get(line.morale) if on else None for line in side.formation}


@frozen(eq=False, repr=False)
class _Known:
    """What the lines of a side are proved against."""

    draft: Draft
    side: SideLine
    zones: tuple[str, ...]
    tables: Tables

    @property
    def cards(self) -> Mapping[str, str]:
        """The card of each unit of the side, by its id."""
        return {id_: line.card for _, _, line, _, id_, _ in expanded(self.side)}


def _unit(
    known: _Known,
    line: UnitLine,
    card: UnitCard,
    key: str,
    id_: UnitId,
    name: str,
    number: int,
    formation: str,
    grade: str,
    morale: Morale | None,
    *,
    tell: bool,
) -> ScenarioUnit:
    draft = known.draft
    proof = draft.proof if tell else Proof("")
    able = abilities(line, card, draft.grade(grade, key), known.cards, key, proof, draft.data.edition)
    size = leg_size(line.size, card, f"{key}.size", proof)
    known_values = unit_values(
        card, able["grade"], able["labels"], able["attached"], size, able["attachment"], line.value, morale
    )
    if known_values is None:
        proof.mistake(f"{key}.value", "nothing", "a whole number", f"{card.id} has no points of its own; add value")
    value = known_values or UnitValues(0)
    return ScenarioUnit(
        id=id_,
        card=fielded(line, card, key, proof),
        side=SideId(known.side.id),
        name=name or (card.name if line.count == 1 else f"{card.name} {number + 1}"),
        formation=formation,
        role=line.role,
        hex=draft.quietly(line.hex),
        facing=DIRECTIONS.get(line.facing),
        entry=entry(line.enter, f"{key}.enter", draft.map, draft.data.turns, proof),
        value=value.whole,
        size=size,
        reduced_value=value.reduced,
        half_value=value.half,
        damaged_value=value.damaged,
        tracked_value=value.tracked,
        inside=line.inside,
        floor=line.floor,
        planned_only=line.planned_only,
        starts=tuple(start for text in line.starts if (start := one_of(Start, text, f"{key}.starts", proof))),
        **able,
    )


def positions_of(draft: Draft, side: SideLine, key: str) -> Mapping[Start, int]:
    """How many units of a side may begin in one of a kind of position, which some of its units have to be offered."""
    offered = {text for _, _, line, _, _, _ in expanded(side) for text in line.starts}
    found: dict[Start, int] = {}
    for text, number in side.positions.items():
        start = one_of(Start, text, key, draft.proof)
        if start is not None and text not in offered:
            draft.proof.mistake(f"{key}.{text}", str(number), "what some unit has among its starts")
        if number < 0:
            draft.proof.mistake(f"{key}.{text}", str(number), "0 or more")
        if start is not None:
            found[start] = number
    return found


# -- proving ----------------------------------------------------------------------------------------


def _prove_line(known: _Known, line: UnitLine, key: str, card: UnitCard) -> None:
    draft, proof = known.draft, known.draft.proof
    if line.count > 1 and not NUMBERED.match(line.id):
        proof.mistake(f"{key}.id", repr(line.id), "an id that ends in a number, from which count goes on", "such as g2")
    if isinstance(card, CounterBatteryCard):
        proof.mistake(f"{key}.card", repr(line.card), "a unit that fights", "put it in counter_batteries of the side")
    if line.facing:
        draft.facing(line.facing, f"{key}.facing")
    _prove_start(known, line, key, card)
    _prove_passenger(known, line, key, card)


def _prove_start(known: _Known, line: UnitLine, key: str, card: UnitCard) -> None:
    """Where it begins: on a hex, at an entry, in a vehicle, in a set-up area, or off the map for good."""
    draft, proof = known.draft, known.draft.proof
    stated = [name for name in ("hex", "enter", "riding") if getattr(line, name)]
    if card.kind not in _ON_MAP:
        wrong = [name for name in stated if name != "enter" or card.kind is not Kind.AIRCRAFT]
        if wrong:
            proof.mistake(f"{key}.{wrong[0]}", wrong[0], "nothing: a battery or an aircraft is never on the map")
    elif len(stated) > 1:
        proof.mistake(f"{key}.{stated[1]}", f"both {stated[0]} and {stated[1]}", "one of them")
    elif line.hex:
        if not line.facing:
            proof.mistake(f"{key}.facing", "nothing", ", ".join(DIRECTION_NAMES), "a unit with a hex needs its facing")
        hex_ = read_hex(line.hex, f"{key}.hex", draft.map, proof)
        if hex_:
            _prove_ground(known, hex_, card, f"{key}.hex", inside=line.inside)
            _prove_building(known, line, hex_, card, key)
    elif not stated:
        if draft.data.set_up == SetUp.FIXED.value:
            proof.mistake(f"{key}.hex", "nothing", "hex and facing, or enter", 'set_up is "fixed"')
        elif not [z for z in known.side.zones if z in known.zones]:
            proof.mistake(f"{key}.hex", "nothing", "a hex, enter, or zones of the side to set up in", "add one of them")
    if line.starts and (stated or card.kind not in _ON_MAP):
        proof.mistake(f"{key}.starts", repr(list(line.starts)), "nothing: its player does not set it up")
    if (line.inside or line.floor) and not line.hex:
        proof.mistake(f"{key}.inside", "true" if line.inside else str(line.floor), "only with a hex", "add the hex")


def _prove_ground(known: _Known, hex_: Hex, card: UnitCard, key: str, *, inside: bool) -> None:
    cell = known.draft.map[hex_]
    effect = vehicle_terrain(known.tables, cell)
    if inside and cell.terrain in BUILDINGS:
        return
    if card.moves_as and effect.cost[card.moves_as] is None and not led_through(cell):
        remedy = f"{effect.name} is prohibited to {card.name} (na:4.5.1.1.2a)"
        known.draft.proof.mistake(key, f"{hex_}, {effect.name}", "terrain that the unit may enter", remedy)


def _prove_building(known: _Known, line: UnitLine, hex_: Hex, card: UnitCard, key: str) -> None:
    """na:6.1.4.3.1b to na:6.1.4.3.1f: only leg units go up, to the top story or onto a flat roof."""
    proof, cell = known.draft.proof, known.draft.map[hex_]
    building = is_building(cell.terrain)
    if line.inside and not building:
        proof.mistake(f"{key}.inside", f"{hex_}, {cell.terrain}", "a hex with buildings")
    top = cell.stories - (0 if known.draft.data.desert_buildings else 1) if building else 0
    if line.floor and not (isinstance(card, LegCard) and 0 < line.floor <= top):
        allowed = f"0 to {max(top, 0)}" if isinstance(card, LegCard) else "nothing: only leg units go up"
        proof.mistake(
            f"{key}.floor", str(line.floor), allowed, f"{hex_} has {cell.stories} stories" if building else ""
        )


def _prove_passenger(known: _Known, line: UnitLine, key: str, card: UnitCard) -> None:
    """Who may ride at all, and whether a battery is what only fires as planned; room is proved for all together."""
    proof = known.draft.proof
    if line.planned_only and not isinstance(card, BatteryCard):
        proof.mistake(f"{key}.planned_only", "true", "nothing: only batteries have planned missions")
    if not line.riding or line.riding not in known.cards:
        return
    if not isinstance(card, LegCard | TowedCard):
        proof.mistake(f"{key}.riding", repr(line.riding), "nothing: only leg and towed units ride")
