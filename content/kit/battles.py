"""Battles of one's own, whatever the rules: lines that are filled in, what comes of them, why they cannot be played."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from content.kit import folders
from core.alike import Alike
from core.board import Board
from core.hexes import Hex
from core.presentation import Card, SideLook, TerrainLook
from core.yardstick.balance import Tried

#: The title under which an order of battle lists what a nation does not have yet.
NOT_YET: Final = "Not to be had yet"


@frozen(eq=False, repr=False)
class Line(Alike):
    """A line to be filled in: its id, which is also that of its option on the command line.

    values: what can be chosen, each with its words; none for a text that is typed. about, rule: what it means and which
    rule says so; group: the heading it stands under; empty: what an empty text means; resets: lines that are suggested
    anew when it changes, "attacker-pick:" for all that begin so.
    """

    id: str
    label: str
    value: str
    values: tuple[tuple[str, str], ...] = ()
    about: str = ""
    rule: str = ""
    group: str = ""
    empty: str = "none"
    resets: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class Refused(Alike):
    """Why a battle cannot be played: the line that is to be changed, the reason with what would be right, the rule."""

    line: str
    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


@frozen(eq=False, repr=False)
class Force(Alike):
    """An order of battle. points: what it costs; wanted: what it may cost; units: how many; missing: what its nation
    does not have yet, each with the time from which it has."""

    side: SideLook
    title: str
    points: int
    wanted: int
    units: int
    card: Card
    missing: tuple[str, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Plan(Alike):
    """A battle as its lines make it. forces: first the attacker's, or none while they cannot be raised.

    id, title: of the scenario that it becomes; facts: what comes of it, in words, each with its rule; zones: where the
    sides set up, by their ids; goals: where the objectives are, with their points. files: the text of each file that it
    becomes, by kind and id ("scenarios", "my-battle"), empty while it is refused.
    """

    lines: tuple[Line, ...]
    forces: tuple[Force, ...] = ()
    refused: tuple[Refused, ...] = ()
    id: str = ""
    title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    board: Board | None = None
    looks: Mapping[str, TerrainLook] = field(factory=dict)
    zones: Mapping[str, frozenset[Hex]] = field(factory=dict)
    goals: tuple[tuple[Hex, str], ...] = ()
    files: Mapping[tuple[str, str], str] = field(factory=dict)

    def line(self, id_: str) -> Line:
        """A line; KeyError if there is none with this id."""
        for line in self.lines:
            if line.id == id_:
                return line
        raise KeyError(id_)

    def changed(self, given: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
        """The lines given with these changed, and without those that are suggested anew by that."""
        resets = [reset for line in self.lines if line.id in changes for reset in line.resets]
        kept = {
            id_: value
            for id_, value in given.items()
            if id_ not in resets and not any(reset.endswith(":") and id_.startswith(reset) for reset in resets)
        }
        return {**kept, **changes}


@frozen(eq=False, repr=False)
class Proposal(Alike):
    """What to change of a battle: in words, and the lines with what they would say; none where nothing is to change."""

    words: str
    changes: Mapping[str, str] = field(factory=dict)


@frozen(eq=False, repr=False)
class Battles(Alike):
    """How a system builds battles. build: what lines make, those that are not named as they are suggested; propose:
    what to change of a battle that was tried, its first side the attacker's."""

    build: Callable[[Mapping[str, str]], Plan]
    propose: Callable[[Mapping[str, str], Tried], Proposal]


def free_id(wanted: str, system: str) -> str:
    """This id, or with a number behind it, so that no scenario and no board has it."""
    taken = {*folders.ids(system, "scenarios"), *folders.ids(system, "boards")}
    return next(id_ for n in range(1, 1 << 20) if (id_ := wanted if n == 1 else f"{wanted}-{n}") not in taken)


def written(plan: Plan, folder: Path, system: str) -> tuple[Path, ...]:
    """Write the files of a battle below a folder of content, all of them or none; the scenario's comes last.

    ValueError if the battle is refused; OSError if something cannot be written, or is there already.
    """
    if not plan.files:
        raise ValueError("; ".join(map(str, plan.refused)) or "the battle has no files")
    # A scenario is listed as soon as its file is there: what it names comes before it.
    ordered = sorted(plan.files.items(), key=lambda item: item[0][0] == "scenarios")
    made: list[Path] = []
    try:
        for (kind, id_), text in ordered:
            path = folder / system / kind / f"{id_}.toml"
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                raise FileExistsError(17, "there already; choose another title", str(path))
            half = path.with_suffix(".half")
            half.write_text(text, encoding="utf-8")
            os.replace(half, path)
            made.append(path)
    except OSError:
        for path in made:
            path.unlink(missing_ok=True)
        raise
    return tuple(made)
