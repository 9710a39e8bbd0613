"""Engagements of Panzer War, from ``scenarios/<id>.toml``, proved against their boards, cards and charts (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from content.kit.folders import kept
from content.kit.goals import prove_turn
from content.kit.load import Proof, listed, one_of
from content.kit.shelf import Shelf
from content.panzerwar.boards.boards import board
from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from content.panzerwar.scenarios import areas, options
from content.panzerwar.scenarios.scenario_file import (
    EngagementFile,
    EnterEntry,
    GoalEntry,
    MinefieldEntry,
    SideEntry,
    UnitEntry,
)
from content.panzerwar.scenarios.units import Mustering
from core.event import SideId
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.engagement import (
    Counted,
    Engagement,
    Force,
    Goal,
    GoalKind,
    Minefield,
    Posting,
    Reserve,
    Spell,
    Stance,
    Weather,
)
from core.panzerwar.pieces.mines import IN_WORDS
from core.panzerwar.pieces.organisation import Doctrine, Radio, Tactical
from core.panzerwar.pieces.switches import Switch
from core.plane import ACROSS, Point, centre, tenths, within

#: The files of engagements.
SCENARIOS: Final = Shelf("panzerwar", EngagementFile)
#: Doctrines by the name that files give them (pw:4.0.5, pw:4.0.6).
DOCTRINES: Final = {"art": Doctrine.ART, "science": Doctrine.SCIENCE}
_GROUNDS: Final = ("", "snow", "mud", "wet")
#: How thick a minefield is at most, in GSU (pw:15.1.3).
_THICK: Final = 100


@kept
def scenario(scenario_id: str) -> Engagement:
    """The engagement with this id. ContentError with every mistake of its file."""
    return make_engagement(SCENARIOS.stated(scenario_id), SCENARIOS.label(scenario_id))


def make_engagement(data: EngagementFile, file: str) -> Engagement:
    """The engagement that a file states; `file` is its name in messages."""
    return _Staging(data, Proof(file)).engagement()


def column(year: int, month: int) -> str:
    """The column of the initiative table for a month; 1944 has two (pw:4.11)."""
    return str(year) if year != 1944 else "1/44" if month <= 6 else "7/44"


class _Staging:
    """An engagement on its way from the file."""

    def __init__(self, data: EngagementFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.sides = [side.id for side in data.side]

    def engagement(self) -> Engagement:
        data, proof = self.data, self.proof
        self._head()
        table = proof.looked_up(board, data.board, "board", "panzerwar/boards", "the board")
        proof.done()
        assert table is not None
        self.board = table
        sides = tuple(self._force(side, f"side[{at}]") for at, side in enumerate(data.side, 1))
        off_board = dict(self._off_board())
        muster = Mustering(cards(), (data.year, data.month), off_board, proof)
        rosters = [muster.roster(side, f"side[{at}]") for at, side in enumerate(data.side, 1)]
        elements = tuple(e for roster in rosters for e in roster.elements)
        postings = tuple(self._postings(elements))
        goals = tuple(self._goal(goal, f"goal[{at}]") for at, goal in enumerate(data.goal, 1))
        proof.unique("goal", (goal.id for goal in data.goal))
        spells = tuple(self._spells())
        minefields = tuple(self._minefields())
        proof.done()
        return Engagement(
            id=data.id,
            title=data.title,
            place=data.place,
            date=data.date,
            turns=data.turns,
            board=table,
            sides=tuple(side for side in sides if side is not None),
            situation=data.situation,
            special=data.special,
            notes=data.notes,
            source=data.source,
            layers=tuple(filter(None, ("basic", data.level))),
            options=options.offered(data.rules),
            column=column(data.year, data.month),
            year=data.year,
            month=data.month,
            elements=elements,
            organisations=tuple(one for roster in rosters for one in roster.organisations),
            postings=postings,
            goals=tuple(goal for goal in goals if goal is not None),
            cards=cards(),
            charts=charts(),
            minefields=minefields,
            spells=spells,
            wind=data.wind,
            moonlight=data.moonlight,
            ground=data.ground,
            limited=data.limited,
            switches=data.rules,
            edition=data.edition,
        )

    def _head(self) -> None:
        data, proof = self.data, self.proof
        if data.system != "panzerwar":
            proof.mistake("system", repr(data.system), "'panzerwar'")
        if not 1939 <= data.year <= 1945:
            proof.mistake("year", repr(data.year), "1939 to 1945, the years of the initiative table (pw:4.11)")
        if not 1 <= data.month <= 12:
            proof.mistake("month", repr(data.month), "1 to 12")
        if data.turns < 1:
            proof.mistake("turns", repr(data.turns), "1 or more")
        if len(self.sides) != 2 or len(set(self.sides)) != 2:
            proof.mistake("side", listed(self.sides), "two [[side]] tables, each with an id of its own (pw:3.3)")
        if not 0 <= data.wind <= 10:
            proof.mistake("wind", repr(data.wind), "1 to 10 of pw:11.6, or 0 to roll for it")
        if data.moonlight is not None and not 0 <= data.moonlight <= 100:
            proof.mistake("moonlight", repr(data.moonlight), "percent, 0 to 100 (pw:7.8.1)")
        proof.among("ground", data.ground, _GROUNDS, "the ground")
        for at, rule in enumerate(data.rules, 1):
            proof.among(f"rules[{at}]", rule, [switch.value for switch in Switch], "the rule")

    # -- sides -----------------------------------------------------------------------------------

    def _force(self, side: SideEntry, key: str) -> Force | None:
        proof = self.proof
        proof.among(f"{key}.nation", side.nation, charts().command.initiative, "the nation")
        if not side.unit:
            proof.mistake(f"{key}.unit", "no unit", "one or more")
        proof.among(f"{key}.doctrine", side.doctrine, DOCTRINES, "the doctrine")
        grade = one_of(Grade, side.grade, f"{key}.grade", proof)
        radio = one_of(Radio, side.radio, f"{key}.radio", proof)
        stance = one_of(Stance, side.stance, f"{key}.stance", proof)
        orders = [one_of(Tactical, o, f"{key}.first_orders[{n}]", proof) for n, o in enumerate(side.first_orders, 1)]
        for name in ("supply", "references", "planned"):
            if getattr(side, name) < 0:
                proof.mistake(f"{key}.{name}", repr(getattr(side, name)), "0 or more")
        if side.doctrine not in DOCTRINES or grade is None or radio is None or stance is None:
            return None
        return Force(
            id=SideId(side.id),
            name=side.name,
            nation=side.nation,
            tone=side.tone,
            force=side.force,
            doctrine=DOCTRINES[side.doctrine],
            grade=grade,
            radio=radio,
            stance=stance,
            general_order=side.general_order,
            changes=side.changes,
            supply=side.supply,
            references=side.references,
            planned=side.planned,
            first_orders=frozenset(order for order in orders if order is not None),
            short_of_fuel=side.short_of_fuel,
        )

    def _units(self) -> Iterator[tuple[str, UnitEntry]]:
        for number, side in enumerate(self.data.side, 1):
            yield from ((f"side[{number}].unit[{at}]", unit) for at, unit in enumerate(side.unit, 1))

    def _off_board(self) -> Iterator[tuple[str, Point]]:
        """Where the batteries off the table stand, by unit."""
        for key, unit in self._units():
            if unit.off_board is not None:
                found = areas.off_board(self.board, unit.off_board, f"{key}.off_board", self.proof)
                if found is not None:
                    yield unit.id, found

    # -- where units come on ---------------------------------------------------------------------

    def _postings(self, elements: tuple[Element, ...]) -> Iterator[Posting]:
        """A posting for every unit that comes on the table by itself."""
        for key, unit in self._units():
            waiting = [
                e for e in elements if e.organisation == unit.id and e.presence is Presence.WAITING and e.aboard is None
            ]
            if unit.set_up is None and unit.enter is None:
                if waiting:
                    allowed = "one of them, or both where it may be held back"
                    self.proof.mistake(key, "neither set_up nor enter", allowed)
                continue
            if not waiting:
                self.proof.mistake(key, "set_up or enter", "none: all of it is off the table or aboard of others")
                continue
            reserve = None if unit.enter is None else self._reserve(unit.enter, f"{key}.enter")
            if unit.set_up is None:
                assert reserve is not None
                if reserve.die:
                    self.proof.mistake(f"{key}.enter.die", repr(reserve.die), "0 without a set_up")
                yield Posting(organisation=unit.id, hexes=reserve.hexes, turn=reserve.turn, heading=reserve.heading)
                continue
            entry = unit.set_up
            if min(entry.foxholes, entry.trenches) < 0:
                found = f"{entry.foxholes} foxholes, {entry.trenches} trenches"
                self.proof.mistake(f"{key}.set_up", found, "0 or more")
            yield Posting(
                organisation=unit.id,
                hexes=areas.set_up(self.board, entry, f"{key}.set_up", self.proof),
                heading=entry.heading,
                prepared=entry.prepared,
                foxholes=entry.foxholes,
                trenches=entry.trenches,
                hidden=entry.hidden,
                reserve=reserve,
            )

    def _reserve(self, entry: EnterEntry, key: str) -> Reserve:
        prove_turn(entry.turn, f"{key}.turn", self.data.turns, self.proof)
        if entry.die not in (0, 6, 10):
            self.proof.mistake(f"{key}.die", repr(entry.die), "0, 6 or 10")
        heading = areas.HEADINGS.get(entry.edge, 0) if entry.heading is None else entry.heading
        return Reserve(
            hexes=areas.entry_hexes(self.board, entry, key, self.proof),
            turn=entry.turn,
            heading=areas.heading(heading, f"{key}.heading", self.proof),
            die=entry.die,
        )

    # -- goals, weather, mines -------------------------------------------------------------------

    def _goal(self, entry: GoalEntry, key: str) -> Goal | None:
        proof = self.proof
        kind = one_of(GoalKind, entry.kind, f"{key}.kind", proof)
        counted = one_of(Counted, entry.counts, f"{key}.counts", proof)
        if entry.side:
            proof.among(f"{key}.side", entry.side, self.sides, "the side")
        if entry.points < 1:
            proof.mistake(f"{key}.points", repr(entry.points), "1 or more")
        at = Point(tenths(entry.at[0]), tenths(entry.at[1]))
        if not any(within(at, centre(hex_), entry.radius) for hex_ in self.board.cells):
            proof.mistake(key, f"at {list(entry.at)}, radius {entry.radius:g}", "a circle on the board, in GSU")
        if kind is None or counted is None:
            return None
        if (kind is GoalKind.EXIT) != bool(entry.side):
            allowed = "the side that leaves" if kind is GoalKind.EXIT else "none: whoever holds it scores"
            proof.mistake(f"{key}.side", repr(entry.side), allowed)
        if kind is not GoalKind.EXIT and (entry.limit or counted is not Counted.ALL):
            proof.mistake(key, "limit or counts", "of an exit alone")
        if kind is GoalKind.EXIT and not any(
            within(at, centre(hex_), entry.radius) for edge in areas.HEADINGS for hex_ in areas.edge(self.board, edge)
        ):
            proof.mistake(key, f"at {list(entry.at)}, radius {entry.radius:g}", "a circle that holds hexes of an edge")
        return Goal(
            id=entry.id,
            name=entry.name,
            kind=kind,
            at=at,
            radius=entry.radius,
            points=entry.points,
            side=SideId(entry.side) if entry.side else None,
            limit=entry.limit,
            counted=counted,
        )

    def _spells(self) -> Iterator[Spell]:
        before = 0
        for number, entry in enumerate(self.data.weather, 1):
            key = f"weather[{number}]"
            weather = one_of(Weather, entry.weather, f"{key}.weather", self.proof)
            if not before < entry.first <= entry.last:
                found = f"turns {entry.first} to {entry.last}"
                self.proof.mistake(key, found, f"turns that rise, from {before + 1} on")
            before = entry.last
            if not 0 <= entry.chance <= 6:
                self.proof.mistake(f"{key}.chance", repr(entry.chance), "a D6 of this or more, or 0 if it comes")
            if entry.light and weather not in (Weather.RAIN, Weather.SNOW):
                self.proof.mistake(f"{key}.light", "true", "of rain or snow alone (pw:7.15.1)")
            if weather is not None:
                yield Spell(weather=weather, first=entry.first, last=entry.last, chance=entry.chance, light=entry.light)

    def _minefields(self) -> Iterator[Minefield]:
        for number, side in enumerate(self.data.side, 1):
            self.proof.unique(f"side[{number}].minefield", (entry.id for entry in side.minefield))
            for at, entry in enumerate(side.minefield, 1):
                yield self._minefield(side, entry, f"side[{number}].minefield[{at}]")

    def _minefield(self, side: SideEntry, entry: MinefieldEntry, key: str) -> Minefield:
        """A minefield; it is as many hexes as its rectangle has squares of 25 (pw:15.1.3, pw:15.1.4)."""
        proof = self.proof
        if not 1 <= entry.grade <= 4:
            proof.mistake(f"{key}.grade", repr(entry.grade), "1 to 4 (pw:15.1.4)")
        proof.among(f"{key}.kind", entry.kind, tuple(IN_WORDS), "the mines")
        if not ACROSS <= entry.thick <= _THICK or entry.thick % ACROSS:
            proof.mistake(f"{key}.thick", repr(entry.thick), "25, 50, 75 or 100 (pw:15.1.3)")
        if entry.long < ACROSS or entry.long % ACROSS:
            proof.mistake(f"{key}.long", repr(entry.long), "25 or more, by steps of 25 (pw:15.1.3)")
        if not entry.rects:
            proof.mistake(f"{key}.rects", "nothing", "where it may lie: rects of x1, y1, x2, y2")
        return Minefield(
            id=entry.id,
            side=SideId(side.id),
            grade=entry.grade,
            size=round(entry.thick / ACROSS) * round(entry.long / ACROSS),
            kind=entry.kind,
            hexes=frozenset(areas.in_rects(self.board, entry.rects, f"{key}.rects", proof)),
        )
