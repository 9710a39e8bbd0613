"""Set-ups that a player keeps under names, each a file that fits one side of one scenario; a player may edit it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import tomli_w
from attrs import evolve, frozen

from core.alike import Alike
from core.text.toml_text import TomlError, toml_of
from saves.files import replace_file
from saves.library import slug
from saves.line import SaveError

#: Where they lie in the data directory.
FOLDER: Final = "set-ups"
#: The version of the form in which they are written.
FORM: Final = 1
#: So many are kept, so long may a name be, and so many bytes may a file have.
MOST, LONGEST, LARGEST = 200, 60, 1 << 18


@frozen(eq=False, repr=False)
class SetUp(Alike):
    """Orders that set a side up. content: the hash of the content with which they were given; orders: each as its
    picks."""

    name: str
    scenario: str
    side: str
    content: str
    orders: tuple[tuple[str, ...], ...]


@frozen(eq=False, repr=False)
class Kept(Alike):
    """A file of a set-up as it stands in a list. set_up: None for one that cannot be read; then `problem` says why.
    old: whether it was made for other content of its scenario."""

    path: Path
    set_up: SetUp | None
    problem: str = ""
    old: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.set_up.name if self.set_up is not None else self.path.name


def keep(data: Path, set_up: SetUp) -> bool:
    """Write a set-up into its file in a data directory; whether another of that name was there. SaveError says why it
    cannot be kept."""
    name = _proved(set_up.name)
    if not set_up.orders:
        raise SaveError("nothing is placed yet that could be kept")
    folder, path = data / FOLDER, _path(data, set_up, name)
    body: dict[str, Any] = {
        "form": FORM,
        "name": name,
        "scenario": set_up.scenario,
        "side": set_up.side,
        "content": set_up.content,
        "orders": [list(order) for order in set_up.orders],
    }
    try:
        before = path.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if not before and sum(1 for _ in folder.glob("*.toml")) >= MOST:
            raise SaveError(f"{MOST} set-ups are kept already; remove some of {path.parent.name}")
        replace_file(path, tomli_w.dumps(body).encode())
    except OSError as error:
        raise SaveError(f"cannot write {path}: {error.strerror}") from error
    return before


def rename(data: Path, one: Kept, name: str) -> None:
    """Keep a set-up under another name. SaveError says why it cannot be: the name is taken, or cannot be one."""
    if one.set_up is None:
        raise SaveError(one.problem)
    name = _proved(name)
    if name == one.set_up.name:
        return
    if _path(data, one.set_up, name).exists():
        raise SaveError(f"another set-up of this side is called {name} already; delete it first")
    keep(data, evolve(one.set_up, name=name))
    remove(one)


def remove(one: Kept) -> None:
    """Delete the file of a set-up. SaveError says why it stays."""
    try:
        one.path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"cannot delete {one.path.name}: {error.strerror}") from error


def _proved(name: str) -> str:
    name = name.strip()
    if not name or len(name) > LONGEST or not name.isprintable():
        raise SaveError(f"a name has 1 to {LONGEST} characters that can be printed")
    return name


def _path(data: Path, set_up: SetUp, name: str) -> Path:
    named = f"{slug(name)[:40]}-{zlib.crc32(name.encode()):08x}.toml"
    return data / FOLDER / f"{_stem(set_up.scenario, set_up.side)}{named}"


def kept(data: Path, scenario: str, side: str, content: str) -> tuple[Kept, ...]:
    """The set-ups of a side of a scenario, by name; files that cannot be read come last."""
    return tuple(sorted(_found(data, scenario, side, content), key=lambda one: (one.set_up is None, one.name.lower())))


def _found(data: Path, scenario: str, side: str, content: str) -> Iterator[Kept]:
    stem = _stem(scenario, side)
    for path in sorted((data / FOLDER).glob("*.toml")):
        try:
            found = read(path)
        except SaveError as error:
            if path.name.startswith(stem):
                yield Kept(path, None, str(error))
            continue
        if (found.scenario, found.side) == (scenario, side):
            yield Kept(path, found, old=found.content != content)


def _stem(scenario: str, side: str) -> str:
    return f"{slug(scenario)}-{slug(side)}-"


def read(path: Path) -> SetUp:
    """A set-up from its file. SaveError names what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST:
            raise SaveError(f"{path.name} is no set-up: it has more than {LARGEST} bytes")
        data = toml_of(path.read_text("utf-8"))
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}; correct or remove it") from error
    except (UnicodeDecodeError, TomlError) as error:
        raise SaveError(f"{path.name} cannot be read: {error}; correct or remove it") from error
    form = data.get("form")
    if form != FORM:
        told = "has none" if form is None else f"has form {form!r}"
        raise SaveError(f"{path.name} {told}; this program reads set-ups of form = {FORM}")
    for key in ("name", "scenario", "side", "content"):
        if type(data.get(key)) is not str:
            raise SaveError(f"{path.name}: {key} must be a text, found {data.get(key)!r}")
    orders = data.get("orders")
    if not isinstance(orders, list) or not all(_is_order(order) for order in orders):
        raise SaveError(f'{path.name}: orders must be lists of texts, such as ["place:g1", "E9", "0"]')
    return SetUp(data["name"], data["scenario"], data["side"], data["content"], tuple(map(tuple, orders)))


def _is_order(order: object) -> bool:
    return isinstance(order, list) and bool(order) and all(isinstance(pick, str) for pick in order)
