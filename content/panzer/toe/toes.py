"""TO&Es, from ``toe/*.toml``: formations as trees (min:21.0). Read and proved when first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Final

from attrs import evolve, frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof, one_of
from content.panzer.cards.cards import attached_weapon, unit
from content.panzer.toe.toe_file import IssueLine, MembersLine, PartLine, SubstitutionLine, ToeFile
from core.panzer.forces.organization import LEVELS, Formation, Issue, Members, Organization, Substitution
from core.panzer.forces.periods import Period, available
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import BatteryCard, LegCard, LegStep, UnitCard
from core.panzer.pieces.scenario import Label

_UNITS: Final = "panzer/units"
_SOURCES: Final = ("rulebook", "derived", "judged")


def toe_ids() -> tuple[str, ...]:
    """The ids of all TO&Es."""
    return folders.ids("panzer", "toe")


@kept
def toe(toe_id: str) -> Organization:
    """The TO&E with this id. ContentError, with the ids most like it or with every mistake of its file."""
    return _read("toe", toe_id)


@kept
def establishment(nation: str) -> Organization:
    """What a nation's forces had in each period, for forces by points; ContentError as of a TO&E."""
    return _read("establishments", nation)


def establishments() -> tuple[str, ...]:
    """The nations that have one."""
    return folders.ids("panzer", "establishments")


def _read(kind: str, id_: str) -> Organization:
    data = folders.stated("panzer", kind, id_, ToeFile)
    proof = Proof(folders.label(folders.path_of("panzer", kind, id_)))
    made = _Reader(data, proof).organization()
    proof.done()
    return made


@frozen(eq=False, repr=False)
class _Reader:
    """A file that is being read; what is wrong is noted, and something made all the same, so that all of it is told."""

    data: ToeFile
    proof: Proof

    def organization(self) -> Organization:
        data = self.data
        if data.source not in _SOURCES:
            self.proof.unknown("source", data.source, _SOURCES, "the source")
        first = self.period(data.first, "first") or Period.of("1940")
        last = self.period(data.last, "last")
        if last is not None and last < first:
            self.proof.mistake("last", repr(data.last), f"a period that is not before {first}")
        whole = PartLine(
            data.name,
            headquarters_name=data.headquarters_name,
            headquarters=data.headquarters,
            units=data.units,
            part=data.part,
        )
        return Organization(
            id=data.id,
            name=data.name,
            nation=data.nation,
            first=first,
            last=last,
            formation=self.formation(whole, ""),
            substitutions=tuple(filter(None, map(self.substitution, data.substitution, count(1)))),
            issues=tuple(filter(None, map(self.issue, data.issue, count(1)))),
            notes=data.notes,
        )

    # -- the tree --------------------------------------------------------------------------------

    def formation(self, line: PartLine, key: str) -> Formation:
        """A formation and all below it. key: where it stands, with a dot behind it; empty for the whole."""
        self.prove_formation(line, key)
        parts = [self.formation(part, f"{key}part[{at}].") for at, part in enumerate(line.part, 1)]
        return Formation(
            name=line.name,
            count=line.count,
            headquarters_name=line.headquarters_name,
            headquarters=self.members(line.headquarters, f"{key}headquarters"),
            units=self.members(line.units, f"{key}units"),
            parts=tuple(self.mixed(line, parts, key)),
            alternatives=tuple(self.formation(one, f"{key}or[{at}].") for at, one in enumerate(line.or_, 1)),
            optional=line.optional,
        )

    def prove_formation(self, line: PartLine, key: str) -> None:
        """That it has units, and a headquarters that commands if it has one (min:21.1.1.1)."""
        mistake = self.proof.mistake
        if line.count < 1:
            mistake(f"{key}count", str(line.count), "1 or more")
        if not (line.headquarters or line.units or line.part):
            mistake(f"{key}units", f"nothing in {line.name!r}", "units or sub-formations", "add units = [...]")
        if bool(line.headquarters) != bool(line.headquarters_name):
            mistake(f"{key}headquarters", "a name or units, not both", "headquarters_name and headquarters, or neither")
        if line.headquarters_name and line.headquarters_name.partition(" ")[0] not in LEVELS:
            allowed = ", ".join(f"{level} HQ" for level in LEVELS)
            mistake(f"{key}headquarters_name", repr(line.headquarters_name), allowed)
        if line.headquarters and not any(Label.COMMAND.value in one.labels for one in line.headquarters):
            mistake(f"{key}headquarters", "no command unit", 'one with labels = ["Command"]')
        names = [part.name for part in line.part]
        for name in line.mix:
            if name not in names:
                self.proof.unknown(f"{key}mix", name, names, "the part")

    def mixed(self, line: PartLine, parts: Iterable[Formation], key: str) -> Iterable[Formation]:
        """The parts, each of a mix with all others of it as its alternatives (min:21.SF4)."""
        there = list(parts)
        for part in there:
            others = [other for other in there if other.name in line.mix and other is not part]
            yield evolve(part, alternatives=(*part.alternatives, *others)) if part.name in line.mix else part

    def members(self, lines: tuple[MembersLine, ...], key: str) -> tuple[Members, ...]:
        made = (self.line(line, f"{key}[{at}]") for at, line in enumerate(lines, 1))
        return tuple(one for one in made if one is not None)

    def line(self, line: MembersLine, key: str) -> Members | None:
        proof = self.proof
        card = self.card(line.unit, f"{key}.unit")
        if line.count < 1 or (line.most and line.most <= line.count):
            proof.mistake(f"{key}.count", f"{line.count} to {line.most}", "1 or more; most is higher, or left out")
        labels = [one_of(Label, text, f"{key}.labels", proof) for text in line.labels]
        size = one_of(LegStep, line.size, f"{key}.size", proof) if line.size else None
        attached = [
            proof.looked_up(attached_weapon, id_, f"{key}.attached", _UNITS, "the weapon") for id_ in line.attached
        ]
        attachment = one_of(Attachment, line.attachment, f"{key}.attachment", proof) if line.attachment else None
        others = self.members(line.or_, f"{key}.or")
        if card is None:
            return None
        self.prove_card(line, card, size, key)
        return Members(
            count=line.count,
            most=line.most,
            card=card,
            size=size,
            labels=frozenset(label for label in labels if label),
            attached=tuple(weapon for weapon in attached if weapon),
            motorcycle=line.motorcycle,
            attachment=attachment,
            alternatives=others,
        )

    def prove_card(self, line: MembersLine, card: UnitCard, size: LegStep | None, key: str) -> None:
        """That what is said of a unit can be said of its card, and that it is of this nation and of this time."""
        mistake = self.proof.mistake
        if card.nation != self.data.nation:
            mistake(f"{key}.unit", f"{card.id}, which is {card.nation}", f"units that are {self.data.nation}")
        if not isinstance(card, LegCard):
            for name in ("size", "attached", "motorcycle"):
                if getattr(line, name):
                    mistake(f"{key}.{name}", name, "nothing: that is for leg units", "remove it")
        elif size is not None and size not in card.sizes:
            mistake(f"{key}.size", repr(line.size), ", ".join(step.value for step in card.sizes))
        elif line.motorcycle and card.motorcycle is None:
            mistake(f"{key}.motorcycle", "true", f"nothing: {card.name} has no motorcycles", "remove it")
        if isinstance(card, BatteryCard) != bool(line.attachment):
            mistake(f"{key}.attachment", repr(line.attachment), "Attached or Organic for a battery, nothing else")

    def card(self, id_: str, key: str) -> UnitCard | None:
        return self.proof.looked_up(unit, id_, key, _UNITS, "the unit")

    # -- notes -----------------------------------------------------------------------------------

    def substitution(self, line: SubstitutionLine, at: int) -> Substitution | None:
        key = f"substitution[{at}]"
        card, replaces = self.card(line.unit, f"{key}.unit"), self.card(line.replaces, f"{key}.replaces")
        first, last = self.period(line.first, f"{key}.first"), self.period(line.last, f"{key}.last")
        if card is None or replaces is None:
            return None
        if replaces.id not in _named((self.data.headquarters, self.data.units), self.data.part):
            self.proof.mistake(f"{key}.replaces", replaces.id, "a unit of this TO&E")
        starts = available(card.available, first or Period.of("1940")).first
        if first is not None and starts is not None and first < starts:
            self.proof.mistake(f"{key}.first", line.first, f"{starts} or later, as the card of {card.name} says")
        return Substitution(card=card, replaces=replaces, first=first, last=last, note=line.note)

    def issue(self, line: IssueLine, at: int) -> Issue | None:
        key = f"issue[{at}]"
        weapon = self.proof.looked_up(attached_weapon, line.weapon, f"{key}.weapon", _UNITS, "the weapon")
        cards = [self.card(id_, f"{key}.units") for id_ in line.units]
        for card in cards:
            if card is not None and not isinstance(card, LegCard):
                self.proof.mistake(f"{key}.units", card.id, "leg units")
        if line.one_in < 1 or line.each < 0 or (line.one_in > 1 and line.each):
            self.proof.mistake(f"{key}.one_in", f"{line.one_in}, each {line.each}", "one of them, 1 or more")
        if line.within and line.within not in _names(self.data.part):
            self.proof.unknown(f"{key}.within", line.within, _names(self.data.part), "the formation")
        first = self.period(line.first, f"{key}.first")
        if weapon is None:
            return None
        names = frozenset(card.id for card in cards if card)
        return Issue(weapon=weapon, cards=names, within=line.within, one_in=line.one_in, each=line.each, first=first)

    def period(self, text: str, key: str) -> Period | None:
        try:
            return Period.read(text) if text else None
        except ValueError:
            self.proof.mistake(key, repr(text), "a period such as early-43, mid-43, late-43")
            return None


def _named(lines: Iterable[tuple[MembersLine, ...]], parts: Iterable[PartLine]) -> set[str]:
    """The units of these lines and of all parts."""
    found = {one.unit for members in lines for line in members for one in (line, *line.or_)}
    for part in parts:
        found |= _named((part.headquarters, part.units), (*part.part, *part.or_))
    return found


def _names(parts: Iterable[PartLine]) -> list[str]:
    """The names of these parts and of all below them."""
    return [name for part in parts for name in (part.name, *_names((*part.part, *part.or_)))]
