"""Situations of PanzerBlitz, from ``scenarios/<id>.toml``, proved against their boards and counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from content.kit.folders import kept
from content.kit.goals import prove_turn
from content.kit.load import Proof, listed, one_of
from content.kit.shelf import Shelf
from content.panzerblitz.boards.boards import board_ids
from content.panzerblitz.boards.joining import NORTH, join
from content.panzerblitz.counters.units import told_apart, unit_types
from content.panzerblitz.scenarios import scenario_goals
from content.panzerblitz.scenarios.areas import area_hexes
from content.panzerblitz.scenarios.scenario_file import GroupLine, SideLine, SituationFile, UnitsLine
from content.panzerblitz.tables.tables import tables
from core.event import SideId, UnitId
from core.panzerblitz.pieces.options import TITLES
from core.panzerblitz.pieces.reference import UnitType
from core.panzerblitz.pieces.situation import Entry, Group, Situation, SituationUnit, Special
from core.setting import Area, Side

#: The files of Situations.
SCENARIOS: Final = Shelf("panzerblitz", SituationFile)


@kept
def scenario(scenario_id: str) -> Situation:
    """The Situation with this id. ContentError with every mistake of its file."""
    return make_situation(SCENARIOS.stated(scenario_id), SCENARIOS.label(scenario_id))


def make_situation(data: SituationFile, file: str) -> Situation:
    """The Situation that a file states; `file` is its name in messages."""
    return _Staging(data, Proof(file)).situation()


class _Staging:
    """A Situation on its way from the file."""

    def __init__(self, data: SituationFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.sides = [side.id for side in data.side]
        self.areas: dict[str, Area] = {}

    def situation(self) -> Situation:
        data = self.data
        self._head()
        self.proof.done()
        map_ = join(data.layout)
        self._areas()
        groups = tuple(self._groups())
        units = tuple(unit for side in data.side for unit in self._units(side))
        goals = tuple(scenario_goals.goals(data.goal, self.sides, self.areas, self.proof))
        exits = tuple(scenario_goals.exits(data.exit, self.sides, self.areas, self.proof))
        specials = frozenset(
            special for name in data.specials if (special := one_of(Special, name, "specials", self.proof)) is not None
        )
        self.proof.done()
        return Situation(
            id=data.id,
            number=data.number,
            title=data.title,
            place=data.place,
            date=data.date,
            turns=data.turns,
            board=map_,
            tables=tables(),
            sides=tuple(Side(SideId(s.id), s.name, s.nation, s.tone, s.force) for s in data.side),
            units=units,
            groups=groups,
            areas=self.areas,
            set_up=tuple(SideId(side) for side in data.set_up),
            first=SideId(data.first),
            goals=goals,
            layout=data.layout,
            exits=exits,
            specials=specials,
            numbers=data.numbers,
            situation=data.situation,
            special=data.special,
            notes=data.notes,
            north=NORTH,
            source=data.source,
            edition=data.edition,
            options=tuple(TITLES),
        )

    def _head(self) -> None:
        data, proof = self.data, self.proof
        if data.system != "panzerblitz":
            proof.mistake("system", repr(data.system), "'panzerblitz'")
        if data.turns < 1:
            proof.mistake("turns", str(data.turns), "1 or more")
        if len(self.sides) != 2 or len(set(self.sides)) != 2:
            proof.mistake("side", listed(self.sides), "two [[side]] tables")
        if sorted(data.set_up) != sorted(self.sides):
            proof.mistake("set_up", listed(data.set_up), listed(self.sides), "both sides in their order")
        proof.among("first", data.first, self.sides, "the side")
        known = [turn for number in board_ids() for turn in (number, f"{number} inverted")]
        for row_at, row in enumerate(data.layout, 1):
            for at, words in enumerate(row, 1):
                proof.among(f"layout[{row_at}][{at}]", words, known, "the board")

    # -- areas and groups -------------------------------------------------------------------------

    def _areas(self) -> None:
        hexes = area_hexes(self.data.layout)
        self.areas = {area.id: area for area in hexes.standing()}
        for at, line in enumerate(self.data.area, 1):
            if line.id in self.areas:
                self.proof.mistake(f"area[{at}].id", f"{line.id!r} again", "an id of its own")
            self.areas[line.id] = hexes.described(line, f"area[{at}]", self.proof)

    def _groups(self) -> Iterator[Group]:
        seen: set[str] = set()
        for side_at, side in enumerate(self.data.side, 1):
            for at, line in enumerate(side.group, 1):
                key = f"side[{side_at}].group[{at}]"
                id_ = _group_id(side, line)
                if id_ in seen:
                    self.proof.mistake(f"{key}.id", f"{line.id!r} again", "an id of its own")
                seen.add(id_)
                if bool(line.area) == (line.enter is not None):
                    self.proof.mistake(key, "both area and enter" if line.area else "neither area nor enter", "one")
                if line.area:
                    self.proof.among(f"{key}.area", line.area, self.areas, "the area")
                entry = None
                if line.enter:
                    self.proof.among(f"{key}.enter.area", line.enter.area, self.areas, "the area")
                    prove_turn(line.enter.turn, f"{key}.enter.turn", self.data.turns, self.proof)
                    entry = Entry(line.enter.turn, line.enter.area, line.enter.column)
                yield Group(id_, line.name, SideId(side.id), line.area or None, entry)

    # -- units --------------------------------------------------------------------------------------

    def _units(self, side: SideLine) -> Iterator[SituationUnit]:
        """The counters of a side, those of a type numbered through all its groups."""
        total = Counter[str]()
        for group in side.group:
            for line in group.units:
                total[line.type] += line.count
        placed = Counter[str]()
        used = Counter[str]()
        for group in side.group:
            for at, line in enumerate(group.units, 1):
                type_ = self._type(line, f"side {side.id}, group {group.id}, units[{at}]")
                if type_ is None:
                    continue
                name = told_apart(type_)
                for _ in range(line.count):
                    number = placed[line.type]
                    placed[line.type] += 1
                    yield SituationUnit(
                        id=UnitId(f"{type_.id}-{number + 1}"),
                        type=type_,
                        side=SideId(side.id),
                        name=name if total[line.type] == 1 else f"{name} {number + 1}",
                        code=_code(type_, line, number, used),
                        group=_group_id(side, group),
                    )

    def _type(self, line: UnitsLine, key: str) -> UnitType | None:
        known = unit_types()
        for name in (line.type, line.stand_in) if line.stand_in else (line.type,):
            if name not in known:
                self.proof.unknown(f"{key}.type", name, known, "the counter")
                return None
        if not 1 <= line.count <= 99:
            self.proof.mistake(f"{key}.count", str(line.count), "1 to 99")
        type_ = known[line.type]
        if not line.towed:
            return type_
        return evolve(
            type_,
            movement=0,
            vehicular=False,
            armored=False,
            overrun=False,
            transportable=True,
            capacity=0,
            note="stands for towed guns: may not move, but trucks may carry it",
        )


def _group_id(side: SideLine, group: GroupLine) -> str:
    return f"{side.id}-{group.id}"


def _code(type_: UnitType, line: UnitsLine, number: int, used: Counter[str]) -> str:
    """The Program Identity Code of a counter; those of stand-ins once its own are used up (pb:PB-PICS-3)."""
    if number < len(type_.codes):
        return f"{type_.nation[0]}/{type_.codes[number]}"
    if line.stand_in:
        other = unit_types()[line.stand_in]
        at = used[other.id]
        used[other.id] += 1
        if at < len(other.codes):
            return f"{other.nation[0]}/{other.codes[at]}"
    return ""
