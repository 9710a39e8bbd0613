"""The units of an engagement: organisations and their elements, out of the lines of a file (pw:4.0a, pw:12.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from content.kit.load import Proof, one_of
from content.panzerwar.cards.months import told
from content.panzerwar.charts.charts import charts
from content.panzerwar.scenarios.scenario_file import ElementEntry, SideEntry, UnitEntry
from core.alike import Alike
from core.event import SideId, UnitId
from core.panzerwar.infantry import teams
from core.panzerwar.movement.loading import capacity, space
from core.panzerwar.pieces.cards import Bunker, Card, Cards, Drive, Gun, Squad, Vehicle
from core.panzerwar.pieces.element import DRAWN, Element, Grade, Kind, Presence, counted
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.pieces.weapons import Month, Weapon
from core.plane import Point

#: The role of who calls artillery (pw:10.0.1, pw:5.3.2).
OBSERVER: Final = "forward observer"
#: One who has a telephone to his battery (pw:10.6.5.2).
BY_WIRE: Final = f"{OBSERVER}, telephone"
_OBSERVERS: Final = (OBSERVER, BY_WIRE)
#: The card of a command element on foot.
_LEADER: Final = "leader"
#: The stances in which a side generates scouts alone, and snipers alone (pw:12.0.3).
_ATTACKS: Final = Stance.ATTACK.value
_DEFENDS: Final = Stance.DEFENCE.value
#: Teams that a heavy weapon is said of.
_NAMED: Final = {"mg-team": "{} team", "at-team": "{} team", "crew": "{} crew"}


@frozen(eq=False, repr=False)
class Roster(Alike):
    """What a side's lines come to."""

    organisations: tuple[Organisation, ...]
    elements: tuple[Element, ...]


class Mustering:
    """The units of all sides on their way from a file; elements are numbered through the engagement by their card.

    off_board: of each battery off the table its place.
    """

    def __init__(self, cards: Cards, today: Month, off_board: dict[str, Point], proof: Proof) -> None:
        self.cards = cards
        self.today = today
        self.off_board = off_board
        self.proof = proof
        self.numbers = Counter[str]()
        self.unit_ids: set[str] = set()

    def roster(self, side: SideEntry, under: str) -> Roster:
        """The units of a side and their elements, those aboard of others where they are carried."""
        known = {unit.id for unit in side.unit}
        totals = Counter[str]()
        for unit in side.unit:
            for entry in unit.elements:
                totals[self._called(unit, entry)] += max(entry.count, 0)
        named = Counter[str]()
        organisations: list[Organisation] = []
        elements: list[Element] = []
        observers: dict[str, list[UnitId]] = {}
        wishes: list[tuple[UnitId, str, str]] = []
        for at, unit in enumerate(side.unit, 1):
            key = f"{under}.unit[{at}]"
            members = []
            for line, entry in enumerate(unit.elements, 1):
                place = f"{key}.elements[{line}]"
                for element in self._elements(side, unit, entry, place, totals, named):
                    members.append(element)
                    if entry.rides:
                        wishes.append((element.id, entry.rides, f"{place}.rides"))
                    if entry.observes:
                        observers.setdefault(entry.observes, []).append(element.id)
                if entry.observes:
                    self._prove_observer(side, entry, place)
            elements += members
            organisations.append(self._organisation(side, unit, members, known, key))
        whole = tuple(
            self._observed(
                one, [e for e in elements if e.organisation == one.id], observers.get(one.id, ()), f"{under}.unit[{at}]"
            )
            for at, one in enumerate(organisations, 1)
        )
        self._prove_teams(side, organisations, elements, under)
        return Roster(whole, tuple(self._carried(side, elements, wishes)))

    # -- units -----------------------------------------------------------------------------------

    def _organisation(
        self, side: SideEntry, unit: UnitEntry, members: Sequence[Element], known: set[str], key: str
    ) -> Organisation:
        proof = self.proof
        if unit.id in self.unit_ids:
            proof.mistake(f"{key}.id", f"{unit.id!r} again", "an id of its own")
        self.unit_ids.add(unit.id)
        echelon = one_of(Echelon, unit.echelon, f"{key}.echelon", proof)
        if unit.parent:
            proof.among(f"{key}.parent", unit.parent, known - {unit.id}, "the unit")
        if not members:
            proof.mistake(f"{key}.elements", "no element", "one or more")
        commanders = [e.id for e in members if e.command]
        if len(commanders) > 1:
            proof.mistake(f"{key}.elements", f"{len(commanders)} command elements", "one, or none (pw:4.0.4)")
        if unit.off_board is not None and echelon is not Echelon.BATTERY:
            proof.mistake(f"{key}.off_board", "off_board", "of a battery alone (pw:10.0.4)")
        if unit.dedicated and echelon is not Echelon.BATTERY:
            proof.mistake(f"{key}.dedicated", "true", "of a battery alone (pw:5.3.2)")
        if unit.nation:
            proof.among(f"{key}.nation", unit.nation, charts().command.initiative, "the nation")
        vehicles = bool(members) and all(e.kind is Kind.VEHICLE for e in members)
        mechanised = vehicles if unit.mechanised is None else unit.mechanised
        return Organisation(
            id=unit.id,
            name=unit.name,
            side=SideId(side.id),
            echelon=echelon or Echelon.PLATOON,
            members=tuple(e.id for e in members),
            command=commanders[0] if commanders else None,
            parent=unit.parent or None,
            team_of=unit.team_of or None,
            mechanised=mechanised,
            off_board=unit.off_board.distance if unit.off_board is not None else None,
            stands=self.off_board.get(unit.id),
            dedicated=unit.dedicated,
            nation=unit.nation,
            strength=len(counted(members, mechanised=mechanised)),
        )

    def _prove_teams(
        self, side: SideEntry, organisations: Sequence[Organisation], elements: Sequence[Element], under: str
    ) -> None:
        """A team is one element with the card of its stance, of a unit that has squads for it (pw:12.0.3)."""
        by_id = {one.id: one for one in organisations}
        squads = Counter(e.organisation for e in elements if e.kind is Kind.SQUAD)
        able = [teams.card(attacks=on) for on in (True, False) if side.stance != (_DEFENDS if on else _ATTACKS)]
        taken = Counter[str]()
        for at, team in enumerate(organisations, 1):
            if team.team_of is None:
                continue
            key, above = f"{under}.unit[{at}]", by_id.get(team.team_of)
            if above is None or above.id == team.id or above.team_of is not None:
                others = [one.id for one in organisations if one.team_of is None and one.id != team.id]
                self.proof.unknown(f"{key}.team_of", team.team_of, others, "the platoon or company")
                continue
            found = [e.card for e in elements if e.organisation == team.id]
            if found not in [[one] for one in able]:
                allowed = f"one element of the card {' or '.join(map(repr, able))} (pw:12.0.3)"
                self.proof.mistake(f"{key}.elements", ", ".join(found), allowed)
            taken[above.id] += 1
            of = [squads[one.id] for one in organisations if above.id in (one.id, one.parent) and one.team_of is None]
            if taken[above.id] > (most := teams.generated(of)):
                self.proof.mistake(
                    f"{key}.team_of", f"team {taken[above.id]} of {above.id!r}", f"{most} at most (pw:12.0.3)"
                )

    # -- elements --------------------------------------------------------------------------------

    def _elements(
        self, side: SideEntry, unit: UnitEntry, entry: ElementEntry, key: str, totals: Counter[str], named: Counter[str]
    ) -> Iterator[Element]:
        """The elements of a line; none of a card that there is not."""
        proof = self.proof
        if not 1 <= entry.count <= 50:
            proof.mistake(f"{key}.count", repr(entry.count), "1 to 50")
        card = self.cards.find(entry.card)
        if card is None:
            proof.unknown(f"{key}.card", entry.card, [one.id for one in self.cards], "the card")
            return
        self._prove(entry, card, key)
        quietly = Proof("")  # the grade of a side is proved once
        grade = one_of(Grade, entry.grade or side.grade, f"{key}.grade", proof if entry.grade else quietly)
        off = unit.off_board is not None and entry.role not in _OBSERVERS
        called = self._called(unit, entry)
        for _ in range(min(max(entry.count, 0), 50)):
            self.numbers[card.id] += 1
            named[called] += 1
            yield Element(
                id=UnitId(f"{card.id}-{self.numbers[card.id]}"),
                side=SideId(side.id),
                organisation=unit.id,
                kind=kind_of(card),
                card=card.id,
                name=called if totals[called] == 1 else f"{called} {named[called]}",
                weapon=entry.weapon,
                role=role_of(card, entry.role),
                grade=grade or Grade.REGULAR,
                command=entry.command,
                presence=Presence.OFF_BOARD if off else Presence.WAITING,
                turret=0 if isinstance(card, Vehicle) and card.turreted else None,
                ammunition=self._ammunition(card, entry),
                crews=card.crew_counters if isinstance(card, Gun) else 1,
            )

    def _called(self, unit: UnitEntry, entry: ElementEntry) -> str:
        """What elements of a line are called, a number aside."""
        if entry.card == _LEADER:
            return f"Leader of {unit.name}"
        if entry.role in _OBSERVERS:
            return "Forward observer"
        if entry.weapon and entry.card in _NAMED:
            return _NAMED[entry.card].format(entry.weapon)
        card = self.cards.find(entry.card)
        if card is None:
            return entry.card
        return entry.role.capitalize() if entry.role and not isinstance(card, Vehicle | Gun) else card.name

    def _prove(self, entry: ElementEntry, card: Card, key: str) -> None:
        proof = self.proof
        if isinstance(card, Vehicle) and card.date > self.today:
            found = f"{card.id}, there from {told(card.date)}"
            proof.mistake(f"{key}.card", found, f"what was there in {told(self.today)} (pw:DN.dates)")
        if entry.weapon:
            if isinstance(card, Vehicle | Gun | Squad | Bunker):
                proof.mistake(f"{key}.weapon", repr(entry.weapon), "none: the card says its weapons")
            else:
                proof.among(f"{key}.weapon", entry.weapon, self._arms(), "the weapon")
        elif entry.card in _NAMED:
            proof.mistake(f"{key}.weapon", "no weapon", "the weapon of the team or crew (pw:12.0.1, pw:12.0.4)")
        if entry.command and entry.count != 1:
            proof.mistake(f"{key}.count", repr(entry.count), "1 of a command element (pw:4.0.4)")
        for name, uses in entry.ammunition.items():
            proof.among(f"{key}.ammunition", name, self.cards.infantry_weapons, "the weapon")
            if uses < 1:
                proof.mistake(f"{key}.ammunition.{name}", repr(uses), "1 or more")

    def _prove_observer(self, side: SideEntry, entry: ElementEntry, key: str) -> None:
        batteries = [unit.id for unit in side.unit if unit.echelon == Echelon.BATTERY.value]
        self.proof.among(f"{key}.observes", entry.observes, batteries, "the battery")
        if entry.role not in _OBSERVERS:
            allowed = f"{OBSERVER!r} or {BY_WIRE!r} of what observes (pw:5.3.2)"
            self.proof.mistake(f"{key}.role", repr(entry.role), allowed)

    def _observed(
        self, organisation: Organisation, members: Sequence[Element], observers: Sequence[UnitId], key: str
    ) -> Organisation:
        """A unit with the forward observers that it has in others; every battery has one (pw:5.3.2)."""
        own = any(element.role in _OBSERVERS for element in members)
        if organisation.echelon is Echelon.BATTERY and not observers and not own:
            allowed = f"an element that observes = {organisation.id!r}"
            self.proof.mistake(key, "no forward observer", allowed)
        return evolve(organisation, observers=tuple(observers))

    def _arms(self) -> tuple[str, ...]:
        cards = self.cards
        return (*cards.weapons, *cards.machine_guns, *cards.infantry_weapons)

    def _ammunition(self, card: Card, entry: ElementEntry) -> dict[str, int]:
        """The rounds of scarce shells that there are by now, and special weapons by name (pw:8.9.3, pw:12.11.5)."""
        rounds = dict(entry.ammunition)
        if isinstance(card, Vehicle):
            guns = [mount.weapon for mount in (card.gun, card.sponson_gun, card.second_gun) if mount is not None]
        else:
            guns = [card.mount.weapon] if isinstance(card, Gun) else []
        for id_ in guns:
            rounds |= self._scarce(self.cards.weapons[id_])
        return rounds

    def _scarce(self, weapon: Weapon) -> dict[str, int]:
        return {
            f"{weapon.id} {shell.name}": shell.rounds
            for shell in weapon.shells
            if shell.rounds is not None and shell.date <= self.today
        }

    # -- transport -------------------------------------------------------------------------------

    def _carried(
        self, side: SideEntry, elements: Sequence[Element], wishes: Sequence[tuple[UnitId, str, str]]
    ) -> Iterator[Element]:
        """Put aboard what rides: on the first carrier of that card with room, of its own unit before others (pw:6.11,
        pw:12.3.3)."""
        by_id = {element.id: element for element in elements}
        taken = Counter[UnitId]()
        towing: set[UnitId] = set()
        for id_, card_id, key in wishes:
            rider = by_id[id_]
            gun = rider.kind is Kind.GUN
            for carrier in sorted(elements, key=lambda e: e.organisation != rider.organisation):
                card = self.cards[carrier.card]
                if carrier.card != card_id or not isinstance(card, Vehicle) or carrier.id == id_:
                    continue
                if gun and carrier.id not in towing:
                    towing.add(carrier.id)
                elif gun or taken[carrier.id] + _tenfold(rider) > 10 * capacity(card, side.nation):
                    continue
                else:
                    taken[carrier.id] += _tenfold(rider)
                by_id[id_] = evolve(rider, aboard=carrier.id, outside=not gun and not card.passengers)
                break
            else:
                self.proof.mistake(key, repr(card_id), f"a vehicle of its side with room for {rider.name} (pw:12.3.3)")
        return iter(by_id.values())


def _tenfold(element: Element) -> int:
    """The room that an element takes, in tenths of a squad."""
    return round(10 * space(element.kind))


def kind_of(card: Card) -> Kind:
    """What an element with this card is."""
    if isinstance(card, Vehicle | Gun | Squad | Bunker):
        return Kind[type(card).__name__.upper()]
    return Kind.CREW if card.id == "crew" else Kind.TEAM


def role_of(card: Card, stated: str) -> str:
    """The role of an element with this card, as it is stated; what horses draw moves as such (pw:6.1.6)."""
    drawn = isinstance(card, Vehicle) and card.drive is Drive.HORSES
    return f"{stated} {DRAWN}".strip() if drawn else stated
