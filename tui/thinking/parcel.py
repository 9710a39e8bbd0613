"""A view of a side as bytes, without the scenario, which both ends have.

What a state keeps for itself, since it follows from the rest (`answers` and the like), is not sent: it is made anew.
"""

from __future__ import annotations

import io
import pickle
from types import MappingProxyType
from typing import Any, Final

from attrs import fields

from core.remembered import Answers, Remembering
from core.system import RuleSystem

#: What both ends have, by the names of the fields of a rule system.
_SHARED: Final = ("on", "board")


def wrapped(system: RuleSystem[Any], view: Any) -> bytes:
    """A view as bytes."""
    buffer = io.BytesIO()
    _Wrapper(buffer, system).dump(view)
    return buffer.getvalue()


def unwrapped(system: RuleSystem[Any], data: bytes, before: Any = None) -> Any:
    """The view that `wrapped` made into bytes, on the scenario of a system that was opened here.

    before: an earlier view of the side in the same game, whose answers that outlast events hold here too.
    """
    view = _Opener(io.BytesIO(data), system).load()
    if isinstance(view, Remembering) and isinstance(before, Remembering) and before.answers is not None:
        view.keep("answers", Answers(before.answers.lasting))
    return view


class _Wrapper(pickle.Pickler):
    def __init__(self, file: io.BytesIO, system: RuleSystem[Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._names = {id(value): name for name, value in _shared(system).items()}

    def persistent_id(self, value: Any) -> str | None:
        return self._names.get(id(value))

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, MappingProxyType):
            return _shut, (dict(value),)
        if isinstance(value, Remembering):
            cls: Any = type(value)
            return _made, (cls, {f.alias: getattr(value, f.name) for f in fields(cls) if f.init})
        return NotImplemented


class _Opener(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, system: RuleSystem[Any]) -> None:
        super().__init__(file)
        self._shared = _shared(system)

    def persistent_load(self, name: str) -> Any:
        return self._shared[name]


def _shut(entries: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(entries)


def _made(cls: Any, values: dict[str, Any]) -> Any:
    return cls(**values)


def _shared(system: RuleSystem[Any]) -> dict[str, Any]:
    return {name: getattr(system, name) for name in _SHARED if hasattr(system, name)}
