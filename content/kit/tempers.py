"""How computer players weigh: the files ``<system>/ai/<level>.toml``, each the temper of one level."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import read_toml, structure


@frozen
class Learned:
    """Where the numbers of a temper come from.

    source: how they were found; games: played to tell whether they are better, with what came of it; date: of them;
    content: the first 12 digits of the SHA-256 that `content.catalogue.content_hash` gives for the scenarios played.
    """

    source: str
    games: int
    result: str
    date: str
    content: dict[str, str]


@kept
def tempers(system: str, file: type[Any]) -> dict[str, Any]:
    """The tempers of a system by level. ContentError with every mistake of a file.

    file: what a file states: `learned`, and `weights` as the system has them.
    """
    made: dict[str, Any] = {}
    for path in folders.files(system, "ai"):
        label = folders.label(path)
        made.setdefault(path.stem, structure(read_toml(path, label), file, label).weights)
    return made
