"""What an element may fire: guns, machine guns, small arms, light weapons (pw:8.0.3, pw:8.17, pw:12.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.command.demands import retreating
from core.panzerwar.damage import crew
from core.panzerwar.pieces.cards import AUTO_CANNON, Bunker, Gun, GunMount, Mount, Place, Squad, Team, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.shots import VEHICLE_GUNS, Arm, ArmKind
from core.panzerwar.pieces.weapons import InfantryWeapon, MachineGun, Month, Shell, ShellType, Smoke, Weapon
from core.panzerwar.state import WarState
from core.panzerwar.words import turns

#: Where machine guns of vehicles sit.
_PLACES: Final = {
    Place.COAX: ArmKind.COAX,
    Place.ROOF: ArmKind.ROOF,
    Place.PINTLE: ArmKind.ROOF,
    Place.REAR: ArmKind.REAR,
}
#: The rate of fire of what fires without stopping.
AUTOMATIC: Final = AUTO_CANNON
#: Half of it (pw:8.17.3).
HALF_AUTOMATIC: Final = 6
#: Small arms of a squad.
SMALL_ARMS: Final = "small"
#: The types of shell that are fired directly at elements; of smoke shells phosphorus is (pw:11.4.3).
DIRECT: Final = frozenset(ShellType) - {ShellType.SMOKE, ShellType.STAR}


def arms(state: WarState, element: Element) -> tuple[Arm, ...]:
    """The weapons of an element, damage left aside; see `able`."""
    card = state.cards[element.card]
    if isinstance(card, Vehicle):
        return tuple(_of_vehicle(card))
    if isinstance(card, Gun):
        return (_gun("gun", ArmKind.GUN, card.mount),)
    return () if isinstance(card, Bunker) else tuple(_on_foot(state, element, card))


def arm(state: WarState, element: Element, id_: str) -> Arm | None:
    """The arm of an element with this id; None if it has none."""
    return next((one for one in arms(state, element) if one.id == id_), None)


def named(state: WarState, element: Element, id_: str) -> str:
    """An arm of an element as menus call it, by its id; see `title`."""
    found = arm(state, element, id_)
    return title(state, element, found) if found is not None else id_


def title(state: WarState, element: Element, one: Arm) -> str:
    """An arm by its weapon, or by its kind; machine guns of a vehicle, which are often alike, by where they sit too;
    those of an element that are alike all the same are numbered."""
    name = _title(state, one)
    alike = [other.id for other in arms(state, element) if _title(state, other) == name]
    return f"{name} {alike.index(one.id) + 1}" if len(alike) > 1 else name


def _title(state: WarState, one: Arm) -> str:
    if not one.weapon:
        return one.kind.value
    name = state.cards.arm(one.weapon).name
    return f"{name} ({one.kind.value.removesuffix(' machine gun')})" if one.kind in VEHICLE_GUNS else name


def _gun(id_: str, kind: ArmKind, mount: GunMount) -> Arm:
    return Arm(id_, kind, mount.weapon, mount.sight, mount.rof)


def _of_vehicle(card: Vehicle) -> Iterator[Arm]:
    if card.gun is not None:
        yield _gun("gun", ArmKind.GUN, card.gun)
    if card.second_gun is not None:
        yield _gun("second", ArmKind.SECOND, card.second_gun)
    if card.sponson_gun is not None:
        yield _gun("sponson", ArmKind.SPONSON, card.sponson_gun)
    seen: dict[str, int] = {}
    for mount in card.machine_guns:
        kind = _kind(mount)
        number = seen[kind.name] = seen.get(kind.name, 0) + 1
        id_ = kind.name.lower() + (str(number) if number > 1 else "")
        yield Arm(id_, kind, mount.machine_gun, rof=AUTOMATIC)
    if card.flame:
        yield Arm("flame", ArmKind.FLAME, "vehicle flamethrower", rof=1)


def _kind(mount: Mount) -> ArmKind:
    return _PLACES.get(mount.place, ArmKind.HULL)


def _on_foot(state: WarState, element: Element, card: Squad | Team) -> Iterator[Arm]:
    """Small arms of squads and teams, and the light and heavy weapons that fire apart; crews fire their weapon alone
    (pw:12.0.1, pw:12.0.4, pw:12.4, pw:12.7)."""
    if card.firepowers:
        yield Arm(SMALL_ARMS, ArmKind.SMALL, "", rof=AUTOMATIC)
    carried = card.light_weapons if isinstance(card, Squad) else ()
    for number, id_ in enumerate((*carried, *((element.weapon,) if element.weapon else ())), 1):
        weapon = state.cards.arm(id_)
        kind = _light(weapon)
        if kind is not None and issued(weapon, (state.engagement.year, state.engagement.month)):
            yield Arm(f"light{number}", kind, id_, "shoulder", AUTOMATIC if kind is ArmKind.MACHINE_GUN else 1)


def _light(weapon: Weapon | MachineGun | InfantryWeapon) -> ArmKind | None:
    """What a light weapon is; None of charges and bottles, which are for close assault, and of mortars, which fire at
    areas (pw:12.11.5, pw:10.5)."""
    if isinstance(weapon, MachineGun):
        return ArmKind.MACHINE_GUN
    if isinstance(weapon, InfantryWeapon):
        return ArmKind.FLAME if weapon.kind == "flame" else None
    return ArmKind.TUBE if weapon.infantry else None


def issued(weapon: Weapon | MachineGun | InfantryWeapon, today: Month) -> bool:
    """Whether a weapon was to be had: one whose shells are all of a later date was not (pw:DN.dates)."""
    return not isinstance(weapon, Weapon) or any(shell.date <= today for shell in weapon.shells)


def uses_left(state: WarState, element: Element, one: Arm) -> int | None:
    """How often an element may still use a weapon in the game: flame 3 times on foot, 6 from a vehicle, 10 with a
    trailer, and no more without that; of rockets that are thrown away and of rifle grenades so many as a squad has;
    None of other weapons (pw:12.7, pw:12.11.5.2, pw:12.12, pw:12.12.4, pw:12.12.5)."""
    if one.kind is ArmKind.TUBE:
        limit = state.cards.weapons[one.weapon].limit
        return None if limit is None else element.ammunition.get(one.weapon, limit)
    weapon = state.cards.infantry_weapons.get(one.weapon)
    if one.kind is not ArmKind.FLAME or weapon is None:
        return None
    card = state.cards[element.card]
    trailer = isinstance(card, Vehicle) and card.flame_trailer
    if trailer and element.ammunition.get("flame trailer", 1) == 0:
        return 0
    return element.ammunition.get(one.weapon, weapon.with_trailer if trailer else weapon.uses)


def spent(state: WarState, one: Arm, shell: Shell | None) -> str:
    """What a firing of a weapon takes of what is limited, by its name in the ammunition of who fires: shells by
    theirs, uses by the weapon; "" of what is not limited (pw:8.9.3, pw:12.7, pw:12.12)."""
    weapon = state.cards.weapons.get(one.weapon)
    if one.kind is ArmKind.FLAME or (one.kind is ArmKind.TUBE and weapon is not None and weapon.limit is not None):
        return one.weapon
    return f"{one.weapon} {shell.name}" if shell is not None and shell.rounds is not None else ""


def able(state: WarState, element: Element, one: Arm) -> bool:
    """Whether an element can fire a weapon at all; see `refusal`."""
    return refusal(state, element, one) is None


def refusal(state: WarState, element: Element, one: Arm) -> Refusal | None:
    """Why damage, a jam, the state of its men or its set-up keep an element from firing a weapon, or that it has
    buttoned up under fire in this turn (pw:7.1.4); None if nothing does."""
    return _men_refusal(state, element, one) or shut_refusal(element) or _weapon_refusal(state, element, one)


def _men_refusal(state: WarState, element: Element, one: Arm) -> Refusal | None:
    """What is with its men (pw:9.15.2, pw:11.4.3, pw:12.9, pw:6.11.4, pw:13.5.1). A carrier that loads stands still for
    it, and fires."""
    if element.harm.stunned:
        return Refusal("it is stunned", "pw:9.15.2")
    if element.harm.blind(state.turn):
        return Refusal("it is blinded by phosphorus", "pw:11.4.3")
    if element.nerve.broken:
        return Refusal("it is broken", "pw:12.9")
    waits = element.travel.loading > 0 and element.kind is not Kind.VEHICLE
    if waits or not element.posture.ready:
        left = f", {turns(element.travel.loading)} more" if element.travel.loading > 0 else ""
        return Refusal(f"it is not ready{left}", "pw:6.11.4")
    if one.kind is not ArmKind.SMALL and element.kind is not Kind.VEHICLE and retreating(state, element):
        return Refusal("whose unit must retreat fires small arms alone", "pw:13.5.1")
    return None


def _weapon_refusal(state: WarState, element: Element, one: Arm) -> Refusal | None:
    """What is with the weapon, and with those who serve it (pw:9.9, pw:9.10.3, pw:9.11, pw:8.14.7, pw:12.12)."""
    harm, card = element.harm, state.cards[element.card]
    if uses_left(state, element, one) == 0:
        flame = one.kind is ArmKind.FLAME
        return Refusal("its flame is used up" if flame else "it has none left", "pw:12.12" if flame else "pw:12.7")
    if _jammed(element, one):
        return Refusal("it is jammed", "pw:8.14.7")
    if not isinstance(card, Vehicle):
        return None
    if one.kind in (ArmKind.GUN, ArmKind.COAX) and not crew.main_gun_fires(state.charts, card, harm):
        return Refusal("the gun is damaged, or has nobody to fire it", "pw:9.9")
    if one.kind is ArmKind.SPONSON and not crew.sponson_gun_fires(card, harm):
        return Refusal("the gun is damaged, or has nobody to fire it", "pw:9.9.2")
    if one.kind is ArmKind.HULL and not crew.hull_gun_fires(harm):
        return Refusal("the hull gunner is lost", "pw:9.11")
    if one.kind is ArmKind.ROOF and crew.closed(card, element) and not _remote(card):
        return Refusal("nobody looks out to fire it", "pw:8.17.4")
    return None


def shut_refusal(element: Element) -> Refusal | None:
    """Why an element fires nothing more in this turn: it has buttoned up under fire (pw:7.1.4); None if it has not."""
    return Refusal("it has buttoned up under fire", "pw:7.1.4") if element.gunnery.shut else None


def busy_refusal(state: WarState, element: Element, one: Arm) -> Refusal | None:
    """Why a weapon is aimed at nobody, though it can be fired: its bearer fires no more, or it is to fire at an area in
    this segment (pw:7.1.4, pw:8.10)."""
    if at_area(state, element, one):
        return Refusal("it is to fire at an area", "pw:8.10")
    return shut_refusal(element)


def at_area(state: WarState, element: Element, one: Arm) -> bool:
    """Whether an element is to fire a weapon at an area in this segment, by itself (pw:10.5)."""
    return any((shot.element, shot.arm) == (element.id, one.id) for shot in state.artillery.shots)


def declared(state: WarState, element: UnitId) -> Iterator[str]:
    """The ids of the weapons that an element is to fire in this segment, at targets, places and by itself at areas."""
    yield from (shot.arm for shot in state.shots if shot.element == element)
    yield from (shot.arm for shot in state.artillery.shots if shot.element == element and not shot.battery)


def free(state: WarState, element: Element) -> Iterator[Arm]:
    """The weapons of an element that are not to fire at an area in this segment."""
    return (one for one in arms(state, element) if not at_area(state, element, one))


def _jammed(element: Element, one: Arm) -> bool:
    """Whether this of its guns is jammed (pw:8.14.7)."""
    jams = element.gunnery.jams
    return element.gunnery.jammed and (one.id in jams if jams else one.kind in (ArmKind.GUN, ArmKind.TUBE))


def _remote(card: Vehicle) -> bool:
    return any(mount.remote for mount in card.mounts(Place.ROOF, Place.PINTLE))


def rate(state: WarState, element: Element, one: Arm) -> int:
    """The rate of fire of a weapon now: less with a man short in the turret (pw:9.10.1, pw:9.10.2)."""
    card = state.cards[element.card]
    if isinstance(card, Vehicle) and one.kind is ArmKind.GUN:
        return crew.rate_of_fire(state.charts, card, element.harm, one.rof)
    return one.rof


def rate_beside(state: WarState, element: Element, one: Arm, *, coax: bool, roof: bool) -> int:
    """The rate of fire of a main gun beside others of its vehicle: half with the co-axial machine gun, and that of a
    turret one man short while its commander fires the roof gun (pw:8.17.3, pw:8.17.4)."""
    rof, card = rate(state, element, one), state.cards[element.card]
    if one.kind is not ArmKind.GUN or not isinstance(card, Vehicle):
        return rof
    if coax:
        rof = HALF_AUTOMATIC if rof == AUTOMATIC else rof // 2
    if roof and crew.commanded(element.harm):
        rof = crew.one_man_short(state.charts, card).rate(rof)
    return rof


def shells(state: WarState, element: Element, one: Arm) -> tuple[Shell, ...]:
    """The shells that a gun or tube has left for direct fire, by date and by what is limited (pw:8.9.3,
    pw:DN.dates).
    """
    weapon = state.cards.weapons.get(one.weapon)
    if weapon is None:
        return ()
    today = (state.engagement.year, state.engagement.month)
    return tuple(
        shell
        for shell in weapon.shells
        if (shell.type in DIRECT or shell.smoke is Smoke.WP)
        and not shell.area_only
        and shell.date <= today
        and element.ammunition.get(f"{one.weapon} {shell.name}", 1) > 0
        and (shell.type is not ShellType.CANISTER or _has_canister(state, element, one))
    )


def _has_canister(state: WarState, element: Element, one: Arm) -> bool:
    """Whether a vehicle is in the list of those that carry canister (pw:8.9.6)."""
    row = state.charts.fire.canister.get(one.weapon)
    return row is not None and element.card in row.vehicles


def shell(state: WarState, element: Element, one: Arm, name: str) -> Shell | None:
    """The shell of a name that an element has left; None if it has none."""
    return next((found for found in shells(state, element, one) if found.name == name), None)
