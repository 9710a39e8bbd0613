"""How computer players weigh: the files ``<system>/ai/<level>.toml``, each the temper of one level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import field, frozen, make_class

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import read_toml, structure

T = TypeVar("T")


@frozen
class Learned:
    """Where the numbers of a temper come from.

    source: how they were found; games: played to tell what they are worth, with what came of it; date: of them;
    command: with which it is found anew; content: the first 12 digits of `content.catalogue.content_hash` of the
    scenarios played, as they were then.
    """

    source: str
    games: int
    result: str
    date: str
    command: str
    content: dict[str, str]


@frozen
class _Source:
    """Of a file what is the same for all systems."""

    learned: Learned
    weights: dict[str, Any]


@kept
def tempers(system: str, temper: type[T]) -> Mapping[str, T]:
    """The tempers of a system by level, for those that have weights of their own; temper: the class of its weights.
    ContentError with every mistake of a file."""
    file = make_class("_TemperFile", {"learned": field(type=Learned), "weights": field(type=temper)}, frozen=True)
    made: dict[str, T] = {}
    for path in folders.files(system, "ai"):
        label = folders.label(path)
        made.setdefault(path.stem, structure(read_toml(path, label), file, label).weights)
    return made


def learned(system: str) -> Mapping[str, Learned]:
    """Where the numbers of the levels of a system come from, by level."""
    found: dict[str, Learned] = {}
    for path in folders.files(system, "ai"):
        label = folders.label(path)
        found.setdefault(path.stem, structure(read_toml(path, label), _Source, label).learned)
    return found
