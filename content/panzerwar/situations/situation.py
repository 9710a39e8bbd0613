"""Situations of Panzer War for worked examples: ground, elements and the moment of a turn, as a file states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

import attrs
from attrs import evolve

from content.kit.load import Proof, one_of, structure
from content.panzerwar.boards.board_file import BoardFile
from content.panzerwar.boards.boards import make_board
from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts, terrain_looks
from content.panzerwar.scenarios.scenarios import DOCTRINES, column
from content.panzerwar.scenarios.units import kind_of, role_of
from content.panzerwar.situations.situation_file import ElementLine, ForceLine, PoseFile
from core.board import Board
from core.codec import converter
from core.event import SideId, UnitId
from core.panzerwar.knowledge import as_seen
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.engagement import Engagement, Force, Stance, Weather
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.moves import Piece
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.organisation import Echelon, Organisation, Radio, Tactical
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Travel
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.sequence import SEQUENCE
from core.panzerwar.state import WarState, initial_state
from core.panzerwar.vignette import Posed
from core.panzerwar.words import point
from core.plane import Point

P = TypeVar("P")
#: Of each nation of the cards: its name in the initiative table, its doctrine, its colour.
_NATIONS: Final = {
    "German": ("Germany", "art", "german"),
    "British": ("U.K.", "art", "british"),
    "Soviet": ("Russia", "science", "soviet"),
    "US": ("U.S.A.", "art", "american"),
}
#: The fields of orders that are points.
_POINTS: Final = frozenset({"at", "to"})


def situation(data: Mapping[str, Any], id_: str, title: str, file: str) -> Posed:
    """The rules on the situation that a file states; `file` is its name in messages. ContentError with its mistakes."""
    stated = structure(data, PoseFile, file)
    proof = Proof(file)
    posing = _Posing(stated, proof)
    made = posing.engagement(id_, title)
    proof.done()
    start = posing.state(made)
    proof.done()
    return Posed(made, terrain_looks(), stated.situation.switches, start=start)


def names(rules: Posed) -> dict[str, list[str]]:
    """What the fields of questions may name, by what they stand for."""
    return {"unit": ["", *(str(e.id) for e in rules.on.elements)]}


def spelled_out(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An order with its points written out: "C3+10,-5" is a point."""
    return {key: _spelled(key, value) for key, value in stated.items()}


def _spelled(key: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return spelled_out(value)
    if isinstance(value, list):
        return [_spelled("", one) for one in value]
    if key in _POINTS and isinstance(value, str):
        return list(point(value))
    return value


def _ids() -> list[str]:
    """The ids of all cards."""
    known = cards()
    return [*known.vehicles, *known.guns, *known.squads, *known.teams, *known.bunkers]


class _Posing:
    """A situation on its way from the file."""

    def __init__(self, data: PoseFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.moment = data.situation

    # -- the engagement -------------------------------------------------------------------------

    def engagement(self, id_: str, title: str) -> Engagement:
        """All that does not change in the situation. ContentError with the mistakes so far."""
        moment, proof = self.moment, self.proof
        board = self._board(id_, title)
        elements = tuple(self._elements())
        proof.unique("element", (str(e.id) for e in elements))
        forces = tuple(self._forces(elements))
        if len(forces) != 2:
            proof.mistake("element", f"elements of {', '.join(f.id for f in forces) or 'nobody'}", "two sides")
        for at, name in enumerate(moment.switches, 1):
            proof.among(f"situation.switches[{at}]", name, [s.value for s in Switch], "the rule")
        units = tuple(self._units(elements))
        proof.done()
        return Engagement(
            id=id_,
            title=title,
            place="",
            date="",
            turns=12,
            board=board,
            sides=forces,
            column=column(moment.year, moment.month),
            year=moment.year,
            month=moment.month,
            elements=elements,
            organisations=units,
            postings=(),
            goals=(),
            cards=cards(),
            charts=charts(),
            moonlight=moment.moonlight,
            ground=moment.ground,
            limited=moment.limited,
        )

    def _board(self, id_: str, title: str) -> Board:
        stated = self.data.board
        given = {a.name: getattr(stated, a.name) for a in attrs.fields(type(stated))}
        return make_board(BoardFile(id=id_, name=title, source="", **given), self.proof)

    def _elements(self) -> Iterator[Element]:
        for number, line in enumerate(self.data.element, 1):
            key = f"element[{number}]"
            card = cards().find(line.card)
            if card is None:
                self.proof.unknown(f"{key}.card", line.card, _ids(), "the card")
                continue
            side = SideId(line.side or card.nation.lower())
            turret = None
            if isinstance(card, Vehicle) and card.turreted:
                turret = line.heading if line.turret is None else line.turret
            presence = Presence.ON_TABLE if line.at else Presence.WAITING
            if line.presence:
                presence = one_of(Presence, line.presence, f"{key}.presence", self.proof) or presence
            yield Element(
                id=UnitId(line.id),
                side=side,
                organisation=line.unit or f"{side}-1",
                kind=kind_of(card),
                card=line.card,
                name=line.name or line.id,
                weapon=line.weapon,
                role=role_of(card, line.role),
                grade=one_of(Grade, line.grade, f"{key}.grade", self.proof) or Grade.REGULAR,
                command=line.command,
                presence=Presence.ABOARD if line.aboard else presence,
                at=self._point(line.at, f"{key}.at") if line.at else None,
                heading=line.heading,
                turret=turret,
                buttoned=line.buttoned,
                aboard=UnitId(line.aboard) if line.aboard else None,
                outside=line.outside,
                ammunition=dict(line.ammunition),
                **self._parts(line, key),
            )

    def _parts(self, line: ElementLine, key: str) -> dict[str, Any]:
        kinds = {"travel": Travel, "gunnery": Gunnery, "harm": Harm, "nerve": Nerve, "posture": Posture}
        return {name: self._part(kind, getattr(line, name), f"{key}.{name}") for name, kind in kinds.items()}

    def _part(self, kind: type[P], stated: Mapping[str, Any], key: str) -> P | None:
        known = [a.name for a in attrs.fields(kind)]  # type: ignore[arg-type]
        for name in stated:
            self.proof.among(f"{key}.{name}", name, known, "the field")
        try:
            return converter.structure(dict(stated), kind)
        except Exception as error:  # cattrs raises whatever went wrong, and groups of it
            self.proof.mistake(key, repr(dict(stated)), f"what can be read ({error})")
            return None

    def _forces(self, elements: tuple[Element, ...]) -> Iterator[Force]:
        stated = {line.id: line for line in self.data.side}
        nations = {e.side: cards()[e.card].nation for e in reversed(elements)}
        for side in dict.fromkeys([*stated, *(e.side for e in elements)]):
            name, doctrine, tone = _NATIONS.get(nations.get(SideId(side), ""), ("Germany", "art", "german"))
            yield self._force(stated.get(side, ForceLine(side, name, doctrine)), tone)

    def _force(self, line: ForceLine, tone: str) -> Force:
        key = f"side {line.id}"
        self.proof.among(f"{key}.nation", line.nation, charts().command.initiative, "the nation")
        self.proof.among(f"{key}.doctrine", line.doctrine, DOCTRINES, "the doctrine")
        return Force(
            id=SideId(line.id),
            name=line.id.title(),
            nation=line.nation,
            tone=tone,
            force="",
            doctrine=DOCTRINES.get(line.doctrine, next(iter(DOCTRINES.values()))),
            grade=one_of(Grade, line.grade, f"{key}.grade", self.proof) or Grade.REGULAR,
            radio=one_of(Radio, line.radio, f"{key}.radio", self.proof) or Radio.FM,
            stance=Stance.MEETING,
            general_order="",
            short_of_fuel=line.short_of_fuel,
        )

    def _units(self, elements: tuple[Element, ...]) -> Iterator[Organisation]:
        lines = {line.id: line for line in self.data.unit}
        for id_ in dict.fromkeys([*lines, *(e.organisation for e in elements)]):
            members = [e for e in elements if e.organisation == id_]
            line = lines.get(id_)
            echelon = one_of(Echelon, line.echelon, f"unit {id_}.echelon", self.proof) if line is not None else None
            order = one_of(Tactical, line.order, f"unit {id_}.order", self.proof) if line is not None else None
            yield Organisation(
                id=id_,
                name=id_,
                side=SideId(line.side) if line is not None else members[0].side,
                echelon=echelon or Echelon.PLATOON,
                members=tuple(e.id for e in members),
                command=next((e.id for e in members if e.command), None),
                parent=line.parent or None if line is not None else None,
                mechanised=not (members and members[0].foot),
                nation=line.nation if line is not None else "",
                order=order or Tactical.COVER,
                strength=(line.strength if line is not None else 0) or len(members),
                shaken=line is not None and line.shaken,
            )

    # -- the state ------------------------------------------------------------------------------

    def state(self, on: Engagement) -> WarState:
        """The state that games on the situation begin with."""
        moment = self.moment
        state = initial_state(on, moment.switches)
        self.proof.among("situation.step", moment.step, [s.id for s in SEQUENCE], "the step")
        state.turn, state.step = moment.turn, moment.step
        see, first = (self._ids(on, text, name) for text, name in ((moment.see, "see"), (moment.first, "first")))
        for force in on.sides:
            enemies = frozenset(e.id for e in on.elements if e.side != force.id)
            state.sighted = {**state.sighted, force.id: (see | first) & enemies}
            state.sighted_now = {**state.sighted_now, force.id: first & enemies}
        weather = one_of(Weather, moment.weather, "situation.weather", self.proof)
        if weather is not None:
            state.sky = evolve(state.sky, weather=weather, row=moment.row, most=moment.most)
        state.doubled = moment.doubled
        for id_, words in moment.seen.items():
            (found,) = self._ids(on, id_, "seen") or (UnitId(""),)
            points = tuple(self._point(word, f"situation.seen.{id_}") for word in words.split())
            others = frozenset(str(f.id) for f in on.sides if f.id != on.by_id[found].side) if found else frozenset()
            state.trails = {**state.trails, found: (Piece("c3", points, others),)}
            self._lose(state, found, points)
        clouds = [one for one in map(self._cloud, range(len(self.data.cloud))) if one is not None]
        state.smoke = evolve(state.smoke, wind=moment.wind, clouds={one.id: one for one in clouds})
        return state

    def _lose(self, state: WarState, id_: UnitId, points: tuple[Point, ...]) -> None:
        """What went on unseen from where it was seen last has moved out of sight in this turn (pw:8.7)."""
        element = state.elements.get(id_)
        if element is None or element.at is None or not points or points[-1] == element.at:
            return
        rest = Piece("c3", (points[-1], element.at))
        state.trails = {**state.trails, id_: (*state.trails[id_], rest)}
        before = {id_: Sighting(turn=state.turn - 1, step="sighting", lost=state.turn)}
        enemy = state.enemy(element.side)
        sightings = {**state.watch.sightings, enemy: {**state.watch.sightings.get(enemy, {}), **before}}
        last = {**state.watch.vanished.get(enemy, {}), id_: as_seen(state.elements[id_])}
        state.watch = evolve(state.watch, sightings=sightings, vanished={**state.watch.vanished, enemy: last})

    def _cloud(self, number: int) -> Cloud | None:
        line, key = self.data.cloud[number], f"cloud[{number + 1}]"
        source = one_of(Source, line.source, f"{key}.source", self.proof)
        if source is None:
            return None
        puffs = tuple(self._point(text, f"{key}.puffs") for text in line.puffs)
        return Cloud(
            id=str(number),
            source=source,
            puffs=puffs,
            begun=line.begun,
            segment=line.segment,
            until=line.until,
            fed=line.begun,
            fed_in=line.segment,
        )

    # -- common ---------------------------------------------------------------------------------

    def _ids(self, on: Engagement, text: str, name: str) -> frozenset[UnitId]:
        for id_ in text.split():
            self.proof.among(f"situation.{name}", id_, [str(e.id) for e in on.elements], "the element")
        return frozenset(UnitId(id_) for id_ in text.split() if UnitId(id_) in on.by_id)

    def _point(self, text: str, key: str) -> Point:
        try:
            return point(text)
        except ValueError:
            self.proof.mistake(key, repr(text), 'a place such as "C3" or "C3+10,-5"')
            return Point(0, 0)
