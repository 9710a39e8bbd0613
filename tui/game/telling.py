"""What others have done to a side while it had nothing to order, in order of weight. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby, pairwise
from typing import Any, Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.event import SideId
from core.hexes import Hex
from core.presentation import Counter, Report, Row, Standing
from core.sequence import Acting, Step
from core.system import RuleSystem
from tui.game.record.chronicle import Line
from tui.game.turns import SUMMARY
from tui.kit.printed import caller
from tui.map.scene import UNIT_KINDS

#: So many enemies that came into view are named one by one.
NAMED: Final = 4


class Weight(IntEnum):
    """How much a matter weighs: the least number weighs most. OWN: what came of one's own order, which no setting
    that asks for what others did is about."""

    OWN = -1
    LOST = 0
    HURT = 1
    SCORE = 2
    FIRE = 3
    CONTACT = 4
    PASSED = 5


HEADINGS: Final = {
    Weight.OWN: "Your last order",
    Weight.LOST: "Lost",
    Weight.HURT: "Hit or shaken",
    Weight.SCORE: "Points and objectives",
    Weight.FIRE: "Fire that did nothing",
    Weight.CONTACT: "Came into view",
    Weight.PASSED: "Gone by with nothing done or seen",
}


@frozen(eq=False, repr=False)
class Matter(Alike):
    """One thing worth telling: how much it weighs, in words, where, and the line of the log behind it.

    who: the name with which its words begin, "" = none.
    """

    weight: Weight
    text: str
    tone: str = ""
    unit: str = ""
    hex: Hex | None = None
    line: Line | None = None
    who: str = ""


@frozen(eq=False, repr=False)
class Moment(Alike):
    """What a side could see at a moment: the counters, its own units, how things stood, the points.

    begun: whether the forces are set up. Until then nobody comes into view and nobody leads by anything.
    """

    own: frozenset[str] = frozenset()
    counters: Mapping[str, Counter] = field(factory=dict)
    rows: Mapping[tuple[str, str], Row] = field(factory=dict)
    standings: tuple[Standing, ...] = ()
    begun: bool = True
    called: Callable[[Hex], str] = str


def moment(system: RuleSystem[Any], view: Any, side: SideId | None) -> Moment:
    """A moment, by the view of a side."""
    face = system.face
    rows: dict[tuple[str, str], Row] = {}
    own: set[str] = set()
    if any(kind.id == SUMMARY for kind in face.sheet_kinds()):
        found = [
            (card, row) for card in face.sheet(view, side, SUMMARY).cards for part in card.sections for row in part.rows
        ]
        rows = {(row.unit, row.text): row for _, row in found if row.unit}
        own |= {row.unit for card, row in found if row.unit and card.side == side}
    counters = {counter.id: counter for counter in face.counters(view) if counter.kind in UNIT_KINDS}
    own |= {id_ for id_, counter in counters.items() if counter.side == side}
    begun = face.status(view).turn > 0
    return Moment(frozenset(own), counters, rows, tuple(system.standings(view)), begun, caller(system))


def matters(
    side: SideId | None, names: Mapping[str, str], before: Moment, after: Moment, lines: Sequence[Line]
) -> tuple[Matter, ...]:
    """What is new to a side between two moments, the heaviest first; lines: what it was told between them.

    names: how the sides are called, by id.
    """
    own = before.own | after.own
    told = [line for line in lines if line.report.level]
    found = [*_changed(own, before, after, told)]
    units = {matter.unit for matter in found}
    found = list(_together(found))
    found += _fire(own, units, told)
    if before.begun:
        found += _scores(names, before, after)
        found += _contacts(side, before, after)
    return tuple(sorted(found, key=lambda matter: matter.weight))


def passed(steps: Iterable[Step], lines: Sequence[Line]) -> tuple[str, ...]:
    """The steps in which somebody may act and of which there was nothing to tell, as the headings call them, with their
    phase where it is another than before; the last heading is that of the step that goes on."""
    heads = {f"{step.phase}: {step.title}" for step in steps if step.acting is not Acting.NOBODY}
    empty = [one for one, after in pairwise(lines) if not one.report.level and not after.report.level]
    told = [text for one in empty if (text := one.report.text).partition(" - ")[0] in heads]
    parts = [text.partition(": ") for text in told]
    phases = ["", *(phase for phase, _, _ in parts)]
    return tuple(
        step if phase == before else f"{phase}: {step}" for before, (phase, _, step) in zip(phases, parts, strict=False)
    )


def came_of_it(own: Container[str], lines: Sequence[Line]) -> tuple[Matter, ...]:
    """What dice made of one's own order, by the lines that tell of it: others may have acted before it was read."""
    return tuple(
        Matter(Weight.OWN, line.report.text, "", line.units[0], next(iter(line.report.hexes[-1:]), None), line)
        for line in lines
        if line.report.level == 1 and line.report.rolls and line.units[:1] and line.units[0] in own
    )


def happened_to(own: Container[str], line: Line) -> bool:
    """Whether a line tells what befell one of some units: a loss, harm, or dice that were not of its own act, such as
    those of a detail that is about these units alone."""
    report = line.report
    mine = [unit for unit in line.units if unit in own]
    if not mine or not report.level or not (report.rolls or report.tone == "bad"):
        return False
    alone = len(mine) == len(line.units) and (report.level == 1 or report.tone == "bad")
    return line.units[0] not in own or alone


def _changed(own: Container[str], before: Moment, after: Moment, lines: Sequence[Line]) -> Iterator[Matter]:
    """Units that are lost or hurt as they were not before: one's own first, then those of the others."""
    fresh = [row for key, row in after.rows.items() if key not in before.rows]
    for row in sorted(fresh, key=lambda row: row.unit not in own):
        lost = row.tone == "bad"
        line = _behind(row.unit, lines)
        if not lost and line is None and row.unit not in own:
            continue
        words, why = f"{row.label}: {row.text}", _why(row, line, lines)
        hex_ = row.hex or _where(row.unit, line, before, after)
        tone = ("bad" if lost else "warn") if row.unit in own else "good"
        weight = Weight.LOST if lost else Weight.HURT
        yield Matter(weight, f"{words} - {why}" if why else words, tone, row.unit, hex_, line, row.label)


def _why(row: Row, line: Line | None, lines: Sequence[Line]) -> str:
    """What it came of: the words of the line; where these are of the unit alone, what hit it before that."""
    if line is None:
        return ""
    said = line.report.text.removeprefix(f"{row.label}: ")
    if said == line.report.text:
        return said
    acts = [x for x in lines if x.n < line.n and x.report.rolls and row.unit in x.units[1:]]
    return ": ".join([*(x.report.text for x in acts[-1:]), *([said] if said.casefold() != row.text.casefold() else [])])


def _together(found: Iterable[Matter]) -> Iterator[Matter]:
    """What befell several units by one line of the log is told once: who, then what."""
    for _, group in groupby(found, key=lambda m: (m.tone, m.line, m.text.removeprefix(m.who)) if m.line else m):
        one, *others = group
        if not others:
            yield one
            continue
        who = ", ".join(matter.who for matter in (one, *others))
        yield evolve(one, text=f"{who}{one.text.removeprefix(one.who)}", who=who)


def _behind(unit: str, lines: Sequence[Line]) -> Line | None:
    """The line that tells best what became of a unit: the last that is bad, else the last with dice."""
    of = [line for line in lines if unit in line.units]
    bad = [line for line in of if line.report.tone == "bad"]
    rolled = [line for line in of if line.report.rolls]
    return (bad or rolled or [None])[-1]  # type: ignore[list-item]


def _where(unit: str, line: Line | None, before: Moment, after: Moment) -> Hex | None:
    counter = after.counters.get(unit) or before.counters.get(unit)
    if counter is not None:
        return counter.hex
    return line.report.hexes[-1] if line is not None and line.report.hexes else None


def _scores(names: Mapping[str, str], before: Moment, after: Moment) -> Iterator[Matter]:
    was = {standing.side: standing for standing in before.standings}
    for standing in after.standings:
        old = was.get(standing.side)
        if old is None or old.told == standing.told:
            continue
        name = names.get(standing.side, standing.side)
        known = {(row.label, row.text) for row in old.parts}
        parts = ", ".join(
            f"{row.label} {row.text}".strip() for row in standing.parts if (row.label, row.text) not in known
        )
        yield Matter(
            Weight.SCORE, f"{name}: {old.told} before, {standing.told} now{f' ({parts})' if parts else ''}", "heading"
        )


def _fire(own: frozenset[str], harmed: Container[str], lines: Sequence[Line]) -> Iterator[Matter]:
    """What befell one's own units and harmed none of them more than has been told already."""
    for line in lines:
        if happened_to(own, line) and not any(unit in harmed for unit in line.units if unit in own):
            report = line.report
            bad = report.tone == "bad"
            unit = next(unit for unit in line.units if unit in own)
            hex_ = report.hexes[-1] if report.hexes else None
            yield Matter(Weight.HURT if bad else Weight.FIRE, report.text, report.tone, unit, hex_, line)


def _contacts(side: SideId | None, before: Moment, after: Moment) -> Iterator[Matter]:
    """Enemies that are on the map and were not."""
    fresh = [
        counter
        for id_, counter in after.counters.items()
        if counter.side not in (None, side) and id_ not in before.counters and counter.kind == "unit"
    ]
    for counter in fresh[: NAMED if len(fresh) > NAMED else None]:
        yield Matter(Weight.CONTACT, f"{counter.called} in {after.called(counter.hex)}", "", counter.id, counter.hex)
    if len(fresh) > NAMED:
        others = fresh[NAMED:]
        listed = ", ".join(f"{counter.called} in {after.called(counter.hex)}" for counter in others)
        yield Matter(Weight.CONTACT, f"and {len(others)} others: {listed}", "", others[0].id, others[0].hex)


def weight_of(own: Container[str], report: Line) -> Weight | None:
    """How much a single line weighs for those whose units these are; None if it is nothing to them."""
    if not happened_to(own, report):
        return None
    return Weight.LOST if _is_bad(report.report) else Weight.FIRE


def _is_bad(report: Report) -> bool:
    return report.tone == "bad"
