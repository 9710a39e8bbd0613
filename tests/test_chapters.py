"""The chapters of the rule systems: which floor a module stands on, and that no chapter asks the rules of a later one.

Reads as the rule that CONTRIBUTING states. Floors from below: pieces, state, what all chapters use, orders and events,
rules, choices, what is shown, asks, the table of the chapter, the book; above it the faces and the computer player.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen

from core.book.rulebook import Rulebook
from core.panzer import sequence as panzer_sequence
from core.panzer.state import IN_SECRET
from core.panzerblitz import sequence as panzerblitz_sequence
from core.sequence import Acting, Step

ROOT = Path(__file__).resolve().parent.parent

FLOORS = ("pieces", "state", "shared", "orders", "rules", "choices", "shown", "asks", "chapter", "book", "above", "top")
#: Files that mean the same in every chapter; all others are rules.
FILES = {
    "orders": "orders",
    "events": "orders",
    "choices": "choices",
    "reports": "shown",
    "attempts": "shown",
    "face": "shown",
    "sheet": "shown",
    "asks": "asks",
    "chapter": "chapter",
}
#: Upper files, which no other chapter imports.
PRIVATE = ("choices", "shown", "asks", "chapter")
ABOVE = ("face", "opponent")
#: Rooms that know the pieces and no game: what is decided before one begins.
BEFORE = ("forces", "country")


@frozen(eq=False)
class System:
    """A rule system as its modules have it.

    rule: the pattern of its rule ids; beside: the floors of the modules that stand beside the chapters; steps: the
    lines of its sequence of play, by the names of their rules.
    """

    name: str
    rule: str
    beside: Mapping[str, str]
    steps: Mapping[str, tuple[Step, ...]]

    @property
    def folder(self) -> Path:
        return ROOT / "core" / self.name

    @property
    def book(self) -> Rulebook[Any]:
        book: Rulebook[Any] = import_module(f"core.{self.name}.chapters").BOOK
        return book

    @property
    def judgements(self) -> Mapping[str, object]:
        found: Mapping[str, object] = import_module(f"core.{self.name}.opponent.judgement").JUDGEMENTS
        return found

    @property
    def chapters(self) -> tuple[str, ...]:
        return tuple(chapter.name for chapter in self.book.chapters)

    def modules(self) -> list[Path]:
        return [path for path in sorted(self.folder.rglob("*.py")) if path.name != "__init__.py"]

    def place(self, module: str) -> tuple[str, str]:
        """The chapter (or other room) of a module, and its floor."""
        parts = module.split(".")[2:]
        if len(parts) == 1:
            return "", self.beside[parts[0]]
        room, file = parts[0], parts[1]
        if room in ("pieces", *BEFORE):
            return room, "pieces"
        if room in ABOVE:
            return room, "above"
        return room, "choices" if file.startswith("choices") else FILES.get(file, "rules")

    def imported(self, path: Path) -> Iterator[str]:
        """The modules of the system that a module imports, wherever it does."""
        mine = f"core.{self.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith(f"{mine}."):
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    if (ROOT / (full.replace(".", "/") + ".py")).exists():
                        yield full
                    elif node.module.count(".") > 1:
                        yield node.module

    def arrows(self) -> Iterator[tuple[str, str]]:
        for path in self.modules():
            for target in self.imported(path):
                yield name_of(path), target


_BESIDE: Final = {
    "state": "state",
    "temper": "state",
    "sequence": "shared",
    "words": "shared",
    "knowledge": "shared",
    "losses": "shared",
    "own": "shared",
    "asks": "asks",
    "chapters": "book",
    "system": "top",
    "vignette": "top",
}


def _by_kind() -> dict[str, tuple[Step, ...]]:
    found: dict[str, tuple[Step, ...]] = {}
    for step in (*panzerblitz_sequence.SEQUENCE, *panzerblitz_sequence.IMPULSE_SEQUENCE):
        kind = panzerblitz_sequence.kind_of(step.id).value
        found[kind] = (*found.get(kind, ()), step)
    return found


PANZER = System(
    "panzer",
    r"\b(?:na|or|min):\d",
    {**_BESIDE, "armament": "shared", "formation_turns": "shared", "step_orders": "shared", "offering": "choices"},
    {line.step.id: (line.step,) for line in panzer_sequence.SEQUENCE},
)
PANZERBLITZ = System("panzerblitz", r"\bpb:PB-\w", _BESIDE, _by_kind())

every = pytest.mark.parametrize("system", [PANZER, PANZERBLITZ], ids=lambda system: system.name)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@every
def test_every_room_is_a_chapter(system: System) -> None:
    rooms = {path.name for path in system.folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms - set(BEFORE) == {*system.chapters, "pieces", *ABOVE}


@every
def test_rooms_before_the_game_know_pieces_alone(system: System) -> None:
    """And no piece knows them."""
    for module, target in system.arrows():
        (mine, _), (theirs, _) = system.place(module), system.place(target)
        assert mine not in BEFORE or theirs in ("pieces", *BEFORE), f"{module} -> {target}"
        assert mine != "pieces" or theirs not in BEFORE, f"{module} -> {target}"


@every
def test_nobody_imports_what_stands_above_him(system: System) -> None:
    wrong = [
        f"{module} -> {target}"
        for module, target in system.arrows()
        if FLOORS.index(system.place(target)[1]) > FLOORS.index(system.place(module)[1])
    ]
    assert not wrong


@every
def test_chapters_ask_only_what_comes_before_them(system: System) -> None:
    wrong = []
    for module, target in system.arrows():
        (mine, floor), (theirs, below) = system.place(module), system.place(target)
        if floor == below == "rules" and system.chapters.index(theirs) > system.chapters.index(mine):
            wrong.append(f"{module} -> {target}")
    assert not wrong


@every
def test_upper_files_are_private(system: System) -> None:
    wrong = []
    for module, target in system.arrows():
        (mine, floor), (theirs, below) = system.place(module), system.place(target)
        if below in PRIVATE and theirs and theirs != mine and mine not in ABOVE and floor != "book":
            wrong.append(f"{module} -> {target}")
    assert not wrong


@every
def test_only_the_system_knows_the_computer_player(system: System) -> None:
    for module, target in system.arrows():
        if system.place(target)[0] == "opponent" and system.place(module)[0] != "opponent":
            assert module == f"core.{system.name}.system", f"{module} -> {target}"


@every
def test_no_folder_holds_more_than_thirty_modules(system: System) -> None:
    for folder in {path.parent for path in system.folder.rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= 31, folder


@every
def test_files_hold_what_their_names_say(system: System) -> None:
    """An `events` defines events and the frozen values that they carry, an `orders` orders, and nothing else."""
    for path in system.modules():
        if path.stem in ("events", "orders") and system.place(name_of(path))[1] == "orders":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    made_by = {ast.unparse(d).split("(")[0] for d in (*node.decorator_list, *node.bases)}
                    assert made_by & {path.stem.removesuffix("s"), "frozen", "Enum"}, f"{path}: {node.name}"
                assert not isinstance(node, ast.FunctionDef), f"{path}: {node.name}"


@every
def test_modules_name_their_rules(system: System) -> None:
    """A module of rules says which rules it holds."""
    silent = [
        name_of(path)
        for path in system.modules()
        if system.place(name_of(path))[1] == "rules" and not re.search(system.rule, path.read_text(encoding="utf-8"))
    ]
    assert not silent


@every
def test_every_step_has_rules_and_a_judgement(system: System) -> None:
    book = system.book
    assert set(book.steps) == set(system.steps)
    named = {rules.suggest for rules in book.steps.values()} | {one.suggest for one in book.interrupts}
    assert named - {""} == set(system.judgements)


@every
def test_every_order_of_the_sequence_is_ruled_on(system: System) -> None:
    listed = {name for steps in system.steps.values() for step in steps for name in step.orders}
    ruled = {kind.order.name: kind for kind in system.book.orders.values()}
    assert listed <= set(ruled)
    assert all(kind.amid or kind.answers or name in listed for name, kind in ruled.items())


def test_steps_in_secret_are_those_in_which_both_sides_choose() -> None:
    """na:4.2.1a, na:6.5.1.4, na:6.8: the state names them, since it lies below the sequence of play."""
    assert set(IN_SECRET) == {line.step.id for line in panzer_sequence.SEQUENCE if line.step.acting is Acting.BOTH}
    assert set(IN_SECRET) == {name for name, rules in PANZER.book.steps.items() if rules.secret}
