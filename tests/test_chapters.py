"""The chapters of Panzer: which floor a module stands on, and that no chapter asks the rules of a later one.

Reads as the rule that CONTRIBUTING states. Floors from below: pieces, state, what all chapters use, orders and events,
rules, choices, what is shown, asks, the table of the chapter, the book; above it the faces and the computer player.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.panzer.chapters import BOOK
from core.panzer.opponent.judgement import JUDGEMENTS
from core.panzer.sequence import SEQUENCE

ROOT = Path(__file__).resolve().parent.parent
PANZER = ROOT / "core" / "panzer"
CHAPTERS = tuple(chapter.name for chapter in BOOK.chapters)

FLOORS = ("pieces", "state", "shared", "orders", "rules", "choices", "shown", "asks", "chapter", "book", "above", "top")
#: Modules that stand beside the chapters.
ROOT_FLOORS = {
    "state": "state",
    "knowledge": "shared",
    "sequence": "shared",
    "armament": "shared",
    "words": "shared",
    "losses": "shared",
    "offering": "choices",
    "asks": "asks",
    "chapters": "book",
    "system": "top",
    "vignette": "top",
}
#: Files that mean the same in every chapter; all others are rules.
FILES = {
    "orders": "orders",
    "events": "orders",
    "choices": "choices",
    "reports": "shown",
    "face": "shown",
    "sheet": "shown",
    "asks": "asks",
    "chapter": "chapter",
}
#: Upper files, which no other chapter imports.
PRIVATE = ("choices", "shown", "asks", "chapter")
ABOVE = ("face", "opponent")


def modules() -> list[Path]:
    return [path for path in sorted(PANZER.rglob("*.py")) if path.name != "__init__.py"]


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def place(module: str) -> tuple[str, str]:
    """The chapter (or other room) of a module, and its floor."""
    parts = module.split(".")[2:]
    if len(parts) == 1:
        return "", ROOT_FLOORS[parts[0]]
    room, file = parts[0], parts[1]
    if room == "pieces":
        return room, "pieces"
    if room in ABOVE:
        return room, "above"
    return room, "choices" if file.startswith("choices") else FILES.get(file, "rules")


def imported(path: Path) -> Iterator[str]:
    """The modules of Panzer that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("core.panzer"):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if (ROOT / (full.replace(".", "/") + ".py")).exists():
                    yield full
                elif node.module.count(".") > 1:
                    yield node.module


def arrows() -> Iterator[tuple[str, str]]:
    for path in modules():
        for target in imported(path):
            yield name_of(path), target


def test_every_room_is_a_chapter() -> None:
    rooms = {path.name for path in PANZER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {*CHAPTERS, "pieces", *ABOVE}


def test_nobody_imports_what_stands_above_him() -> None:
    wrong = [
        f"{module} -> {target}"
        for module, target in arrows()
        if FLOORS.index(place(target)[1]) > FLOORS.index(place(module)[1])
    ]
    assert not wrong


def test_chapters_ask_only_what_comes_before_them() -> None:
    wrong = []
    for module, target in arrows():
        (mine, floor), (theirs, below) = place(module), place(target)
        if floor == below == "rules" and CHAPTERS.index(theirs) > CHAPTERS.index(mine):
            wrong.append(f"{module} -> {target}")
    assert not wrong


def test_upper_files_are_private() -> None:
    wrong = []
    for module, target in arrows():
        (mine, floor), (theirs, below) = place(module), place(target)
        if below in PRIVATE and theirs and theirs != mine and mine not in ABOVE and floor != "book":
            wrong.append(f"{module} -> {target}")
    assert not wrong


def test_only_the_system_knows_the_computer_player() -> None:
    for module, target in arrows():
        if place(target)[0] == "opponent" and place(module)[0] != "opponent":
            assert module == "core.panzer.system", f"{module} -> {target}"


@pytest.mark.parametrize("system", ["panzer", "panzerblitz"])
def test_no_folder_holds_more_than_thirty_modules(system: str) -> None:
    for folder in {path.parent for path in (ROOT / "core" / system).rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= 31, folder


def test_files_hold_what_their_names_say() -> None:
    """An `events` defines events and the frozen values that they carry, an `orders` orders, and nothing else."""
    for path in modules():
        if path.stem in ("events", "orders") and place(name_of(path))[1] == "orders":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    made_by = {ast.unparse(d).split("(")[0] for d in (*node.decorator_list, *node.bases)}
                    assert made_by & {path.stem.removesuffix("s"), "frozen", "Enum"}, f"{path}: {node.name}"
                assert not isinstance(node, ast.FunctionDef), f"{path}: {node.name}"


def test_modules_name_their_rules() -> None:
    """A module of rules says which rules it holds."""
    silent = [
        name_of(path)
        for path in modules()
        if place(name_of(path))[1] == "rules" and not re.search(r"\bna:\d", path.read_text(encoding="utf-8"))
    ]
    assert not silent


def test_every_step_has_rules_and_a_judgement() -> None:
    assert set(BOOK.steps) == {line.step.id for line in SEQUENCE}
    named = {rules.suggest for rules in BOOK.steps.values()} | {one.suggest for one in BOOK.interrupts}
    assert named - {""} == set(JUDGEMENTS)


def test_every_order_of_the_sequence_is_ruled_on() -> None:
    listed = {name for line in SEQUENCE for name in line.step.orders}
    ruled = {kind.order.name: kind for kind in BOOK.orders.values()}
    assert listed <= set(ruled)
    assert all(kind.amid or kind.answers or name in listed for name, kind in ruled.items())
