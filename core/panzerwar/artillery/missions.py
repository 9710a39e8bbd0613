"""Indirect area fire as it falls: spotting rounds, fire for effect, smoke, duration (pw:10.6, pw:10.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.artillery import allocation, batteries, corrections, loads, requests, scatter
from core.panzerwar.artillery.areas import Beaten, footprint, laid
from core.panzerwar.artillery.calling import mission_of
from core.panzerwar.artillery.cheating import cancelled
from core.panzerwar.artillery.events import AreaFired, AreaNotFired
from core.panzerwar.artillery.falling import fall
from core.panzerwar.artillery.hits import Fall
from core.panzerwar.artillery.scatter import Scattered
from core.panzerwar.artillery.seeing import marks_itself, point_refusal, sees
from core.panzerwar.pieces.artillery import AreaShot, Mission, Spotting
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.weapons import ShellType, Weapon
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, offset

#: The segments of old and of new artillery (pw:3.2.E, pw:10.6).
OLD, NEW = 2, 5
#: The kind of weapon that scatters with every salvo.
ROCKETS: Final = "rockets"
#: GSU by which the rounds of a bracket fall over and short (pw:10.7.2).
OVER: Final = 100.0


def segment_of(state: WarState, mission: Mission) -> int:
    """The fire segment in which a mission falls in this turn: E2 if it fell in the last turn too, E5 if it is new; 0 if
    it does not fall (pw:10.6)."""
    if mission.due > state.turn or mission.fired == state.turn:
        return 0
    return OLD if mission.fired and mission.fired == state.turn - 1 else NEW


def falling(state: WarState, segment: int) -> tuple[Mission, ...]:
    """The missions that fall in a segment, in an order that no side chooses: spotting rounds last, which are hard to
    tell among other fire of the segment, whichever battery gives it (pw:10.7)."""
    found = (m for m in state.artillery.missions if segment_of(state, m) == segment)
    return tuple(sorted(found, key=lambda m: (m.spotting is not Spotting.NONE, m.id)))


def resolve(state: WarState, before: WarState, segment: int, dice: Dice) -> Iterator[Event]:
    """All indirect fire of a segment: of batteries and observers as they were when it began (pw:3.2.E)."""
    for mission in falling(state, segment):
        yield from _resolve(state, before, mission, segment, dice)


def fire_refusal(state: WarState, before: WarState, mission: Mission, organisation: Organisation) -> Refusal | None:
    """Why a mission that is due cannot be fired: its battery could not when the segment began, or it has another
    (pw:10.6.2, pw:10.6.6.2)."""
    busy = mission_of(state, mission.battery)
    if busy is not None and busy.id != mission.id:
        return Refusal("the battery fires elsewhere", "pw:10.6.6.2")
    if not mission.fired and state.turn <= batteries.service(state, mission.battery, mission.side).resting:
        return Refusal("the battery rests", "pw:10.6.10")
    if has_fired(state, before, organisation):
        return Refusal("it has fired in this turn", "pw:8.10")
    return batteries.indirect_refusal(before, organisation)


def has_fired(state: WarState, before: WarState, organisation: Organisation) -> bool:
    """Whether a piece of a battery on the table has fired its weapon in this turn already."""
    arm = arm_id(before, organisation)
    mine = (state.elements[piece.id] for piece in batteries.pieces(before, organisation))
    return any(id_ == arm for piece in mine for id_, _ in piece.gunnery.rounds)


def _resolve(state: WarState, before: WarState, mission: Mission, segment: int, dice: Dice) -> Iterator[Event]:
    organisation = before.organisations[mission.battery]
    refused = fire_refusal(state, before, mission, organisation)
    fired, start = batteries.battery_weapon(before, organisation), batteries.place(before, organisation)
    if refused is not None or fired is None or start is None:
        refused = refused or Refusal("it has no weapon", "pw:10.0.1")
        yield AreaNotFired(
            side=mission.side, battery=mission.battery, element=None, why=refused.reason, rule=refused.rule
        )
        yield requests.ended(state, mission, refused.reason, refused.rule, rests=bool(mission.fired))
        return
    place = centre(state, before, mission, fired, start, dice)
    if mission.spotting is not Spotting.NONE:
        yield _spotted(state, before, mission, organisation, fired, start, place, segment)
        return
    yield from _effect(state, before, mission, organisation, fired, start, place, segment, dice)
    if mission.effect + 1 >= mission.allotted:
        why = f"it has fired its {mission.allotted} turns"
        yield requests.ended(state, mission, why, "pw:10.9" if allocation.advanced(state) else "pw:10.6.6")


# -- where it falls --------------------------------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class Centre(Alike):
    """Where the fire of a mission is laid in this turn: the point of aim, the centre, how it was scattered; moved: it
    is not where it was in the last turn."""

    aim: Point
    at: Point
    scattered: Scattered
    moved: bool
    cancelled: bool = False


def centre(state: WarState, before: WarState, mission: Mission, fired: Weapon, start: Point, dice: Dice) -> Centre:
    """The centre of the area in this turn: the first fire scatters (pw:10.6.7), on a reference point as direct fire
    does (pw:10.8.5); later the centre moves by correction alone (pw:10.6.8), and rockets scatter with every salvo:
    where the first has fallen is their point of aim from then on, until the observer shifts it (pw:10.6.9). A bracket
    that is not corrected stays about its centre (pw:10.7.2)."""
    to = _ordered(before, mission)
    rockets = fired.kind == ROCKETS
    if mission.coa is not None and not rockets:
        at = to or (corrections.origin(mission) if mission.direction else None) or mission.coa
        return Centre(aim=mission.aim, at=at, scattered=Scattered(at), moved=at != mission.coa)
    aim = to or (mission.coa if mission.coa is not None and mission.effect == 1 else mission.aim)
    found = scatter.scatter(
        state.charts, kind(mission, rockets=rockets), aim, bearing(start, aim), gsu_between(start, aim), dice
    )
    area = _area(before, mission, fired, start, aim)
    called_off = found.gsu > 0 and _harms(before, mission, fired) and cancelled(state, mission.side, area, found.at)
    at = aim if called_off else found.at
    return Centre(aim=aim, at=at, scattered=found, moved=True, cancelled=called_off)


def _harms(state: WarState, mission: Mission, fired: Weapon) -> bool:
    """Whether a fire harms whom it strikes, so that its scatter is worth cancelling (pw:10.7.5): neither spotting
    rounds do, nor smoke, nor what gives light."""
    shell = batteries.shell(state, fired, mission.shell)
    return mission.spotting is Spotting.NONE and shell is not None and not loads.of_shell(fired, shell, 0.0).harmless


def kind(mission: Mission, *, rockets: bool) -> str:
    """The line of the Scatter Table by which a mission scatters (pw:10.6.7, pw:10.6.9, pw:10.8.5)."""
    if rockets:
        return scatter.ROCKETS_LATER if mission.coa is not None else scatter.ROCKETS_FIRST
    return scatter.REFERENCE if mission.reference else scatter.INDIRECT


def move_refusal(state: WarState, mission: Mission, to: Point) -> Refusal | None:
    """Why the centre of a mission may not be moved to a point in this turn (pw:10.6.8.1, pw:10.6.9)."""
    return corrections.move_refusal(mission, to, rockets=rockets(state, mission))


def rockets(state: WarState, mission: Mission) -> bool:
    """Whether a mission is one of rockets."""
    fired = batteries.battery_weapon(state, state.organisations[mission.battery])
    return fired is not None and fired.kind == ROCKETS


def watch_refusal(state: WarState, mission: Mission) -> Refusal | None:
    """Why a correction that was declared is not carried out: nobody directs the fire any more, or he does not see the
    point of aim; where spotting rounds fell he has seen (pw:10.6.8, pw:10.7)."""
    element = state.elements.get(mission.observer) if mission.observer is not None else None
    if element is None:
        return Refusal("nobody directs it", "pw:10.6.8")
    return None if mission.spotting is not Spotting.NONE else point_refusal(state, element, mission.aim, "pw:10.6.8")


def _ordered(state: WarState, mission: Mission) -> Point | None:
    """Where the centre is moved to: as its side says in this segment, else straight as it was declared (pw:10.6.8.1);
    what the observer no longer sees he does not correct (pw:10.6.8)."""
    if not mission.direction or watch_refusal(state, mission) is not None:
        return None
    said = _said(state, mission)
    if said is not None and move_refusal(state, mission, said.at) is None:
        return said.at
    return corrections.straight(mission)


def _said(state: WarState, mission: Mission) -> AreaShot | None:
    return next((shot for shot in state.artillery.shots if shot.battery == mission.battery), None)


def _area(state: WarState, mission: Mission, fired: Weapon, start: Point, at: Point) -> Beaten:
    guns = len(batteries.pieces(state, state.organisations[mission.battery]))
    return laid(footprint(state.charts, fired), at, bearing(start, at), mission.sheaf, guns)


# -- what falls ------------------------------------------------------------------------------------


def _spotted(
    state: WarState,
    before: WarState,
    mission: Mission,
    organisation: Organisation,
    fired: Weapon,
    start: Point,
    place: Centre,
    segment: int,
) -> AreaFired:
    """One spotting round, or two of a bracket, 100 over and 100 short of the centre (pw:10.7, pw:10.7.2): they harm
    nobody, and mark where the centre is if they are seen."""
    along = bearing(start, place.at)
    rounds: tuple[Point, ...] = (place.at,)
    if mission.spotting is Spotting.BRACKET:
        rounds = (offset(place.at, along, OVER), offset(place.at, along + 180, OVER))
    shell = batteries.shell(state, fired, mission.shell)
    smoke = shell is not None and shell.type is ShellType.SMOKE
    observer = before.elements.get(mission.observer) if mission.observer is not None else None
    seen = observer is not None and any(
        sees(before, observer, at) and marks_itself(state, at, smoke=smoke, fallen=state.artillery.fallen)
        for at in rounds
    )
    return AreaFired(
        side=mission.side,
        battery=mission.battery,
        mission=mission.id,
        elements=_firing(before, organisation)[: len(rounds)],
        what=f"{fired.name} {mission.shell}, spotting",
        kind="gun",
        arm=arm_id(before, organisation),
        segment=segment,
        aim=place.aim,
        coa=place.at,
        along=along,
        direction=place.scattered.direction,
        scattered=place.scattered.gsu,
        cancelled=place.cancelled,
        rounds=rounds,
        seen=seen,
        rolls=place.scattered.rolls,
    )


def _firing(state: WarState, organisation: Organisation) -> tuple[UnitId, ...]:
    return tuple(piece.id for piece in batteries.pieces(state, organisation) if piece.on_table)


def arm_id(state: WarState, organisation: Organisation) -> str:
    """The arm of the pieces of a battery."""
    found = (batteries.arm_of(state, piece) for piece in batteries.pieces(state, organisation))
    return next((arm.id for arm in found if arm is not None), batteries.TUBE)


def _effect(
    state: WarState,
    before: WarState,
    mission: Mission,
    organisation: Organisation,
    fired: Weapon,
    start: Point,
    place: Centre,
    segment: int,
    dice: Dice,
) -> Iterator[Event]:
    """Fire for effect: the area is attacked, or smoke laid (pw:10.7.3, pw:11.2); concentrated where it has not moved
    (pw:10.4)."""
    shell = batteries.shell(state, fired, mission.shell)
    if shell is None:
        return
    guns = len(batteries.pieces(before, organisation))
    served = batteries.service(state, mission.battery, mission.side)
    still = served.still + 1 if _same(served.coa, place, mission) and served.fired == state.turn - 1 else 1
    said = _said(state, mission)
    wished = said is None or said.concentrated
    load = loads.of_shell(fired, shell, gsu_between(start, place.at))
    concentrated = wished and may_concentrate(state, mission, still, smoke=load.harmless)
    thrown = loads.dice(state.charts, fired, shell, mission.sheaf, guns, concentrated=concentrated)
    area = _area(before, mission, fired, start, place.at)
    event = fired_event(
        mission, _firing(before, organisation), arm_id(before, organisation), load.name, area, place, segment, thrown
    )
    yield from fall(
        state,
        mission.side,
        Fall(area=area, load=load, dice=thrown),
        event,
        guns=guns,
        dust=footprint(state.charts, fired).dust,
        still=still,
        goes_on=mission.effect > 0,
        concentrated=concentrated,
        dice=dice,
    )


def _same(before: Point | None, place: Centre, mission: Mission) -> bool:
    return before is not None and before == place.at and not place.moved and mission.effect > 0


def may_concentrate(state: WarState, mission: Mission, still: int, *, smoke: bool = False) -> bool:
    """Whether a mission may fire concentrated: the area has not moved since the last turn, the battery was set up
    before the game, and not more than 4 turns of it in the game (pw:10.4)."""
    used = batteries.service(state, mission.battery, mission.side).concentrated
    return not smoke and still > 1 and used < state.charts.whole("concentrated-turns")


def fired_event(
    mission: Mission,
    elements: tuple[UnitId, ...],
    arm: str,
    what: str,
    area: Beaten,
    place: Centre,
    segment: int,
    thrown: int,
) -> AreaFired:
    """Fire for effect of a mission, as an event without what is the same for all area fire."""
    return AreaFired(
        side=mission.side,
        battery=mission.battery,
        mission=mission.id,
        elements=elements,
        what=what,
        kind="gun",
        arm=arm,
        segment=segment,
        aim=place.aim,
        coa=place.at,
        along=area.along,
        length=area.length,
        width=area.width,
        dice=thrown,
        direction=place.scattered.direction,
        scattered=place.scattered.gsu,
        cancelled=place.cancelled,
        rolls=place.scattered.rolls,
    )
