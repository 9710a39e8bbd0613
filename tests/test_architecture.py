"""The shape of the program: which way imports run, what the core must not touch, how long a module may be."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from attrs import frozen

from tests.insides import touched

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


@frozen
class Module:
    """What these tests ask of a module: read once for all of them.

    imports: modules and what is taken from them; called: functions called by their bare names; classes: their names;
    endless: whether a function is kept without limit; filled: names of the module that begin as empty containers.
    """

    imports: frozenset[str]
    called: frozenset[str]
    classes: frozenset[str]
    endless: bool
    filled: frozenset[str]


@lru_cache(maxsize=4000)
def read(path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports, called, classes, endless = set[str](), set[str](), set[str](), False
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                imports.update(alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                imports.update((module, *(f"{module}.{alias.name}" for alias in names)))
            case ast.Call(func=ast.Name(id=name)):
                called.add(name)
            case ast.ClassDef(name=name):
                classes.add(name)
        endless = endless or _without_bound(node)
    filled = set[str]()
    for node in tree.body:
        if isinstance(node, ast.AnnAssign | ast.Assign) and _begins_empty(node.value):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            filled.update(target.id for target in targets if isinstance(target, ast.Name))
    return Module(frozenset(imports), frozenset(called), frozenset(classes), endless, frozenset(filled))


def imports(path: Path) -> frozenset[str]:
    return read(path).imports


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
        assert not read(path).called & {"open", "print", "input", "exec", "eval"}, path


def test_general_core_and_screens_know_no_rule_system() -> None:
    general = [p for p in modules("core") if not f"{'.'.join(p.relative_to(ROOT).parts)}.".startswith(SYSTEMS)]
    for path in [*general, *modules("tui"), *modules("saves")]:
        for name in imports(path):
            assert not name.startswith(SYSTEMS), f"{path.relative_to(ROOT)} imports {name}"


def test_one_room_touches_the_insides_of_libraries() -> None:
    """What begins with an underscore in Textual, Rich, asyncssh or Python itself is used in `tui/terminal` alone."""
    for path in modules("tui"):
        if path.parent != ROOT / "tui" / "terminal":
            inside = touched(path)
            told = ", ".join(f"{name} in line {line}" for name, line in inside.items())
            assert not inside, f"{path.relative_to(ROOT)} touches {told}: that belongs into tui/terminal"


def test_class_names_say_what_a_thing_is() -> None:
    for room in ROOMS:
        for path in modules(room):
            for name in read(path).classes:
                assert not name.endswith(("Manager", "Helper", "Util", "Handler")), f"{path}: {name}"


def test_nothing_is_left_to_do() -> None:
    words = ("TO" + "DO", "FIX" + "ME", "X" + "XX", "place" + "holder data", "raise Not" + "ImplementedError")
    for room in ROOMS:
        for path in modules(room):
            text = path.read_text(encoding="utf-8")
            assert not [w for w in words if w in text], path


def test_modules_are_short() -> None:
    """Under 400 lines, tests under 500: what grows beyond it is two rooms."""
    for room, most in (*((room, 400) for room in ROOMS), ("tests", 500)):
        for path in modules(room):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines < most, f"{path.relative_to(ROOT)} has {lines} lines"


@pytest.mark.parametrize("room", ROOMS)
def test_folders_are_small(room: str) -> None:
    """At most 30 modules in a folder: a room that outgrows it is two rooms."""
    held = [path for path in modules(room) if path.name != "__init__.py"]
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in held)
    assert not {folder: number for folder, number in folders.items() if number > 30}


def test_content_of_one_system_knows_nothing_of_another() -> None:
    """And what is in `content/kit` knows none."""
    for room, others in (
        ("kit", ("content.panzer.", "content.panzerblitz.", "content.panzerwar.", *(f"{name}." for name in SYSTEMS))),
        ("panzer", ("content.panzerblitz.", "core.panzerblitz.", "content.panzerwar.", "core.panzerwar.")),
        ("panzerblitz", ("content.panzer.", "core.panzer.", "content.panzerwar.", "core.panzerwar.")),
        ("panzerwar", ("content.panzer.", "core.panzer.", "content.panzerblitz.", "core.panzerblitz.")),
    ):
        for path in sorted((ROOT / "content" / room).rglob("*.py")):
            assert not [name for name in imports(path) if f"{name}.".startswith(others)], path


def test_the_top_of_the_screens_is_small() -> None:
    """It has only what every room knows of."""
    assert len(list((ROOT / "tui").glob("*.py"))) <= 12, "put it into a room"


def test_a_game_knows_nothing_of_the_lobby() -> None:
    """A screen imports nothing of those who open it: the places before a game, the lobby, the host."""
    openers = ("tui.menu", "tui.lobby", "tui.post", "tui.host")
    for path in modules("tui"):
        room = path.parent.name
        barred = (
            openers if room in ("game", "replay", "analyse", "kit", "map", "widgets") else ("tui.lobby", "tui.host")
        )
        if room not in ("lobby", "host", "commands"):
            above = [name for name in imports(path) if name.startswith(barred)]
            assert not above, f"{path.relative_to(ROOT)} imports {above[0]}"


def test_nothing_of_the_game_knows_that_it_is_analysed() -> None:
    """Rules say what their events were attempts of (`core.attempt`); who counts it stands above them."""
    for path in [*modules("core"), *modules("content"), *modules("saves")]:
        if path.parent != ROOT / "core" / "analysis":
            assert not [name for name in imports(path) if name.startswith("core.analysis")], path


def test_rule_systems_know_nothing_of_each_other() -> None:
    systems = ("core.panzer.", "core.panzerblitz.", "core.panzerwar.")
    for mine in systems:
        theirs = tuple(system for system in systems if system != mine)
        for path in sorted(ROOT.joinpath(*mine.split(".")).rglob("*.py")):
            assert not [name for name in imports(path) if f"{name}.".startswith(theirs)], path


#: What modules keep for themselves besides what `lru_cache` and `core.kept` bound, and why it cannot grow for ever.
KEPT_BY_MODULES = {
    "content/kit/folders.py:_forget": "one for each function that keeps content",
    "core/codec.py:_DECODERS": "one for each kind of event",
    "core/event.py:EVENTS": "one for each kind of event",
    "core/order.py:ORDERS": "one for each kind of order",
    "core/secrecy.py:SECRETS": "one for each class that keeps secrets",
    "core/panzer/opponent/commands.py:_PLANS": "of each scenario the last plan",
    "core/panzer/movement/reach_graph.py:_GRAPHS": "one for each table of terrain costs, few of which are kept",
    "saves/rooms/events.py:ROOM_EVENTS": "one for each kind of event",
    "tui/lobby/hosted.py:_SIGHTS": "of each room its sides",
}
_CONTAINERS = {"dict", "list", "set", "defaultdict", "OrderedDict", "WeakKeyDictionary", "WeakValueDictionary"}


def _called(node: ast.expr) -> str:
    """The plain name of what is called or used as a decorator."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _begins_empty(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List | ast.Set):
        return not value.elts
    return isinstance(value, ast.Call) and not value.args and _called(value) in _CONTAINERS


def _without_bound(node: ast.AST) -> bool:
    """Whether a function is kept by `cache`, or by `lru_cache` without a limit."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return any(_called(d) == "cache" for d in node.decorator_list)
    if not isinstance(node, ast.Call):
        return False
    sizes = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "maxsize")]
    endless = any(isinstance(size, ast.Constant) and size.value is None for size in sizes)
    return _called(node.func) == "cache" or (_called(node.func) == "lru_cache" and endless)


def test_whatever_is_kept_has_a_bound() -> None:
    """No function is kept without limit, and no module fills a container but those that cannot grow for ever."""
    endless, filled = set(), set()
    for room in ROOMS:
        for path in modules(room):
            module, name = read(path), path.relative_to(ROOT).as_posix()
            if module.endless:
                endless.add(name)
            filled.update(f"{name}:{container}" for container in module.filled)
    assert not endless
    assert filled == set(KEPT_BY_MODULES)
