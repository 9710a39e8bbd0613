"""What a scenario adds for transporting: the parts of its Portées (na:5.2.1), and whether all passengers have room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from content.kit.load import Proof
from content.panzer.cards.cards import unit
from core.event import UnitId
from core.panzer.pieces import loads
from core.panzer.pieces.cards import Room, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.edition import HEX
from core.panzer.pieces.scenario import ScenarioUnit
from core.panzer.pieces.switches import Switch


def with_parts(
    members: Iterable[ScenarioUnit], modules: frozenset[Switch], edition: str = HEX.id
) -> tuple[ScenarioUnit, ...]:
    """All units, and behind each Portée its gun and its truck, where transporting is played (na:5.2.1b)."""
    if Switch.TRANSPORT not in modules:
        return tuple(members)
    return tuple(chain.from_iterable((member, *_parts(member, edition)) for member in members))


def _parts(portee: ScenarioUnit, edition: str) -> Iterator[ScenarioUnit]:
    """Gun and truck are worth together what the Portée is; the truck is the gun's own, and carries its ammunition."""
    card = portee.card
    if not isinstance(card, VehicleCard) or not card.dismounts_as:
        return
    cards = [unit(id_, edition) for id_ in card.dismounts_as]
    trucks = [one for one in cards if isinstance(one, VehicleCard)]
    for one in cards:
        if isinstance(one, TowedCard):
            value = max(0, portee.value - sum(truck.points or 0 for truck in trucks))
            yield _part(portee, one, "gun", value, transporter=UnitId(f"{portee.id}-truck"))
    for truck in trucks:
        yield _part(portee, truck, "truck", min(portee.value, truck.points or 0))


def _part(
    portee: ScenarioUnit, card: UnitCard, what: str, value: int, *, transporter: UnitId | None = None
) -> ScenarioUnit:
    return ScenarioUnit(
        id=UnitId(f"{portee.id}-{what}"),
        card=card,
        side=portee.side,
        name=f"{portee.name} {what}",
        formation=portee.formation,
        role=portee.role,
        value=value,
        grade=portee.grade,
        labels=portee.labels if what == "gun" else frozenset(),
        level=portee.level if what == "gun" else None,
        transporter=transporter,
        part_of=portee.id,
    )


def prove_loads(members: tuple[ScenarioUnit, ...], proof: Proof) -> None:
    """Whether each vehicle has room for all that begin the game in it, together (na:6.6.7.1)."""
    by_id = {member.id: member for member in members}
    aboard: dict[UnitId, list[Room]] = {}
    for member in members:
        needs = loads.needs_of(member.card, member.size)
        if member.riding is None or member.riding not in by_id or needs is None:
            continue
        vehicle, others = by_id[member.riding], aboard.setdefault(member.riding, [])
        if vehicle.side != member.side:
            proof.mistake(f"unit {member.id}.riding", repr(vehicle.id), "a vehicle of its own side")
        elif refusal := loads.overload(vehicle.card, others, needs):
            proof.mistake(f"unit {member.id}.riding", repr(vehicle.id), "a vehicle with room for it", refusal.reason)
        others.append(needs)
