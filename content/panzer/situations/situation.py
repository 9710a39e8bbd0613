"""Situations of Panzer for worked examples: a board, units and the moment of a turn, as a file states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from content.kit.goals import LevelLine, entry
from content.kit.grids import read_hex
from content.kit.load import ContentError, Proof, one_of, structure
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.boards import board, make_board
from content.panzer.cards import cards
from content.panzer.scenarios.advanced import abilities, fielded, modules
from content.panzer.scenarios.scenario_file import NUMBERED, ScenarioFile, SideLine, VictoryLine
from content.panzer.scenarios.scenario_proof import Draft, draft_of
from content.panzer.scenarios.scenario_units import formation
from content.panzer.scenarios.scenarios import composed, scenario
from content.panzer.scenarios.transports import with_parts
from content.panzer.situations.moment import Moment, facing_of
from content.panzer.situations.situation_file import CardLine, SituationFile, UnitLine
from content.panzer.situations.situation_file import SideLine as StatedSide
from content.panzer.situations.stated_armor import stated_armor
from content.panzer.tables.tables import terrain_looks
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import TowedCard, Traction, UnitCard, VehicleCard
from core.panzer.pieces.edition import EDITIONS, HEX
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.scenario import (
    Scenario,
    ScenarioFormation,
    ScenarioUnit,
)
from core.panzer.pieces.weapons import FieldOfFire, RangeFactor
from core.panzer.vignette import Situation

_TONES: Final = ("german", "soviet", "british", "italian", "american")
#: What a vignette without a place of its own plays on.
_ONE_HEX: Final = {"grid": "."}


def situation(data: Mapping[str, Any], id_: str, title: str, file: str) -> Situation:
    """The rules on the situation that a file states; `file` is its name in messages. ContentError with its mistakes."""
    stated = structure(data, SituationFile, file)
    proof = Proof(file)
    made = _Posing(stated, proof)
    system = made.content_scenario() if stated.scenario else made.own_scenario(id_, title)
    proof.done()
    assert system is not None
    start = Moment(stated, made.units, proof).state(system)
    proof.done()
    return Situation(system, terrain_looks(), (), start=start)


def names(rules: Situation) -> dict[str, list[str]]:
    """What the fields of questions may name, by what they stand for."""
    return {
        "unit": list(rules.on.by_id),
        "objective": [o.id for o in rules.on.objectives],
        "rate": [r.value for r in Rate],
        "factor": [f.name for f in RangeFactor],
        "terrain": list(rules.on.tables.terrain),
    }


def spelled_out(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An order with its shorthands written out: a facing by its name; shots "s1" or "s1/1/APCR@t2" (with weapon 1 and
    APCR, at t2)."""
    whole = dict(stated)
    if whole.get("facing") in DIRECTION_NAMES:
        whole["facing"] = DIRECTION_NAMES.index(whole["facing"])
    if isinstance(whole.get("shots"), list):
        whole["shots"] = [_shot(shot, whole.get("target")) for shot in whole["shots"]]
    return whole


def _shot(stated: Any, target: Any) -> Any:
    if not isinstance(stated, str):
        return stated
    named, _, other = stated.partition("@")
    shooter, _, rest = named.partition("/")
    weapon, _, ammo = rest.partition("/")
    shot = {"shooter": shooter, "target": other or target, "weapon": int(weapon) if weapon.isdecimal() else 0}
    return {**shot, "ammo": ammo} if ammo else shot


class _Posing:
    """A situation on its way from the file."""

    def __init__(self, data: SituationFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.moment = data.situation
        self.switches = modules(data.modules, proof, data.edition)
        proof.among("edition", data.edition, EDITIONS, "the edition")
        self.sides: list[SideLine] = []
        self.units: dict[UnitId, tuple[UnitLine, str]] = {}

    # -- scenario -------------------------------------------------------------------------------

    def content_scenario(self) -> Scenario | None:
        """The scenario of the content that the file names."""
        data, proof = self.data, self.proof
        for key, value in (
            ("board", data.board),
            ("card", data.card),
            ("side", data.side),
            ("modules", data.modules),
            ("formation", data.formation),
            ("edition", "" if data.edition == HEX.id else data.edition),
        ):
            if value:
                proof.mistake(key, f"{key} and scenario", "one of them", "the scenario brings its own")
        made = proof.looked_up(scenario, data.scenario, "scenario", "panzer/scenarios")
        if made is None:
            return None
        for at, line in enumerate(data.unit, 1):
            key = f"unit[{at}]"
            if UnitId(line.id) not in made.by_id:
                proof.unknown(f"{key}.id", line.id, made.by_id, "the unit")
            if line.card or line.enter or line.count != 1 or line.value is not None:
                proof.mistake(key, "card, enter, count or value", "what changes in play", "the scenario has the rest")
            self.units[UnitId(line.id)] = line, key
        return made

    def own_scenario(self, id_: str, title: str) -> Scenario | None:
        """A scenario made of what stands in the file alone."""
        map_ = self._board(id_, title)
        if map_ is None:
            return None
        units = with_parts(self._own_units(map_), self.switches, self.data.edition)
        while len(self.sides) < 2:
            name = "Other" if self.sides else "One"
            self.sides.append(SideLine(name.casefold(), name, "", _TONES[len(self.sides)]))
        if len(self.sides) > 2:
            self.proof.mistake("unit", f"units of {', '.join(s.id for s in self.sides)}", "two sides")
        draft = draft_of(self._file(id_, title), map_, self.proof, "situation.")
        return composed(draft, self.switches, units, self._formations(draft), {})

    def _file(self, id_: str, title: str) -> ScenarioFile:
        """What the file of a scenario would state."""
        data, moment = self.data, self.moment
        return ScenarioFile(
            id=id_,
            title=title,
            edition=data.edition,
            place="",
            date=moment.date,
            turns=moment.turns,
            victory=moment.victory or VictoryLine((LevelLine(1, "Victory"),), annihilation=False),
            side=tuple(self.sides),
            sun=moment.sun,
            ties_to=moment.ties_to,
            objective=moment.objective,
            exit=moment.exit,
            minefield=data.minefield,
            registered_point=data.registered_point,
            planned_mission=data.planned_mission,
            desert_buildings=moment.desert_buildings,
            bridge_defense=moment.bridge_defense,
            hull_down=moment.hull_down,
            burning_woods=moment.burning_woods,
            conditions=moment.conditions,
        )

    def _board(self, id_: str, title: str) -> Board | None:
        stated = self.data.board
        try:
            if isinstance(stated, str):
                return board(stated)
            if stated is not None and not isinstance(stated, Mapping):
                self.proof.mistake("board", repr(stated), "the id of a board, or a table [board] with a grid")
                return None
            whole = {"id": id_, "name": title, **(_ONE_HEX if stated is None else stated)}
            return make_board(structure(whole, BoardFile, self.proof.file), self.proof.file)
        except ContentError as error:
            for mistake in error.mistakes:
                key = f"board.{mistake.key}" if mistake.key and mistake.file == self.proof.file else "board"
                self.proof.mistake(key, mistake.found, mistake.allowed, mistake.remedy)
            return None

    def _own_units(self, map_: Board) -> Iterator[ScenarioUnit]:
        own = {line.id: made for at, line in enumerate(self.data.card, 1) if (made := self._own_card(line, at))}
        for stated in self.data.side:
            self._add_side(stated)
        grades = {f.name: f.grade or Grade.SEASONED.value for f in self.data.formation}
        for at, line in enumerate(self.data.unit, 1):
            key = f"unit[{at}]"
            card: UnitCard | None = own.get(line.card) or self._card(line.card, f"{key}.card")
            if card is None:
                continue
            side = line.side or self._side_of(card) or card.nation.casefold()
            if side not in [s.id for s in self.sides]:
                self._add_side(StatedSide(side, "" if line.side else card.nation, card.nation))
            hex_ = read_hex(line.hex, f"{key}.hex", map_, self.proof) if line.hex else None
            for number, id_ in enumerate(self._ids(line, key)):
                if id_ in self.units:
                    self.proof.mistake(f"{key}.id", f"{id_!r} again", "an id of its own")
                self.units[id_] = line, key
                name = line.name or card.name
                yield ScenarioUnit(
                    id=id_,
                    card=fielded(line, card, key, self.proof),
                    side=SideId(side),
                    name=name if line.count == 1 else f"{name} {number + 1}",
                    formation=line.formation,
                    platoon=line.platoon,
                    hex=hex_,
                    facing=facing_of(line.facing, f"{key}.facing", self.proof),
                    entry=entry(line.enter, f"{key}.enter", map_, self.moment.turns, self.proof),
                    value=(card.points or 0) if line.value is None else line.value,
                    **abilities(
                        line,
                        card,
                        one_of(Grade, grades.get(line.formation, "Seasoned"), f"{key}.grade", self.proof)
                        or Grade.SEASONED,
                        [unit.id for unit in self.data.unit],
                        key,
                        self.proof,
                        self.data.edition,
                    ),
                )

    def _formations(self, draft: Draft) -> Iterator[ScenarioFormation]:
        parents = {line.name: line.parent for line in self.data.formation}
        for at, line in enumerate(self.data.formation, 1):
            key = f"formation[{at}]"
            draft.side(f"{key}.side", line.side)
            yield formation(draft, line, key, SideId(line.side), parents, line.grade or Grade.SEASONED.value)

    def _ids(self, line: UnitLine, key: str) -> list[UnitId]:
        if line.count == 1:
            return [UnitId(line.id)]
        match = NUMBERED.match(line.id)
        if match is None or not 1 <= line.count <= 100:
            self.proof.mistake(f"{key}.id", repr(line.id), "an id that ends in a number, and a count of 1 to 100")
            return []
        return [UnitId(f"{match[1]}{int(match[2]) + i}") for i in range(line.count)]

    def _side_of(self, card: UnitCard) -> str:
        return next((s.id for s in self.sides if s.nation == card.nation), "")

    def _add_side(self, line: StatedSide) -> None:
        tone = line.nation.casefold() if line.nation.casefold() in _TONES else _TONES[len(self.sides) % 2]
        shown = line.name or line.id.capitalize()
        self.sides.append(
            SideLine(
                line.id,
                shown,
                line.nation,
                tone,
                grade=line.grade,
                registered_points=line.registered_points,
                planned_missions=line.planned_missions,
                camouflage=line.camouflage,
                hidden_units=line.hidden_units,
            )
        )

    def _card(self, words: str, key: str) -> UnitCard | None:
        try:
            return cards.unit(words, self.data.edition)
        except ContentError as error:
            found = cards.find_unit(words) if words else ()
            if len(found) == 1:
                return cards.unit(found[0].id, self.data.edition)
            first = error.mistakes[0]
            if first.file != "panzer/units":
                raise
            ids = ", ".join(card.id for card in found)
            remedy = f"write one of the ids {ids}" if found else first.remedy
            self.proof.mistake(key, repr(words), "the id, name or card number of a unit", remedy)
            return None

    def _own_card(self, line: CardLine, at: int) -> VehicleCard | TowedCard | None:
        key = f"card[{at}]"
        base = self._card(line.like, f"{key}.like")
        if isinstance(base, TowedCard) and line.manhandling is not None:
            return evolve(base, id=line.id, name=line.name or base.name, move=line.manhandling)
        if not isinstance(base, VehicleCard):
            if base is not None:
                self.proof.mistake(f"{key}.like", repr(line.like), "a vehicle", "of guns state manhandling alone")
            return None
        changes: dict[str, Any] = {"id": line.id, "name": line.name or base.name}
        for name in ("size", "move", "tt"):
            if getattr(line, name) is not None:
                changes[name] = getattr(line, name)
        if line.traction and (traction := one_of(Traction, line.traction, f"{key}.traction", self.proof)):
            changes["traction"] = traction
        if line.weight is not None:
            changes["weight_t"] = line.weight
        if line.armor is not None:
            changes |= {"basic_front": line.armor[0], "basic_rear": line.armor[1]}
        changes["armor"] = stated_armor(line, base.armor, key, self.proof)
        made = evolve(base, **changes)
        if not (line.field_of_fire or line.range or line.penetration):
            return made
        row = made.weapons[0].weapon.basic_ap if made.weapons else None
        if row is None:
            self.proof.mistake(f"{key}.like", repr(line.like), "a vehicle whose first weapon has an AP row")
            return None
        changed = evolve(row, range=line.range or row.range, penetration=line.penetration or row.penetration)
        rows = (changed if other is row else other for other in made.weapons[0].weapon.ap)
        gun = evolve(made.weapons[0].weapon, ap=tuple(rows))
        sort = made.weapons[0].field_of_fire
        if line.field_of_fire:
            sort = one_of(FieldOfFire, line.field_of_fire, f"{key}.field_of_fire", self.proof) or sort
        first = evolve(made.weapons[0], weapon=gun, field_of_fire=sort)
        return evolve(made, weapons=(first, *made.weapons[1:]))
