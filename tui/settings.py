"""What a player has set once and for all, kept in settings.toml in the data directory."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import tomli_w
from attrs import field, frozen

FILE: Final = "settings.toml"


@frozen
class Settings:
    """The settings of one player.

    theme: name of a theme; ascii: draw with ASCII glyphs only; confirm: ask before an order that cannot be
    taken back; hand_over: cover the screen between two players; zoom: zoom of the map when a game opens
    ("close", "middle", "far" or "plain"); speed: events a second of a replay; playback: what has happened
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
    speed: float = 2.0
    playback: str = "wait"
    telling: str = "fire"
    stop: str = "never"
    pace: str = "normal"
    turn_sheet: bool = True
    call: str = "none"
    seats: tuple[str, ...] = ("human", "ai:greedy")
    rule_sets: Mapping[str, tuple[str, ...]] = field(factory=dict)


def load(data_dir: Path) -> tuple[Settings, str]:
    """The settings kept in a data directory, and what is wrong with their file ("" if nothing is).

    What cannot be read counts as not set; the file is never changed by reading it.
    """
    path = data_dir / FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Settings(), f"{path} cannot be read ({error}); the settings are those of a new player"
    kept: dict[str, Any] = {}
    wrong: list[str] = []
    for attribute in attrs.fields(Settings):
        if attribute.name not in data:
            continue
        value = data[attribute.name]
        if _fits(attribute.name, value):
            kept[attribute.name] = _frozen(value)
        else:
            wrong.append(f"{attribute.name} = {value!r}")
    problem = f"{path}: {', '.join(wrong)} not understood and left out" if wrong else ""
    return Settings(**kept), problem


def save(settings: Settings, data_dir: Path) -> None:
    """Keep settings in a data directory; the old file stands until the new one is whole. OSError if it cannot be."""
    data_dir.mkdir(parents=True, exist_ok=True)
    body = attrs.asdict(settings)
    body["seats"] = list(settings.seats)
    body["rule_sets"] = {name: list(ids) for name, ids in settings.rule_sets.items()}
    path = data_dir / FILE
    fresh = path.with_suffix(".new")
    fresh.write_text(tomli_w.dumps(body), encoding="utf-8")
    os.replace(fresh, path)


def _fits(name: str, value: object) -> bool:
    if name == "seats":
        return _are_names(value)
    if name == "rule_sets":
        return isinstance(value, dict) and all(_are_names(ids) for ids in value.values())
    default = getattr(Settings(), name)
    if isinstance(default, float):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
    return type(value) is type(default)


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _frozen(part) for name, part in value.items()}
    return tuple(value) if isinstance(value, list) else value
