"""A player's ``keys.toml``: read, proved line by line, and written as a template with all actions in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from core.text.toml_text import TomlError, toml_of
from tui.keys.catalogue import Action, Group, actions, groups
from tui.keys.held import AS_THEY_COME, Keys, told
from tui.keys.names import IN_MENUS, ORDERS, KeyRefusedError, key_named, order_letter

FILE: Final = "keys.toml"
#: Groups in which a letter goes to the orders first.
_ORDERED: Final = ("game", "lesson", "by-file", "table")

#: What is done with a line of a list, whose lines are picked by letters and digits.
_IN_LISTS: Final = ("windows.rename", "windows.delete")


@frozen
class KeyFile:
    """What a file says. keys: those that hold, where it is wrong those of the program; wrong: a sentence for each
    mistake."""

    keys: Keys = AS_THEY_COME
    wrong: tuple[str, ...] = ()


def load(data_dir: Path) -> KeyFile:
    """The keys of a data directory; without a file those of the program. The file is never changed by reading it."""
    path = data_dir / FILE
    return read_file(path) if path.exists() else KeyFile()


def read_file(path: Path) -> KeyFile:
    """The keys that a file states."""
    try:
        return read(toml_of(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, TomlError) as error:
        return KeyFile(wrong=(f"{path.name} cannot be read ({error}); all keys are those of the program",))


def read(data: Mapping[str, Any]) -> KeyFile:
    """The keys that the tables of a file state."""
    wrong: list[str] = []
    changed: dict[str, tuple[str, ...]] = {}
    for id_, stated in _stated(data, wrong):
        keys = _keys(id_, stated, wrong)
        if keys:
            changed[id_] = keys
    while (clash := _clash(changed)) is not None:
        id_, sentence = clash
        wrong.append(sentence)
        del changed[id_]
    return KeyFile(Keys(changed), tuple(wrong))


def template() -> str:
    """A file with every action, its keys and what it does, all of it commented out."""
    lines = [
        "# Keys of panzerhex. Take away the # before a line and put keys of your own in the place of those",
        '# that stand there: one, "K", or several, ["K", "f5"]. What is not stated, or wrong, stays as it is.',
        "# panzerhex settings --check-keys says what is wrong.",
        "#",
        "# Keys are characters, space, tab, shift+tab, insert, delete, home, end, f1 to f12, ctrl+ with a letter,",
        "# ctrl+ or shift+ with an arrow. Enter, escape, backspace, the arrows, the page keys and ctrl+c stay what",
        "# they are; so do the keys of menus, of lists and of letters in them. In a game orders are picked by",
        f"# {_in_words()}.",
        "# On the map, in the log, in windows, in a set-up and in a replay any letter will do.",
    ]
    for group in groups():
        lines += ["", f"[{group.name}]  # {group.about}"]
        lines += [f"#{_line(action)}" for action in group.actions]
    return "\n".join(lines) + "\n"


def _line(action: Action) -> str:
    shown = ", ".join(f"'{key}'" if key == '"' else f'"{key}"' for key in map(told_in_file, action.keys))
    stated = f"{action.name} = {shown if len(action.keys) == 1 else f'[{shown}]'}"
    return f"{stated:28}# {action.about}"


def told_in_file(key: str) -> str:
    """A key as it is written in a file."""
    shown = told(key)
    return shown if len(shown) == 1 else key


# -- what is wrong -----------------------------------------------------------------------------------


def _stated(data: Mapping[str, Any], wrong: list[str]) -> Iterator[tuple[str, Any]]:
    """Each line of the tables, by the id of its action; unknown ones are told."""
    known = {group.name: group for group in groups()}
    for name, table in data.items():
        if name not in known:
            wrong.append(f"[{name}] is no group of keys; {_near(name, list(known))}")
        elif not isinstance(table, Mapping):
            wrong.append(f"{name} is a group of keys: write [{name}] and below it the actions")
        else:
            yield from _lines(known[name], table, wrong)


def _lines(group: Group, table: Mapping[str, Any], wrong: list[str]) -> Iterator[tuple[str, Any]]:
    names = [action.name for action in group.actions]
    for name, stated in table.items():
        if name in names:
            yield f"{group.name}.{name}", stated
        else:
            elsewhere = [id_ for id_ in actions() if id_.partition(".")[2] == name]
            hint = f"there is {' and '.join(elsewhere)}" if elsewhere else _near(name, names)
            wrong.append(f"[{group.name}] has no action {name!r}; {hint}")


def _keys(id_: str, stated: Any, wrong: list[str]) -> tuple[str, ...]:
    """The keys of an action as Textual calls them; () if any of them cannot be had."""
    listed = [stated] if isinstance(stated, str) else stated
    if not isinstance(listed, list) or not listed or not all(isinstance(key, str) for key in listed):
        wrong.append(f'{id_} = {stated!r} is no key; write one, "K", or several, ["K", "f5"]')
        return ()
    keys: list[str] = []
    for text in listed:
        try:
            key = key_named(text)
            _prove(id_, key)
        except KeyRefusedError as error:
            wrong.append(f'{id_} = "{text}": {error}')
            return ()
        if key not in keys:
            keys.append(key)
    return tuple(keys)


def _prove(id_: str, key: str) -> None:
    """KeyRefusedError if an action may not have this key, whatever else has it."""
    group = id_.partition(".")[0]
    letter = order_letter(key)
    if group in _ORDERED and letter and key not in (*_own(), *actions()[id_].keys):
        raise KeyRefusedError(f"orders are picked by {letter}; they need {_in_words()}")
    if id_ in _IN_LISTS and len(told(key)) == 1 and told(key).isalnum():
        raise KeyRefusedError("a letter or a digit picks a line of the list; take a sign, or ctrl+ and a letter")
    if group == "windows" and key in ("space", "tab", "shift+tab"):
        raise KeyRefusedError(f"{told(key)} closes windows, or goes on in them")
    if group == "everywhere":
        if key in IN_MENUS:
            raise KeyRefusedError(f"{told(key)} has something of its own to do in the menus")
        if len(told(key)) == 1 and told(key).isalnum():
            raise KeyRefusedError(
                "a letter or a digit is for typing in lists; take a sign, f1 to f12 or ctrl+ and a letter"
            )


def _own() -> frozenset[str]:
    """The keys that a game has of its own, and that therefore no order gets."""
    return frozenset(key for id_, action in actions().items() if id_.startswith("game.") for key in action.keys)


def _in_words() -> str:
    own = {told(key) for key in _own()}
    capitals = "".join(sorted(c for c in ORDERS if c.isupper() and c not in own))
    small = "".join(sorted(c for c in own if c.islower() and len(c) == 1))
    return f"digits, . , / < >, the capitals {capitals} and all small letters but {small}"


def _clash(changed: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """An action changed whose key another has that is heard at the same time, and what is wrong with it; None if there
    is none. What the program has of that kind by itself stays."""
    now = {id_: changed.get(id_, action.keys) for id_, action in actions().items()}
    for id_ in reversed(list(changed)):
        for other, keys in now.items():
            if other == id_ or not _together(id_, other):
                continue
            for key in changed[id_]:
                if key in keys and not (key in actions()[id_].keys and key in actions()[other].keys):
                    has = f"{other} has this key ({actions()[other].about})"
                    return id_, f'{id_} = "{told_in_file(key)}": {has}; change that too, or take another'
    return None


def _together(one: str, other: str) -> bool:
    """Whether the keys of two actions are heard at the same time."""
    beside = {group.name: (group.name, *group.beside) for group in groups()}
    also = {group.name: group.also for group in groups()}
    first, second = one.partition(".")[0], other.partition(".")[0]
    return second in beside[first] or first in beside[second] or one in also[second] or other in also[first]


def _near(name: str, known: list[str]) -> str:
    found = get_close_matches(name.replace("_", "-").lower(), known, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(found)}?" if found else f"there is {', '.join(known)}"
