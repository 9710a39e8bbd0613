"""TOML into frozen classes, and what is wrong with a file: all its mistakes together, each in one line."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin

import attrs
from attrs import frozen
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from core.alike import Alike
from core.text.toml_text import TomlError, toml_of

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

#: How much a list of what is allowed may hold before it is cut.
_SHOWN = 8


@frozen(eq=False, repr=False)
class Mistake(Alike):
    """One mistake of a content file.

    key counts the entries of a list from 1: ``side[2].formation[1].units[3].card``; empty for the whole file.
    """

    file: str
    key: str
    found: str
    allowed: str
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{place}: found {self.found}{allowed}{remedy}"


class ContentError(Exception):
    """Content that cannot be used. `mistakes` has every mistake found, in the order of the file."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes

    @property
    def line(self) -> str:
        """The first mistake in one line, and how many more there are."""
        more = len(self.mistakes) - 1
        rest = f" (and {more} more mistake{'s' if more > 1 else ''})" if more else ""
        return f"{self.mistakes[0]}{rest}"


class Proof:
    """The mistakes found so far in one file; `done` raises them all together."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.mistakes: list[Mistake] = []

    def mistake(self, key: str, found: str, allowed: str, remedy: str = "") -> None:
        """Note one mistake."""
        self.mistakes.append(Mistake(self.file, key, found, allowed, remedy))

    def unknown(self, key: str, found: str, known: Iterable[str], what: str) -> None:
        """Note a name that is none of `known`, with those that look like it."""
        names = list(known)
        self.mistake(key, f"{what} {found!r}", listed(names), near(found, names))

    def among(self, key: str, found: str, known: Collection[str], what: str) -> bool:
        """Whether a name is one of `known`; noted if it is not."""
        if found not in known:
            self.unknown(key, found, known, what)
            return False
        return True

    def unique(self, what: str, ids: Iterable[str]) -> None:
        """Note every id of the entries under the key `what` that is there again."""
        seen: set[str] = set()
        for at, id_ in enumerate(ids, 1):
            if id_ in seen:
                self.mistake(f"{what}[{at}].id", f"{id_!r} again", "an id of its own")
            seen.add(id_)

    def looked_up(self, find: Callable[[str], T], id_: str, key: str, where: str, what: str = "") -> T | None:
        """What `find` finds for an id; None, noted under `key`, if there is nothing in `where` ("panzer/units").

        what: it in a word. ContentError if it is there but its own file has mistakes.
        """
        try:
            return find(id_)
        except ContentError as error:
            first = error.mistakes[0]
            if first.file != where:
                raise
            self.mistake(key, f"{what} {first.found}".strip(), first.allowed, first.remedy)
            return None

    def done(self) -> None:
        """Raise ContentError if there was any mistake."""
        if self.mistakes:
            raise ContentError(*self.mistakes)


def no_such(where: str, id_: str, known: Iterable[str]) -> ContentError:
    """There is nothing with this id in `where` ("panzer/units"); names those most like it."""
    ids = tuple(known)
    return ContentError(Mistake(where, "id", repr(id_), listed(ids), near(id_, ids)))


def one_of(kind: type[E], text: str, key: str, proof: Proof) -> E | None:
    """The member of an enum with this value; a mistake if there is none."""
    names = [str(member.value) for member in kind]
    if text not in names:
        proof.mistake(key, repr(text), ", ".join(names), near(text, names))
        return None
    return kind(text)


def near(found: str, known: Iterable[str]) -> str:
    """A question with the up to three names most like `found`; empty if none is."""
    names = {name.casefold(): name for name in known}
    like = difflib.get_close_matches(found.casefold(), names, n=3, cutoff=0.55)
    return f"did you mean {' or '.join(repr(names[name]) for name in like)}?" if like else ""


def listed(names: Iterable[str]) -> str:
    """Names in a row, cut after the first few."""
    all_ = list(names)
    more = f" ... ({len(all_)} in all)" if len(all_) > _SHOWN else ""
    return ", ".join(all_[:_SHOWN]) + more if all_ else "none"


def read_toml(path: Path, file: str) -> dict[str, Any]:
    """The data of a TOML file; `file` is its name in messages. ContentError if it is missing or no TOML."""
    try:
        return toml_of(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError(Mistake(file, "", "no such file", "a TOML file", f"create {path}")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(Mistake(file, "", f"a file that cannot be read ({error})", "a UTF-8 text file")) from error
    except TomlError as error:
        raise ContentError(Mistake(file, "", f"no valid TOML: {error}", "TOML", "correct that line")) from error


def structure(data: Mapping[str, Any], cls: type[T], file: str) -> T:
    """The data of a file as an instance of `cls`; ContentError with every key that does not fit."""
    try:
        return _converter.structure(data, cls)
    except BaseValidationError as error:
        proof = Proof(file)
        _collect(error, "", data, cls, proof)
        raise ContentError(*proof.mistakes) from None


# -- strict structuring --------------------------------------------------------------------------

_KINDS: Final[Mapping[Any, str]] = {str: "string", int: "whole number", float: "number", bool: "true or false"}

_converter = Converter(forbid_extra_keys=True)


def _exactly(kind: type) -> Callable[[object, object], object]:
    """A hook that takes values of one kind only, where cattrs would convert."""

    def take(value: object, _: object) -> object:
        fits = isinstance(value, kind) or (kind is float and isinstance(value, int))
        if not fits or (isinstance(value, bool) and kind is not bool):
            raise TypeError(kind)
        return value

    return take


for _kind in _KINDS:
    _converter.register_structure_hook(_kind, _exactly(_kind))


def _tuple_hook(cls: Any, converter: Converter) -> Callable[[object, object], object]:
    """A hook for a tuple from a TOML array and nothing else, not even a string."""
    inner = get_args(cls)
    endless = inner[-1] is Ellipsis

    def take(value: object, _: object) -> object:
        if not isinstance(value, list) or not (endless or len(value) == len(inner)):
            raise TypeError(cls)
        made, errors = [], []
        for index, item in enumerate(value):
            kind = inner[0] if endless else inner[index]
            try:
                made.append(converter.structure(item, kind))
            except Exception as error:
                error.add_note(IterableValidationNote(f"at index {index}", index, kind))
                errors.append(error)
        if errors:
            raise IterableValidationError("in a list", errors, cls)
        return tuple(made)

    return take


def _is_tuple(cls: Any) -> bool:
    origin: object = get_origin(cls)
    return origin is tuple


_converter.register_structure_hook_factory(_is_tuple)(_tuple_hook)


def _collect(error: BaseException, key: str, value: Any, kind: Any, proof: Proof) -> None:
    """Note every mistake in a tree of structuring errors; `value` is what stands at `key`."""
    if isinstance(error, BaseExceptionGroup) and isinstance(value, Mapping | list):
        for inner in error.exceptions:
            _collect(inner, *_step(inner, key, value, kind), proof)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [_key(a) for a in attrs.fields(error.cl)]
        for name in sorted(error.extra_fields):
            place = f"{key}.{name}" if key else name
            remedy = near(name, known) or "remove it"
            proof.mistake(place, f"the unknown key {name!r}", ", ".join(known), remedy)
    elif value is _MISSING:
        proof.mistake(key, "nothing", _words(kind), "add this key")
    else:
        proof.mistake(key, _shown(value), _words(kind))


_MISSING: Final = object()


def _step(error: BaseException, key: str, value: Any, kind: Any) -> tuple[str, Any, Any]:
    """Key, value and kind that an inner error is about, from the note that cattrs leaves on it."""
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            name = note.name.rstrip("_")
            return f"{key}.{name}" if key else name, value.get(name, _MISSING), note.type
        if isinstance(note, IterableValidationNote):
            if isinstance(note.index, int) and isinstance(value, list):
                return f"{key}[{note.index + 1}]", value[note.index], note.type
            return f"{key}.{note.index}", value.get(note.index, _MISSING), note.type
    return key, value, kind


def _key(attribute: Any) -> str:
    return str(attribute.name).rstrip("_")


def _shown(value: object) -> str:
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _words(kind: Any) -> str:
    """What a key may hold, in words."""
    if kind in _KINDS:
        return _KINDS[kind] if kind is bool else f"a {_KINDS[kind]}"
    args = [a for a in get_args(kind) if a is not NoneType]
    if _is_tuple(kind):
        if args[-1] is Ellipsis:
            return f"a list, each entry {_words(args[0])}"
        return f"a list of {len(args)}, each {_words(args[0])}"
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return " or ".join(map(_words, args))
    if attrs.has(kind):
        return f"a table with {', '.join(_key(a) for a in attrs.fields(kind))}"
    return "a table"


def rename_keywords(cls: type) -> None:
    """Let the attributes of `cls` that end in an underscore stand under the key without it (``class``)."""
    renamed: dict[str, Any] = {a.name: override(rename=_key(a)) for a in attrs.fields(cls) if a.name.endswith("_")}
    _converter.register_structure_hook(
        cls, make_dict_structure_fn(cls, _converter, _cattrs_forbid_extra_keys=True, **renamed)
    )
