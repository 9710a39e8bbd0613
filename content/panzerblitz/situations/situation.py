"""Situations of PanzerBlitz for worked examples: a map, counters and the moment of a turn, as a file states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from content.kit.load import ContentError, Proof, near, one_of, structure
from content.panzerblitz.boards.board_file import SketchFile
from content.panzerblitz.boards.joining import Layout, join
from content.panzerblitz.boards.sketch import sketch
from content.panzerblitz.counters.units import told_apart, unit_types
from content.panzerblitz.scenarios import scenario_goals
from content.panzerblitz.scenarios.scenarios import scenario
from content.panzerblitz.situations.situation_file import CounterLine, PoseFile
from content.panzerblitz.tables.tables import tables, terrain_looks
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.mines.minefields import fields_due
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.options import TITLES
from core.panzerblitz.pieces.reference import UnitType
from core.panzerblitz.pieces.situation import Entry, Group, Situation, SituationUnit, Special
from core.panzerblitz.pieces.unit import Operation, Presence
from core.panzerblitz.sequence import SET_UP, TURN_RECORD, Kind, kind_of, player_of
from core.panzerblitz.state import BlitzState, initial_state
from core.panzerblitz.vignette import Posed
from core.setting import Area, Side

_TONES: Final = {"German": "german", "Russian": "soviet"}
#: The area of counters that are set up; those of one's own areas have their names.
_MAP: Final = "map"


def situation(data: Mapping[str, Any], id_: str, title: str, file: str) -> Posed:
    """The rules on the situation that a file states; `file` is its name in messages. ContentError with its mistakes."""
    stated = structure(data, PoseFile, file)
    proof = Proof(file)
    posing = _Posing(stated, proof)
    made = posing.shipped() if stated.scenario else posing.own(id_, title)
    proof.done()
    assert made is not None
    start = posing.state(made)
    proof.done()
    return Posed(made, terrain_looks(), stated.situation.options, start=start)


def names(rules: Posed) -> dict[str, list[str]]:
    """What the fields of questions may name, by what they stand for."""
    return {"unit": list(rules.on.by_id), "method": ["", *(m.value for m in Method)]}


def spelled_out(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An order with its shorthands written out: a battle without a target is against the whole stack."""
    attack = stated.get("attack")
    if not (isinstance(attack, Mapping) and isinstance(attack.get("battles"), list)):
        return stated
    battles = [{"target": None, **one} if isinstance(one, Mapping) else one for one in attack["battles"]]
    return {**stated, "attack": {**attack, "battles": battles}}


class _Posing:
    """A situation on its way from the file."""

    def __init__(self, data: PoseFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.moment = data.situation
        self.sides: list[Side] = []
        self.lines: dict[UnitId, tuple[CounterLine, str]] = {}
        self.board: Board | None = None

    # -- the Situation --------------------------------------------------------------------------

    def shipped(self) -> Situation | None:
        """A Situation of the content; only what happened in it is stated."""
        if self.data.board or self.data.side:
            self.proof.mistake("board" if self.data.board else "side", "it and scenario", "one of them")
        made = self.proof.looked_up(scenario, self.data.scenario, "scenario", "panzerblitz/scenarios")
        if made is None:
            return None
        self.board = made.board
        self.sides = list(made.sides)
        for at, line in enumerate(self.data.unit, 1):
            if UnitId(line.id) not in made.by_id:
                self.proof.unknown(f"unit[{at}].id", line.id, made.by_id, "the counter")
            self.lines[UnitId(line.id)] = line, f"unit[{at}]"
        return made

    def own(self, id_: str, title: str) -> Situation | None:
        """A Situation made of what stands in the file alone."""
        board = self._board(id_, title)
        if board is None or self.proof.mistakes:
            return None
        self.board = board
        for side in self.data.side:
            self._add_side(side.id, side.name, side.nation)
        groups: dict[str, Group] = {}
        areas = {_MAP: Area(_MAP, "Map", frozenset(board.cells))}
        for own in self.moment.area:
            areas[own.id] = Area(own.id, own.name or own.id, frozenset(self._hexes(own.hexes, f"area {own.id}")))
        units = tuple(self._units(groups, areas))
        for nation in ("German", "Russian"):
            if len(self.sides) < 2 and nation not in [s.nation for s in self.sides]:
                self._add_side(nation.lower(), "", nation)
        if len(self.sides) != 2:
            self.proof.mistake("unit", f"units of {', '.join(s.id for s in self.sides)}", "two sides")
        moment = self.moment
        ids = [s.id for s in self.sides]
        german = next((s.id for s in self.sides if s.nation == "German"), ids[0])
        first = self._side(moment.first, "situation.first") if moment.first else german
        specials = (one_of(Special, name, "situation.specials", self.proof) for name in moment.specials)
        return Situation(
            id=id_,
            number=0,
            title=title,
            place="",
            date="",
            turns=moment.turns,
            board=board,
            tables=tables(),
            sides=tuple(self.sides),
            units=units,
            groups=tuple(groups.values()),
            areas=areas,
            set_up=tuple(ids),
            first=first,
            goals=tuple(scenario_goals.goals(moment.goal, ids, areas, self.proof, "situation.")),
            layout=(),
            exits=tuple(scenario_goals.exits(moment.exit, ids, areas, self.proof, "situation.")),
            specials=frozenset(special for special in specials if special),
            numbers=moment.numbers,
            options=tuple(TITLES),
        )

    def _board(self, id_: str, title: str) -> Board | None:
        stated = self.data.board
        try:
            if isinstance(stated, str):
                return join(((stated,),))
            if isinstance(stated, list):
                return join(_layout(stated))
            if stated is not None and not isinstance(stated, Mapping):
                self.proof.mistake("board", repr(stated), "the number of a board, a layout, or a table with a grid")
                return None
            drawn = structure({"grid": ". ."} if stated is None else stated, SketchFile, self.proof.file)
        except ContentError as error:
            for mistake in error.mistakes:
                key = f"board.{mistake.key}" if mistake.key else "board"
                self.proof.mistake(key, mistake.found, mistake.allowed, mistake.remedy)
            return None
        return sketch(drawn, id_, title, self.proof)

    def _units(self, groups: dict[str, Group], areas: dict[str, Area]) -> Iterator[SituationUnit]:
        used: dict[str, int] = {}
        for at, line in enumerate(self.data.unit, 1):
            key = f"unit[{at}]"
            type_ = self._type(line, f"{key}.type")
            if type_ is None:
                continue
            side = SideId(line.side or next((s.id for s in self.sides if s.nation == type_.nation), ""))
            if not side:
                side = self._add_side(type_.nation.lower(), "", type_.nation)
            elif side not in [s.id for s in self.sides]:
                self._add_side(side, "", type_.nation)
            group = self._group(line, key, side, groups, areas)
            for number in range(line.count):
                unit = UnitId(line.id if line.count == 1 else f"{line.id}{number + 1}")
                if unit in self.lines:
                    self.proof.mistake(f"{key}.id", f"{unit!r} again", "an id of its own")
                self.lines[unit] = line, key
                at_code = used.get(type_.id, 0)
                used[type_.id] = at_code + 1
                code = f"{type_.nation[0]}/{type_.codes[at_code]}" if at_code < len(type_.codes) else ""
                name = line.name or told_apart(type_)
                yield SituationUnit(unit, type_, side, name if line.count == 1 else f"{name} {number + 1}", code, group)

    def _type(self, line: CounterLine, key: str) -> UnitType | None:
        """The counter with this id or name; nations that both have one are told apart as "German Rifle"."""
        known = unit_types()
        if line.type in known:
            return known[line.type]
        named = [t for t in known.values() if line.type in (t.name, f"{t.nation} {t.name}")]
        if len(named) == 1:
            return named[0]
        remedy = f"write {' or '.join(f'{t.nation} {t.name}' for t in named)}" if named else near(line.type, known)
        self.proof.mistake(key, repr(line.type), "the id or the name of a counter", remedy)
        return None

    def _group(
        self, line: CounterLine, key: str, side: SideId, groups: dict[str, Group], areas: dict[str, Area]
    ) -> str:
        if line.enter is None:
            return groups.setdefault(side, Group(side, side, side, area=_MAP)).id
        area = f"entry {line.enter.hexes}"
        areas.setdefault(area, Area(area, area, frozenset(self._hexes(line.enter.hexes, f"{key}.enter.hexes"))))
        id_ = f"{side} {area} {line.enter.turn}{' column' if line.enter.column else ''}"
        entry = Entry(line.enter.turn, area, line.enter.column)
        return groups.setdefault(id_, Group(id_, id_, side, entry=entry)).id

    def _add_side(self, id_: str, name: str, nation: str) -> SideId:
        self.proof.among("side.nation", nation, _TONES, "the nation")
        shown = name or id_.capitalize()
        self.sides.append(Side(SideId(id_), shown, nation, _TONES.get(nation, "german"), shown))
        return SideId(id_)

    # -- the state ------------------------------------------------------------------------------

    def state(self, on: Situation) -> BlitzState:
        """The state that games on the situation begin with."""
        moment = self.moment
        for option in moment.options:
            self.proof.among("situation.options", option, TITLES, "the option")
        state = initial_state(on, moment.options)
        state.step = self._step(on)
        begun = state.step != SET_UP
        state.turn = moment.turn if begun else 0
        for unit, (line, key) in self.lines.items():
            if unit in state.units:
                state.change(unit, **self._changes(line, key))
        for unit, (line, key) in self.lines.items():
            if line.carrier:
                self._aboard(state, unit, line, key)
        for text, sides in moment.wrecks.items():
            for hex_ in self._hexes(text, "situation.wrecks"):
                lying = tuple(self._side(s, f"situation.wrecks.{text}") for s in sides)
                state.wrecks = {**state.wrecks, hex_: lying}
        state.rubble = frozenset(self._hexes(moment.rubble, "situation.rubble"))
        state.overrun = frozenset(self._known(state, moment.overrun, "situation.overrun"))
        state.assaulted = frozenset(self._known(state, moment.assaulted, "situation.assaulted"))
        player = player_of(state)
        if player is not None and kind_of(state.step) is Kind.MINES:
            state.mines_due = fields_due(state, player)
        return state

    def _step(self, on: Situation) -> str:
        """The id of the step: of the Player-Turn of `player`, the first one if left out."""
        moment = self.moment
        kinds = [k.value for k in Kind]
        if moment.step not in kinds:
            self.proof.unknown("situation.step", moment.step, kinds, "the step")
            return SET_UP
        if moment.step in (SET_UP, TURN_RECORD):
            return moment.step
        player = self._side(moment.player, "situation.player") if moment.player else on.first
        return f"{'first' if player == on.first else 'second'}-{moment.step}"

    def _changes(self, line: CounterLine, key: str) -> dict[str, Any]:
        """The fields of a unit that its line states."""
        where = next(self._hexes(line.hex, f"{key}.hex"), None)
        start = next(self._hexes(line.start, f"{key}.start"), where)
        changes: dict[str, Any] = {
            name: getattr(line, name)
            for name in ("inside", "hidden", "dispersed", "fired", "entered", "road", "stopped", "mined", "exits")
        }
        changes |= {"struck": line.struck, "spent": round(2 * line.spent), "left_on": line.left_on}
        changes["dispersed"] |= line.struck
        if line.hex:
            changes |= {"hex": where, "start": start, "presence": Presence.ON_MAP}
        if line.operation:
            changes["operation"] = one_of(Operation, line.operation, f"{key}.operation", self.proof)
        if line.left_from:
            changes["left_from"] = next(self._hexes(line.left_from, f"{key}.left_from"), None)
        if line.fate:
            changes["presence"] = one_of(Presence, line.fate, f"{key}.fate", self.proof)
            if changes["presence"] is Presence.EXITED:
                changes["hex"] = None
        return changes

    def _aboard(self, state: BlitzState, unit: UnitId, line: CounterLine, key: str) -> None:
        if line.carrier not in state.units:
            self.proof.unknown(f"{key}.carrier", line.carrier, state.units, "the counter")
            return
        carrier = state.unit(line.carrier)
        state.change(
            unit,
            carrier=carrier.id,
            hex=carrier.hex,
            start=carrier.start,
            presence=carrier.presence,
            inside=carrier.inside,
        )

    # -- common ---------------------------------------------------------------------------------

    def _known(self, state: BlitzState, texts: tuple[str, ...], key: str) -> Iterator[UnitId]:
        for text in texts:
            self.proof.among(key, text, state.units, "the counter")
            yield UnitId(text)

    def _side(self, text: str, key: str) -> SideId:
        known = [s.id for s in self.sides]
        if text not in known:
            self.proof.unknown(key, text, known, "the side")
        return SideId(text)

    def _hexes(self, text: str, key: str) -> Iterator[Hex]:
        for word in text.split():
            try:
                yield self.board.hex(word) if self.board is not None else Hex(0, 0)
            except ValueError:
                self.proof.mistake(key, repr(word), "the id or printed name of a hex of the map")


def _layout(stated: list[Any]) -> Layout:
    return tuple(tuple(map(str, row)) if isinstance(row, list) else (str(row),) for row in stated)
