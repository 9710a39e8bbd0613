"""Time of day, weather and ground as files state them (or:7.36)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from content.panzer.scenarios.scenario_file import BridgeLine, ConditionsLine
from content.panzer.scenarios.scenario_proof import Draft
from core.hexes import Hex
from core.panzer.ground.heights import SUNKEN
from core.panzer.ground.terrain import BUILDINGS, led_through
from core.panzer.pieces.conditions import Conditions

#: What Limited Visibility may add to spotting (or:7.36.1).
_DARKEST, _LIGHTEST = -5, -1
_RANGE: Final = f"{_LIGHTEST} to {_DARKEST} (or:7.36.1)"

#: Terrain through which a road may be narrow; a grove is to a map of groves what woods are to others (or:7.30).
_NARROW: Final = BUILDINGS | {"woods", "light-woods", "heavy-woods", "light-grove", "medium-grove", "bridge"}


def conditions(draft: Draft, line: ConditionsLine) -> Conditions:
    """The conditions that a line states."""
    key = f"{draft.under}conditions"
    if not _DARKEST <= line.visibility <= _LIGHTEST:
        draft.proof.mistake(f"{key}.visibility", str(line.visibility), _RANGE)
    if not _DARKEST - 1 <= line.very_limited <= _LIGHTEST:
        allowed = f"{_LIGHTEST} to {_DARKEST}, or {_DARKEST - 1} where it never is (or:7.36.2)"
        draft.proof.mistake(f"{key}.very_limited", str(line.very_limited), allowed)
    return Conditions(
        visibility=line.visibility,
        very_limited=line.very_limited,
        snow=_hexes(draft, line.snow, f"{key}.snow"),
        mud=_hexes(draft, line.mud, f"{key}.mud"),
        bridges=_bridges(draft, line.bridges, f"{key}.bridges"),
        ice=_tons(draft, line.ice, f"{key}.ice"),
        narrow=_narrow(draft, line.narrow, f"{key}.narrow"),
        open_sides=line.open_sides,
    )


def _bridges(draft: Draft, lines: Sequence[BridgeLine], key: str) -> Mapping[Hex, float]:
    """The weight limit of each bridge that has one (or:7.32)."""
    found: dict[Hex, float] = {}
    for at, line in enumerate(lines, 1):
        _tons(draft, line.tons, f"{key}[{at}].tons")
        for hex_ in draft.hexes(line.hexes, f"{key}[{at}].hexes"):
            if draft.map.cells[hex_].terrain != "bridge":
                draft.proof.mistake(f"{key}[{at}].hexes", str(hex_), "hexes of bridges (or:7.32)")
            found[hex_] = line.tons
    return found


def _narrow(draft: Draft, text: str, key: str) -> frozenset[Hex]:
    """The hexes with narrow roads: in woods, among buildings, on bridges, sunken; Paths and Tracks too (or:7.30,
    or:7.30b, na:4.5.1.1.11)."""
    found = _hexes(draft, text, key) or frozenset()
    for hex_ in sorted(found):
        cell = draft.map.cells[hex_]
        if not led_through(cell) or not (cell.terrain in _NARROW or SUNKEN in cell.routes):
            allowed = "hexes of Roads, Paths or Tracks in woods, among buildings, on bridges, or sunken (or:7.30)"
            draft.proof.mistake(key, str(hex_), allowed)
    return found


def _tons(draft: Draft, tons: float | None, key: str) -> float | None:
    if tons is not None and tons <= 0:
        draft.proof.mistake(key, f"{tons:g}", "metric tons, more than 0 (or:7.32)")
    return tons


def _hexes(draft: Draft, text: str, key: str) -> frozenset[Hex] | None:
    """The hexes that are named; None where none are."""
    return frozenset(draft.hexes(text, key)) if text else None
