"""Frozen values of many kinds, compared and told alike, by all of their fields, whose classes are soon made.

attrs writes and compiles methods for every class anew and describes each of its fields, whoever may ask for that, which
for hundreds of kinds of values is a quarter of the time until a game is on the screen. A class that says
`eq=False, repr=False` is compared and told by `Alike`; what it is made of must say so too, up to this base. A field
that says `eq=False` or `repr=False` is left out, as by attrs. Made by the `frozen` of this module, which is used as
that of attrs is, it has an initialiser that is compiled once for all classes of as many fields, and its fields are
described when somebody first asks. That initialiser is quicker too: it need not look for a field by its name.

What is compared by the thousand while a game is played has methods of its own: those tell others apart by the first
field that differs, these by all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from operator import attrgetter, itemgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs
from attrs import NOTHING, Attribute, Factory, fields

#: Kinds of which is kept what they are compared and told by; there are some 1,200.
_KINDS: Final = 4096
#: Numbers of fields of which the initialiser is kept; there are some 40.
_LENGTHS: Final = 256


class Alike:
    """Base of frozen values that are the same if their class and all of their fields are."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        kind: Any = self.__class__
        compared = _compared(kind)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        kind: Any = self.__class__
        return hash((kind, _compared(kind)(self)))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in _told(kind))
        return f"{kind.__qualname__.rpartition('>.')[2]}({told})"


@lru_cache(_KINDS)
def _compared(kind: Any) -> Callable[[Any], object]:
    """What a value of the kind is compared by: its fields in one."""
    names = [field.name for field in fields(kind) if field.eq]
    return attrgetter(*names) if names else lambda value: ()


@lru_cache(_KINDS)
def _told(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.repr)


# -- how they are made -------------------------------------------------------------------------------------

_FACTORY: Any = Factory
#: By what a field says more than its type and a default, or a class keeps a value beside its fields.
_MORE: Final = (type(attrs.field()), _FACTORY, cached_property)
#: By what a class, or one that it is made of, or it alone, says how its values are made and kept.
_WAYS: Final = ("__attrs_init_subclass__", "__attrs_post_init__", "__attrs_pre_init__")
_OWN_WAYS: Final = frozenset({"__init__", "__slots__", "__setattr__", "__delattr__", "__getstate__", "__setstate__"})
#: A class whose methods let nothing be changed, by which attrs knows what is frozen, and a field as attrs describes it.
_FROZEN: Any = attrs.frozen(type("_Frozen", (), {"__annotations__": {"field": "object"}}), eq=False, repr=False)
_LIKE: Final[Any] = fields(_FROZEN)[0]


def _frozen(
    kind: type[Any] | None = None,
    *,
    eq: bool | None = None,
    repr: Any = None,
    kw_only: bool = False,
    **more: Any,
) -> Any:
    """As `attrs.frozen`, and by it where the class does not say `eq=False, repr=False` or is not as plain as most."""

    def make(kind: type[Any]) -> type[Any]:
        plain = eq is False and repr is False and not more
        said = _said(kind, kw_only) if plain else None
        return _made(kind, said) if said else attrs.frozen(kind, eq=eq, repr=repr, kw_only=kw_only, **more)

    return make if kind is None else make(kind)


if TYPE_CHECKING:
    # What it is to a type checker.
    from attrs import frozen as frozen
else:
    frozen = _frozen


class _Field(NamedTuple):
    """A field that says its type and a default, `NOTHING` if it has none. named: it is not given by its place."""

    name: str
    type: Any
    default: Any
    named: bool


class _Fields:
    """The fields of a class. They stand where attrs looks for its description of them, until somebody asks for it."""

    def __init__(self, inherited: Sequence[_Field], own: Sequence[_Field]) -> None:
        self.inherited = inherited
        self.own = own
        self.names = [one.name for one in (*inherited, *own)]
        self.placed = [one for one in (*inherited, *own) if not one.named]
        self.named = [one for one in (*inherited, *own) if one.named]
        self._kind: Any = None
        self._kept: dict[str, tuple[Attribute[Any], ...]] = {}

    def __set_name__(self, kind: Any, name: str) -> None:
        self._kind = kind

    def __get__(self, value: object, asked: Any) -> tuple[Attribute[Any], ...]:
        # One description alone, whoever asks at the same time: types are resolved in it.
        described = self._kept.setdefault("described", self._described())
        self._kind.__attrs_attrs__ = described
        return described

    def _described(self) -> tuple[Attribute[Any], ...]:
        told = [_described(one, n < len(self.inherited)) for n, one in enumerate((*self.inherited, *self.own))]
        by_name = {name: property(itemgetter(n)) for n, name in enumerate(self.names)}
        whole: Any = type(f"{self._kind.__name__}Attributes", (tuple,), by_name)
        described: tuple[Attribute[Any], ...] = whole(told)
        return described


def _described(one: _Field, inherited: bool) -> Any:
    """A field as attrs describes it."""
    described = _LIKE.evolve(name=one.name, type=one.type, default=one.default, kw_only=one.named, inherited=inherited)
    # Before 26.1 attrs leaves that as it was.
    return described if described.alias == _argument(one) else described.evolve(alias=_argument(one))


def names_of(kind: type[Any]) -> Sequence[str]:
    """The names of the fields of a class, without having them described. NotAnAttrsClassError if it has none."""
    for base in kind.__mro__:
        told: Any = vars(base).get("__attrs_attrs__")
        if isinstance(told, _Fields):
            return told.names
        if told is not None:
            break
    return [one.name for one in fields(kind)]


def _said(kind: type[Any], kw_only: bool) -> _Fields | None:
    """The fields of a class; None if it says more, of them or of how its values are made, or what attrs refuses."""
    here = vars(kind)
    inherited = _inherited(kind.__mro__[1:-1])
    if inherited is None or _OWN_WAYS & here.keys() or any(hasattr(kind, way) for way in _WAYS):
        return None
    if any(isinstance(value, _MORE) for value in here.values()) or issubclass(kind, BaseException):
        return None
    own = {
        name: _Field(name, hint, here.get(name, NOTHING), kw_only)
        for name, hint in kind.__annotations__.items()
        if not str(hint).startswith(("ClassVar", "typing.ClassVar"))
    }
    said = _Fields([one for one in inherited.values() if one.name not in own], list(own.values()))
    optional = [one.default is not NOTHING for one in said.placed]
    return said if optional == sorted(optional) else None


def _inherited(bases: Sequence[type[Any]]) -> dict[str, _Field] | None:
    """The fields of the bases, what the nearest says last; None if one of them says more, or has no slots."""
    found: dict[str, _Field] = {}
    for base in reversed(bases):
        told: Any = vars(base).get("__attrs_attrs__")
        if told is None:
            continue
        own = told.own if isinstance(told, _Fields) else _plain(told)
        if own is None or "__slots__" not in vars(base):
            return None
        for one in own:
            found.pop(one.name, None)
            found[one.name] = one
    return found


def _plain(told: Sequence[Any]) -> list[_Field] | None:
    """The fields that a class adds to its bases, as attrs describes them; None if one is more than a `_Field`."""
    own = [one for one in told if not one.inherited]
    for one in own:
        if not one.init or one.converter or one.validator or one.on_setattr or isinstance(one.default, _FACTORY):
            return None
        if one.alias != _argument(one):
            return None
    return [_Field(one.name, one.type, one.default, bool(one.kw_only)) for one in own]


def _made(kind: type[Any], said: _Fields) -> type[Any]:
    """The class with a slot for each field, as attrs would make it."""
    bases, own = kind.__mro__[1:-1], {one.name for one in said.own}
    stored = {name: getattr(base, name) for base in bases for name in vars(base).get("__slots__", ()) if name in own}
    slots = [one.name for one in said.own if one.name not in stored]
    if not any("__weakref__" in vars(base) for base in bases):
        slots.append("__weakref__")
    left_out = {*said.names, "__dict__", "__weakref__"}
    body = {name: value for name, value in vars(kind).items() if name not in left_out} | stored
    body["__qualname__"] = kind.__qualname__
    body["__slots__"] = tuple(slots)
    body["__match_args__"] = tuple(one.name for one in said.placed)
    body["__attrs_attrs__"] = said
    body["__setattr__"], body["__delattr__"] = _FROZEN.__setattr__, _FROZEN.__delattr__
    body["__getstate__"], body["__setstate__"] = _pickled(said.names)
    setters: dict[str, Any] = {"__name__": kind.__module__}
    body["__init__"] = _initialiser(kind, said, setters)
    made: type[Any] = type(kind)(kind.__name__, kind.__bases__, body)  # type: ignore[misc]
    setters.update((f"set{n}", getattr(made, one.name).__set__) for n, one in enumerate((*said.placed, *said.named)))
    _move(kind, made)
    return made


def _initialiser(kind: type[Any], said: _Fields, setters: dict[str, Any]) -> FunctionType:
    """An initialiser with the arguments that the fields are given by; it finds the slots among the setters."""
    code = _code(len(said.names)).replace(
        co_varnames=("self", *map(_argument, (*said.placed, *said.named))),
        co_argcount=1 + len(said.placed),
        co_kwonlyargcount=len(said.named),
        co_qualname=f"{kind.__qualname__}.__init__",
    )
    defaults = tuple(one.default for one in said.placed if one.default is not NOTHING)
    made = FunctionType(code, setters, "__init__", defaults)
    made.__kwdefaults__ = {_argument(one): one.default for one in said.named if one.default is not NOTHING}
    return made


@lru_cache(_LENGTHS)
def _code(length: int) -> CodeType:
    """An initialiser of so many fields, whose arguments have names yet to come."""
    arguments = "".join(f", field{n}" for n in range(length))
    body = "".join(f"\n    set{n}(self, field{n})" for n in range(length)) or "\n    pass"
    written = compile(f"def __init__(self{arguments}):{body}", "<frozen values>", "exec")
    return next(code for code in written.co_consts if isinstance(code, CodeType))


def _argument(field: Any) -> str:
    """What a field is called where it is given."""
    name: str = field.name
    return name.lstrip("_")


def _pickled(names: Sequence[str]) -> tuple[Callable[[Any], dict[str, Any]], Callable[[Any, Mapping[str, Any]], None]]:
    """How a value is taken apart into its fields, as by attrs, and put together again."""

    def taken_apart(self: Any) -> dict[str, Any]:
        return {name: getattr(self, name) for name in names}

    def put_together(self: Any, state: Mapping[str, Any]) -> None:
        for name in names:
            if name in state:
                object.__setattr__(self, name, state[name])

    return taken_apart, put_together


def _move(before: type[Any], made: type[Any]) -> None:
    """Let methods that name their own class, as `super()` does, name the one that was made."""
    for value in vars(made).values():
        method = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        for cell in getattr(method, "__closure__", None) or ():
            with suppress(ValueError):  # if it is empty
                if cell.cell_contents is before:
                    cell.cell_contents = made
