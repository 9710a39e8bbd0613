"""The offensive part of a data card: every weapon with its ammunition by range factor (na:1.6, na:6.5.4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from core.panzer.pieces.weapons import (
    AaRow,
    AirAttack,
    AirRow,
    ApRow,
    FieldOfFire,
    Five,
    GpRow,
    MountedWeapon,
    RangeFactor,
    Weapon,
)
from core.presentation import Row, Section

HEADING: Final = ("", *(factor.name for factor in RangeFactor))
_FIELDS: Final = {FieldOfFire.ALL_ROUND: "360°", FieldOfFire.FRONT: "front 60°", FieldOfFire.REAR: "rear 60°"}
_RATES: Final = {"N": "normal", "Q": "quick", "R": "rapid", "F": "fast"}
_ATTACKS: Final = {
    AirAttack.STRAFE: ("Strafing", "na:6.7.3.2"),
    AirAttack.BOMB: ("Bombs", "na:6.7.3.3"),
    AirAttack.ROCKET: ("Rockets", "na:6.7.3.4"),
}
_NOTHING: Final = "-"


def weapon_section(mounted: MountedWeapon, title: str = "") -> Section:
    """One weapon of a unit with its mount, Field-of-Fire and Dual Fire mark (na:4.4.3.1, na:5.14b)."""
    rows = gunnery(mounted.weapon)
    table = any(row.cells for row in rows)
    field = _FIELDS[mounted.field_of_fire]
    if not mounted.weapon.air and mounted.mount:
        where = field if mounted.mount == "own" else f"{mounted.mount}, fires {field}"
        rows.append(Row("Mount", where, "na:4.4.3.1"))
    if mounted.dual_fire:
        rows.append(Row("Dual Fire", "the modifier is its when it fires beside another weapon", "na:5.14b"))
    if mounted.limited:
        rows.append(Row("Hull Down", "does not fire from a Hull Down position", "na:6.1.4.1.2b"))
    return Section(title or f"Offensive: {mounted.weapon.name}", tuple(rows), HEADING if table else ())


def gunnery(weapon: Weapon) -> list[Row]:
    """All rows of a weapon: AP by ammunition, GP direct and indirect, anti-aircraft, from the air, rate and smoke."""
    rows: list[Row] = []
    for ammunition in weapon.ap:
        rows += _ap(ammunition, weapon.min_range)
    if weapon.gp is not None and weapon.air is None:
        rows += _gp("GP", weapon.gp, "na:6.5.4.1")
    if weapon.gp_if is not None:
        rows += _gp("IF", weapon.gp_if, "na:6.5.1a")
    if weapon.aa is not None:
        rows += _aa(weapon.aa)
    if weapon.air is not None:
        rows += _air(weapon.air, weapon.gp)
    if not rows:
        rows.append(Row("Fire", weapon.note or "none of its own"))
    elif not weapon.air:
        rows += _told(weapon)
    return rows


def _told(weapon: Weapon) -> Iterator[Row]:
    """What stands below the table: rate of fire, Small Arms, rounds for smoke and light."""
    if weapon.ap:
        rate = _RATES.get(weapon.rof, "")
        yield Row("Rate", f"{weapon.rof} ({rate})" if rate else weapon.rof, "na:6.5.2.1")
    else:
        yield Row("AP", "no armor-piercing fire", "na:4.4.3.2.1a")
    if weapon.small_arms or (weapon.gp is not None and weapon.gp.small_arms):
        yield Row("Small Arms", "seen less when it fires; does less to vehicles", "na:5.7")
    rounds = " and ".join(name for name, has in (("smoke", weapon.smoke), ("illumination", weapon.illumination)) if has)
    if rounds:
        yield Row("Also", f"{rounds} rounds", "na:5.16.1")
    if weapon.note:
        yield Row("Note", weapon.note)


# -- by range factor --------------------------------------------------------------------------------


def spans(edges: Sequence[int], first: int = 1) -> tuple[str, ...]:
    """The hexes of each range factor as "3-5", from the first hex in reach; "-" where a column has none."""
    cells = []
    for edge in edges:
        cells.append(_NOTHING if edge < first else str(edge) if edge == first else f"{first}-{edge}")
        first = max(first, edge + 1)
    return tuple(cells)


def _values(values: Five, edges: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        str(value) if value and edge != _NOTHING else _NOTHING for value, edge in zip(values, edges, strict=True)
    )


def _ap(row: ApRow, first: int) -> Iterator[Row]:
    edges = spans(row.range, first)
    yield Row(f"{row.type} hexes", cells=edges, rule="na:4.4.3.2.1a")
    yield Row(f"{row.type} P", cells=_values(row.penetration, edges), rule="na:4.4.3.2.5")
    if row.damage:
        yield Row("", f"{row.type} damage: {damage(row.damage)} ({row.energy})", "na:6.5.2.5")
    if row.type != "AP":
        since = f", from {row.available}" if row.available else ""
        yield Row("", f"{row.type}: Advanced Game only{since}", "na:5.16.1")


def damage(results: Sequence[str]) -> str:
    """The AP damage row in words: the numbers of the die for each result (na:6.5.2.5)."""
    parts, at = [], 1
    for result, group in groupby(results):
        number = len(list(group))
        parts.append(f"{at}-{at + number - 1} {result}" if number > 1 else f"{at} {result}")
        at += number
    return ", ".join(parts)


def _gp(name: str, row: GpRow, rule: str) -> Iterator[Row]:
    edges = spans(row.range, row.min_range)
    yield Row(f"{name} hexes", cells=edges, rule=rule)
    yield Row(f"{name} factor", cells=_values(row.factor, edges), rule=rule)
    facts = ["Small Arms" if row.small_arms else f"effective against GP Defense 1 to {row.effectiveness}"]
    if row.min_range > 1:
        facts.append(f"minimum range {row.min_range}")
    if row.star:
        facts.append("limited fire signature")
    yield Row("", f"{name}: {', '.join(facts)}", "na:6.5.4.4.2c")


def _aa(row: AaRow) -> Iterator[Row]:
    edges = spans(row.range)
    yield Row("AA hexes", cells=edges, rule="na:6.7.4.2")
    yield Row("AA factor", cells=_values(row.factor, edges), rule="na:6.7.4.2")
    if row.modifier:
        yield Row("", f"AA: {row.modifier:+d} to the roll", "na:6.7.4.2a")
    if not row.high:
        yield Row("", "AA: N/A vs. High Altitude", "na:6.7.4.1.2")


def _air(row: AirRow, by_range: GpRow | None) -> Iterator[Row]:
    name, rule = _ATTACKS[row.attack]
    strength = "Small Arms" if row.small_arms else f"effective against GP Defense 1 to {row.effectiveness}"
    if by_range is None:
        yield Row(name, f"GP factor {row.factor}, {strength}", rule)
        return
    edges = spans(by_range.range, by_range.min_range)
    yield Row(f"{name[:6]} hex", cells=edges, rule=rule)
    yield Row("GP factor", cells=_values(by_range.factor, edges), rule=rule)
    yield Row("", f"{name}: {strength}", rule)
