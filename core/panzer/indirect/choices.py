"""Building orders of the Indirect Fire Step: observer, Target Point, sources, type, SHEAF; and what missions do."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, distance, in_hexes
from core.order import Order
from core.panzer.indirect import choices_reconnaissance
from core.panzer.indirect.aims import read
from core.panzer.indirect.called import caller_refusal, check_refusal, continue_refusal, shift_refusal, still_able
from core.panzer.indirect.choices_aim import aiming
from core.panzer.indirect.observers import carrier_of, observer_refusal, where
from core.panzer.indirect.orders import (
    AdjustMission,
    AnnouncePlan,
    CallFire,
    CheckMission,
    ContinueMission,
    RedirectFire,
)
from core.panzer.indirect.prospects import target_points
from core.panzer.indirect.sources import may_observe, source_refusal, sources, types
from core.panzer.indirect.step import announceable, redirect_targets, turns, waiting
from core.panzer.pieces.firing import Question
from core.panzer.pieces.missions import Aim, FireType, Mission, Plan, aim_words
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.state import PanzerState
from core.step_end import end_of_step

RULE = "na:6.5.1"
MISSIONS = "Missions"
CALLS = "Call fire"
# -- the step --------------------------------------------------------------------------------------


def step_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The missions and plans of a side, its observers, and the end of the step."""
    if not partial:
        options = [*_missions(state, side), *_plans(state, side), *_observers(state, side)]
        options += choices_reconnaissance.heads(state, side, CALLS)
        options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
        options.append(_finish(state, side))
        return Choices("Indirect fire: call, maintain, announce", RULE, tuple(options))
    kind, _, value = partial[0].partition(":")
    if kind == "call":
        return _calling(state, side, UnitId(value), partial[1:])
    if kind == choices_reconnaissance.HEAD:
        return choices_reconnaissance.choices(state, side, UnitId(value), partial[1:])
    mission = state.indirect.mission(side, int(value)) if kind == "mission" else None
    if mission is not None:
        return _maintaining(state, mission, partial[1:])
    return Choices("Indirect fire", RULE, complete=True)


def _finish(state: PanzerState, side: SideId) -> Choice:
    left = len(waiting(state, side))
    words = "End the Indirect Fire Step"
    if left:
        words += f"; {left} missions are over with it" if left > 1 else "; 1 mission is over with it"
    return end_of_step(words)


def _missions(state: PanzerState, side: SideId) -> Iterator[Choice]:
    for mission in waiting(state, side):
        names = ", ".join(state.name(s) for s in mission.sources)
        label = f"Mission {mission.number} on {mission.aim.hex}, {names}: continue, adjust or check ..."
        yield Choice(f"mission:{mission.number}", label, "order", mission.aim.hex, group=MISSIONS)


def _plans(state: PanzerState, side: SideId) -> Iterator[Choice]:
    for id_ in announceable(state, side):
        held = state.indirect.plan(id_)
        if held is not None:
            aim = held.aim_in(state.turn) if held.begun else held.turns[0]
            yield Choice(
                f"plan:{id_}",
                plan_words(state, held),
                "order",
                aim.hex if aim is not None else None,
                group=MISSIONS,
                irreversible=True,
            )


def plan_words(state: PanzerState, held: Plan) -> str:
    """A planned mission in words, as its owner announces it."""
    name = state.name(held.battery)
    aim = held.aim_in(state.turn)
    if aim is not None:
        return f"{name}: turn {state.turn - held.begun + 1} of its plot, {aim_words(aim)}"
    return f"{name}: announce the mission plotted for turn {held.turn}, {aim_words(held.turns[0])}"


def _observers(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The observers that have the command for it, each with what keeps it from calling."""
    for unit in state.units.values():
        if unit.side == side and may_observe(state, unit.id) and _commanded(state, unit):
            at = where(state, unit.id)
            refused = caller_refusal(state, side, unit.id) or _nothing_to_call(state, side, unit.id)
            yield Choice(
                f"call:{unit.id}", f"{state.name(unit.id)} calls ...", "unit", at, unit.id, refusal=refused, group=CALLS
            )


def _commanded(state: PanzerState, unit: Unit) -> bool:
    if unit.presence is Presence.CARRIED:
        return carrier_of(state, unit).command is not Command.MOVE
    return unit.on_map and unit.command is Command.OVERWATCH


def _nothing_to_call(state: PanzerState, side: SideId, observer: UnitId) -> Refusal | None:
    seen = target_points(state, observer)
    if not seen:
        return Refusal(f"{state.name(observer)} spots no enemy unit", "na:6.5.1.7")
    if not sources(state, side):
        return Refusal("there is nobody to fire indirectly", "na:6.5.1a")
    refusals = [refused for hex_, _ in seen if (refused := _no_source(state, side, observer, hex_)) is not None]
    return refusals[0] if len(refusals) == len(seen) else None


def _no_source(state: PanzerState, side: SideId, observer: UnitId, hex_: Hex) -> Refusal | None:
    """Why nobody can be called onto a hex with any type; None if somebody can."""
    first: Refusal | None = None
    for source in sources(state, side):
        for type_ in types(state, (source,)):
            refused = source_refusal(state, side, observer, source, Aim(hex_, type_))
            if refused is None:
                return None
            first = first or refused
    return first


# -- calling ---------------------------------------------------------------------------------------


def _calling(state: PanzerState, side: SideId, observer: UnitId, picks: Partial) -> Choices:
    name = state.name(observer)
    if not picks:
        origin = where(state, observer)
        options = tuple(
            Choice(
                hex_.id,
                f"{hex_}: {state.name(target)}{_registered(state, side, hex_)}",
                "hex",
                hex_,
                target,
                cost=f"range {distance(origin, hex_)}" if origin is not None else "",
                refusal=_no_source(state, side, observer, hex_),
            )
            for hex_, target in target_points(state, observer)
        )
        return Choices(f"{name} calls fire on which hex?", "na:6.5.1.7", options)
    return aiming(state, side, observer, None, read(state, picks))


def _registered(state: PanzerState, side: SideId, hex_: Hex) -> str:
    return ", Pre-Registered Point" if any(p.side == side and p.hex == hex_ for p in state.indirect.points) else ""


# -- maintaining -----------------------------------------------------------------------------------


def _maintaining(state: PanzerState, mission: Mission, picks: Partial) -> Choices:
    if mission.observer is None:
        return Choices("It follows its plot", "na:6.5.1.11")
    if not picks:
        title = f"Mission {mission.number}, {aim_words(mission.aim)}"
        return Choices(title, "na:6.5.1.8", tuple(_ways(state, mission)))
    if picks[0] != "adjust":
        return Choices(f"Mission {mission.number}", "na:6.5.1.8", complete=True)
    if len(picks) > 1:
        return aiming(state, mission.side, mission.observer, mission, read(state, picks[1:]))
    near = _in_reach(state, mission, mission.observer)
    return Choices(
        f"Shift mission {mission.number} to which hex?",
        "na:6.5.1.8.2",
        tuple(
            Choice(h.id, f"{h}: {state.name(u)}", "hex", h, u, refusal=_nobody_left(state, mission, h)) for h, u in near
        ),
    )


def _ways(state: PanzerState, mission: Mission) -> Iterator[Choice]:
    for type_ in FireType:
        # To and from Illumination a mission is adjusted; it never goes on so (na:6.5.1.8.1).
        changes = type_ is not mission.aim.type
        if (
            changes
            and FireType.ILLUMINATION in (type_, mission.aim.type)
            and not state.edition.indirect.missions_by_sheaf
        ):
            continue
        if not changes or type_ in types(state, mission.sources):
            words = f"Continue with {type_.value}" if changes else "Continue"
            refused = continue_refusal(state, mission, type_)
            yield Choice(
                f"continue:{type_.value}", words, "option", mission.aim.hex, refusal=refused, irreversible=True
            )
    yield Choice("adjust", "Adjust ...", "option", mission.aim.hex, refusal=_no_adjusting(state, mission))
    refused = check_refusal(state, mission)
    words = "Check it: it is over, its units fire nothing else indirectly this turn"
    yield Choice("check", words, "option", mission.aim.hex, refusal=refused, irreversible=True)


def _no_adjusting(state: PanzerState, mission: Mission) -> Refusal | None:
    assert mission.observer is not None
    if refused := observer_refusal(state, mission.side, mission.observer):
        return refused
    near = [_nobody_left(state, mission, h) for h, _ in _in_reach(state, mission, mission.observer)]
    if near:
        return near[0] if all(near) else None
    name = state.name(mission.observer)
    return Refusal(
        f"{name} spots no enemy unit within {in_hexes(state.edition.indirect.adjusted_shift)} of {mission.aim.hex}",
        "na:6.5.1.8.2",
    )


def _in_reach(state: PanzerState, mission: Mission, observer: UnitId) -> list[tuple[Hex, UnitId]]:
    return [
        (h, u) for h, u in target_points(state, observer) if shift_refusal(state, observer, mission.aim.hex, h) is None
    ]


def _nobody_left(state: PanzerState, mission: Mission, hex_: Hex) -> Refusal | None:
    """Why none of the units of a mission could fire on a hex; None if one can."""
    if still_able(state, mission, Aim(hex_), continued=False):
        return None
    return Refusal(f"none of its units can fire on {hex_}: on-map ones need FIRE again", "na:6.5.1.8")


# -- answers and orders ----------------------------------------------------------------------------


def answers(state: PanzerState, question: Question, partial: Partial) -> Choices:
    """Onto which unit the enemy of the caller moves the fire (na:6.5.1.12a), and how its SHEAF lies there, where he may
    turn it (min:16.6.1.3)."""
    source = question.shot.shooter
    name, mission = state.name(source), state.indirect.firing_in(source)
    if partial and len(partial) < 2 and mission is not None and turns(state, mission, source):
        ways = tuple(Choice(str(d), DIRECTION_NAMES[d], "facing", irreversible=True) for d in range(3))
        return Choices("Danger Close: across which direction does it lie?", "min:16.6.1.3", ways)
    if partial:
        return Choices("Danger Close", "na:6.5.1.12a", complete=True)
    options = tuple(
        Choice(f"redirect:{u}", state.name(u), "unit", state.units[u].hex, u, irreversible=True)
        for u in redirect_targets(state, question)
    )
    return Choices(f"Danger Close: the fire of {name} falls on which of its own units?", "na:6.5.1.12a", options)


def step_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    kind, _, value = partial[0].partition(":")
    if kind == "redirect":
        return RedirectFire(unit=UnitId(value), direction=int(partial[1]) if len(partial) > 1 else None)
    if kind == "plan":
        return AnnouncePlan(plan=value)
    if kind == choices_reconnaissance.HEAD:
        return choices_reconnaissance.order(state, UnitId(value), partial[1:])
    if kind == "call" and len(partial) > 1:
        picked = read(state, partial[1:])
        return CallFire(observer=UnitId(value), sources=picked.units, aim=picked.aim) if picked.aim else None
    if kind != "mission" or len(partial) < 2:
        return None
    way, _, type_ = partial[1].partition(":")
    number = int(value)
    if way == "continue":
        return ContinueMission(mission=number, type=FireType(type_))
    if way == "check":
        return CheckMission(mission=number)
    picked = read(state, partial[2:])
    return AdjustMission(mission=number, aim=picked.aim, added=picked.units) if picked.aim else None


def undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The observers that could call fire, or whose mission waits for its turn."""
    watching = [m.observer for m in waiting(state, side) if m.observer is not None]
    free = (u.id for u in state.units.values() if u.side == side and may_observe(state, u.id) and _commanded(state, u))
    calling = [u for u in free if caller_refusal(state, side, u) is None and _nothing_to_call(state, side, u) is None]
    return tuple(dict.fromkeys((*watching, *calling)))
