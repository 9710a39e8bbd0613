"""Classes of values that `core.alike.frozen` makes are those that attrs would make."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import weakref
from collections.abc import Mapping
from types import new_class
from typing import Any, ClassVar, Generic, TypeVar

import attrs
import pytest
from attrs import evolve, field, fields

from core.alike import Alike, frozen, names_of

T = TypeVar("T")

#: What attrs keeps of how it made a class, or leaves on it later, and what Python does.
NOTES = {"__annotations__", "__attrs_props__", "__attrs_types_resolved__", "__replace__"}
#: Before 25.4 attrs had all fields given by name whose class was so, those of its bases too.
AS_OURS = pytest.mark.skipif("force_kw_only" not in inspect.signature(attrs.define).parameters, reason="attrs is older")
#: Makes all classes of the program both ways, and prints what is other.
EVERYWHERE = """
import importlib, pkgutil
import attrs
import core.alike as alike
from tests.core.test_alike_made import differences
made, found = alike._made, []
def twice(kind, said):
    ours = made(kind, said)
    theirs = attrs.frozen(kind, eq=False, repr=False, kw_only=bool(said.own) and said.own[0].named)
    found.append(f"{ours.__qualname__}: {other}" if (other := differences(ours, theirs)) else "")
    return ours
alike._made = twice
for room in ("core", "content", "saves", "tui"):
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
        importlib.import_module(module.name)
print(len(found), *filter(None, found), sep="\\n")
"""


def differences(ours: Any, theirs: Any) -> list[str]:
    """In what two classes differ that were made of the same one."""
    asked = {
        "initialiser": lambda kind: [
            (one.name, one.kind, one.default) for one in inspect.signature(kind.__init__).parameters.values()
        ],
        "fields": lambda kind: [{name: getattr(one, name) for name in one.__slots__} for one in fields(kind)],
        "types": lambda kind: [type(fields(kind)).__name__, kind.__bases__, type(kind)],
        "slots": lambda kind: kind.__slots__,
        "matched": lambda kind: kind.__match_args__,
        "names": lambda kind: (kind.__name__, kind.__qualname__, kind.__module__, kind.__doc__),
        "initialiser's name": lambda kind: (kind.__init__.__qualname__, kind.__init__.__module__),
        "body": lambda kind: vars(kind).keys() - NOTES,
        "frozen": lambda kind: (kind.__setattr__, kind.__delattr__),
    }
    return [what for what, of in asked.items() if of(ours) != of(theirs)]


class Far(Alike):
    """No value yet."""

    __slots__ = ()


class Plain:
    """Types and defaults."""

    a: int
    b: tuple[str, ...] = ()
    c: ClassVar[int] = 3
    _hidden: Mapping[str, int] | None = None


class Nothing:
    pass


@frozen(eq=False, repr=False)
class Base(Alike):
    a: int
    b: str = "b"

    @property
    def told(self) -> str:
        return f"{self.a}{self.b}"


@frozen(kw_only=True, eq=False, repr=False)
class More(Base):
    c: int
    b: str = "other"
    d: float = 0.5

    @property
    def told(self) -> str:
        return super().told + str(self.c)

    @classmethod
    def named(cls) -> str:
        return f"{__class__.__name__} {__class__ is cls}"  # type: ignore[name-defined]


@frozen(eq=False, repr=False)
class Box(Alike, Generic[T]):
    inside: T


@attrs.frozen(eq=False, repr=False)
class Theirs(Base):
    c: int = 1


@frozen(eq=False, repr=False)
class OursAgain(Theirs):
    e: int = 2


@AS_OURS
@pytest.mark.parametrize("kw_only", [False, True])
@pytest.mark.parametrize("body", [Plain, Nothing])
@pytest.mark.parametrize("bases", [(), (Alike,), (Far,), (Base,), (More,), (Theirs,), (OursAgain,), (Box[int],)])
def test_a_class_is_made_as_attrs_makes_it(bases: tuple[Any, ...], body: Any, kw_only: bool) -> None:
    said = {name: value for name, value in vars(body).items() if name not in ("__dict__", "__weakref__")}

    def made(by: Any) -> Any:
        kind = new_class("Made", bases, {}, lambda space: space.update(said))
        return by(kind, eq=False, repr=False, kw_only=kw_only)

    if body is Plain and not kw_only and bases in ((Theirs,), (OursAgain,)):
        for by in (frozen, attrs.frozen):
            with pytest.raises(ValueError, match="No mandatory attributes allowed after an attribute with a default"):
                made(by)
        return
    assert made(frozen).__init__.__code__.co_filename == "<frozen values>"
    assert not differences(made(frozen), made(attrs.frozen))


@AS_OURS
def test_all_classes_of_the_program_are_made_as_attrs_makes_them() -> None:
    told = subprocess.run([sys.executable, "-c", EVERYWHERE], stdout=subprocess.PIPE, check=True, text=True).stdout
    count, *others = told.split("\n")
    assert int(count) > 1000
    assert not [one for one in others if one]


def test_values_have_what_they_are_given() -> None:
    value = More(1, c=2)
    assert (value.a, value.b, value.c, value.d) == (1, "other", 2, 0.5)
    assert More(a=1, c=2, d=0.5) == value
    assert repr(value) == "More(a=1, c=2, b='other', d=0.5)"
    assert Box(inside=3).inside == 3
    with pytest.raises(TypeError, match=r"More.__init__\(\) missing 1 required keyword-only argument: 'c'"):
        More(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"More.__init__\(\) takes 2 positional arguments but 3 "):
        More(1, 2, c=3)  # type: ignore[misc]


def test_values_are_frozen() -> None:
    value = More(1, c=2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        value.c = 3  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del value.c
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        value.other = 3  # type: ignore[attr-defined]
    assert not hasattr(value, "__dict__")
    assert weakref.ref(value)() is value


def test_methods_name_the_class_that_was_made() -> None:
    assert More(1, c=2).told == "1other2"
    assert More.named() == "More True"


def test_values_are_changed_matched_and_pickled() -> None:
    value = evolve(More(1, c=2), b="new")
    assert value == More(1, c=2, b="new")
    match value:
        case More(a):
            assert a == 1
    assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(OursAgain(1, c=4))) == OursAgain(1, "b", 4)


def test_fields_are_described_when_they_are_asked_for() -> None:
    @frozen(eq=False, repr=False)
    class Late(More):
        e: int = 4

    assert not isinstance(vars(Late)["__attrs_attrs__"], tuple)
    assert [*names_of(Late)] == ["a", "c", "b", "d", "e"]
    assert not isinstance(vars(Late)["__attrs_attrs__"], tuple)
    assert attrs.has(Late)
    assert [one.name for one in fields(Late)] == [*names_of(Late)]
    assert fields(Late) is fields(Late) is vars(Late)["__attrs_attrs__"]
    assert fields(Late).e.default == 4


@pytest.mark.parametrize(
    "body",
    [
        {"__annotations__": {"a": "list[int]"}, "a": field(factory=list)},
        {"__annotations__": {"a": "list[int]"}, "a": attrs.Factory(list)},
        {"__annotations__": {"a": "int"}, "a": field(converter=int)},
        {"__annotations__": {"a": "int"}, "__attrs_post_init__": lambda self: None},
        {"__annotations__": {"a": "int"}, "__init__": lambda self: None},
    ],
)
def test_what_says_more_is_made_by_attrs(body: dict[str, Any]) -> None:
    made = frozen(type("Made", (), body), eq=False, repr=False)
    assert made.__init__.__code__.co_filename != "<frozen values>"
    assert [one.name for one in fields(made)] == ["a"]
    below = frozen(type("Below", (made,), {"__annotations__": {"b": "int"}}), eq=False, repr=False, kw_only=True)
    assert [one.name for one in fields(below)] == ["a", "b"]
