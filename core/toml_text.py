"""The text of a TOML file as data: what people have edited by hand, so that whatever stands there has an answer."""

from __future__ import annotations

import tomllib
from typing import Any

#: What some editors put before the first character of a text.
_MARK = "\ufeff"


class TomlError(ValueError):
    """A text that is no TOML, or that says what nobody means; what and where, in words."""


def toml_of(text: str) -> dict[str, Any]:
    """The data of a TOML text. TomlError if there are none."""
    try:
        return tomllib.loads(text.removeprefix(_MARK))
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)) from None
    except RecursionError:
        raise TomlError("lists or tables within each other, hundreds deep") from None
    except ValueError:
        raise TomlError("a number of thousands of digits") from None
