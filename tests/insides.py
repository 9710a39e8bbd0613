"""What a module touches of what other libraries keep for themselves: all that begins with an underscore there."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = frozenset({"core", "content", "saves", "tui", "tests", "__future__"})


def touched(path: Path) -> dict[str, int]:
    """The private names of other libraries that a module imports, uses, gives as a keyword or overrides, each with the
    line of one place."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: dict[str, int] = {}
    for name, line in (*_imported(tree), *_asked_of_others(tree), *_of_base_classes(tree, path)):
        found.setdefault(name, line)
    return found


def _imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [(alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [(node.module, f"{node.module}.{alias.name}") for alias in node.names]
        else:
            continue
        for module, name in names:
            if name.split(".")[0] not in OURS and any(_private(part) for part in name.split(".")):
                yield (name if _private(name.rpartition(".")[2]) else module), node.lineno


def _asked_of_others(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Private names of what is not `self`, if this module makes none of that name; private keywords."""
    made = _made_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _private(node.attr) and node.attr not in made:
            if not _of_itself(node.value):
                yield node.attr, node.lineno
        elif isinstance(node, ast.keyword) and node.arg and _private(node.arg):
            yield node.arg, node.value.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            for argument in node.args[1:2]:
                if isinstance(argument, ast.Constant) and _private(str(argument.value)):
                    yield str(argument.value), node.lineno


def _of_base_classes(tree: ast.Module, path: Path) -> Iterator[tuple[str, int]]:
    """Private names that a class overrides, or uses of itself, though a class of another library has made them."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    module = importlib.import_module(name) if classes else None
    for node in classes:
        theirs: set[str] = set()
        for base in getattr(module, node.name).__mro__:
            if base.__module__.split(".")[0] not in OURS:
                theirs |= _names_of(base)
        yield from ((name, line) for name, line in _own_names(node) if name in theirs)


def _own_names(node: ast.ClassDef) -> Iterator[tuple[str, int]]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and _of_itself(inner.value) and _private(inner.attr):
            yield inner.attr, inner.lineno
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and _private(inner.name):
            yield inner.name, inner.lineno
    for statement in node.body:
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) else getattr(statement, "targets", [])
        yield from ((t.id, statement.lineno) for t in targets if isinstance(t, ast.Name) and _private(t.id))


@lru_cache(maxsize=1024)
def _names_of(cls: type) -> frozenset[str]:
    """The private names that a class has or gives to its instances."""
    names = {name for name in vars(cls) if _private(name)}
    try:
        source = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return frozenset(names)
    return frozenset(names | {name for name in _set_on_itself(source) if _private(name)})


def _made_in(tree: ast.Module) -> set[str]:
    """The names of all that a module defines."""
    made = set(_set_on_itself(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            made.update(target.id for target in targets if isinstance(target, ast.Name))
    return made


def _set_on_itself(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _of_itself(node.value):
            yield node.attr


def _of_itself(value: ast.expr) -> bool:
    return ast.unparse(value) in ("self", "cls", "super()")


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
