"""Weapons as sections of cards: to-hit and penetration lists, killpower by range (pw:8.3, pw:12.7, pw:12.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from content.panzerwar.cards.months import told
from content.panzerwar.charts.charts import charts
from core.panzerwar.pieces.weapons import (
    ANY_RANGE,
    InfantryWeapon,
    MachineGun,
    Shell,
    ShellType,
    Weapon,
)
from core.presentation import Row, Section

#: So many values of a list stand on a line.
_A_LINE: Final = 10
SOURCES: Final = {
    "printed": "printed in the book",
    "reconstructed": "reconstructed: by the formulas that give what the book prints, from the figures of history",
    "derived": "derived by calculation",
    "judged": "judged, within the structure of the rules",
}
_SHELLS: Final = {
    ShellType.AP: "armour-piercing shot",
    ShellType.APHE: "armour-piercing shell with a filler",
    ShellType.APCR: "tungsten core",
    ShellType.APDS: "tungsten core, discarding sabot",
    ShellType.HVAP: "tungsten core",
    ShellType.HEAT: "hollow charge",
    ShellType.HE: "high explosive",
    ShellType.CANISTER: "canister",
    ShellType.SMOKE: "smoke",
}


def number(value: float) -> str:
    """A number without a needless point."""
    return f"{value:g}"


def gunnery(weapon: Weapon, sight: str = "") -> Iterator[Section]:
    """The shells of a weapon, a section each; with the range rows of one sight, or of all."""
    for shell in weapon.shells:
        rows = [*_facts(shell), *_to_hit(weapon, shell, sight), *_penetration(shell)]
        yield Section(f"{weapon.name}: {shell.type.value} {shell.name}".strip(), tuple(rows))


def _facts(shell: Shell) -> Iterator[Row]:
    """What a shell does besides piercing, each in a row."""
    yield Row("Shell", f"{_SHELLS[shell.type]}, {number(shell.mass)} kg, {shell.velocity} m/s", "pw:8.9")
    yield Row("From", told(shell.date), "pw:DN.dates")
    if shell.destruction is not None or shell.stun is not None:
        yield Row("D / S", f"{_or_none(shell.destruction)} / {_or_none(shell.stun)}", "pw:9.5.1")
    if shell.killpower is not None and shell.type is not ShellType.SMOKE:
        yield Row("Killpower", shell.told_power, "pw:8.9.5")
    if shell.rounds is not None:
        yield Row("Rounds", f"{shell.rounds} of a vehicle", "pw:8.11.5")
    if shell.maximum is not None:
        yield Row("Range", f"up to {shell.maximum} GSU", "pw:8.3")
    if shell.smoke is not None:
        yield Row("Smoke", shell.smoke.value, "pw:11.2")
    if shell.area_only:
        yield Row("Fire", "area fire only", "pw:10.1.1")
    if shell.note:
        yield Row("Note", shell.note)


def _or_none(value: int | None) -> str:
    return "-" if value is None else str(value)


def _to_hit(weapon: Weapon, shell: Shell, sight: str) -> Iterator[Row]:
    """The ranges of base to-hit 1 to 10 by sight; whose they are if not its own."""
    sights = (sight,) if sight else tuple(weapon.sights) or tuple(shell.to_hit)
    lists = [(one, weapon.to_hit_list(shell, one)) for one in sights]
    if shell.to_hit_from in ("AP", "HEAT"):
        further = ", 1 more over 450, 2 over 900" if shell.to_hit_from == "AP" else ""
        yield Row("To-hit", f"as {shell.to_hit_from}{further}", "pw:8.13.1")
    elif any(ranges for _, ranges in lists):
        yield Row("To-hit", "", "pw:8.4.1", tuple(map(str, range(1, 11))))
        for name, ranges in lists:
            if ranges:
                yield Row(f" {name}", cells=tuple(map(str, ranges)))


def _penetration(shell: Shell) -> Iterator[Row]:
    """What a shell pierces in cm, and up to which range."""
    bands = shell.penetrations
    if len(bands) == 1 and bands[0][1] == ANY_RANGE:
        yield Row("Pierces", f"{number(bands[0][0])} cm at any range", "pw:9.4")
        return
    for part in _parts(bands):
        yield Row("Pierces", cells=tuple(number(value) for value, _ in part))
        yield Row(" up to", cells=tuple(str(up_to) for _, up_to in part))


def _parts(bands: Sequence[tuple[float, int]]) -> Iterator[Sequence[tuple[float, int]]]:
    yield from (bands[at : at + _A_LINE] for at in range(0, len(bands), _A_LINE))


def weapon_section(weapon: Weapon) -> Section:
    """What a weapon is."""
    rows = [Row("Kind", weapon.kind), Row("Calibre", f"{number(weapon.calibre)} mm")]
    if weapon.length:
        rows.append(Row("Length", f"{number(weapon.length)} calibres", "pw:9.2.2"))
    for sight, error in weapon.sights.items():
        rows.append(Row("Sight", f"{sight}: ranging error {error:.0%}", "pw:8.3"))
    if weapon.indirect:
        rows.append(Row("Indirect", f"{weapon.indirect[0]} to {weapon.indirect[1]} GSU", "pw:10.6"))
    if weapon.limit is not None:
        rows.append(Row("Supply", f"{weapon.limit} of a squad", "pw:12.7"))
    rows.append(Row("Figures", SOURCES.get(weapon.source, weapon.source)))
    if weapon.note:
        rows.append(Row("Note", weapon.note))
    return Section("General", tuple(rows))


def fire_section(title: str, contact: int, values: Iterable[tuple[int, int]], rule: str) -> Section:
    """Firepower or killpower by range."""
    steps = tuple(values)
    cells = (str(contact), *(str(value) for value, _ in steps))
    heading = ("GSU", "touch", *(str(up_to) for _, up_to in steps))
    return Section(title, (Row("D10 kills", cells=cells), Row("", "on so much or less", rule)), heading)


def machine_gun_rows(gun: MachineGun) -> tuple[Row, ...]:
    """What a machine gun is."""
    rows = [Row("Kind", gun.kind, "pw:12.7"), Row("Targets", f"up to {gun.targets} elements", "pw:12.8.1")]
    pierced = ", ".join(f"{number(value)} cm up to {up_to}" for value, up_to in gun.penetrations)
    if pierced:
        rows.append(Row("Pierces", f"{pierced}; D {gun.destruction}, S {gun.stun}", "pw:9.4"))
    rows.append(Row("Figures", SOURCES.get(gun.source, gun.source)))
    return tuple(rows)


def infantry_weapon_rows(weapon: InfantryWeapon) -> tuple[Row, ...]:
    """What flame, charges and bottles do."""
    kind = "in close assault alone" if weapon.kind == "CAT" else f"flame, up to {weapon.maximum} GSU"
    rows = [
        Row("Use", kind, "pw:12.11.5" if weapon.kind == "CAT" else "pw:12.12"),
        Row("Killpower", f"{weapon.killpower}; touching {weapon.touching}", "pw:12.12"),
    ]
    if weapon.base_to_hit is not None:
        rows.append(Row("To-hit", f"base {weapon.base_to_hit} against vehicles", "pw:12.12.3"))
    if weapon.penetration:
        rows.append(Row("Pierces", f"{number(weapon.penetration)} cm", "pw:9.4"))
    if weapon.destruction is not None or weapon.stun is not None:
        rows.append(Row("D / S", f"{_or_none(weapon.destruction)} / {_or_none(weapon.stun)}", "pw:9.5.1"))
    rows.append(Row("Uses", weapon.told))
    rows.append(Row("Figures", SOURCES.get(weapon.source, weapon.source)))
    return tuple(rows)


def rate_of_fire(rof: int) -> str:
    """A rate of fire, and at how much over the to-hit number there are two hits, three and more (pw:8.11)."""
    needed = charts().fire.additional_hits(rof, 1)
    steps = ", ".join(f"+{roll - 1}" for roll in needed)
    name = f"ac (as {rof})" if rof > 10 else str(rof)
    return f"{name}; further hits at to-hit {steps}" if steps else f"{name}; one hit at most"
