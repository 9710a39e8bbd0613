"""From a force to the lines of a scenario file: formations and their parents, units, platoons, riders (min:23.1.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from attrs import define, evolve, field, frozen

from content.kit.goals import EnterLine
from content.panzer.battles.cohesion import cohesion_point
from content.panzer.cards.cards import unit
from content.panzer.scenarios.scenario_file import FormationLine, PlatoonLine, UnitLine
from core.panzer.forces.organization import Formation, Members, Path, units
from core.panzer.pieces import loads
from core.panzer.pieces.cards import BatteryCard, LegCard, LegStep, Room, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.course import Start
from core.panzer.pieces.scenario import Label, Level

#: What a card's name says that a name on a map need not.
_LONG: Final = (
    (" - 1/2 Squad", ""),
    (" Squad", ""),
    (" Mortar Section", ""),
    (" Section", ""),
    ("Artillery Battery", "Battery"),
    ("PzKpfw ", ""),
    (" A/ATG", ""),
    (" ATG", ""),
)
#: Where those begin who have had time to prepare, and others (min:23.3.4, min:23.3.5).
PREPARED: Final = (Start.INSIDE.value, Start.ENTRENCHED.value, Start.HEAVY_WOODS.value)
OPEN: Final = (Start.OPEN.value,)
#: With an Improved Position before all else, or if their player gives them one.
IMPROVED: Final = (Start.INSIDE.value, Start.IMPROVED.value)
GIVEN: Final = (Start.IMPROVED.value,)


@frozen(kw_only=True)
class Deployment:
    """How a force comes to the field.

    prefix: of its units' ids; prepared: its leg and towed units dig in; improved: how many units have an Improved
    Position besides; riding: passengers begin in their vehicles; late: formations that enter later, by their paths.
    """

    prefix: str
    prepared: bool = False
    improved: int = 0
    riding: bool = True
    late: Mapping[Path, EnterLine] = field(factory=dict)


def formation_lines(force: Formation, deployment: Deployment) -> tuple[FormationLine, ...]:
    """The formations of a force as a scenario file has them, each with its parent; platoons are part of theirs."""
    guns = sum(one.count for _, one in units(force) if isinstance(one.card, TowedCard))
    lines = list(_Writer(deployment, max(0, deployment.improved - guns)).formations(force))
    if deployment.riding:
        lines = [evolve(line, units=_riding(line)) if _on_the_move(line, deployment) else line for line in lines]
    return tuple(evolve(line, units=tuple(_counted(line.units))) for line in lines)


@define
class _Writer:
    """Lines in the making: ids and names given so far. vehicles: how many of them have an Improved Position."""

    deployment: Deployment
    vehicles: int
    number: int = 0
    names: Counter[str] = field(factory=Counter)
    taken: set[str] = field(factory=set)
    improved: int = 0

    def formations(self, force: Formation) -> Iterator[FormationLine]:
        yield from self._formation(force, (), "", None)

    def _formation(
        self, formation: Formation, path: Path, parent: str, enter: EnterLine | None
    ) -> Iterator[FormationLine]:
        name = self._own(formation.title)
        entry = self.deployment.late.get(path, enter)
        lines: list[UnitLine] = []
        platoons: list[PlatoonLine] = []
        for platoon, members in (("", formation.members), *_platoons(formation)):
            made = list(self._units(members, entry))
            lines += made
            if platoon and made:
                ids = made[0].id if len(made) == 1 else f"{made[0].id}-{made[-1].id}"
                platoons.append(PlatoonLine(platoon, ids))
        level = formation.level or Level.COMPANY
        point = cohesion_point(formation)
        yield FormationLine(
            name=name,
            level=level.value,
            parent=parent,
            morale=formation.morale.value if formation.morale and point else "",
            cohesion=point,
            units=tuple(lines),
            platoons=tuple(platoons),
        )
        for part in formation.parts:
            if part.level is not None:
                yield from self._formation(part, (*path, part.name), name, entry)

    def _own(self, title: str) -> str:
        """A title that no other formation of the force has."""
        own = next(name for n in range(1, 99) if (name := title if n == 1 else f"{title} {n}") not in self.taken)
        self.taken.add(own)
        return own

    def _units(self, members: tuple[Members, ...], entry: EnterLine | None) -> Iterator[UnitLine]:
        for one in members:
            for _ in range(one.count):
                self.number += 1
                yield self._unit(one, entry)

    def _unit(self, members: Members, entry: EnterLine | None) -> UnitLine:
        card, labels = members.card, members.labels
        on_map = not isinstance(card, BatteryCard)
        command = Label.COMMAND in labels
        return UnitLine(
            id=f"{self.deployment.prefix}{self.number}",
            card=card.id,
            name=self._name(members),
            role="command" if command else "recon" if Label.RECON in labels else "",
            enter=entry if on_map else None,
            labels=tuple(label.value for label in Label if label in labels),
            attached=tuple(weapon.id for weapon in members.attached),
            motorcycle=members.motorcycle,
            attachment=members.attachment.value if members.attachment else "",
            size="half" if members.size is LegStep.HALF_SQUAD else "",
            starts=self._starts(members) if on_map and entry is None else (),
        )

    def _starts(self, members: Members) -> tuple[str, ...]:
        """Guns have the Improved Positions by themselves, then vehicles that fight; the others dig in. Any of them may
        be given one of these instead (min:23.3.5)."""
        on_foot = isinstance(members.card, LegCard | TowedCard)
        otherwise = PREPARED if self.deployment.prepared and on_foot else OPEN
        if self.improved < self.deployment.improved and self._improves(members.card):
            self.improved += 1
            return (*IMPROVED, *(start for start in otherwise if start not in IMPROVED))
        if self.deployment.improved and (on_foot or members.card.armed):
            return (*otherwise, *GIVEN)
        return () if otherwise is OPEN else otherwise

    def _improves(self, card: UnitCard) -> bool:
        if isinstance(card, TowedCard):
            return True
        if isinstance(card, VehicleCard) and card.armed and self.vehicles:
            self.vehicles -= 1
            return True
        return False

    def _name(self, members: Members) -> str:
        name = members.card.name
        for long, short in _LONG:
            name = name.replace(long, short)
        if Label.COMMAND in members.labels:
            name = f"HQ {name}"
        elif name == "Section":
            name = "OP" if Label.FO in members.labels else (members.attached[0].name if members.attached else "Team")
        elif Label.ENGINEER in members.labels:
            name = f"Engineer {name}" if len(name) < 9 else name
        self.names[name] += 1
        return f"{name} {self.names[name]}"


def _platoons(formation: Formation) -> Iterator[tuple[str, tuple[Members, ...]]]:
    """The sub-formations without a headquarters of their own, and all below them, each with its units."""
    for part in formation.parts:
        if part.level is None:
            yield part.name, part.members
            for name, members in _platoons(part):
                yield f"{part.name}, {name}", members


def _on_the_move(line: FormationLine, deployment: Deployment) -> bool:
    """Whether a formation comes mounted: who is dug in does not."""
    return not deployment.prepared or any(unit.enter for unit in line.units)


def _riding(line: FormationLine) -> tuple[UnitLine, ...]:
    """The units of a formation, passengers in the vehicles of their platoon with room for them, or of their formation.

    Vehicles that fight with a gun carry nobody: they are not to be found in the line of fire full.
    """
    platoon_of = {
        f"{_stem(line)}{number}": platoon.name
        for platoon in line.platoons
        for number in range(_first(platoon.units), _last(platoon.units) + 1)
    }
    carriers = {one.id: card for one in line.units if (card := _carrier(one)) is not None}
    aboard: dict[str, list[Room]] = defaultdict(list)
    made = []
    for one in line.units:
        needs = _needs(one)
        own = platoon_of.get(one.id, "")
        near = [id_ for id_ in carriers if platoon_of.get(id_, "") == own] if needs else []
        near += [id_ for id_ in carriers if id_ not in near] if needs else []
        vehicle = next((id_ for id_ in near if needs and not loads.overload(carriers[id_], aboard[id_], needs)), "")
        if vehicle and needs:
            aboard[vehicle].append(needs)
            one = evolve(one, riding=vehicle, transporter=vehicle, enter=None, starts=())
        made.append(one)
    return tuple(made)


def _carrier(line: UnitLine) -> VehicleCard | None:
    card = unit(line.card)
    if not isinstance(card, VehicleCard) or loads.capacity_of(card) == Room():
        return None
    return None if card.armed and any(mounted.weapon.ap for mounted in card.weapons) else card


def _needs(line: UnitLine) -> Room | None:
    card = unit(line.card)
    if not isinstance(card, LegCard | TowedCard) or line.motorcycle:
        return None
    return loads.needs_of(card, LegStep.HALF_SQUAD if line.size else None)


def _stem(line: FormationLine) -> str:
    return line.units[0].id.rstrip("0123456789") if line.units else ""


def _first(ids: str) -> int:
    return int("".join(filter(str.isdigit, ids.partition("-")[0])))


def _last(ids: str) -> int:
    return int("".join(filter(str.isdigit, ids.partition("-")[2] or ids)))


def _counted(lines: tuple[UnitLine, ...]) -> Iterator[UnitLine]:
    """Like units that follow one another in one line; whoever rides has one of his own."""
    for _, group in groupby(lines, key=lambda one: evolve(one, id=one.id if one.riding else "", name=_bare(one.name))):
        like = list(group)
        yield like[0] if len(like) == 1 else evolve(like[0], count=len(like), name=_bare(like[0].name))


def _bare(name: str) -> str:
    """A name without its number."""
    return name.rpartition(" ")[0]
