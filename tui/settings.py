"""What a player has set once and for all, kept in settings.toml in the data directory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, Final

import attrs
import tomli_w
from attrs import field, frozen

from core.alike import Alike
from core.text.toml_text import TomlError, toml_of

FILE: Final = "settings.toml"
#: What a file that was wrong is called as soon as settings are kept anew.
ASIDE: Final = "settings.toml.wrong"

#: What settings that are words may be.
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("dark", "light", "contrast", "safe", "16"),
    "zoom": ("close", "middle", "far", "plain"),
    "playback": ("wait", "run", "none"),
    "telling": ("loss", "fire", "contact", "never"),
    "stop": ("loss", "fire", "contact", "never"),
    "pace": ("fast", "normal", "slow", "step"),
    "call": ("none", "bell", "title", "both"),
}
#: The fastest replay, in events a second.
FASTEST: Final = 1000
#: So much of what was found is repeated.
_SHOWN: Final = 40


@frozen(eq=False, repr=False)
class Settings(Alike):
    """The settings of one player.

    theme: name of a theme; ascii: draw with ASCII glyphs only; confirm: ask before an order that cannot be
    taken back; hand_over: cover the screen between two players; zoom: zoom of the map when a game opens
    ("close", "middle", "far" or "plain"); printed: hexes of joined maps
    are called as printed on their boards; speed: events a second of a replay; playback: what has happened
    is played and waits at first sights and shots ("wait"), is played without waiting ("run") or is not ("none");
    telling: from what weight on it is told
    by itself what others have done ("loss", "fire", "contact" or "never"); stop: from what weight on a computer player
    waits for a key (the same); pace: of a computer player's orders ("fast", "normal", "slow", or "step": a key for
    each); turn_sheet: the turn in short comes by itself at its end; call: how a player is called when he is to order
    ("none", "bell", "title" or "both"); seats: who plays each side of a new game ("human", or a computer player's
    level), in the order of the sides; rule_sets: ids of options by the name under which they were kept together.
    """

    theme: str = "dark"
    ascii: bool = False
    confirm: bool = True
    hand_over: bool = True
    zoom: str = "middle"
    printed: bool = False
    speed: float = 2.0
    playback: str = "wait"
    telling: str = "fire"
    stop: str = "never"
    pace: str = "normal"
    turn_sheet: bool = True
    call: str = "none"
    seats: tuple[str, ...] = ("human", "ai:regular")
    rule_sets: Mapping[str, tuple[str, ...]] = field(factory=dict)


def load(data_dir: Path) -> tuple[Settings, str]:
    """The settings kept in a data directory, and what is wrong with their file ("" if nothing is).

    What cannot be read counts as not set; the file is never changed by reading it.
    """
    path = data_dir / FILE
    try:
        data = toml_of(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, UnicodeDecodeError, TomlError) as error:
        return Settings(), f"{path} cannot be read ({error}); the settings are those of a new player"
    kept: dict[str, Any] = {}
    wrong: list[str] = []
    names = [attribute.name for attribute in attrs.fields(Settings)]
    for name, value in data.items():
        if name not in names:
            near = get_close_matches(name, names, n=1)
            wrong.append(f"{_cut(name)} is no setting{f', did you mean {near[0]}?' if near else ''}")
        elif _fits(name, value):
            kept[name] = _frozen(value)
        else:
            wrong.append(f"{name} = {_cut(repr(value))} must be {_allowed(name)}")
    problem = f"{path}: {'; '.join(wrong)}; what is wrong counts as not set" if wrong else ""
    return Settings(**kept), problem


def save(settings: Settings, data_dir: Path) -> None:
    """Keep settings in a data directory; the old file stands until the new one is whole, and is put aside if anything
    in it was wrong. OSError if they cannot be kept."""
    data_dir.mkdir(parents=True, exist_ok=True)
    body = attrs.asdict(settings)
    body["seats"] = list(settings.seats)
    body["rule_sets"] = {name: list(ids) for name, ids in settings.rule_sets.items()}
    path = Path(os.path.realpath(data_dir / FILE))  # where a link leads: it stays one
    fresh = path.with_suffix(".new")
    fresh.write_text(tomli_w.dumps(body), encoding="utf-8")
    if load(data_dir)[1]:
        _put_aside(path, data_dir / ASIDE)
    os.replace(fresh, path)


def _put_aside(path: Path, aside: Path) -> None:
    """Keep a file that was wrong; one that was put aside before stays, too."""
    others = (aside.with_name(f"{aside.name}.{number}") for number in range(2, 100))
    os.rename(path, next(one for one in (aside, *others) if not os.path.lexists(one)))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _fits(name: str, value: object) -> bool:
    if name == "seats":
        return _are_names(value)
    if name == "rule_sets":
        return isinstance(value, dict) and all(_are_names(ids) for ids in value.values())
    if name in WORDS:
        return value in WORDS[name]
    if name == "speed":
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return number and 0 < value <= FASTEST and isfinite(value) and value >= 1 / FASTEST  # type: ignore[operator, arg-type]
    return isinstance(value, bool)


def _allowed(name: str) -> str:
    """What a setting may be, in words."""
    if name == "seats":
        return 'a list of who plays each side, such as ["human", "ai:greedy"]'
    if name == "rule_sets":
        return 'a table of lists of options, such as {mine = ["smoke"]}'
    if name == "speed":
        return f"a number of events a second, at most {FASTEST}"
    return " or ".join(f'"{word}"' for word in WORDS[name]) if name in WORDS else "true or false"


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _frozen(part) for name, part in value.items()}
    return tuple(value) if isinstance(value, list) else value
