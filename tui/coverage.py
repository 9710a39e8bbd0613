"""How much of the rulebooks is played: which rule ids the code and the tests cite.

A rule is implemented where a docstring or a text of `core` names its id, and shown where a vignette or a test does so
too; tests alone prove nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import frozen

from tui import citations
from tui.citations import Citations

#: Tiers whose rules describe the game instead of ruling it.
_DESCRIPTIVE: Final = frozenset({"design", "component", "glossary"})
#: Seconds that reading all sources may take; it is a few on an idle machine.
_PATIENCE: Final = 120


@frozen
class Covered:
    """One rule. state: "shown", "implemented", "missing" or "not-a-mechanic". where: ``module:function`` that cite
    it; shown_by: vignettes and tests that do."""

    tier: str
    state: str
    where: tuple[str, ...] = ()
    shown_by: tuple[str, ...] = ()


@lru_cache(maxsize=2)
def cited(directory: Path = Path(citations.__file__).parent) -> Citations:
    """What the code and the tests name: as it was written down when the program was built, else, in a checkout, as
    the sources are when it is first asked for. OSError or CalledProcessError if they cannot be read.

    Never parsed here: it would hold up whoever plays in this process for seconds, and two threads of CPython 3.11
    that parse at a time break each other.
    """
    built = directory / citations.BUILT
    if built.is_file():
        found = json.loads(built.read_text("utf-8"))
    else:
        script = [sys.executable, "-I", str(directory / "citations.py")]
        asked = subprocess.run(script, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=_PATIENCE)
        found = json.loads(asked.stdout)
    return {kind: [(place, ids) for place, ids in places] for kind, places in found.items()}


def cover(
    tiers: Mapping[str, str], named: Citations, same: Mapping[str, tuple[str, ...]] | None = None
) -> dict[str, Covered]:
    """What is known of each rule, given the tiers by rule id in the order of the book, and what is named where.

    same: rules of another book that say the same as one: they are its code and what shows it, if all of them are there.
    """
    where = _by_rule(tiers, named["code"])
    shown_by = _by_rule(tiers, named["tests"])
    for id_, others in (same or {}).items():
        for places in (where, shown_by):
            if id_ not in places and all(other in places for other in others):
                places[id_] = tuple(dict.fromkeys(place for other in others for place in places[other]))
    return {
        id_: Covered(
            tier, _state(tier, where.get(id_, ()), shown_by.get(id_, ())), where.get(id_, ()), shown_by.get(id_, ())
        )
        for id_, tier in tiers.items()
    }


def _state(tier: str, where: tuple[str, ...], shown_by: tuple[str, ...]) -> str:
    if where:
        return "shown" if shown_by else "implemented"
    return "not-a-mechanic" if tier in _DESCRIPTIVE else "missing"


def _by_rule(tiers: Mapping[str, str], places: Iterable[tuple[str, list[str]]]) -> dict[str, tuple[str, ...]]:
    """The places that name each rule, in the order in which they were read."""
    order = {id_: number for number, id_ in enumerate(tiers)}
    ids = tuple(tiers)
    found: dict[str, dict[str, None]] = {}
    for place, named in places:
        for name in named:
            first, _, last = name.partition(" to ")
            if first in order and (last or first) in order:
                for id_ in ids[order[first] : order[last or first] + 1]:
                    found.setdefault(id_, {})[place] = None
    return {id_: tuple(places) for id_, places in found.items()}
