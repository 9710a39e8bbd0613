"""Data cards of the miniatures edition: those of the hex edition with their distances in inches of 50 m (min:1.1.4).

Its own cards are lost. What the book tells of them stands beside the card as `inches`, or below; every other distance
follows from the hex edition, whose hexes are the inches halved and rounded down: an outer edge of a range is twice its
hexes, an allowance the whole number of inches, of the two that halve to it, that is nearest to the speed it comes from.
Of Armor they have more: TS and HS squarely from the Side, which show as much less there than at Front/Side as cos 30
degrees is less than 1; and a Rising/Falling Angle, the letter that goes with how much the hex edition's Armor changes
between level and other shots (min:8.4.6.1.1, min:16.1.3.2). Damage is read on one table for all, by the D of a row.
Factors, sizes and points are the same; Armor and Penetration Factors keep the one scale of the hex edition for both,
so that their comparison is that of the same plates and shells (min:8.4.6). They know no limit of Illumination
(min:16.1.2.2.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from content.panzer.cards.card_file import UnitEntry
from content.panzer.tables.tables import table
from core.panzer.pieces.cards import (
    Armor,
    Inclination,
    LegCard,
    LegSize,
    Limited,
    Slope,
    TowedCard,
    UnitCard,
    VehicleCard,
)
from core.panzer.pieces.weapons import AaRow, ApRow, Five, GpRow, MountedWeapon, RangeFactor, Weapon

_TWICE: Final = 2
#: Inches an hour of the game, as it were: of a road and of a cross-country speed in km/h; a Path is so much of a Road.
_ON_ROAD: Final = 0.444
_ACROSS: Final = 0.4
_ON_PATH: Final = 0.65
#: Minimum ranges in inches of weapons for which the book has them, by id (min:4.5.2).
_MINIMUM: Final = {"de-8cm-grw34": 5}
#: Outer edges in inches of AP rows for which the book has them, by weapon and ammunition, P to E; the hexes are half of
#: them, rounded down (min:8.4.1.2).
_EDGES: Final[Mapping[tuple[str, str], Mapping[RangeFactor, int]]] = {
    ("de-7.5cm-kwk40-l48", "AP"): {RangeFactor.P: 7},
}
#: What a side plate shows squarely, of what it shows at Front/Side.
_SQUARE: Final = 0.866
#: From which part of the Armor on a rising and a falling shot changes it on the mean, the angle is one or the other.
_SLOPES: Final = ((0.1, Slope.HIGH), (0.04, Slope.MEDIUM), (0.0, Slope.LOW))


def in_inches(card: UnitCard, entry: UnitEntry) -> UnitCard:
    """The card of the miniatures edition for one of the hex edition; entry: what its file states."""
    limits = dict(card.ammo_limits)
    limits.pop(Limited.ILLUMINATION, None)
    made: UnitCard = evolve(card, weapons=tuple(map(_mounted, card.weapons)), ammo_limits=limits)
    if isinstance(made, VehicleCard):
        return evolve(made, move=_vehicle_moves(made, entry), armor=_armor(made.armor))
    if isinstance(made, LegCard):
        sizes = {step: _size(size) for step, size in made.sizes.items()}
        cycle = made.motorcycle
        return evolve(
            made,
            sizes=sizes,
            weapons=next(iter(sizes.values())).weapons,
            move=(_TWICE * made.move[0], _TWICE * made.move[1]),
            motorcycle=cycle and (_TWICE * cycle[0], _TWICE * cycle[1], _TWICE * cycle[2]),
        )
    return evolve(made, move=_TWICE * made.move) if isinstance(made, TowedCard) else made


def weapon_in_inches(weapon: Weapon) -> Weapon:
    """The rows of a weapon with their distances in inches."""
    return evolve(
        weapon,
        ap=tuple(_ap(row, _EDGES.get((weapon.id, row.type), {})) for row in weapon.ap),
        gp=_gp(weapon, weapon.gp),
        gp_if=_gp(weapon, weapon.gp_if),
        aa=_aa(weapon.aa),
        min_range=_least(weapon, weapon.min_range),
    )


def _vehicle_moves(card: VehicleCard, entry: UnitEntry) -> tuple[int, int, int]:
    if entry.inches:
        across, path, road = entry.inches
        return across, path, road
    kmh = entry.history.get("road_kmh", 0) * _ON_ROAD
    speeds = entry.history.get("cross_country_kmh", 0) * _ACROSS, kmh * _ON_PATH, kmh
    across, path, road = (
        min(max(round(speed), _TWICE * hexes), _TWICE * hexes + 1) if hexes else 0
        for hexes, speed in zip(card.move, speeds, strict=True)
    )
    return across, path, road


def _armor(armor: Armor) -> Armor:
    if not armor.front_side:
        return armor
    oblique = armor.front_side[Inclination.LEVEL]
    side = {where: int(oblique[where] * _SQUARE + 0.5) for where in ("TS", "HS")}
    return evolve(armor, side=side, slope=_slope(armor))


def _slope(armor: Armor) -> Slope:
    rising, level, falling = (
        sum(sum(part[how].values()) for part in (armor.front, armor.front_side))
        for how in (Inclination.RISING, Inclination.LEVEL, Inclination.FALLING)
    )
    return next(slope for least, slope in _SLOPES if rising - falling >= 2 * least * level)


def _size(size: LegSize) -> LegSize:
    return evolve(size, weapons=tuple(map(_mounted, size.weapons)))


def _mounted(mounted: MountedWeapon) -> MountedWeapon:
    return evolve(mounted, weapon=weapon_in_inches(mounted.weapon))


def _edges(ranges: Five) -> Five:
    p, s, m, l, e = (_TWICE * edge for edge in ranges)  # noqa: E741  # the letters of the columns
    return p, s, m, l, e


def _ap(row: ApRow, told: Mapping[RangeFactor, int]) -> ApRow:
    """told: the edges that the book has."""
    results = table("ap-damage").column("result")
    p, s, m, l, e = (told.get(RangeFactor(i), edge) for i, edge in enumerate(_edges(row.range)))  # noqa: E741
    return evolve(row, range=(p, s, m, l, e), damage=tuple(results[digit] for digit in range(1, 11)))


def _gp(weapon: Weapon, row: GpRow | None) -> GpRow | None:
    return row and evolve(row, range=_edges(row.range), min_range=_least(weapon, row.min_range))


def _aa(row: AaRow | None) -> AaRow | None:
    return row and evolve(row, range=_edges(row.range))


def _least(weapon: Weapon, hexes: int) -> int:
    """Without a minimum range a weapon fires at what is adjacent (min:4.5.2)."""
    return 1 if hexes <= 1 else _MINIMUM.get(weapon.id, _TWICE * hexes)
