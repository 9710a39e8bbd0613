"""A vehicle as a hit finds it: its card, where it points, what covers it, what is damaged already (pw:9.0)."""

from __future__ import annotations

from math import inf
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.kept import KeptFor
from core.panzerwar.damage.aspects import turret_heading
from core.panzerwar.damage.hull_down import Hidden, hidden
from core.panzerwar.pieces.cards import GunMount, Vehicle
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.smoke.devices import exposed as lights_candles
from core.panzerwar.state import WarState
from core.plane import off_angle

#: More vehicles than this on a side, and the driver takes the hull machine gun along (pw:9.8).
DOZEN: Final = 12
#: Degrees to either side of the way that cover faces within which it hides (pw:9.17).
COVERED: Final = 90

_LARGE: Final[KeptFor[Engagement, str, bool]] = KeptFor(1)


@frozen(kw_only=True, eq=False, repr=False)
class Target(Alike):
    """A vehicle that may be hit.

    heading, turret: of hull and turret, in 48 steps, the turret as it points now (pw:6.16.4); open: its commander is
    exposed (pw:9.10.4); calibres: of gun, sponson gun and gun of the secondary turret, in mm, 0 without one; carried:
    whom it has inside (pw:9.12); posture, damage, stunned: as they are.
    modelled: what the ground hides of it where that tells its factor for each shot, None = its posture does
    (pw:9.17.8).
    large: the action is large (pw:9.8); hull_gunner, side_locations: optional rules (pw:9.11, pw:9.5.5).
    """

    card: Vehicle
    heading: int = 0
    turret: int = 0
    posture: Posture = field(factory=Posture)
    open: bool = False
    damage: frozenset[Damage] = frozenset()
    stunned: bool = False
    calibre: float = 0.0
    sponson_calibre: float = 0.0
    second_calibre: float = 0.0
    carried: tuple[UnitId, ...] = ()
    modelled: Hidden | None = None
    large: bool = False
    hull_gunner: bool = False
    side_locations: bool = False

    @property
    def partly_soft(self) -> bool:
        """Whether some of its locations have no armour at all, as of a portee (pw:9.15.5)."""
        return any(one.base == 0 for loc in self.card.locations.values() for one in (loc.front, loc.side, loc.rear))


def exposed(card: Vehicle, element: Element) -> bool:
    """Whether its commander is in the open: it is open-topped, or he looks out (pw:9.10.4)."""
    return card.open_top or not element.buttoned


def carried_inside(state: WarState, carrier: UnitId) -> tuple[UnitId, ...]:
    """The passengers of a vehicle: infantry that does not ride on the outside (pw:6.9.5, pw:9.12)."""
    return tuple(e.id for e in state.aboard(carrier) if e.foot and not e.outside)


def large_action(state: WarState) -> bool:
    """Whether more than a dozen tanks fight on either side, as the engagement begins (pw:9.8)."""
    kept = _LARGE.of(state.engagement)
    if "" not in kept:
        elements, vehicles = state.engagement.elements, state.cards.vehicles
        kept[""] = any(
            sum(e.side == side.id and e.kind is Kind.VEHICLE and vehicles[e.card].armoured for e in elements) > DOZEN
            for side in state.engagement.sides
        )
    return kept[""]


def target_of(state: WarState, element: Element) -> Target:
    """A vehicle in play, as a hit finds it. KeyError of what is none."""
    card = state.cards.vehicles[element.card]

    def calibre(gun: GunMount | None) -> float:
        return state.cards.weapons[gun.weapon].calibre if gun is not None else 0.0

    return Target(
        card=card,
        heading=element.heading,
        turret=turret_heading(element),
        posture=element.posture,
        open=exposed(card, element) or lights_candles(state, element),
        damage=element.harm.damage,
        stunned=element.harm.stunned,
        calibre=calibre(card.gun),
        sponson_calibre=calibre(card.sponson_gun),
        second_calibre=calibre(card.second_gun),
        carried=carried_inside(state, element.id),
        modelled=hidden(element.posture, state.turn) if state.has(Switch.MODELLED_TERRAIN) else None,
        large=large_action(state),
        hull_gunner=state.has(Switch.HULL_GUNNER),
        side_locations=state.has(Switch.SIDE_LOCATIONS),
    )


def protected(posture: Posture, location: int, bearing: float | None) -> bool:
    """Whether the position of a vehicle protects a location: those up to its factor, 1 and 2 too (pw:9.17.1,
    pw:9.17.2).

    Cover that faces one way hides from what lies within 90 degrees of it, to either side.
    """
    if not 1 <= location <= posture.hull_down:
        return False
    return posture.toward is None or bearing is None or off_angle(posture.toward, bearing) <= COVERED


def protection(posture: Posture) -> float:
    """What the cover of a hull-down vehicle adds to its armour, in cm; infinite behind a hill (pw:9.17.6)."""
    return inf if posture.protection is None else posture.protection


def walled(charts: Charts, posture: Posture) -> bool:
    """Whether the cover is a wall, which deflects (pw:9.17.6.5)."""
    found = charts.damage.protections.get(posture.shield)
    return found is not None and found.wall
