"""A small side view of a vehicle, its front on the right, on which its damage is seen (pw:9.5, pw:9.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.panzerwar.pieces.cards import Drive, Vehicle
from core.panzerwar.pieces.harm import TRACKS, Damage, Harm
from core.presentation import Row, Section

#: The outlines. A letter stands for a part: C commander, G gun, S gun in a sponson, E engine, B bow gunner, F flames.
_TURRET: Final = (
    "  FFF   __C__",
    "  FFF _/     \\_GGGGGGG",
    " ____/_________\\____",
    "/     EE         B\\SSS",
)
_CASEMATE: Final = (
    "  FFF",
    "  FFF ____C____",
    " ____/         \\GGGGGG",
    "/     EE         B\\SSS",
)
_OPEN: Final = (
    "  FFF",
    "  FFF    __BB",
    " ________C_|______",
    "|           \\  EE |",
)
_TRUCK: Final = (
    "  FFF",
    "  FFF",
    " __________",
    "|          |C_",
    "|          |  \\___",
    "|__________|___EE_|",
)
_RUNS: Final[Mapping[Drive, tuple[str, str]]] = {
    Drive.TRACKS: ("\\(o)(o)(o)(o)(o)(o)/", "\\(o)(x) x  x (x)(o)/"),
    Drive.HALF_TRACK: ("\\(o)(o)(o)-----(O)-/", "\\(o) x (x)-----(O)-/"),
}
_WHEELS: Final = ("\\-(O)---(O)---(O)--/", "\\-(O)--- x ---(O)--/")
#: What stands for a part that is whole, and for one that is damaged.
_SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "G": ("=", "x"),
    "S": ("=", "x"),
    "C": ("o", "x"),
    "E": ("#", "x"),
    "B": ("-", "x"),
    "F": (" ", "^"),
}
#: What the marks on a view are called.
_NAMED: Final[Mapping[Damage, str]] = {
    Damage.GUN: "gun",
    Damage.SPONSON_GUN: "gun of the sponson",
    Damage.SECOND_GUN: "gun of the secondary turret",
    Damage.COMMANDER: "commander",
    Damage.MOBILITY: "mobility: engine and drive",
    Damage.HULL_GUNNER: "hull gunner",
    Damage.LEFT_TRACK: "left track",
    Damage.RIGHT_TRACK: "right track",
    Damage.FIRE: "on fire",
}


def section(card: Vehicle, harm: Harm) -> Section:
    """The view as a section of a card, and under it what the marks on it mean."""
    drawn = side_view(card, harm)
    wide = max(len(line) for line in drawn)
    rows = [Row("", cells=(line.ljust(wide),)) for line in drawn]
    rows += [Row("", f"{'^' if one is Damage.FIRE else 'x'} {name}", "pw:9.13", tone="bad") for one, name in _of(harm)]
    return Section("Side view", tuple(rows))


def _of(harm: Harm) -> Iterator[tuple[Damage, str]]:
    return ((one, name) for one, name in _NAMED.items() if one in harm.damage)


def side_view(card: Vehicle, harm: Harm) -> tuple[str, ...]:
    """The lines of the view: x is what is damaged, ^ flames; the track that is seen is the right one, that of the other
    side stands under it."""
    gone = harm.damage
    parts = {
        "G": "-" if card.gun is None and Damage.GUN not in gone else _sign("G", True, Damage.GUN in gone),
        "S": _sign("S", card.sponson_gun is not None, Damage.SPONSON_GUN in gone),
        "C": _sign("C", True, Damage.COMMANDER in gone),
        "E": _sign("E", True, Damage.MOBILITY in gone),
        "B": _sign("B", bool(card.machine_guns), Damage.HULL_GUNNER in gone),
        "F": _sign("F", True, Damage.FIRE in gone),
    }
    upper = tuple("".join(parts.get(sign, sign) for sign in line).rstrip() for line in _outline(card))
    whole, broken = _RUNS.get(card.drive, _WHEELS)
    left, right = (broken if side in gone else whole for side in (Damage.LEFT_TRACK, Damage.RIGHT_TRACK))
    if card.drive not in _RUNS:
        return (*(line for line in upper if line.strip()), broken if TRACKS & gone else whole)
    return (*(line for line in upper if line.strip()), f"{right} right", f"{left} left")


def _outline(card: Vehicle) -> tuple[str, ...]:
    if card.soft:
        return _TRUCK
    if card.turreted:
        return _TURRET
    return _CASEMATE if card.gun is not None else _OPEN


def _sign(part: str, there: bool, damaged: bool) -> str:
    whole, gone = _SIGNS[part]
    return gone if damaged else whole if there else " "
