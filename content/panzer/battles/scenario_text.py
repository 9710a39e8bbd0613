"""Scenarios of Panzer written in the format of their files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs
from attrs import NOTHING, Factory

from content.panzer.scenarios.scenario_file import FormationLine, ScenarioFile, UnitLine

#: Cells of a line of text at most, and how a longer list is broken.
_WIDTH: Final = 110
#: Written even where they are as they would be by themselves.
_ALWAYS: Final = ("system", "edition", "layers", "set_up", "source")


def scenario_text(data: ScenarioFile) -> str:
    """A scenario in the format of its file; reading it again gives an equal one. What is as it would be is left out."""
    return "\n".join(_whole(data)) + "\n"


def _whole(data: ScenarioFile) -> Iterator[str]:
    tables = []
    for name, value in _stated(data):
        if _is_table(value):
            tables.append((name, value))
        else:
            yield f"{name} = {_value(value)}"
    for name, value in tables:
        for one in value if isinstance(value, tuple) else (value,):
            yield ""
            yield f"[[{name}]]" if isinstance(value, tuple) else f"[{name}]"
            yield from _entries(one, name)


def _entries(one: Any, name: str) -> Iterator[str]:
    inner = []
    for key, value in _stated(one):
        if _is_table(value) and not _in_line(value):
            inner.append((key, value))
        else:
            yield f"{key} = {_value(value)}"
    for key, value in inner:
        for below in value:
            yield ""
            yield f"[[{name}.{key}]]"
            yield from _entries(below, f"{name}.{key}")


def _stated(one: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a value that differ from what they would be by themselves, in their order."""
    for about in attrs.fields(type(one)):
        value, default = getattr(one, about.name), about.default
        if isinstance(default, Factory):  # type: ignore[arg-type]
            default = default.factory()
        if default is NOTHING or value != default or about.name in _ALWAYS:
            yield about.name.rstrip("_"), value


def _is_table(value: Any) -> bool:
    return attrs.has(type(value)) or (isinstance(value, tuple) and bool(value) and attrs.has(type(value[0])))


def _in_line(value: Any) -> bool:
    """Whether values stand in one list, a line each: all that hold no lists of values themselves, but formations."""
    return isinstance(value, tuple) and not isinstance(value[0], FormationLine)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + "}"
    if attrs.has(type(value)):
        stated = list(_stated(value))
        if isinstance(value, UnitLine) and value.count != 1:
            stated.sort(key=lambda pair: pair[0] != "count")
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in stated) + "}"
    if isinstance(value, tuple):
        parts = [_value(one) for one in value]
        line = f"[{', '.join(parts)}]"
        if len(line) <= _WIDTH and not (value and attrs.has(type(value[0])) and len(parts) > 1):
            return line
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return str(value)
