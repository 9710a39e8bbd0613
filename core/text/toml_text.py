"""The text of a TOML file as data: what people have edited by hand, so that whatever stands there has an answer."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

#: No file of the program is a quarter as deep.
_DEEPEST: Final = 40
#: What some editors put before the first character of a text.
_MARK: Final = "\ufeff"
_TOO_DEEP: Final = f"lists or tables within each other, more than {_DEEPEST} deep"
#: What a terminal would take as an order, or as the direction of what follows; texts may have lines and tabs.
_ORDER: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: Where one may be written out, as in "\\u001b".
_WRITTEN: Final = re.compile(r"\\[bfreuUx]")


class TomlError(ValueError):
    """A text that is no TOML, or that says what nobody means; what and where, in words."""


def toml_of(text: str) -> dict[str, Any]:
    """The data of a TOML text. TomlError if there are none."""
    try:
        data = tomllib.loads(text.removeprefix(_MARK))
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)) from None
    except RecursionError:
        raise TomlError(_TOO_DEEP) from None
    except ValueError:
        raise TomlError("a number of thousands of digits") from None
    inner: list[Any] = [data]
    for _ in range(_DEEPEST):
        inner = [part for whole in inner for part in _parts(whole)]
    if inner:
        raise TomlError(_TOO_DEEP)
    if _ORDER.search(text) or _WRITTEN.search(text):
        for place, part in _texts(data, ""):
            if found := _ORDER.search(part):
                raise TomlError(f"{place}: found a control character, {found[0]!r} in {part!r:.60}; texts have none")
    return data


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts of data, the names of keys among them, each with the keys that lead to it."""
    if isinstance(value, str):
        yield place, value
    if isinstance(value, dict):
        yield from ((place or "a key", key) for key in value)
        for key, part in value.items():
            yield from _texts(part, f"{place}.{key}" if place else key)
    if isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _texts(part, f"{place}[{number}]")


def _parts(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [part for part in parts if isinstance(part, dict | list)]
