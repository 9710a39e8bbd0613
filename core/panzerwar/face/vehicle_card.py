"""What the charts print of vehicles, guns, men and weapons, as rows of a card (pw:8.2, pw:8.3, pw:12.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.panzerwar.combat.arms import issued
from core.panzerwar.face import side_view
from core.panzerwar.pieces.cards import AUTO_CANNON, Bunker, Card, Cards, Gun, GunMount, Squad, Team, Vehicle
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.weapons import MachineGun, Month, Shell, Weapon
from core.presentation import Row, Section

#: Two metres make a GSU.
_METRES: Final = 2
_HARMED: Final = {
    Damage.GUN: "gun",
    Damage.SPONSON_GUN: "sponson",
    Damage.SECOND_GUN: "second",
    Damage.COMMANDER: "commander",
    Damage.HULL_GUNNER: "hull gunner",
}


def sections(cards: Cards, card: Card, harm: Harm, today: Month) -> Iterator[Section]:
    """What is printed of a card, but for shells and light weapons that are not to be had yet. harm: of the element that
    has it, for the drawing of a vehicle (pw:DN.dates)."""
    if isinstance(card, Vehicle):
        yield side_view.section(card, harm)
        yield Section("Vehicle", tuple(_vehicle(card)))
        if card.locations:
            yield Section("Armour in cm", tuple(_locations(card)), ("front", "side", "rear"))
        for mount in (card.gun, card.sponson_gun, card.second_gun):
            if mount is not None:
                yield from _mounted(cards, mount, today)
        if card.machine_guns:
            rows = tuple(_machine_gun(cards.machine_guns[m.machine_gun], m.place.value) for m in card.machine_guns)
            yield Section("Machine guns", rows)
    elif isinstance(card, Gun):
        yield Section("Gun", tuple(_gun(card)))
        yield from _mounted(cards, card.mount, today)
    elif isinstance(card, Bunker):
        armour = Row("Armour", f"{card.armour:g} cm all round", "pw:15.7.1")
        yield Section("Bunker", (armour, Row("Holds", card.holds, "pw:15.7.2")))
    else:
        yield from _men(cards, card, today)


def _vehicle(card: Vehicle) -> Iterator[Row]:
    yield Row("Speed", f"{card.speed_cc} cross country, {card.speed_road} by road, in GSU a turn", "pw:6.2")
    turret = f"turret {card.rotation.value}" if card.rotation is not None else "no turning turret"
    yield Row("Drive", f"{card.drive.value}, {turret}", "pw:6.4")
    yield Row("Weight", f"{card.weight:g} tons, class {card.weight_class}", "pw:DN.weight")
    yield Row("Size", f"{card.size:+d}", "pw:DN.size")
    yield Row("Crew", f"{card.crew}, {card.turret_crew} in the turret", "pw:9.10")
    told = (
        (card.radio, "radio"),
        (card.open_top, "open top"),
        (card.soft, "soft"),
        (card.stabiliser, "stabiliser"),
        (card.full_reverse, "full reverse"),
        (card.smoke_dischargers, "smoke dischargers"),
        (card.smoke_candles, "smoke candles"),
        (card.flame, "flamethrower"),
        (bool(card.passengers), f"carries {card.passengers:g} squad{'s' * (card.passengers > 1)}"),
    )
    if any(has for has, _ in told):
        yield Row("Has", ", ".join(name for has, name in told if has))
    yield Row("Points", str(card.points), "pw:3.3")


def _locations(card: Vehicle) -> Iterator[Row]:
    for number in sorted(card.locations, reverse=True):
        place = card.locations[number]
        cells = (place.front.text, place.side.text, place.rear.text)
        yield Row(f"{number} {place.compartment.value}{' Sp' if place.sponson else ''}", rule="pw:9.3", cells=cells)
    top = (card.top_turret.text if card.top_turret else "-", card.top_deck.text if card.top_deck else "-")
    yield Row("Top", f"turret {top[0]}, deck {top[1]}", "pw:9.2")


def _mounted(cards: Cards, mount: GunMount, today: Month) -> Iterator[Section]:
    weapon = cards.weapons.get(mount.weapon)
    if weapon is None:
        return
    rate = "ac" if mount.rof == AUTO_CANNON else str(mount.rof)
    first = Row("Rate of fire", f"{rate}, {mount.sight} sight", "pw:8.0.3")
    shells = [shell for shell in weapon.shells if shell.date <= today]
    yield Section(weapon.name, (first, *(row for shell in shells for row in _shell(weapon, shell, mount.sight))))


def _shell(weapon: Weapon, shell: Shell, sight: str) -> Iterator[Row]:
    facts = []
    if shell.destruction is not None:
        facts.append(f"D{shell.destruction} S{shell.stun}")
    if shell.killpower is not None:
        facts.append(f"killpower {shell.told_power}")
    if shell.rounds is not None:
        facts.append(f"{shell.rounds} rounds")
    if shell.smoke is not None:
        facts.append(f"{shell.smoke.value} smoke")
    yield Row(shell.name, ", ".join(facts), "pw:8.3")
    if shell.penetrations:
        told = "  ".join(f"{value:g}/{_far(up_to)}" for value, up_to in shell.penetrations)
        yield Row("  cm/range", told, "pw:9.4", full=True)
    ranges = weapon.to_hit_list(shell, sight)
    if ranges:
        told = "  ".join(f"{number}/{up_to}" for number, up_to in enumerate(ranges, 1))
        yield Row("  hit/range", told, "pw:8.4.1", full=True)


def _far(range_: int) -> str:
    return "any" if range_ >= 99999 else str(range_)


def _machine_gun(gun: MachineGun, where: str) -> Row:
    told = "  ".join(f"{value}/{up_to}" for value, up_to in gun.killpowers)
    return Row(where or "pintle", f"{gun.name}: contact {gun.contact}  {told}", "pw:12.7")


def _gun(card: Gun) -> Iterator[Row]:
    shield = f"{card.shield_front.text}, {card.shield_side.text}, {card.shield_rear.text}"
    yield Row("Shield", f"{shield} cm front, side, rear", "pw:9.22.2")
    yield Row("Crews", str(card.crew_counters), "pw:9.22.1")
    yield Row("Size", f"{card.size:+d}", "pw:DN.size")
    yield Row("Points", str(card.points), "pw:3.3")


def _men(cards: Cards, card: Squad | Team, today: Month) -> Iterator[Section]:
    rows = [Row("Men", str(card.men), "pw:12.0.1")]
    if card.firepowers:
        told = "  ".join(f"{value}/{up_to}" for value, up_to in card.firepowers)
        rows.append(Row("Firepower", f"contact {card.contact}  {told}", "pw:12.4"))
    if card.arms:
        rows.append(Row("Arms", ", ".join(f"{count} {name}" for name, count in card.arms.items()), "pw:12.4"))
    if isinstance(card, Squad):
        names = [cards.arm(id_).name for id_ in card.light_weapons if issued(cards.arm(id_), today)]
        if names:
            rows.append(Row("Light weapons", ", ".join(names), "pw:12.7"))
    yield Section("Men", (*rows, Row("Points", str(card.points), "pw:3.3")))


def damage_told(harm: Harm) -> str:
    """What is damaged, in words; "" if nothing is."""
    return ", ".join(_HARMED.get(one, one.value) for one in sorted(harm.damage, key=lambda d: d.value))


def metres(gsu: float) -> str:
    """A distance in GSU, to the tenth where there is one, and in metres (pw:1.1)."""
    return f"{round(gsu, 1):g} GSU ({gsu * _METRES:.0f} m)"
