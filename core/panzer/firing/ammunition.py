"""Ammunition that may run short: the roll before each shot, for AP and GP fire alike (na:5.16).

Nothing is recorded (na:5.16, min:16.1.2); aircraft count what they use instead (na:5.16.2.6, min:16.1.2.5).
"""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import SideId, UnitId
from core.hexes import distance
from core.panzer.armament import armament
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.cards import Limited, UnitCard, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.pieces.weapons import ApRow, Weapon
from core.panzer.state import PanzerState

#: Special AP ammunition and the letter of its limit (na:5.16.2a, min:16.1.2.2.1).
SPECIAL = {"APCR": Limited.APCR, "APDS": Limited.APCR, "HVAP": Limited.APCR, "HEAT": Limited.HEAT}

#: The year from which players may agree that German APCR is scarce (min:16.1.2.1).
APCR_SCARCE = "1944"
#: By how much the roll for the limit of German APCR is more, by what players have agreed on (min:16.1.2.1).
SCARCE_APCR = {Switch.SCARCE_GERMAN_APCR: 1, Switch.SCARCER_GERMAN_APCR: 2}


@frozen(eq=False, repr=False)
class Ammunition(Alike):
    """What a shot is fired with after its rolls: the row, and how many limits are in effect (na:5.16.2.2).

    ammo: "" if it misfired, so that nothing is fired (min:16.1.2.3.2).
    """

    ammo: str
    short: int = 0
    rolls: tuple[Roll, ...] = ()


def available(row: ApRow, date: str) -> bool:
    """Whether ammunition has been issued by a date such as "1942-05"; "" asks for none (na:5.16.1, min:16.1.1)."""
    return not row.available or not date or row.available <= date


def heat_only(weapon: Weapon) -> bool:
    """Whether HEAT is the only AP ammunition of a weapon, so that its limit is a basic one (na:5.16.2.1)."""
    return weapon.basic_ap is None and any(row.type == "HEAT" for row in weapon.ap)


def limits_apply(state: PanzerState, unit: UnitId, index: int) -> bool:
    """Whether the limits of a card are those of a weapon: its main weapon, never Small Arms (na:5.16.2a)."""
    weapons = state.card(unit).weapons
    main = next((at for at, mounted in enumerate(weapons) if not mounted.weapon.small_arms), None)
    return index == main and armament(state, unit)[index] is weapons[index]


def supplied(state: PanzerState, unit_id: UnitId) -> bool:
    """Whether a leg or towed unit has its ammunition at hand (na:5.16.2.4a, na:5.16.2.4b).

    From its own transporter, within 1 hex, or 1 inch, and in action, or where it stood when the game began
    (min:16.1.2.4.1, min:16.1.2.4.2).
    """
    unit, member = state.units[unit_id], state.scenario.by_id[unit_id]
    where = standing_in(state, unit)
    if isinstance(member.card, VehicleCard) or where is None:
        return False
    if unit.on_map and where == (unit.started or member.hex) and member.riding is None:
        return True
    transporter = state.units.get(member.transporter) if member.transporter else None
    return (
        transporter is not None
        and transporter.presence is Presence.ON_MAP
        and not transporter.bailed_out
        and transporter.hex is not None
        and distance(where, transporter.hex) <= 1
    )


def basic_limit(state: PanzerState, unit: UnitId, index: int) -> int | None:
    """The limit of basic AP and GP ammunition of a weapon now; None = unlimited (na:5.16.2.1, na:5.16.2.4a)."""
    if not state.has(Switch.AMMO_LIMITS) or not limits_apply(state, unit, index):
        return None
    card = state.card(unit)
    limit = card.ammo_limits.get(Limited.BASIC)
    if limit is not None:
        return None if supplied(state, unit) else limit
    return card.ammo_limits.get(Limited.HEAT) if heat_only(armament(state, unit)[index].weapon) else None


def plain_limit(state: PanzerState, unit: UnitId, index: int, ammo: str) -> int | None:
    """The limit that works as a basic one for a shot with an AP ammunition; None = unlimited (na:5.16.2.1).

    That of HEAT, if the card prints one, where a weapon has nothing else: it holds in supply too, as limits of special
    ammunition do (na:5.16.2.4a, min:16.1.2.2.1, min:16.1.2.3.3).
    """
    if ammo == "HEAT" and heat_only(armament(state, unit)[index].weapon):
        printed = special_limit(state, unit, index, Limited.HEAT)
        return basic_limit(state, unit, index) if printed is None else printed
    return basic_limit(state, unit, index)


def special_limit(state: PanzerState, unit: UnitId, index: int, kind: Limited) -> int | None:
    """The limit of a kind of special ammunition, by its letter; it holds whoever stands near (na:5.16.2.4a,
    min:16.1.2.2.1). Where German APCR is scarce, what is added to the roll is taken from the limit (min:16.1.2.1)."""
    if not state.has(Switch.AMMO_LIMITS) or not limits_apply(state, unit, index):
        return None
    limit = state.card(unit).ammo_limits.get(kind)
    if limit is None or kind is not Limited.APCR or not late_german(state, state.units[unit].side):
        return limit
    return limit - sum(more for switch, more in SCARCE_APCR.items() if state.has(switch))


def late_german(state: PanzerState, side: SideId) -> bool:
    """Whether a side is German from 1944 on, when tungsten was short (min:16.1.2.1)."""
    return state.scenario.side(side).nation == "German" and state.scenario.date >= APCR_SCARCE


def printed(card: UnitCard) -> dict[str, int]:
    """The limits of a card as its Weapon Data prints them."""
    return {kind.value: limit for kind, limit in card.ammo_limits.items()}


# -- the roll --------------------------------------------------------------------------------------


def _check(state: PanzerState, limit: int | None, what: str, dice: Dice) -> tuple[bool, tuple[Roll, ...]]:
    """Whether a limit is in effect for a shot, none without a limit: a roll above it (na:5.16.2b), or as high
    (min:16.1.2.2.2)."""
    if limit is None:
        return False, ()
    included = state.edition.limit_included
    roll = dice.roll("d10", f"ammo limit, {what}", "min:16.1.2.2.2" if included else "na:5.16.2b")
    return roll.result >= limit if included else roll.result > limit, (roll,)


def check_gp(state: PanzerState, shot: Shot, dice: Dice) -> Ammunition:
    """The check before a GP shot, for each weapon by itself (na:5.14d): -10 if it fails (na:5.16.2.1)."""
    short, rolls = _check(state, basic_limit(state, shot.shooter, shot.weapon), "GP", dice)
    return Ammunition("GP", int(short), rolls)


def misfires(state: PanzerState, weapon: Weapon, special: Limited) -> bool:
    """Whether nothing is fired where special ammunition fails (min:16.1.2.3.2), not AP (na:5.16.2.2, min:20.2)."""
    spared = state.has(Switch.SPECIAL_AMMO_LIMITS) and special is Limited.APCR and weapon.basic_ap is not None
    return state.edition.special_misfires and not spared


def check_ap(state: PanzerState, shot: Shot, dice: Dice) -> Ammunition:
    """The checks before an AP shot (na:5.16.2.1, na:5.16.2.2, min:16.1.2.3).

    If special ammunition fails, the basic AP row is fired instead, and its own limit is checked too; or it misfires.
    """
    weapon = armament(state, shot.shooter)[shot.weapon].weapon
    special = SPECIAL.get(shot.ammo)
    basic = plain_limit(state, shot.shooter, shot.weapon, shot.ammo)
    if special is None or (special is Limited.HEAT and heat_only(weapon)):
        short, rolls = _check(state, basic, shot.ammo, dice)
        return Ammunition(shot.ammo, int(short), rolls)
    limit = special_limit(state, shot.shooter, shot.weapon, special)
    short, rolls = _check(state, limit, shot.ammo, dice)
    if not short:
        return Ammunition(shot.ammo, 0, rolls)
    if misfires(state, weapon, special):
        return Ammunition("", 1, rolls)
    again, more = _check(state, basic, "AP", dice)
    return Ammunition("AP", 1 + again, (*rolls, *more))


def check_smoke(state: PanzerState, unit: UnitId, index: int, dice: Dice) -> Ammunition:
    """The check before a smoke round; if it fails, nothing is fired (na:5.16.2.3, min:16.1.2.3.1)."""
    return check_special(state, unit, index, Limited.SMOKE, dice)


def check_special(state: PanzerState, unit: UnitId, index: int, kind: Limited, dice: Dice) -> Ammunition:
    """The check before smoke or illumination; for indirect fire one for each mission (na:5.16.2.3, na:5.16.2.5)."""
    what = kind.name.capitalize()
    short, rolls = _check(state, special_limit(state, unit, index, kind), what, dice)
    return Ammunition(what, int(short), rolls)


def chance_of_special(state: PanzerState, unit: UnitId, index: int, kind: Limited) -> float:
    """The chance that smoke or illumination is fired when it is tried (na:5.16.2.3, min:16.1.2.3.1)."""
    return chance_within(state, special_limit(state, unit, index, kind))


def chance_within(state: PanzerState, limit: int | None) -> float:
    """The chance that a limit is not in effect for a shot (na:5.16.2b, min:16.1.2.2.2)."""
    return 1.0 if limit is None else max(0, min(10, limit - state.edition.limit_included)) / 10


def short_from(state: PanzerState, limit: int | None) -> str:
    """With which rolls a limit is in effect, in words (na:5.16.2b, min:16.1.2.2.2)."""
    return f"{'from' if state.edition.limit_included else 'above'} {limit} on a d10"
