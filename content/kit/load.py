"""TOML into frozen classes, and what is wrong with a file: all its mistakes together, each in one line."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

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
    """The data of a file as an instance of `cls`; ContentError with every key that does not fit.

    An attribute whose name ends in an underscore stands under the key without it (``class``).
    """
    proof, form = Proof(file), cast("Any", cls)
    made: T = _reader(form)(data, "", proof)
    proof.done()
    return made


# -- strict structuring --------------------------------------------------------------------------

#: Makes of the value of a key what it is read as; what does not fit is a mistake of the proof, and what it answers then
#: is used by nobody.
_Reader = Callable[[Any, str, Proof], Any]
_KINDS: Final[Mapping[Any, str]] = {str: "string", int: "whole number", float: "number", bool: "true or false"}


@lru_cache(maxsize=1024)
def _reader(kind: Any) -> _Reader:
    """What reads values of a kind: of one of `_KINDS`, a tuple, a mapping, an attrs class, one of them or nothing, Any.

    TypeError of any other kind.
    """
    if kind is Any:
        return lambda value, key, proof: value
    if kind in _KINDS:
        return partial(_read_exactly, kind)
    args = [arg for arg in get_args(kind) if arg is not NoneType]
    origin = get_origin(kind)
    if _is_tuple(kind):
        return partial(_read_list, kind)
    if origin in (UnionType, Union) and len(args) == 1:
        return _reader(args[0])
    if origin in (Mapping, dict):
        return partial(_read_mapping, kind, _reader(args[1]))
    if attrs.has(kind):
        return partial(_read_form, kind)
    raise TypeError(f"nothing in a file is a {kind}")


def _read_exactly(kind: type, value: object, key: str, proof: Proof) -> object:
    """A value of one kind alone, which is not made of another; but a whole number is a number."""
    fits = isinstance(value, kind) or (kind is float and isinstance(value, int))
    if not fits or (isinstance(value, bool) and kind is not bool):
        _note_misfit(value, kind, key, proof)
    return value


def _read_list(kind: Any, value: object, key: str, proof: Proof) -> object:
    """A tuple from an array and nothing else, not even a string."""
    inner = get_args(kind)
    endless = inner[-1] is Ellipsis
    if not isinstance(value, list) or not (endless or len(value) == len(inner)):
        _note_misfit(value, kind, key, proof)
        return ()
    kinds = repeat(inner[0], len(value)) if endless else inner
    pairs = zip(kinds, value, strict=True)
    return tuple([_reader(each)(item, f"{key}[{n}]", proof) for n, (each, item) in enumerate(pairs, 1)])


def _read_mapping(kind: Any, read: _Reader, value: object, key: str, proof: Proof) -> object:
    if not isinstance(value, Mapping):
        _note_misfit(value, kind, key, proof)
        return {}
    return {name: read(item, f"{key}.{name}", proof) for name, item in value.items()}


def _read_form(kind: Any, value: object, key: str, proof: Proof) -> object:
    """A table: whatever its attributes do not have by default must stand there, and nothing else may."""
    if not isinstance(value, Mapping):
        _note_misfit(value, kind, key, proof)
        return None
    before, form, made = len(proof.mistakes), _form(kind), {}
    for name, (attribute, inner) in form.items():
        place = f"{key}.{name}" if key else name
        if name in value:
            made[attribute.alias] = _reader(inner)(value[name], place, proof)
        elif attribute.default is attrs.NOTHING:
            proof.mistake(place, "nothing", _words(inner), "add this key")
    for name in sorted(value.keys() - form.keys()):
        place = f"{key}.{name}" if key else name
        proof.mistake(place, f"the unknown key {name!r}", ", ".join(form), near(name, form) or "remove it")
    return kind(**made) if len(proof.mistakes) == before else None


@lru_cache(maxsize=1024)
def _form(kind: Any) -> Mapping[str, tuple[Any, Any]]:
    """The attributes of a class by their keys, each with its kind."""
    hints = get_type_hints(kind)
    return {_key(a): (a, hints.get(a.name, a.type)) for a in attrs.fields(kind) if a.init}


def _note_misfit(value: object, kind: Any, key: str, proof: Proof) -> None:
    proof.mistake(key, _shown(value), _words(kind))


def _is_tuple(kind: Any) -> bool:
    origin: object = get_origin(kind)
    return origin is tuple


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
