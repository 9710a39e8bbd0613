"""What comes of calls and corrections when contact has been rolled for (pw:5.1.2, pw:10.6.6, pw:10.7.4, pw:10.9.1,
pw:10.9.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.artillery import allocation, batteries, links
from core.panzerwar.artillery.calling import mission_of, reference_at, wishes
from core.panzerwar.artillery.events import Communicated, ContactLost, Denied, MissionBegun, MissionEnded, MissionTold
from core.panzerwar.command import doctrine
from core.panzerwar.communication.calling import CALLING
from core.panzerwar.communication.contact import end, note
from core.panzerwar.communication.linking import observes
from core.panzerwar.pieces.artillery import Ask, Mission, Spotting, Wish
from core.panzerwar.pieces.element import THERE
from core.panzerwar.pieces.nets import Reached
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState

# -- contact that must be kept ---------------------------------------------------------------------


def falls(state: WarState, mission: Mission) -> bool:
    """Whether a mission is to fire in this turn."""
    return mission.due <= state.turn


def must_keep(state: WarState, mission: Mission) -> bool:
    """Whether the observer of a mission must maintain contact in this turn: without allocation in every turn in which
    it fires (pw:10.6.1, pw:10.6.6)."""
    return mission.observer is not None and not allocation.advanced(state) and falls(state, mission)


def kept(state: WarState) -> tuple[Mission, ...]:
    """The missions whose observers must try to maintain contact and have not said so themselves."""
    return tuple(
        mission
        for mission in state.artillery.missions
        if must_keep(state, mission)
        and not wishes(state, mission.battery, Ask.CEASE)
        and not any(one.element == mission.observer for one in state.nets.attempts)
        and _may_try(state, mission)
    )


def _may_try(state: WarState, mission: Mission) -> bool:
    organisation = state.organisations[mission.battery]
    element = state.elements[mission.observer]  # type: ignore[index]
    if links.automatic(state, element, organisation):
        return False
    return links.touch_refusal(state, element, organisation, maintain=links.keeps(state, mission)) is None


def keeping(state: WarState) -> bool:
    """Whether all have said what they want, and contacts that must be kept are still to be noted (pw:10.6.8.4)."""
    if state.step != sequence.COMMUNICATIONS or state.nets.settled == state.turn or CALLING.choosing(state):
        return False
    return bool(kept(state))


def keep(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """The observers try."""
    return iter([_attempt(state, mission) for mission in kept(state)])


def _attempt(state: WarState, mission: Mission) -> Event:
    element = state.elements[mission.observer]  # type: ignore[index]
    return note(element, mission.battery, maintain=links.keeps(state, mission))


# -- when contact has been rolled ------------------------------------------------------------------


def due(state: WarState) -> bool:
    """Whether contacts are rolled and it is not yet said what comes of them."""
    rolled = state.step == sequence.COMMUNICATIONS and state.nets.settled == state.turn
    return rolled and state.artillery.communicated != state.turn


def carry_out(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """Fires begin, are told, or end."""
    return _all(state)


def _all(state: WarState) -> Iterator[Event]:
    for mission in state.artillery.missions:
        if mission.observer is not None and mission.battery in state.organisations:
            yield from _told(state, mission)
    for side in state.engagement.sides:
        for organisation in batteries.of_side(state, side.id):
            yield from _called(state, organisation)
    yield from _unwished(state)
    yield Communicated()


def _unwished(state: WarState) -> Iterator[Event]:
    """Contact ends that nobody has tried to keep in this phase; while a fire is waited for it needs no keeping
    (pw:5.2.1)."""
    awaited = {(m.observer, m.battery) for m in state.artillery.missions if not m.fired}
    for one in state.nets.links:
        if one.last < state.turn and (one.element, one.to) not in awaited:
            yield end(one)


def _told(state: WarState, mission: Mission) -> Iterator[Event]:
    """What the observer of a mission had to say, if he got through. Without allocation a fire without contact is over
    (pw:10.6.6); with it, it goes on where it is (pw:10.6.1, pw:5.2.1), spotting rounds while he lives, for they are
    fired to be observed (pw:10.7)."""
    organisation = state.organisations[mission.battery]
    element = state.elements.get(mission.observer) if mission.observer is not None else None
    wanted = wishes(state, mission.battery, Ask.CORRECT, Ask.EFFECT, Ask.CEASE)
    if mission.spotting is not Spotting.NONE and (element is None or element.presence not in THERE):
        yield ended(state, mission, "nobody observes its rounds", "pw:10.7", rests=bool(mission.fired))
        return
    through = element is not None and reached(state, mission, organisation)
    if any(w.ask is Ask.CEASE for w in wanted) and (through or not allocation.advanced(state)):
        yield ended(state, mission, "it ceases", "pw:10.6.6", rests=bool(mission.fired))
        return
    if must_keep(state, mission) and not through:
        yield ended(state, mission, "contact is lost", "pw:10.6.6")
        return
    if wanted and not through:
        if mission.spotting is not Spotting.NONE and mission.fired:
            yield ended(state, mission, "contact is lost", "pw:10.7.4")
        else:
            yield ContactLost(side=mission.side, mission=mission.id)
    elif wanted:
        correction = next((w for w in wanted if w.ask is Ask.CORRECT), None)
        yield MissionTold(
            side=mission.side,
            mission=mission.id,
            direction=correction.direction if correction is not None else 0,
            from_=correction.from_ if correction is not None else 0,
            effect=any(w.ask is Ask.EFFECT for w in wanted),
        )


def reached(state: WarState, mission: Mission, organisation: Organisation) -> bool:
    """Whether the observer of a mission got through in this turn; others who call the same battery do not disturb
    him.
    """
    element = state.elements.get(mission.observer) if mission.observer is not None else None
    if element is None:
        return False
    if links.touch_refusal(state, element, organisation) is None and links.automatic(state, element, organisation):
        return True
    return state.artillery.reached.get(element.id) in (Reached.MADE, Reached.OUTRANKED, Reached.GARBLED)


def ended(state: WarState, mission: Mission, why: str, rule: str, *, rests: bool = True) -> MissionEnded:
    """A fire is over; a battery that has fired, or whose contact is lost, rests (pw:10.6.6, pw:10.6.10). rests: whether
    that is so; else it rests no longer than it does already."""
    until = batteries.service(state, mission.battery, mission.side).resting
    if rests:
        until = state.turn + allocation.resting(state, state.organisations[mission.battery])
    return MissionEnded(
        side=mission.side,
        mission=mission.id,
        battery=mission.battery,
        resting=until,
        why=why,
        rule=rule,
    )


# -- new requests ----------------------------------------------------------------------------------


def _called(state: WarState, organisation: Organisation) -> Iterator[Event]:
    """Of those who have reached a battery one is heard (pw:5.1.2), with allocation he who has the best target; its own
    British observer before command elements (pw:10.9.2)."""
    calls = wishes(state, organisation.id, Ask.CALL)
    heard = [w for w in calls if w.element is None or _heard(state, w, organisation)]
    if not heard:
        return
    chosen = max(heard, key=lambda w: _rank(state, w, organisation))
    for wish in heard:
        if wish is not chosen:
            yield _denied(
                wish, "another request is preferred", "pw:10.9.2" if allocation.advanced(state) else "pw:5.1.2"
            )
    yield from _approved(state, chosen, organisation)


def _heard(state: WarState, wish: Wish, organisation: Organisation) -> bool:
    element = state.elements[wish.element]  # type: ignore[index]
    if links.made(state, element, organisation):
        return True
    return allocation.advanced(state) and state.artillery.reached.get(element.id) is Reached.OUTRANKED


def _rank(state: WarState, wish: Wish, organisation: Organisation) -> tuple[int, int, int, str]:
    """How a request stands among others, the highest first."""
    element = state.elements[wish.element] if wish.element is not None else None
    rating = own = 0
    if allocation.advanced(state) and wish.at is not None:
        found = allocation.allocate(state, organisation, wish.at)
        rating = found.priority.rating if found.priority is not None else 0
        british = doctrine.nation(state, organisation) == "U.K."
        mine = element is not None and observes(organisation, element)
        own = int(british and mine and found.turns > 0)
    return own, rating, int(element is not None), wish.element or ""


def _denied(wish: Wish, why: str, rule: str) -> Denied:
    return Denied(side=wish.side, element=wish.element, battery=wish.battery, why=why, rule=rule)


def _approved(state: WarState, wish: Wish, organisation: Organisation) -> Iterator[Event]:
    """The battery allots its turns, and the fire comes after the time that linking and approval take (pw:10.9.1,
    pw:5.3.4)."""
    if wish.at is None or mission_of_now(state, organisation):
        yield _denied(wish, "the battery has a fire already", "pw:10.6.6")
        return
    found = allocation.allocate(state, organisation, wish.at)
    if found.refusal is not None:
        yield _denied(wish, found.refusal.reason, found.refusal.rule)
        return
    element = state.elements[wish.element] if wish.element is not None else None
    reference = reference_at(state, wish.side, wish.at) is not None
    mission = Mission(
        id=new_id(state, organisation.id),
        side=wish.side,
        battery=organisation.id,
        shell=wish.shell,
        aim=wish.at,
        due=state.turn + links.lag(state, element, organisation, reference=reference).total,
        allotted=found.turns,
        observer=wish.element,
        sheaf=wish.sheaf,
        spotting=wish.spotting,
        reference=reference,
    )
    yield MissionBegun(side=wish.side, mission=mission)


def mission_of_now(state: WarState, organisation: Organisation) -> bool:
    """Whether a battery is bound by a fire that goes on or is due in the next turn."""
    now = mission_of(state, organisation.id)
    return now is not None and (bool(now.fired) or now.due <= state.turn + 1 or now.observer is not None)


def new_id(state: WarState, battery: str) -> str:
    """An id that no mission has."""
    taken = {mission.id for mission in state.artillery.missions}
    return next(id_ for n in range(1, len(taken) + 2) if (id_ := f"{battery}/{state.turn}/{n}") not in taken)
