"""The GP Fire modifiers: of the target, of the unit that fires, and of the line between them (na:6.5.4.3).

All are summed and added to the combat roll (na:5.12a).
"""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex, distance, in_front_arc, in_rear_arc, line
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing.aim import known_moving
from core.panzer.firing.hindrances import gp_hindrances
from core.panzer.firing.hull_down import hexsides_crossed
from core.panzer.gp.defense import crawling, target_type
from core.panzer.ground.buildings import indoors
from core.panzer.ground.cover import combat_cover_of, over_stacked
from core.panzer.ground.entrenching import entrenched
from core.panzer.ground.positions import improved
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.firing import DualFire
from core.panzer.pieces.modules import Module
from core.panzer.pieces.sun import blinded
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon, RangeFactor
from core.panzer.sight.spotting import seen_as, size_column
from core.panzer.state import PanzerState
from core.tally import Tally

_TYPES = {"P": "target-p", "A": "target-a"}
_COVERS = {Cover.MEDIUM: "vehicle-medium-cover", Cover.HEAVY: "vehicle-heavy-cover"}
_OVERHEAD = {"Medium": Cover.MEDIUM, "Heavy": Cover.HEAVY}
_DUAL = {DualFire.SAME: "dual-fire-same", DualFire.DIFFERENT: "dual-fire-different"}


@frozen
class GpDirect:
    """Direct GP Fire as its modifiers see it: from where, with what, and how.

    overrun: it is an Overrun Attack (na:6.5.4.3w); dual: na:6.5.4.3x.
    """

    shooter: UnitId
    origin: Hex
    weapon: MountedWeapon
    factor: RangeFactor
    overwatch: bool = False
    overrun: bool = False
    dual: DualFire | None = None


def add(state: PanzerState, tally: Tally, key: str, label: str, *, indirect: bool = False) -> Tally:
    """A tally with a modifier of the table, where it applies."""
    entry = state.advanced.gp_modifiers[key]
    return tally.add(label, (entry.indirect if indirect else entry.direct) or 0, entry.rule)


# -- the target ------------------------------------------------------------------------------------


def target_tally(
    state: PanzerState,
    target: UnitId,
    *,
    indirect: bool,
    moving: bool | None = None,
    voluntary: bool = False,
    overhead: bool = False,
) -> Tally:
    """The modifiers that a unit has as a target of any GP fire.

    moving: assume that of a vehicle instead of what is known; voluntary: it moves within the Barrage that strikes it,
    or the fire was Planned, so that its moving does not count (na:6.5.4.3a); overhead: it comes from above, as
    Indirect Fire does, so that only Cover overhead counts (na:6.5.4.3c).
    (na:6.5.4.3a, na:6.5.4.3b, na:6.5.4.3c, na:6.5.4.3d, na:6.5.4.3z)
    """
    unit, card = state.units[target], state.card(target)
    tally = Tally()
    if isinstance(card, VehicleCard):
        if not voluntary and (known_moving(unit) if moving is None else moving):
            tally = add(state, tally, "target-moving", "target moving", indirect=indirect)
        if target_type(card) in _TYPES:
            tally = add(state, tally, _TYPES[card.type], f"{card.type}-Type", indirect=indirect)
        cover = vehicle_cover(state, unit, indirect=indirect or overhead)
        if cover in _COVERS:
            tally = add(state, tally, _COVERS[cover], f"vehicle in {cover.value} Cover", indirect=indirect)
    elif unit.on_map and crawling(state, unit):
        tally = add(state, tally, "leg-crawling", "crawling", indirect=indirect)
    if entrenched(state, target):
        tally = add(state, tally, "hasty-entrenchment", "Hasty Entrenchment", indirect=indirect)
    return tally


def vehicle_cover(state: PanzerState, unit: Unit, *, indirect: bool) -> Cover:
    """Cover of a vehicle against GP fire: of where it is, against Indirect Fire only from above (na:6.5.4.3c).

    In an over-stacked hex there is none of either.
    """
    if not indirect:
        return combat_cover_of(state, unit)
    if unit.hex is not None and over_stacked(state, unit.hex):
        return Cover.NONE
    if improved(state, unit) is not None:
        return Cover.HEAVY
    if unit.hex is None or not indoors(state, unit):
        return Cover.NONE
    return _OVERHEAD.get(state.advanced.overhead[state.cell(unit.hex).terrain], Cover.NONE)


# -- Direct Fire -------------------------------------------------------------------------------------


def direct_tally(state: PanzerState, fire: GpDirect, target: UnitId | None, at: Hex) -> Tally:
    """The modifiers of Direct GP Fire at a unit, or with None at terrain, in a hex, beside those of the target."""
    shooter, card = state.units[fire.shooter], state.card(fire.shooter)
    tally = _shooter_tally(state, fire, shooter)
    tally = Tally((*tally.reasons, *gp_hindrances(state, fire.origin, at).reasons))
    if fire.overwatch:
        tally = _overwatch(state, tally, fire, card, shooter, at)
    if target is not None:
        tally = _at_unit(state, tally, fire, card, target, at)
    if fire.overrun:
        tally = add(state, tally, "overrun", "Overrun Attack")
    elif fire.dual is not None:
        tally = add(state, tally, _DUAL[fire.dual], f"Dual Fire, {fire.dual.value} target")
    grade = unit_grade(state, fire.shooter)
    return tally.add(f"{grade.value} Unit Grade", state.advanced.gp_grade[grade][fire.factor], "na:6.5.4.3ac")


def _shooter_tally(state: PanzerState, fire: GpDirect, shooter: Unit) -> Tally:
    """(na:6.5.4.3f, na:6.5.4.3g, na:6.5.4.3i, na:6.5.4.3v)."""
    tally = Tally()
    if shooter.presence is Presence.CARRIED:
        tally = add(state, tally, "transported-fire", "Transported Fire")
    elif shooter.command is Command.SHORT_HALT and not fire.overrun:
        tally = add(state, tally, "short-halt", "SHORT HALT")
    if shooter.turret_damaged or shooter.damaged:
        tally = add(state, tally, "shooter-damaged", "shooter damaged")
    if shooter.suppressed:
        tally = add(state, tally, "shooter-suppressed", "shooter Suppressed")
    return tally


def _overwatch(state: PanzerState, tally: Tally, fire: GpDirect, card: UnitCard, shooter: Unit, at: Hex) -> Tally:
    """Ahead, or by units other than vehicles, -5; else a vehicle adjusts at -10 (na:6.5.4.3q, na:6.5.4.3r)."""
    ahead = in_rear_arc if fire.weapon.field_of_fire is FieldOfFire.REAR else in_front_arc
    if not isinstance(card, VehicleCard) or ahead(fire.origin, shooter.facing, at):
        return add(state, tally, "overwatch-front", "Overwatch")
    return add(state, tally, "overwatch-adjust", "Overwatch Adjust")


def _at_unit(state: PanzerState, tally: Tally, fire: GpDirect, card: UnitCard, target: UnitId, at: Hex) -> Tally:
    """(na:6.5.4.3e, na:6.5.4.3t, na:6.5.4.3u, na:6.5.4.3aa, na:6.5.4.3ab).

    The fire is directed at the vehicle of a passenger, which by itself is neither spotted nor a target: the hexsides of
    its hex do not shelter it, and it is lost in Heat Haze no sooner than its vehicle is (na:6.5.4.2.3, na:6.1.3c).
    """
    struck = state.card(target)
    on_foot = isinstance(struck, LegCard | TowedCard)
    if on_foot and state.units[target].on_map and sheltered(state, fire.origin, at):
        tally = add(state, tally, "leg-over-wall", "over a Defilade or Wall hexside")
    if state.has(Module.HEAT_HAZE):
        size = size_column(state, seen_as(state, target))
        if distance(fire.origin, at) >= state.advanced.heat_haze[size]:
            tally = add(state, tally, "heat-haze", "Heat Haze")
    sun = state.scenario.sun
    if sun is not None and state.has(Module.SUN_BLINDING) and blinded(state.board, sun, fire.origin, at):
        tally = tally.add("Sun Blinding", sun.gp, "na:6.5.4.3u")
    if state.has(Module.CE_AMMO) and hand_held(fire.weapon) and on_foot and _in_the_open(state, state.units[target]):
        tally = add(state, tally, "ce-ammo", "CE ammunition")
    coax = isinstance(card, VehicleCard) and card.coax_mg and fire.factor is RangeFactor.P
    if coax and (on_foot or target_type(struck) in ("P", "S")):
        tally = add(state, tally, "coax-mg", "Coax MG at Pointblank")
    return tally


def hand_held(mounted: MountedWeapon) -> bool:
    """Whether it is a hand-held anti-tank weapon, whose HEAT rounds are its GP fire too (na:5.1.3.4)."""
    return mounted.mount == "attached" and any(row.type == "HEAT" for row in mounted.weapon.ap)


def _in_the_open(state: PanzerState, unit: Unit) -> bool:
    """Whether CE ammunition does less to a unit: dismounted, neither inside a building nor in an Improved Position."""
    return unit.on_map and not indoors(state, unit) and improved(state, unit) is None


def sheltered(state: PanzerState, origin: Hex, at: Hex) -> bool:
    """Whether a line crosses, or runs exactly along, a Defilade or Wall hexside of the hex it ends in (na:6.5.4.3e).

    A Wall shelters whoever is behind it; a Defilade those in the hex that it was built for (na:6.1.4.3.2).
    """
    crossed = hexsides_crossed(at, origin)
    steps = line(origin, at)
    along = steps[-2].sides[-1:] if len(steps) > 1 and len(steps[-2].hexes) == 2 else ()
    met = [state.board.side(at, side) for side in crossed] + [state.board.side(*side) for side in along]
    if any("wall" in features for features in met):
        return True
    built = state.cell(at).sides
    in_defilade = any("defilade" in features for features in built)
    return any("defilade" in built[side] for side in crossed) or (
        in_defilade and any("defilade" in state.board.side(*side) for side in along)
    )
