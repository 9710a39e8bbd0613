"""Transport and passenger capacity, by data cards alone (na:6.6.7.1), and mounting that is under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.panzer.pieces.cards import LegCard, LegStep, Room, TowedCard, UnitCard, VehicleCard
from core.replaced import replaced
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)

RULE = "na:6.6.7.1"


@frozen(eq=False, repr=False)
class Mounting(Alike):
    """A unit about to mount, until the enemy's chance for Overwatch Fire at it is over (na:6.6.7.1.1a).

    facing: of the Portée counter that its gun and truck become (na:5.2.1c); None = it mounts as a passenger.
    """

    unit: UnitId
    vehicle: UnitId
    facing: int | None = None


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Carrying(Alike):
    """All that transport adds to the state of a game; who carries whom stands in the units.

    mounting: a unit about to mount; handled: where each vehicle has mounted and dismounted passengers in this turn
    (na:6.6.7.1.1c).
    """

    mounting: Mounting | None = field(default=None, metadata=_ALL)
    handled: Mapping[UnitId, Hex] = field(factory=dict, metadata=_ALL)

    def handling(self, vehicle: UnitId, hex_: Hex) -> Carrying:
        """The same once a vehicle has mounted or dismounted in a hex."""
        return replaced(self, handled={**self.handled, vehicle: hex_})


#: At the beginning of a game.
NO_CARRYING: Final = Carrying()


def needs_of(card: UnitCard, size: LegStep | None) -> Room | None:
    """The Passenger Capacity of a unit, for a leg unit that of its size; None if it is never a passenger."""
    if isinstance(card, TowedCard):
        return card.needs
    if isinstance(card, LegCard):
        return card.sizes[size or card.largest].needs
    return None


def capacity_of(card: UnitCard) -> Room:
    """The Transport Capacity of a vehicle or limber, TR: towed-leg; 0-0 of all others."""
    return card.carries or Room() if isinstance(card, VehicleCard) else Room()


def remaining(room: Room, loads: Iterable[Room], *, several: bool = False) -> Room:
    """What is left of a capacity beside passengers: one towed unit takes all of the towed part.

    several: it takes only what it needs, in the miniatures edition (min:17.2.8.1.1).

    The leg value of a towed unit takes from the leg capacity as leg passengers do.
    """
    aboard = tuple(loads)
    if several:
        return Room(room.towed - sum(load.towed for load in aboard), room.leg - sum(load.leg for load in aboard))
    towing = any(load.towed for load in aboard)
    return Room(0 if towing else room.towed, room.leg - sum(load.leg for load in aboard))


def overload(card: UnitCard, aboard: Iterable[Room], needs: Room, *, several: bool = False) -> Refusal | None:
    """Why a vehicle has no room for one more passenger; None if it has (na:6.6.7.1).

    As many leg units as fit in all, one towed unit, several in the miniatures edition (min:17.2.8.1.1); where one has a
    towed and a leg value, both must be met.
    """
    room, others = capacity_of(card), tuple(aboard)
    if not room.towed and not room.leg:
        return Refusal(f"{card.name} carries nobody (TR: 0-0)", RULE)
    if needs.towed and not room.towed:
        return Refusal(f"{card.name} carries leg units only (TR: {room.towed}-{room.leg})", RULE)
    left = remaining(room, others, several=several)
    if not several and needs.towed and any(load.towed for load in others):
        return Refusal(f"{card.name} has a towed unit already, and takes one only", RULE)
    if needs.towed > left.towed or needs.leg > left.leg:
        return Refusal(
            f"{card.name} has room for {left.towed}-{left.leg} (towed-leg) and {needs.towed}-{needs.leg} is needed",
            RULE,
        )
    return None
