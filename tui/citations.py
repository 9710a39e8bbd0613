"""Which rule ids the code and the tests name, and where: docstrings, other texts, vignettes, comments of tests.

It takes seconds of parsing, so nobody does it who has a player to serve: it is written down when the program is built
(`.ci/build_citations.py`), and read anew by a process of its own in a checkout, where the code changes
(`tui.coverage`). Hence it needs nothing but Python, and runs as a script.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

#: The name under which what is found lies beside this file in a program that was built.
BUILT: Final = "citations.json"
ID: Final = re.compile(r"\b(?:na|or|min|pb|pw):[A-Za-z0-9][A-Za-z0-9.\-]*")
#: A range of ids, such as "na:1.4 to na:1.6".
RANGE: Final = re.compile(rf"({ID.pattern})\s+to\s+({ID.pattern})")

#: Places and the ids and ranges of ids that are named there, by "code" (``module:function``) and "tests" (files of
#: vignettes, ``file::test``).
Citations = dict[str, list[tuple[str, list[str]]]]


def read(root: Path) -> Citations:
    """What the sources under a directory name; the tests lie beside the code in a checkout only."""
    return {"code": _named(_in_code(root / "core", root)), "tests": _named(_in_tests(root / "tests", root))}


def write(root: Path, path: Path) -> None:
    """Write down what the sources under a directory name."""
    path.write_text(json.dumps(read(root), separators=(",", ":")) + "\n", encoding="utf-8")


def _named(texts: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """The ids and ranges of ids in texts, by place; a place that names none is left out."""
    found: dict[str, dict[str, None]] = {}
    for place, text in texts:
        ids = [f"{match[1].rstrip('.-')} to {match[2].rstrip('.-')}" for match in RANGE.finditer(text)]
        ids += [match[0].rstrip(".-") for match in ID.finditer(text)]
        if ids:
            found.setdefault(place, {}).update(dict.fromkeys(ids))
    return [(place, list(ids)) for place, ids in found.items()]


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


if __name__ == "__main__":
    json.dump(read(Path(__file__).resolve().parent.parent), sys.stdout, separators=(",", ":"))
