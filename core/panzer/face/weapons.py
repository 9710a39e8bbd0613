"""The offensive section of a data card: each weapon with its rows by range factor, ammunition and limits (na:1.6).

AP by ammunition (na:6.5.2.3.1, na:6.5.2.5), GP direct and indirect (na:6.5.4.1, na:6.5.1), anti-aircraft fire and the
attacks of aircraft (na:6.7.3, na:6.7.4), in one table for a weapon.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from core.event import SideId
from core.panzer.ap.reach import ammunition, is_located
from core.panzer.armament import armament
from core.panzer.firing.ammunition import printed
from core.panzer.gp import fire
from core.panzer.pieces.cards import AircraftCard, Limited, UnitCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import AaRow, AirRow, ApRow, FieldOfFire, Five, GpRow, MountedWeapon, RangeFactor
from core.panzer.state import PanzerState
from core.presentation import Row, Section

_FIELDS: Final = {
    FieldOfFire.ALL_ROUND: "all round",
    FieldOfFire.FRONT: "front 60°",
    FieldOfFire.REAR: "rear 60°",
}
_HEADING: Final = ("", *(factor.name for factor in RangeFactor))
_LIMITS: Final = {
    Limited.BASIC: "basic",
    Limited.APCR: "APCR or HVAP",
    Limited.HEAT: "HEAT",
    Limited.SMOKE: "smoke",
    Limited.ILLUMINATION: "illumination",
    Limited.DISCHARGERS: "dischargers",
}


def sections(state: PanzerState, unit: Unit) -> Iterator[Section]:
    """The weapons that a unit has now, those attached to it last, and how its ammunition may run short."""
    for mounted in armament(state, unit.id):
        rows = tuple(_rows(state, mounted, unit.side))
        if rows:
            yield Section(_title(state, mounted), rows, _HEADING if any(row.cells for row in rows) else ())
    if state.has(Switch.AMMO_LIMITS):
        yield from _limits(state.card(unit.id))


def _title(state: PanzerState, mounted: MountedWeapon) -> str:
    """A weapon: how it is mounted, where it fires to, at what rate."""
    weapon = mounted.weapon
    told: list[str] = []
    if is_located(state) and weapon.ap:
        told.append(f"rate {weapon.rof}")
    if mounted.limited and state.has(Switch.HULL_DOWN):
        told.append("Limited")
    if mounted.dual_fire and state.has(Switch.DUAL_FIRE):
        told.append("Dual Fire")
    if weapon.air is not None:
        return weapon.name
    where = "attached" if mounted.mount == "attached" else _FIELDS[mounted.field_of_fire]
    return ", ".join([f"{weapon.name} ({where})", *told])


def _rows(state: PanzerState, mounted: MountedWeapon, side: SideId) -> Iterator[Row]:
    weapon = mounted.weapon
    for at, ap in enumerate(ammunition(state, weapon, side)):
        yield from _ap(ap, full=at > 0, basic=not is_located(state))
    if state.has(Switch.GP_FIRE):
        yield from _gp("GP", fire.gp_row(mounted))
    if state.has(Switch.INDIRECT_FIRE):
        yield from _gp("IF", weapon.gp_if)
    if state.has(Switch.AIR):
        yield from _aa(weapon.aa, full=weapon.small_arms)
        yield from _air(weapon.air)
    rounds = [name for name, has in (("smoke", weapon.smoke), ("illumination", weapon.illumination)) if has]
    if rounds and state.has(Switch.SMOKE):
        yield Row("Also fires", " and ".join(rounds), "na:6.1.4.3.10a", full=True)


def _line(label: str, values: Five, rule: str, *, full: bool = False) -> Row:
    return Row(label, rule=rule, cells=tuple(str(x) for x in values), full=full)


def _ap(row: ApRow, *, full: bool = False, basic: bool = False) -> Iterator[Row]:
    """Ranges in hexes, AP Penetration Factors, and what a hit that penetrates does."""
    yield _line(f"{row.type} hexes", row.range, "na:4.4.3.2.1a", full=full)
    rule = "na:4.4.3.2.5" if basic else "na:6.5.2.3.1"
    yield _line(f"{row.type} pen.", row.penetration, rule, full=full)
    if not basic and row.damage:
        yield Row(f"{row.type} damage", f"{row.energy}: {_damage(row.damage)}", "na:6.5.2.5", full=True)


def _damage(row: tuple[str, ...]) -> str:
    """An AP Damage row, such as "1 ND, 2-4 DM, 5-8 KO, 9-10 BU"."""
    told = []
    for result, digits in groupby(enumerate(row, 1), key=lambda pair: pair[1]):
        units = [digit for digit, _ in digits]
        told.append(f"{units[0]} {result}" if len(units) == 1 else f"{units[0]}-{units[-1]} {result}")
    return ", ".join(told)


def _gp(name: str, row: GpRow | None) -> Iterator[Row]:
    """Ranges in hexes and GP Factors; Small Arms or the effectiveness, and the minimum range (na:5.6, na:5.7)."""
    if row is None:
        return
    yield _line(f"{name} hexes", row.range, "na:6.5.4.1")
    yield _line(f"{name} factor", row.factor, "na:6.5.4.1")
    kind = "Small Arms" if row.small_arms else f"to GP Defense {row.effectiveness}"
    least = f", not under {row.min_range} hexes" if row.min_range > 1 else ""
    signature = ", hard to spot when it fires" if row.star else ""
    yield Row(f"{name} works", f"{kind}{least}{signature}", "na:6.5.4.4.2c", full=not least)


def _aa(row: AaRow | None, *, full: bool) -> Iterator[Row]:
    if row is not None:
        yield _line("AA hexes", row.range, "na:6.7.4.2", full=full)
        yield _line("AA factor", row.factor, "na:6.7.4.2", full=full)
        told = [f"{row.modifier:+d}"] if row.modifier else []
        told += [] if row.high else ["not against High Altitude"]
        if told:
            yield Row("AA fire", ", ".join(told), "na:6.7.4.2a", full=True)


def _air(row: AirRow | None) -> Iterator[Row]:
    if row is not None:
        kind = "Small Arms" if row.small_arms else f"to GP Defense {row.effectiveness}"
        yield Row(row.attack.value.capitalize(), f"GP Factor {row.factor}, {kind}", "na:6.7.3")


def _limits(card: UnitCard) -> Iterator[Section]:
    """How a card states that ammunition runs short: above the number on a d10 (na:5.16.2a); what aircraft carry."""
    if isinstance(card, AircraftCard) and card.ammo_limits:
        uses = max(card.ammo_limits.values())
        yield Section("Ammunition", (Row("A:", f"{uses} attacks with each weapon", "na:5.16.2.6"),))
    elif card.ammo_limits:
        text = " ".join(f"{'' if kind == 'basic' else kind}{limit}" for kind, limit in printed(card).items())
        told = ", ".join(f"{_LIMITS[kind]} above {limit}" for kind, limit in card.ammo_limits.items())
        rows = (Row("A:", text, "na:5.16.2a"), Row("Runs short", f"on a d10: {told}", "na:5.16.2b", full=True))
        yield Section("Ammunition", rows)
