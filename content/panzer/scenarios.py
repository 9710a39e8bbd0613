"""Scenarios of Panzer, from ``scenarios/<id>.toml``, proved against their board and their units' cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from content import folders
from content.folders import kept
from content.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from content.panzer.advanced import abilities, modules, one_of, sun
from content.panzer.advanced_tables import advanced_tables
from content.panzer.boards import read_hex
from content.panzer.cards import unit
from content.panzer.counters import counters
from content.panzer.map_layout import laid_map
from content.panzer.scenario_file import (
    NUMBERED,
    ExitLine,
    ObjectiveLine,
    ScenarioFile,
    SideLine,
    UnitLine,
    ZoneLine,
    expanded,
)
from content.panzer.tables import basic_tables
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, hex_from_id
from core.panzer.advanced_tables import Grade
from core.panzer.cards import Kind, UnitCard
from core.panzer.scenario import (
    Entry,
    Exit,
    Level,
    Objective,
    Scenario,
    ScenarioFormation,
    ScenarioSide,
    ScenarioUnit,
    SetUp,
    Victory,
    VictoryLevel,
    Zone,
)
from core.panzer.terrain import vehicle_terrain

_DIRECTIONS: Final = {name: d for d, name in enumerate(DIRECTION_NAMES)}
_LAYERS: Final = ("basic", "advanced")
#: Units that stand on the map by themselves.
_ON_MAP: Final = frozenset({Kind.VEHICLE, Kind.LIMBER, Kind.LEG, Kind.TOWED})


def scenario_ids() -> tuple[str, ...]:
    """The ids of all scenarios there are."""
    return folders.ids("panzer", "scenarios")


def scenario_path(scenario_id: str) -> Path:
    """The file of a scenario. ContentError, with the ids most like it, if there is none."""
    for path in folders.files("panzer", "scenarios"):
        if path.stem == scenario_id:
            return path
    known = scenario_ids()
    raise ContentError(Mistake("panzer/scenarios", "id", repr(scenario_id), listed(known), near(scenario_id, known)))


@kept
def scenario_file(scenario_id: str) -> ScenarioFile:
    """What the file of a scenario states, its form proved and nothing else read."""
    path = scenario_path(scenario_id)
    name = folders.label(path)
    data = structure(read_toml(path, name), ScenarioFile, name)
    if data.id != path.stem:
        remedy = f"rename the file to {data.id}.toml or correct the id"
        raise ContentError(Mistake(name, "id", repr(data.id), f"{path.stem!r}, the name of the file", remedy))
    return data


@kept
def scenario(scenario_id: str) -> Scenario:
    """The scenario with this id. ContentError with every mistake of its file."""
    data = scenario_file(scenario_id)
    name = folders.label(scenario_path(scenario_id))
    return make_scenario(data, name)


def make_scenario(data: ScenarioFile, file: str) -> Scenario:
    """The scenario that a scenario file states; `file` is its name in messages."""
    proof = Proof(file)
    if not (map_ := laid_map(data, proof)):
        proof.done()
    assert map_ is not None
    return _Staging(data, proof, map_).scenario()


class _Staging:
    """A scenario on its way from the file."""

    def __init__(self, data: ScenarioFile, proof: Proof, map_: Board) -> None:
        self.data = data
        self.proof = proof
        self.map = map_
        self.sides = [side.id for side in data.side]
        self.tables = basic_tables()
        self.modules = modules(data.modules, proof)

    def scenario(self) -> Scenario:
        data = self.data
        self._head()
        zones = self._zones()
        units = tuple(self._units(zones))
        works, clouds = counters(data.counter, self.map, {u.id for u in units}, self.proof)
        made = Scenario(
            id=data.id,
            title=data.title,
            place=data.place,
            date=data.date,
            turns=data.turns,
            board=self.map,
            tables=self.tables,
            sides=tuple(
                ScenarioSide(
                    SideId(s.id),
                    s.name,
                    s.nation,
                    s.tone,
                    s.force or s.name,
                    s.zones,
                    self._grade(s.grade, f"side[{at}]"),
                )
                for at, s in enumerate(data.side, 1)
            ),
            units=units,
            zones=zones,
            objectives=tuple(self._objectives()),
            victory=self._victory(),
            exits=tuple(self._exits()),
            set_up=self._set_up(),
            situation=data.situation,
            special=data.special,
            notes=data.notes,
            source=data.source,
            edition=data.edition,
            layers=data.layers,
            options=data.options,
            ties_to=SideId(data.ties_to) if data.ties_to else None,
            modules=self.modules,
            sun=sun(data.sun, "sun", self.proof),
            advanced=advanced_tables() if self.modules else None,
            formations=tuple(self._formations()),
            overlays=data.overlays,
            works=works,
            clouds=clouds,
            desert_buildings=data.desert_buildings,
            bridge_defense=data.bridge_defense,
        )
        self.proof.done()
        return made

    def _head(self) -> None:
        data, proof = self.data, self.proof
        if data.system != "panzer":
            proof.mistake("system", repr(data.system), "'panzer'")
        if data.edition != "hex":
            proof.mistake("edition", repr(data.edition), "'hex'")
        for layer in data.layers:
            if layer not in _LAYERS:
                proof.unknown("layers", layer, _LAYERS, "the layer")
        if data.turns < 1:
            proof.mistake("turns", str(data.turns), "1 or more")
        if len(self.sides) != 2:
            proof.mistake("side", f"{len(self.sides)} sides", "two [[side]] tables")
        self._unique("side", self.sides)
        if data.ties_to:
            self._side("ties_to", data.ties_to)
        for at, side in enumerate(data.side, 1):
            for formation_at, formation in enumerate(side.formation, 1):
                for unit_at, line in enumerate(formation.units, 1):
                    if not 1 <= line.count <= 100:
                        key = f"side[{at}].formation[{formation_at}].units[{unit_at}].count"
                        proof.mistake(key, str(line.count), "1 to 100")

    def _grade(self, text: str, key: str) -> Grade:
        return one_of(Grade, text, f"{key}.grade", self.proof) or Grade.SEASONED

    def _formations(self) -> Iterator[ScenarioFormation]:
        for side_at, side in enumerate(self.data.side, 1):
            names = [f.name for f in side.formation]
            for at, line in enumerate(side.formation, 1):
                key = f"side[{side_at}].formation[{at}]"
                if line.name in names[: at - 1]:
                    self.proof.mistake(f"{key}.name", f"{line.name!r} again", "a name of its own")
                if line.parent and line.parent not in names:
                    self.proof.unknown(f"{key}.parent", line.parent, names, "the formation")
                level = one_of(Level, line.level, f"{key}.level", self.proof) or Level.COMPANY
                grade = self._grade(line.grade or side.grade, key)
                yield ScenarioFormation(line.name, SideId(side.id), grade, level, line.parent or None)

    def _set_up(self) -> SetUp:
        try:
            return SetUp(self.data.set_up)
        except ValueError:
            self.proof.unknown("set_up", self.data.set_up, [s.value for s in SetUp], "the way")
            return SetUp.FIXED

    # -- zones ----------------------------------------------------------------------------------

    def _zones(self) -> dict[str, Zone]:
        zones: dict[str, Zone] = {}
        taken: dict[Hex, str] = {}
        self._unique("zone", [z.id for z in self.data.zone])
        for at, line in enumerate(self.data.zone, 1):
            key = f"zone[{at}]"
            hexes = frozenset(self._zone_hexes(line, key))
            both = sorted(h for h in hexes if h in taken)
            if both:
                self.proof.mistake(
                    key, f"{listed(h.id for h in both)} again", "hexes of no other zone", f"{taken[both[0]]} has them"
                )
            taken.update(dict.fromkeys(hexes, line.id))
            zones[line.id] = Zone(line.id, line.name, hexes, self._facing(line.facing, f"{key}.facing") or 0)
        for at, side in enumerate(self.data.side, 1):
            for zone in side.zones:
                if zone not in zones:
                    self.proof.unknown(f"side[{at}].zones", zone, zones, "the zone")
        return zones

    def _zone_hexes(self, line: ZoneLine, key: str) -> Iterator[Hex]:
        if not (line.hexes or line.rows or line.columns):
            self.proof.mistake(key, "no hexes, rows or columns", "at least one of them", 'such as rows = "1-6"')
        yield from self._hexes(line.hexes, f"{key}.hexes")
        if line.rows or line.columns:
            rows = self._span(line.rows, f"{key}.rows")
            columns = self._span(line.columns, f"{key}.columns")
            yield from (h for h in self.map.cells if h.row in rows and h.col in columns)

    def _span(self, text: str, key: str) -> range:
        """Rows "1-6" or columns "A-D" as numbers; without a text all of them."""
        if not text:
            return range(100)
        ends = text.replace(" ", "").split("-")
        try:
            numbers = [int(end) if end.isdigit() else hex_from_id(f"{end}1").col for end in ends]
            if not 1 <= len(numbers) <= 2 or numbers[-1] < numbers[0]:
                raise ValueError
        except ValueError:
            self.proof.mistake(key, repr(text), "one row or column, or two joined by a hyphen such as 1-6 or A-D")
            return range(0)
        return range(numbers[0], numbers[-1] + 1)

    # -- units ----------------------------------------------------------------------------------

    def _units(self, zones: Mapping[str, Zone]) -> Iterator[ScenarioUnit]:
        seen: dict[str, str] = {}
        for side_at, side in enumerate(self.data.side, 1):
            unproved = set()
            grades = {f.name: f.grade or side.grade for f in side.formation}
            ids = [id_ for _, _, _, _, id_, _ in expanded(side)]
            for part, number, line, formation, id_, name in expanded(side):
                key = f"side[{side_at}].{part}"
                if id_ in seen:
                    self.proof.mistake(f"{key}.id", f"{id_!r} again", "an id of its own", f"{seen[id_]} has it")
                seen.setdefault(id_, key)
                first = key not in unproved
                unproved.add(key)
                if (card := self._card(line, key, tell=first)) is None:
                    continue
                if first:
                    self._prove_line(line, side, key, zones, card)
                yield ScenarioUnit(
                    id=UnitId(id_),
                    card=card,
                    side=SideId(side.id),
                    name=name or (card.name if line.count == 1 else f"{card.name} {number + 1}"),
                    formation=formation,
                    role=line.role,
                    hex=self._quietly(line.hex),
                    facing=_DIRECTIONS.get(line.facing),
                    entry=self._entry(line, f"{key}.enter", tell=first),
                    value=card.points or 0 if line.value is None else line.value,
                    **abilities(
                        line,
                        card,
                        self._grade(grades[formation], key),
                        ids,
                        key,
                        self.proof if first else Proof(""),
                    ),
                )
            if not unproved:
                self.proof.mistake(f"side[{side_at}].formation", "no unit", "at least one unit")

    def _card(self, line: UnitLine, key: str, *, tell: bool) -> UnitCard | None:
        try:
            return unit(line.card)
        except ContentError as error:
            first = error.mistakes[0]
            if first.file != "panzer/units":
                raise
            if tell:
                self.proof.mistake(f"{key}.card", first.found, first.allowed, first.remedy)
            return None

    def _prove_line(self, line: UnitLine, side: SideLine, key: str, zones: Mapping[str, Zone], card: UnitCard) -> None:
        proof = self.proof
        if line.count > 1 and not NUMBERED.match(line.id):
            proof.mistake(
                f"{key}.id", repr(line.id), "an id that ends in a number, from which count goes on", "such as g2"
            )
        if line.value is None and card.points is None:
            proof.mistake(f"{key}.value", "nothing", "a whole number", f"{card.id} has no points of its own; add value")
        if line.facing:
            self._facing(line.facing, f"{key}.facing")
        if line.hex and line.enter:
            proof.mistake(f"{key}.enter", "both hex and enter", "one of them")
        elif line.hex:
            if not line.facing:
                proof.mistake(
                    f"{key}.facing", "nothing", ", ".join(DIRECTION_NAMES), "a unit with a hex needs its facing"
                )
            hex_ = read_hex(line.hex, f"{key}.hex", self.map, proof)
            if hex_:
                self._prove_ground(hex_, card, f"{key}.hex")
        elif not line.enter and not line.riding and card.kind in _ON_MAP:
            if self.data.set_up == SetUp.FIXED.value:
                proof.mistake(f"{key}.hex", "nothing", "hex and facing, or enter", 'set_up is "fixed"')
            elif not [z for z in side.zones if z in zones]:
                proof.mistake(
                    f"{key}.hex", "nothing", "a hex, enter, or zones of the side to set up in", "add one of them"
                )

    def _prove_ground(self, hex_: Hex, card: UnitCard, key: str) -> None:
        cell = self.map[hex_]
        effect = vehicle_terrain(self.tables, cell)
        if card.moves_as and effect.cost[card.moves_as] is None and not cell.routes:
            remedy = f"{effect.name} is prohibited to {card.name} (na:4.5.1.1.2a)"
            self.proof.mistake(key, f"{hex_}, {effect.name}", "terrain that the unit may enter", remedy)

    def _entry(self, line: UnitLine, key: str, *, tell: bool) -> Entry | None:
        if line.enter is None:
            return None
        if tell:
            if not 1 <= line.enter.turn <= self.data.turns:
                self.proof.mistake(f"{key}.turn", str(line.enter.turn), f"1 to {self.data.turns}")
            hexes = self._hexes(line.enter.hexes, f"{key}.hexes")
            self._at_edge(hexes, f"{key}.hexes")
        return Entry(
            line.enter.turn, tuple(h for w in line.enter.hexes.replace(",", " ").split() if (h := self._quietly(w)))
        )

    # -- objectives, exits, victory ---------------------------------------------------------------

    def _objectives(self) -> Iterator[Objective]:
        self._unique("objective", [o.id for o in self.data.objective])
        for at, line in enumerate(self.data.objective, 1):
            key = f"objective[{at}]"
            if line.turns < 1:
                self.proof.mistake(f"{key}.turns", str(line.turns), "1 or more")
            if line.controller:
                self._side(f"{key}.controller", line.controller)
            yield Objective(
                id=line.id,
                name=line.name,
                hexes=self._area(line, key),
                vp=line.vp,
                turns=line.turns,
                controller=SideId(line.controller) if line.controller else None,
            )

    def _exits(self) -> Iterator[Exit]:
        self._unique("exit", [e.id for e in self.data.exit])
        for at, line in enumerate(self.data.exit, 1):
            key = f"exit[{at}]"
            self._side(f"{key}.side", line.side)
            if not 0 <= line.share <= 1000 or not (line.share or line.vp):
                self.proof.mistake(f"{key}.share", str(line.share), "percent of a unit's value, or vp for each unit")
            hexes = self._area(line, key)
            self._at_edge(hexes, f"{key}.hexes")
            yield Exit(line.id, line.name, SideId(line.side), hexes, line.share, line.vp)

    def _area(self, line: ObjectiveLine | ExitLine, key: str) -> tuple[Hex, ...]:
        if bool(line.hexes) == bool(line.place):
            found = "both hexes and place" if line.hexes else "neither hexes nor place"
            self.proof.mistake(key, found, "one of them")
        if line.hexes:
            return self._hexes(line.hexes, f"{key}.hexes")
        places = {p.id: p for p in self.map.places}
        if line.place and line.place not in places:
            self.proof.unknown(f"{key}.place", line.place, places, f"on {self.map.id} the place")
        return places[line.place].hexes if line.place in places else ()

    def _victory(self) -> Victory:
        line = self.data.victory
        if not line.levels:
            self.proof.mistake("victory.levels", "no level", 'at least one, such as {lead = 1, name = "Victory"}')
        levels = sorted(line.levels, key=lambda level: -level.lead)
        return Victory(
            levels=tuple(VictoryLevel(level.lead, level.name) for level in levels),
            losses=line.losses,
            annihilation=line.annihilation,
            text=line.text,
            rule=line.rule,
        )

    # -- common -----------------------------------------------------------------------------------

    def _hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        words = text.replace(",", " ").split()
        return tuple(h for w in words if (h := read_hex(w, key, self.map, self.proof)))

    def _quietly(self, text: str) -> Hex | None:
        return read_hex(text, "", self.map, Proof("")) if text else None

    def _at_edge(self, hexes: tuple[Hex, ...], key: str) -> None:
        inner = [h.id for h in hexes if not self.map.is_edge(h)]
        if inner:
            self.proof.mistake(key, listed(inner), "hexes at the edge of the map")

    def _facing(self, name: str, key: str) -> int | None:
        if name not in _DIRECTIONS:
            self.proof.unknown(key, name, _DIRECTIONS, "the facing")
        return _DIRECTIONS.get(name)

    def _side(self, key: str, side: str) -> None:
        if side not in self.sides:
            self.proof.unknown(key, side, self.sides, "the side")

    def _unique(self, what: str, ids: list[str]) -> None:
        for at, id_ in enumerate(ids):
            if id_ in ids[:at]:
                self.proof.mistake(f"{what}[{at + 1}].id", f"{id_!r} again", "an id of its own")
