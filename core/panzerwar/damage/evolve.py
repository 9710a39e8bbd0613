"""How hits, bail-out and the end of a turn change the state (pw:9.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.damage.events import (
    CrewTested,
    FireTested,
    GunStruck,
    JamTested,
    OccupantStunned,
    StunTested,
    VehicleStruck,
)
from core.panzerwar.damage.location_damage import troubling
from core.panzerwar.losses import lose, remove
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Blaze, Crew
from core.panzerwar.state import WarState

#: Who is out of the game is struck no more: fire of a segment that was simultaneous may still come.
_GONE: Final = frozenset({Presence.DESTROYED, Presence.BAILED_OUT})


def _vehicle_struck(state: WarState, event: VehicleStruck) -> None:
    element, effect = state.elements.get(event.element), event.effect
    if element is None or element.presence in _GONE:
        return
    if effect.destroyed:
        remove(state, element.id, Presence.DESTROYED, event.lost)
        return
    harm = element.harm
    new = troubling(harm.damage, effect.damage)
    element = element.with_harm(
        damage=harm.damage | effect.damage,
        new=harm.new | new,
        engine=harm.engine or effect.engine,
        struck=harm.struck or effect.penetration is not None,  # no shell: a near hit, an assault, a ram (pw:9.15.7)
        **_stun(state, element, effect.stunned),
    )
    if Damage.COMMANDER in effect.damage and not state.cards.vehicles[element.card].open_top:  # pw:9.10
        element = evolve(element, buttoned=True)
    state.put(element)
    for one in event.lost:
        lose(state, one)


def _gun_struck(state: WarState, event: GunStruck) -> None:
    element, effect = state.elements.get(event.element), event.effect
    if element is None or element.presence in _GONE:
        return
    if effect.destroyed:
        state.change(element.id, presence=Presence.DESTROYED)
        return
    damage = element.harm.damage | (frozenset((Damage.CARRIAGE,)) if effect.carriage else frozenset())
    state.put(element.with_harm(damage=damage, struck=True, **_stun(state, element, effect.stunned)))


def _stun(state: WarState, element: Element, stunned: bool) -> Mapping[str, Any]:
    """What stun changes; who is stunned already stays so since when he was (pw:9.15.3)."""
    if not stunned or element.harm.stunned:
        return {}
    return {"stunned": True, "stunned_in": sequence.segment(state)}


def _crew_tested(state: WarState, event: CrewTested) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    changes: dict[str, Any] = {"new": frozenset()}
    if event.until:
        changes |= {"crazed": event.until, "berserk": event.crew is Crew.BERSERK}
    state.put(element.with_harm(**changes))
    if event.crew is Crew.BAILS_OUT:
        remove(state, event.element, Presence.BAILED_OUT)


def _occupant_stunned(state: WarState, event: OccupantStunned) -> None:
    element = state.elements.get(event.element)
    if element is not None and element.presence not in _GONE:
        state.put(element.with_harm(struck=True, **_stun(state, element, event.stunned)))


def _stun_tested(state: WarState, event: StunTested) -> None:
    element = state.elements.get(event.element)
    if element is not None and event.ended:
        state.put(element.with_harm(stunned=False, stunned_in=0))


def _jam_tested(state: WarState, event: JamTested) -> None:
    element = state.elements.get(event.element)
    if element is not None and event.cleared:
        left = tuple(one for one in element.gunnery.jams if one != event.arm)
        state.put(element.with_gunnery(jammed=bool(left), jams=left))


def _fire_tested(state: WarState, event: FireTested) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    if event.blaze is Blaze.EXPLODES:
        remove(state, event.element, Presence.DESTROYED, event.lost)
    elif event.blaze is Blaze.OUT:
        state.put(element.with_harm(damage=element.harm.damage - {Damage.FIRE}))


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """What was hit in the last turn counts no more, and who is stunned is so from before (pw:9.15.3, pw:9.15.7)."""
    for element in state.elements.values():
        if element.harm.struck or element.harm.stunned_in:
            state.put(element.with_harm(struck=False, stunned_in=0))


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    VehicleStruck: _vehicle_struck,
    GunStruck: _gun_struck,
    CrewTested: _crew_tested,
    OccupantStunned: _occupant_stunned,
    StunTested: _stun_tested,
    JamTested: _jam_tested,
    FireTested: _fire_tested,
    TurnBegun: _turn_begun,
}
