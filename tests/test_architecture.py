"""The shape of the program: which way imports run, what the core must not touch, how long a module may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "content", "saves", "tui")
#: What each room may import of the others.
ALLOWED = {"core": set(), "content": {"core"}, "saves": {"core"}, "tui": {"core", "content", "saves"}}
#: Modules through which files, clocks, networks and global chance would reach the core.
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sys",
    "threading",
    "time",
}
SYSTEMS = ("core.panzer", "core.panzerblitz")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_one_way(room: str) -> None:
    for path in modules(room):
        used = {name.split(".")[0] for name in imports(path)} & set(ROOMS)
        assert used <= ALLOWED[room] | {room}, f"{path.relative_to(ROOT)} imports {used - ALLOWED[room] - {room}}"


def test_core_is_pure() -> None:
    for path in modules("core"):
        used = {name.split(".")[0] for name in imports(path)} & IMPURE
        assert not used, f"{path.relative_to(ROOT)} imports {', '.join(sorted(used))}"
        called = {
            n.func.id
            for n in ast.walk(ast.parse(path.read_text()))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        assert not called & {"open", "print", "input", "exec", "eval"}, path


def test_general_core_and_screens_know_no_rule_system() -> None:
    general = [p for p in modules("core") if p.parent.name in ("core", "ai")]
    for path in [*general, *modules("tui"), *modules("saves")]:
        for name in imports(path):
            assert not name.startswith(SYSTEMS), f"{path.relative_to(ROOT)} imports {name}"


def test_class_names_say_what_a_thing_is() -> None:
    for room in ROOMS:
        for path in modules(room):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    assert not node.name.endswith(("Manager", "Helper", "Util", "Handler")), f"{path}: {node.name}"


def test_nothing_is_left_to_do() -> None:
    words = ("TO" + "DO", "FIX" + "ME", "X" + "XX", "place" + "holder data")
    for room in ROOMS:
        for path in modules(room):
            text = path.read_text(encoding="utf-8")
            assert not [w for w in words if w in text], path


def test_modules_are_short() -> None:
    """Under 400 lines as a rule; a few may be longer, none twice as long."""
    long = {}
    for room in ROOMS:
        for path in modules(room):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > 400:
                long[str(path.relative_to(ROOT))] = lines
    assert all(lines < 600 for lines in long.values()), long
    assert len(long) <= 8, long


def test_rule_systems_know_nothing_of_each_other() -> None:
    for mine, theirs in (("panzer", "core.panzerblitz"), ("panzerblitz", "core.panzer.")):
        for path in sorted((ROOT / "core" / mine).rglob("*.py")):
            assert not [name for name in imports(path) if f"{name}.".startswith(theirs)], path
