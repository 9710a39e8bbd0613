"""Where content lies: the folder of the program, and folders of the player's own that the caller names."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from content.kit.load import ContentError, Mistake, no_such, read_toml, structure

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

OWN: Final = Path(__file__).resolve().parent.parent

_folders: list[Path] = [OWN]
_forget: list[Callable[[], None]] = []
#: Results of one function that are kept: several times what the program's own content needs. Players may ask for
#: entries that do not exist, under as many names as they like.
_MOST: Final = 8192


def kept(function: F) -> F:
    """Decorator: keep the results of `function` until the folders change, those that were asked for last."""
    keeping = lru_cache(_MOST)(function)
    _forget.append(keeping.cache_clear)
    return keeping  # type: ignore[return-value]  # the wrapper is called like the function


def add_folder(folder: Path) -> None:
    """Read content from `folder` too; laid out as the program's own: ``<folder>/<system>/boards/<id>.toml``.

    ContentError if it is no folder. A folder added twice counts once.
    """
    where = folder.resolve()
    if not where.is_dir():
        raise ContentError(Mistake(str(folder), "", "no such folder", "a folder of content", "create it first"))
    if where not in _folders:
        _folders.append(where)
        forget()


def added() -> tuple[Path, ...]:
    """The folders that were added, in the order in which they are read."""
    return tuple(folder for folder in _folders if folder != OWN)


def drop_folder(folder: Path) -> None:
    """Stop reading content from a folder that was added; the program's own stays."""
    where = folder.resolve()
    if where != OWN and where in _folders:
        _folders.remove(where)
        forget()


def forget() -> None:
    """Read everything anew when it is next asked for; after a content file was changed."""
    for clear in _forget:
        clear()


@kept
def files(system: str, kind: str) -> tuple[Path, ...]:
    """All files of a kind (rules, tables, units, weapons, boards, overlays, scenarios), own folder first."""
    return tuple(path for folder in _folders for path in sorted((folder / system / kind).glob("*.toml")))


def ids(system: str, kind: str) -> tuple[str, ...]:
    """The ids of a kind of content that has one file each: the names of the files."""
    return tuple(dict.fromkeys(path.stem for path in files(system, kind)))


def path_of(system: str, kind: str, id_: str) -> Path:
    """The file of a kind that has one for each id. ContentError, with the ids most like it, if there is none."""
    for path in files(system, kind):
        if path.stem == id_:
            return path
    raise no_such(f"{system}/{kind}", id_, ids(system, kind))


def stated(system: str, kind: str, id_: str, form: type[T]) -> T:
    """What the file of an id states, its form proved; ContentError if its id is not the name of the file.

    With a key `like` it states only what it has otherwise than that of another id, which has no such key itself.
    """
    path = path_of(system, kind, id_)
    name = label(path)
    data = read_toml(path, name)
    if like := data.get("like"):
        data = {**_copied(system, kind, like, name), **data}
    made = structure(data, form, name)
    if data["id"] != path.stem:
        remedy = f"rename the file to {data['id']}.toml or correct the id"
        raise ContentError(Mistake(name, "id", repr(data["id"]), f"{path.stem!r}, the name of the file", remedy))
    return made


def _copied(system: str, kind: str, like: object, name: str) -> dict[str, Any]:
    """What the file states that another is like."""
    if not isinstance(like, str):
        raise ContentError(Mistake(name, "like", repr(like), "a string", "name the id of another file"))
    path = path_of(system, kind, like)
    found = read_toml(path, label(path))
    if "like" in found:
        remedy = f"write {found['like']!r}, or state everything"
        raise ContentError(Mistake(name, "like", repr(like), "one that is like no other itself", remedy))
    return found


def label(path: Path) -> str:
    """The name of a content file in messages: relative to the program's content, or the whole path."""
    return path.relative_to(OWN).as_posix() if path.is_relative_to(OWN) else str(path)


@kept
def text(path: Path) -> str:
    """The text of a content file; ContentError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(Mistake(label(path), "", "no such file", "a TOML file")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(Mistake(label(path), "", f"an unreadable file ({error})", "a UTF-8 text file")) from error
