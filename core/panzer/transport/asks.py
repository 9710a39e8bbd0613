"""Questions about transporting: capacity, who may mount and dismount where, who fires from a vehicle (na:6.6.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, permission, why_not
from core.event import UnitId
from core.panzer.asks import RATE
from core.panzer.firing import transported_fire
from core.panzer.gp.bail_out import passengers
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from core.panzer.transport import mounting, portee
from core.panzer.transport import room as transport_room


@frozen(kw_only=True)
class Carries:
    """What a vehicle can carry and what it carries (na:6.6.7.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """towed, leg: its capacity; left_towed, left_leg: what is left; passengers; reverses: whether it may."""
        unit = UnitId(self.unit)
        room, left = transport_room.capacity(state, unit), transport_room.room_left(state, unit)
        return {
            "towed": room.towed,
            "leg": room.leg,
            "left_towed": left.towed,
            "left_leg": left.leg,
            "passengers": passengers(state, unit),
            "reverses": state.edition.tows_by_capacity or transport_room.tows(state, unit) is None,
        }


@frozen(kw_only=True)
class MayMount:
    """Whether a unit may mount a vehicle now (na:6.6.7.1.1a, na:6.6.7.1.1c)."""

    unit: str = field(metadata=UNIT)
    vehicle: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed, refused: rule and reason; towed, leg: its Passenger Capacity."""
        unit, needs = UnitId(self.unit), transport_room.needs(state, UnitId(self.unit))
        refusal = mounting.mount_refusal(state, unit, UnitId(self.vehicle), Rate(self.rate))
        return {
            **permission(refusal),
            "towed": needs.towed if needs else None,
            "leg": needs.leg if needs else None,
        }


@frozen(kw_only=True)
class MayDismount:
    """Whether a passenger may dismount now, and into which hexes (na:6.6.7.1.1b, na:6.6.7.1.1c)."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed, refused: rule and reason; hexes: where it may be put down."""
        unit = UnitId(self.unit)
        vehicle = transport_room.carried(state, unit)
        return {
            **permission(mounting.dismount_refusal(state, unit, Rate(self.rate))),
            "hexes": transport_room.landings(state, unit, vehicle) if vehicle is not None else (),
        }


@frozen(kw_only=True)
class MayBailOut:
    """Whether a passenger may use Emergency Bail Out now (na:6.6.7.1.2)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed, refused: rule and reason."""
        return permission(mounting.bail_out_refusal(state, UnitId(self.unit), Rate.CROSS_COUNTRY))


@frozen(kw_only=True)
class TransportedFire:
    """Whether a passenger may fire or observe, by the command of its vehicle (na:6.6.7.2)."""

    unit: str = field(metadata=UNIT)
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed, refused: rule and reason; observes: whether it may observe for indirect fire."""
        unit = UnitId(self.unit)
        refusal = transported_fire.fire_refusal(state, state.units[unit], overwatch=self.overwatch)
        return {**permission(refusal), "observes": transported_fire.observe_refusal(state, unit) is None}


@frozen(kw_only=True)
class PorteeOf:
    """The gun and the truck of a Portée, and whether they may part or join now (na:5.2.1b, na:5.2.1c)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """gun, truck; dismounts, mounts: whether they may, refused: rule and reason of the one that is possible."""
        unit = UnitId(self.unit)
        pair = portee.parts(state, unit)
        if pair is None:
            return {"gun": None, "truck": None, "dismounts": False, "mounts": False, "refused": None}
        off = portee.dismount_refusal(state, unit, Rate.CROSS_COUNTRY)
        back = portee.mount_refusal(state, pair[0], Rate.CROSS_COUNTRY)
        whole = state.units[unit].on_map
        return {
            "gun": pair[0],
            "truck": pair[1],
            "dismounts": off is None,
            "mounts": back is None,
            "refused": why_not(off if whole else back),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "carries": Carries,
    "may-bail-out": MayBailOut,
    "may-dismount": MayDismount,
    "may-mount": MayMount,
    "portee": PorteeOf,
    "transported-fire": TransportedFire,
}
