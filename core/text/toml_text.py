"""The text of a TOML file as data: what people have edited by hand, so that whatever stands there has an answer."""

from __future__ import annotations

import tomllib
from typing import Any, Final

#: No file of the program is a quarter as deep.
_DEEPEST: Final = 40
#: What some editors put before the first character of a text.
_MARK: Final = "\ufeff"
_TOO_DEEP: Final = f"lists or tables within each other, more than {_DEEPEST} deep"


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
    return data


def _parts(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [part for part in parts if isinstance(part, dict | list)]
