"""How much of the rulebooks is played: which rule ids the code and the tests cite.

Nothing is imported for this: a rule is implemented where a docstring or a text of `core` names its id, and shown
where a vignette or a test does so too; tests alone prove nothing. The tests lie beside the code in a checkout only.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Final

from attrs import frozen

#: Two threads that parse at a time break each other in CPython 3.11: SystemError, the recursion depth mismatches.
_PARSING: Final = Lock()
ROOT: Final = Path(__file__).resolve().parent.parent

_ID: Final = re.compile(r"\b(?:na|or|min|pb|pw):[A-Za-z0-9][A-Za-z0-9.\-]*")
#: A range of ids, such as "na:1.4 to na:1.6".
_RANGE: Final = re.compile(rf"({_ID.pattern})\s+to\s+({_ID.pattern})")
#: Tiers whose rules describe the game instead of ruling it.
_DESCRIPTIVE: Final = frozenset({"design", "component", "glossary"})


@frozen
class Covered:
    """One rule. state: "shown", "implemented", "missing" or "not-a-mechanic". where: ``module:function`` that cite
    it; shown_by: vignettes and tests that do."""

    tier: str
    state: str
    where: tuple[str, ...] = ()
    shown_by: tuple[str, ...] = ()


def in_checkout(root: Path = ROOT) -> bool:
    """Whether the tests are here to be read."""
    return (root / "tests").is_dir()


def cover(tiers: Mapping[str, str], root: Path = ROOT) -> dict[str, Covered]:
    """What is known of each rule, given the tiers by rule id in the order of the book."""
    with _PARSING:
        where = _cited(tiers, _in_code(root / "core", root))
        shown_by = _cited(tiers, _in_tests(root / "tests", root))
    return {
        id_: Covered(
            tier, _state(tier, where.get(id_, ()), shown_by.get(id_, ())), where.get(id_, ()), shown_by.get(id_, ())
        )
        for id_, tier in tiers.items()
    }


def _state(tier: str, where: tuple[str, ...], shown_by: tuple[str, ...]) -> str:
    if where:
        return "shown" if shown_by else "implemented"
    return "not-a-mechanic" if tier in _DESCRIPTIVE else "missing"


def _cited(tiers: Mapping[str, str], texts: Iterator[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The places that name each rule, given places and what they say."""
    order = list(tiers)
    found: dict[str, dict[str, None]] = {}
    for place, text in texts:
        for match in _RANGE.finditer(text):
            first, last = match[1].rstrip(".-"), match[2].rstrip(".-")
            if first in tiers and last in tiers:
                for id_ in order[order.index(first) : order.index(last) + 1]:
                    found.setdefault(id_, {})[place] = None
        for match in _ID.finditer(text):
            id_ = match[0].rstrip(".-")
            if id_ in tiers:
                found.setdefault(id_, {})[place] = None
    return {id_: tuple(places) for id_, places in found.items()}


def _in_code(directory: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Docstrings and other texts of modules, by ``module:function``."""
    for path in sorted(directory.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        yield from _texts(ast.parse(path.read_text("utf-8")), f"{module}:", "")


def _texts(node: ast.AST, prefix: str, name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _texts(child, prefix, f"{name}.{child.name}" if name else child.name)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield f"{prefix}{name}".removesuffix(":"), child.value
        else:
            yield from _texts(child, prefix, name)


def _in_tests(directory: Path, root: Path) -> Iterator[tuple[str, str]]:
    """The rules that vignettes name, and the texts and comments of tests, by ``file::test``."""
    for path in sorted(directory.rglob("*.toml")):
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            continue
        rules = data.get("rules")
        if isinstance(rules, list):
            yield path.relative_to(root).as_posix(), " ; ".join(str(r) for r in rules)
    for path in sorted(directory.rglob("test_*.py")):
        source = path.read_text("utf-8")
        lines = source.splitlines()
        file = path.relative_to(root).as_posix()
        tests = [
            n
            for n in ast.walk(ast.parse(source))
            if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and n.name.startswith("test")
        ]
        for test in tests:
            # A comment right above a test belongs to it, as its decorators do.
            first = min([test.lineno, *(d.lineno for d in test.decorator_list)]) - 1
            while first and lines[first - 1].lstrip().startswith("#"):
                first -= 1
            yield f"{file}::{test.name}", "\n".join(lines[first : test.end_lineno])
