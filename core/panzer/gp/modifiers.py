"""The GP Fire modifiers, line by line: of the target, of who fires, and of what lies between them (na:6.5.4.3).

All are summed and added to the combat roll (na:5.12a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex, distance, in_front_arc, in_rear_arc, line
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing import smoke_screens, turret_fire
from core.panzer.firing.aim import known_moving, stuck
from core.panzer.firing.hindrances import gp_hindrances
from core.panzer.firing.hull_down import hexsides_crossed
from core.panzer.firing.inquiry import crawls
from core.panzer.gp.defense import target_type
from core.panzer.ground.buildings import indoors
from core.panzer.ground.cover import combat_cover_of, over_stacked
from core.panzer.ground.entrenching import entrenched
from core.panzer.ground.positions import improved
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.advanced_tables import AdvancedTables
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.conditions import blinded
from core.panzer.pieces.firing import DualFire
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Collateral, Command, Presence, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon, RangeFactor
from core.panzer.sight.spotting import seen_as, size_column
from core.panzer.sight.turrets import has_turret, in_front
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

_OVERHEAD = {"Medium": Cover.MEDIUM, "Heavy": Cover.HEAVY}


@frozen(eq=False, repr=False)
class GpDirect(Alike):
    """Direct GP Fire as its modifiers see it: from where, with what, and how.

    overrun: it is an Overrun Attack (na:6.5.4.3w); dual: na:6.5.4.3x; pinning: it is Pinning Fire (or:7.18).
    """

    shooter: UnitId
    origin: Hex
    weapon: MountedWeapon
    factor: RangeFactor
    overwatch: bool = False
    overrun: bool = False
    dual: DualFire | None = None
    pinning: bool = False


@lru_cache(maxsize=16)
def amounts(tables: AdvancedTables, *, indirect: bool = False) -> Mapping[str, int]:
    """The column of the table for Direct or for Indirect Fire, by id; 0 where a modifier does not apply."""
    return {id_: (row.indirect if indirect else row.direct) or 0 for id_, row in tables.gp_modifiers.items()}


@lru_cache(maxsize=16)
def rules(tables: AdvancedTables) -> Mapping[str, str]:
    """The rule of each modifier in the edition that is played, by id."""
    return {id_: row.rule for id_, row in tables.gp_modifiers.items()}


# -- the target ------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Struck(Alike):
    """A unit as the modifiers of a target see it; moving: whether it counts as moving; cover: of vehicles alone."""

    state: PanzerState
    unit: Unit
    type: str
    moving: bool
    cover: Cover


def _of_type(type_: str) -> Callable[[Struck], bool]:
    return lambda at: at.type == type_


def _covered(cover: Cover) -> Callable[[Struck], bool]:
    return lambda at: at.cover is cover


#: The lines of the table that speak of the target, in the order in which they are told.
TARGET: Final[tuple[Line[Struck], ...]] = (
    Modifier("target-moving", "target moving", "na:6.5.4.3a", lambda at: at.moving),
    Modifier("target-p", "P-Type", "na:6.5.4.3b", _of_type("P")),
    Modifier("target-a", "A-Type", "na:6.5.4.3b", _of_type("A")),
    Modifier("vehicle-medium-cover", "vehicle in Medium Cover", "na:6.5.4.3c", _covered(Cover.MEDIUM)),
    Modifier("vehicle-heavy-cover", "vehicle in Heavy Cover", "na:6.5.4.3c", _covered(Cover.HEAVY)),
    Modifier("leg-crawling", "crawling", "na:6.5.4.3d", lambda at: at.unit.on_map and crawls(at.state, at.unit)),
    Modifier("hasty-entrenchment", "Hasty Entrenchment", "na:6.5.4.3z", lambda at: entrenched(at.state, at.unit.id)),
)


def target_tally(
    state: PanzerState,
    target: UnitId,
    *,
    indirect: bool,
    moving: bool | None = None,
    voluntary: bool = False,
    overhead: bool = False,
) -> Tally:
    """The modifiers that a unit has as a target of any GP fire (min:16.7.2.2, min:16.7.2.3).

    moving: assume that of a vehicle instead of what is known; voluntary: it moves within the Barrage that strikes it,
    or the fire was Planned, so that its moving does not count (na:6.5.4.3a), or it is not what was aimed at
    (min:16.7.2.1); overhead: it comes from above, as
    Indirect Fire does, so that only Cover overhead counts (na:6.5.4.3c).
    """
    unit, card = state.units[target], state.card(target)
    vehicle = isinstance(card, VehicleCard)
    struck = Struck(
        state=state,
        unit=unit,
        type=target_type(card),
        moving=vehicle and not voluntary and (known_moving(state, unit) if moving is None else moving),
        cover=vehicle_cover(state, unit, indirect=indirect or overhead) if vehicle else Cover.NONE,
    )
    advanced = state.advanced
    return summed(TARGET, struck, amounts(advanced, indirect=indirect), state.scenario.switches, rules(advanced))


def vehicle_cover(state: PanzerState, unit: Unit, *, indirect: bool) -> Cover:
    """Cover of a vehicle against GP fire: of where it is, against Indirect Fire only from above.

    The Terrain Effects Table says what covers it from above: brick and stone (na:6.5.4.3c), in the miniatures edition
    Woods and Groves of Medium Cover too (min:16.7.2.4). In an over-stacked hex there is none of either. Heavy Cover is
    in that edition what is built: on a road through Heavy Woods a vehicle has none against GP fire (min:16.7.2.5).
    """
    if not indirect:
        cover = combat_cover_of(state, unit)
        if cover is not Cover.HEAVY:
            return cover
        return heavy_cover(state, built=indoors(state, unit) or improved(state, unit) is not None)
    if unit.hex is not None and over_stacked(state, unit.hex):
        return Cover.NONE
    if improved(state, unit) is not None:
        return Cover.HEAVY
    if unit.hex is None:
        return Cover.NONE
    terrain = state.cell(unit.hex).terrain
    if terrain in BUILDINGS and not indoors(state, unit):
        return Cover.NONE
    return _OVERHEAD.get(state.advanced.overhead[terrain], Cover.NONE)


def heavy_cover(state: PanzerState, *, built: bool) -> Cover:
    """What Heavy Cover of a vehicle is against direct GP fire: in the miniatures edition none unless it is built, as a
    Stone Building and an Improved Position are (na:6.5.4.3c, min:16.7.2.5)."""
    return Cover.HEAVY if built or not state.edition.heavy_cover_is_built else Cover.NONE


# -- Direct Fire -------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Aimed(Alike):
    """Direct GP Fire as its modifiers see it. card: of the shooter; at: where it strikes; target: None = terrain."""

    state: PanzerState
    fire: GpDirect
    shooter: Unit
    card: UnitCard
    at: Hex
    target: Unit | None

    @property
    def carried(self) -> bool:
        """Whether the shooter is a passenger (na:6.6.7.2)."""
        return self.shooter.presence is Presence.CARRIED

    @property
    def ahead(self) -> bool:
        """Whether Overwatch Fire needs no adjustment: ahead, or by units other than vehicles, or a turret that sticks.

        (na:6.5.4.3q, na:6.5.4.3r, or:7.8.4, or:7.23.2)
        """
        if stuck(self.shooter, self.fire.weapon):
            return True
        arc = in_rear_arc if self.fire.weapon.field_of_fire is FieldOfFire.REAR else in_front_arc
        if has_turret(self.state, self.shooter) and self.fire.weapon.field_of_fire is FieldOfFire.ALL_ROUND:
            return in_front(self.state, self.shooter, self.at)
        return not isinstance(self.card, VehicleCard) or arc(self.fire.origin, self.shooter.facing, self.at)

    @property
    def on_foot(self) -> bool:
        """Whether the target is a leg or towed unit."""
        return self.target is not None and isinstance(self.state.card(self.target.id), LegCard | TowedCard)


#: What is wrong with the shooter itself: damage to the hull does not hinder its fire (na:6.5.2.2.4), Damage as a whole
#: does (min:16.7.2.7). Neither morale counts against the Indirect Fire of the miniatures edition (min:16.7.2.22,
#: min:16.7.2.23).
_CONDITION: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("shooter-damaged", "shooter damaged", "na:6.5.4.3g", lambda unit: unit.turret_damaged or unit.damaged),
    Modifier("shooter-suppressed", "shooter Suppressed", "na:6.5.4.3i", lambda unit: unit.suppressed),
    Modifier("shooter-hesitating", "shooter Hesitating", "na:6.5.4.3h", lambda unit: unit.hesitating),
    Modifier("shooter-broken", "shooter Broken", "na:6.5.4.3j", lambda unit: unit.broken),
)


def condition_tally(state: PanzerState, shooter: Unit, *, indirect: bool = False) -> Tally:
    """What the condition of a shooter adds to all GP fire of it (na:6.5.4.3g, na:6.5.4.3i, min:16.7.2.7, min:16.7.2.22,
    min:16.7.2.23)."""
    advanced = state.advanced
    return summed(_CONDITION, shooter, amounts(advanced, indirect=indirect), state.scenario.switches, rules(advanced))


def grade_line(state: PanzerState, shooter: UnitId, factor: RangeFactor) -> Reason:
    """What the Unit Grade of a shooter adds at a range (na:6.5.4.3ac)."""
    grade = unit_grade(state, shooter)
    return Reason(f"{grade.value} Unit Grade", state.advanced.gp_grade[grade][factor], "na:6.5.4.3ac")


def _own_smoke(at: Aimed) -> Iterable[Reason]:
    amount = at.state.advanced.gp_modifiers[smoke_screens.LIKE].direct or 0
    return smoke_screens.reasons(at.state, at.shooter, at.target, amount)


def _over_wall(at: Aimed) -> bool:
    """Of those on the map: a passenger is not sheltered by the hexsides of its vehicle's hex (na:6.5.4.2.3)."""
    return at.target is not None and at.on_foot and at.target.on_map and sheltered(at.state, at.fire.origin, at.at)


def _in_haze(at: Aimed) -> bool:
    """A passenger is lost in Heat Haze no sooner than its vehicle is (na:6.1.3c)."""
    if at.target is None:
        return False
    size = size_column(at.state, seen_as(at.state, at.target.id))
    return distance(at.fire.origin, at.at) >= at.state.advanced.heat_haze[size]


def _into_the_sun(at: Aimed) -> Iterable[Reason]:
    """All Direct Fire towards it, at the terrain about a target too (na:6.1.4.3.13)."""
    sun = at.state.scenario.sun
    if sun is not None and blinded(at.state.board, sun, at.fire.origin, at.at):
        yield Reason("Sun Blinding", sun.gp, "na:6.5.4.3u")


def _ce_ammo(at: Aimed) -> bool:
    return at.target is not None and at.fire.weapon.hand_held and at.on_foot and _in_the_open(at.state, at.target)


def _coax(at: Aimed) -> bool:
    """At leg and towed units and soft vehicles (na:6.5.4.3ab)."""
    if at.target is None or not isinstance(at.card, VehicleCard) or not at.card.coax_mg:
        return False
    if Collateral.COAX in at.shooter.collateral:
        return False
    soft = at.on_foot or target_type(at.state.card(at.target.id)) in ("P", "S")
    return soft and at.fire.factor is RangeFactor.P


def _watches(at: Aimed) -> bool:
    """Whether it is Overwatch Fire to which no traverse speeds apply."""
    return at.fire.overwatch and not at.state.tables.overwatch


def _past_the_front(at: Aimed) -> Iterable[Reason]:
    """Overwatch Fire by the traverse of its gun, where tables say that (min:16.7.2.13 to min:16.7.2.15)."""
    if at.fire.overwatch and at.state.tables.overwatch:
        yield Reason(*turret_fire.overwatch_gp(at.state, at.shooter, at.fire.weapon.field_of_fire, at.at))


def _fires_dual(dual: DualFire) -> Callable[[Aimed], bool]:
    return lambda at: at.fire.dual is dual and not at.fire.overrun


#: The lines of the table that speak of Direct Fire and who fires it, in the order in which they are told. An Overrun
#: Attack is made on the move: no SHORT HALT, no Dual Fire (na:6.5.4.3w).
DIRECT: Final[tuple[Line[Aimed], ...]] = (
    Modifier("transported-fire", "Transported Fire", "na:6.5.4.3v", lambda at: at.carried),
    Modifier(
        "short-halt",
        "SHORT HALT",
        "na:6.5.4.3f",
        lambda at: at.shooter.command is Command.SHORT_HALT and not at.carried and not at.fire.overrun,
    ),
    Varying(lambda at: condition_tally(at.state, at.shooter).reasons),
    Varying(lambda at: gp_hindrances(at.state, at.fire.origin, at.at).reasons),
    Varying(_own_smoke, Switch.SMOKE_DISCHARGERS),
    Modifier("overwatch-front", "Overwatch", "na:6.5.4.3q", lambda at: _watches(at) and at.ahead),
    Modifier("overwatch-adjust", "Overwatch Adjust", "na:6.5.4.3r", lambda at: _watches(at) and not at.ahead),
    Varying(_past_the_front),
    Modifier("leg-over-wall", "over a Defilade or Wall hexside", "na:6.5.4.3e", _over_wall),
    Modifier("heat-haze", "Heat Haze", "na:6.5.4.3t", _in_haze, Switch.HEAT_HAZE),
    Varying(_into_the_sun, Switch.SUN_BLINDING),
    Modifier("pinning-fire", "Pinning Fire", "na:6.5.4.3y", lambda at: at.fire.pinning, Switch.PINNING_FIRE),
    Modifier("ce-ammo", "CE ammunition", "na:6.5.4.3aa", _ce_ammo, Switch.CE_AMMO),
    Modifier("optics", "optics damaged", "or:7.23.1", lambda at: Collateral.OPTICS in at.shooter.collateral),
    Modifier("coax-mg", "Coax MG at Pointblank", "na:6.5.4.3ab", _coax),
    Modifier("overrun", "Overrun Attack", "na:6.5.4.3w", lambda at: at.fire.overrun),
    Modifier("dual-fire-same", "Dual Fire, same target", "na:6.5.4.3x", _fires_dual(DualFire.SAME)),
    Modifier("dual-fire-different", "Dual Fire, different target", "na:6.5.4.3x", _fires_dual(DualFire.DIFFERENT)),
    Varying(lambda at: (grade_line(at.state, at.fire.shooter, at.fire.factor),)),
)


def direct_tally(state: PanzerState, fire: GpDirect, target: UnitId | None, at: Hex) -> Tally:
    """The modifiers of Direct GP Fire at a unit, or with None at terrain, in a hex, beside those of the target
    (min:16.7.2.6, min:16.12.5)."""
    struck = state.units[target] if target is not None else None
    aimed = Aimed(state, fire, state.units[fire.shooter], state.card(fire.shooter), at, struck)
    return summed(DIRECT, aimed, amounts(state.advanced), state.scenario.switches, rules(state.advanced))


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
