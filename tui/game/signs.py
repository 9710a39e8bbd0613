"""What the signs on a map mean, for the help of the place that shows it."""

from __future__ import annotations

from collections.abc import Sequence

from core.presentation import Counter, Mark, SideLook
from tui.kit.help import KeyGroup
from tui.map.glyphs import Glyphs
from tui.map.scene import UNIT_KINDS
from tui.map.writing import badge

#: What the help calls the signs of a map.
SIGNS = "Signs on the map"
#: How the letters of marks are to be read.
CASES = ("a A", "small letter: face down; capital: revealed")


def map_signs(
    glyphs: Glyphs, counters: Sequence[Counter], sides: Sequence[SideLook], always: Sequence[Mark] = ()
) -> KeyGroup:
    """What the signs on the map mean: those of the sides and of every map, then the marks that units bear now.

    always: marks that are told though no unit bears them now.
    """
    signs = {
        **side_signs(glyphs, sides, counters),
        glyphs.counts[2] + glyphs.counts[3]: "units in the hex",
        glyphs.selected + "{}" * glyphs.ascii: "the unit whose card is shown",
        glyphs.objective: f"objective; {glyphs.sides[0]} or {glyphs.sides[1]} behind it: its holder",
        glyphs.wreck: "wreck",
        glyphs.smoke * 2: "brewed up, or a smoke screen: it smokes",
        glyphs.mines: "minefield",
        glyphs.path: "path to be ordered, way gone, line of a layer",
        glyphs.times + "2-9": "units in the hex, on a large counter",
        glyphs.cut: "a name that is cut, on a large counter",
        _frame(glyphs): "the cursor",
    }
    signs |= {badge(glyphs, counter): counter.name for counter in counters if counter.kind == "mark"}
    borne = (*always, *(mark for counter in counters for mark in counter.marks))
    marks = {mark.ascii if glyphs.ascii else mark.glyph: mark.meaning for mark in borne}
    lower = sorted((sign, means) for sign, means in marks.items() if sign not in signs)
    letters = any(sign.isalpha() for sign, _ in lower)
    return KeyGroup(SIGNS, (*signs.items(), *lower, *((CASES,) if letters else ())))


def _frame(glyphs: Glyphs) -> str:
    """What the cursor is drawn with, at the far zoom brackets in every set."""
    return "".join(dict.fromkeys((*glyphs.corners, "|" if glyphs.ascii else "┃", "[", "]")))


def side_signs(glyphs: Glyphs, sides: Sequence[SideLook], counters: Sequence[Counter]) -> dict[str, str]:
    """How the units of each side are drawn, by the signs for N to NW and the one for a unit that faces no way.

    counters: those on the map, if their game has units that face a way; headings are shown by eight signs.
    """
    units = [counter for counter in counters if counter.kind in UNIT_KINDS]
    headed = any(unit.heading is not None for unit in units)
    if units and not headed and all(unit.facing is None for unit in units):
        letters = (" CAPITALS", " small letters") if glyphs.cased else ("", "")
        return {f"{glyphs.sides[at]}{letters[at]}": look.name for at, look in enumerate(sides[:2])}
    facings = glyphs.compass if headed else glyphs.facing
    if glyphs.cased:
        arrows = "".join(dict.fromkeys(sign for sign, _ in facings[0]))
        letters = ("CAPITALS", "small letters")
        told = {f"{glyphs.sides[at]} {letters[at]}": look.name for at, look in enumerate(sides[:2])}
        return {**told, arrows: "which way a unit faces, N to NW"}
    return {
        f"{''.join(sign for sign, _ in facings[at])} {glyphs.sides[at]}": f"{look.name}: faces N to NW, no way"
        for at, look in enumerate(sides[:2])
    }


def unit_letters(counters: Sequence[Counter]) -> KeyGroup:
    """What the letters of the units on the map stand for, where the map has no room for names."""
    named: dict[str, list[str]] = {}
    for counter in counters:
        if counter.kind in UNIT_KINDS and counter.short and counter.name not in named.setdefault(counter.short, []):
            named[counter.short].append(counter.name)
    told = {short: ", ".join([*names[:3], *(["..."] if names[3:] else [])]) for short, names in sorted(named.items())}
    return KeyGroup("Letters of the units", tuple(told.items()))
