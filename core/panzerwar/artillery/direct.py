"""Direct area fire: by a battery or a single weapon that sees its point of aim (pw:10.5, pw:10.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.artillery import batteries, corrections, loads, scatter
from core.panzerwar.artillery.areas import Beaten, Footprint, footprint, friends_near, laid
from core.panzerwar.artillery.cheating import cancelled
from core.panzerwar.artillery.events import AreaFired, AreaNotFired
from core.panzerwar.artillery.falling import fall
from core.panzerwar.artillery.hits import Fall
from core.panzerwar.artillery.loads import Load
from core.panzerwar.artillery.seeing import point_refusal
from core.panzerwar.combat import arms, when, zones
from core.panzerwar.pieces.artillery import AreaShot, Service, Sheaf, by_arm
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.shots import GUNS, VEHICLE_GUNS, Arm, ArmKind
from core.panzerwar.pieces.weapons import MachineGun, Shell, ShellType, Weapon
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, hex_at

#: The only segment of direct area fire (pw:10.5.6).
SEGMENT: Final = 4
#: GSU beyond which guns and howitzers fire at areas (pw:10.5.2), and that friends keep from the edge of the area of
#: machine guns and auto-cannon (pw:10.5.3).
BEYOND, CLEAR = 450, 19
_AUTO_CANNON: Final = "auto-cannon"
#: Arms that fire at areas.
_KINDS: Final = GUNS | VEHICLE_GUNS | {ArmKind.MACHINE_GUN}


@frozen(kw_only=True, eq=False, repr=False)
class Body(Alike):
    """Who fires directly at an area: the pieces that do, the first of them the one that sees; their arm, its weapon;
    battery: the unit that they fire as, None of a single element."""

    pieces: tuple[Element, ...]
    arm: Arm
    weapon: Weapon | MachineGun
    battery: Organisation | None = None

    @property
    def side(self) -> SideId:
        """Its side."""
        return self.pieces[0].side

    @property
    def id(self) -> str:
        """The battery, or the element."""
        return self.battery.id if self.battery is not None else str(self.pieces[0].id)

    @property
    def served(self) -> str:
        """By what it is written down where its area lay: the battery, or the element with its arm, for each of several
        weapons of one element has its own area (pw:10.5)."""
        return by_arm("" if self.battery is None else self.battery.id, self.pieces[0].id, self.arm.id)

    @property
    def where(self) -> Point:
        """Where it fires from (pw:10.1.2)."""
        return self.pieces[0].where


# -- who may ---------------------------------------------------------------------------------------


def area_arms(state: WarState, element: Element) -> tuple[Arm, ...]:
    """The arms of an element that fire at areas: guns, mortars, machine guns, auto-cannon (pw:10.5)."""
    found = tuple(arm for arm in arms.arms(state, element) if arm.kind in _KINDS)
    own = batteries.arm_of(state, element)
    return found if own is None or own in found else (*found, own)


def body_of(state: WarState, shot: AreaShot) -> Body | None:
    """Who is to fire a shot; None if there is no such battery, element or arm, or none that can fire."""
    if shot.battery:
        found = batteries.find(state, shot.battery)
        return of_battery(state, found) if found is not None else None
    element = state.elements.get(shot.element) if shot.element is not None else None
    return of_element(state, element, shot.arm) if element is not None else None


def of_element(state: WarState, element: Element, arm: str) -> Body | None:
    """A single element with one of its arms."""
    found = next((one for one in area_arms(state, element) if one.id == arm), None)
    fired = state.cards.arm(found.weapon) if found is not None else None
    if found is None or not isinstance(fired, Weapon | MachineGun):
        return None
    return Body(pieces=(element,), arm=found, weapon=fired)


def of_battery(state: WarState, organisation: Organisation) -> Body | None:
    """A battery on the table, as far as its pieces can fire."""
    found = tuple(piece for piece in batteries.pieces(state, organisation) if piece.on_table)
    arm = batteries.arm_of(state, found[0]) if found else None
    fired = batteries.battery_weapon(state, organisation)
    if arm is None or fired is None:
        return None
    return Body(pieces=found, arm=arm, weapon=fired, battery=organisation)


def body_refusal(state: WarState, body: Body) -> Refusal | None:
    """Why nothing can be fired at an area at all: not in this segment (pw:10.5.6), the weapon has fired or is to fire
    at somebody, the battery has moved (pw:10.5.1), nothing is left to fire."""
    if sequence.segment(state) != SEGMENT:
        return Refusal("direct area fire is given in E4", "pw:10.5.6")
    if body.battery is not None:
        refused = batteries.together_refusal(state, body.battery)
        if refused is not None:
            return refused
    ready = tuple(piece for piece in body.pieces if piece_refusal(state, piece, body.arm) is None)
    return None if ready else piece_refusal(state, body.pieces[0], body.arm)


def piece_refusal(state: WarState, piece: Element, arm: Arm) -> Refusal | None:
    """Why one piece does not fire its arm at an area in this turn: who moves in haste fires at nothing, nor does a slow
    gun after a full movement (pw:8.5, pw:8.7.8)."""
    if not piece.on_table:
        return Refusal(f"{piece.name} is not on the table by itself", "pw:10.5")
    shut = arms.shut_refusal(piece)
    if shut is not None:
        return shut
    if (unable := arms.refusal(state, piece, arm)) is not None:
        return unable
    if not piece.foot and not when.segments(state, piece, arm, first=False):
        return Refusal("after its movement it fires in no segment", "pw:8.7.8")
    if any(id_ == arm.id for id_, _ in piece.gunnery.rounds):
        return Refusal("it has fired in this turn", "pw:8.10")
    if any(shot.element == piece.id and shot.arm == arm.id for shot in state.shots):
        return Refusal("it is to fire at another target", "pw:8.10")
    return None


def ready(state: WarState, body: Body) -> tuple[Element, ...]:
    """The pieces of a body that can fire, wherever at."""
    return tuple(piece for piece in body.pieces if piece_refusal(state, piece, body.arm) is None)


def firing(state: WarState, body: Body, at: Point, among: tuple[Element, ...] | None = None) -> tuple[Element, ...]:
    """The pieces of a body that can fire at a point: they are ready, and it lies in their fire zone (pw:8.1). among:
    those that are ready, where that is known."""
    found = ready(state, body) if among is None else among
    if body.arm.id == batteries.TUBE:
        return found
    return tuple(piece for piece in found if _bears(state, piece, body.arm, at))


def _bears(state: WarState, piece: Element, arm: Arm, at: Point) -> bool:
    return zones.zone_refusal(state, piece, arm, bearing(piece.where, at)) is None


def aim_refusal(
    state: WarState, body: Body, at: Point, shell: str, sheaf: Sheaf, among: tuple[Element, ...] | None = None
) -> Refusal | None:
    """Why a body may not fire at an area there: range (pw:10.5.2, pw:10.5.4), zone, sight (pw:10.5), friends near the
    area of machine guns and auto-cannon (pw:10.5.3). among: its pieces that are ready, where that is known."""
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", "pw:10.5")
    able = firing(state, body, at, among)
    if not able:
        first = body.pieces[0]
        refused = piece_refusal(state, first, body.arm)
        return refused or zones.zone_refusal(state, first, body.arm, bearing(first.where, at))
    refused = _range_refusal(state, body, gsu_between(able[0].where, at), shell)
    if refused is not None:
        return refused
    seen = (point_refusal(state, piece, at, "pw:10.5") for piece in able)
    blind = next(seen)
    if blind is not None and all(one is not None for one in seen):
        return blind
    return friend_refusal(state, body, able, at, sheaf)


def friend_refusal(state: WarState, body: Body, able: tuple[Element, ...], at: Point, sheaf: Sheaf) -> Refusal | None:
    """Why machine guns and auto-cannon may not fire there: a friend is near the area (pw:10.5.3). able: who fires."""
    if automatic(body.weapon):
        near = friends_near(state, body.side, area(state, body, able, at, sheaf), CLEAR)
        friend = next((e for e in near if e not in body.pieces), None)
        if friend is not None:
            return Refusal(f"{friend.name} is within {CLEAR} of the edge of the area", "pw:10.5.3")
    return None


def automatic(fired: Weapon | MachineGun) -> bool:
    """Whether a weapon is a machine gun or an auto-cannon, which fires at areas however near (pw:10.5.3)."""
    return isinstance(fired, MachineGun) or fired.kind == _AUTO_CANNON


def _range_refusal(state: WarState, body: Body, away: float, shell: str) -> Refusal | None:
    fired = body.weapon
    found = None if isinstance(fired, MachineGun) else batteries.shell(state, fired, shell)
    refused = None if found is None else screen_refusal(body, found)
    return refused or range_refusal(fired, found, away, shell)


def screen_refusal(body: Body, shell: Shell) -> Refusal | None:
    """Why a body lays no screen of a shell over an area: batteries and mortars do; the smoke of any other single gun is
    a puff beyond its point of aim, always sketchy (pw:11.1, pw:11.2, pw:11.3.1, pw:11.5)."""
    if shell.type is not ShellType.SMOKE or body.battery is not None or body.arm.id == batteries.TUBE:
        return None
    return Refusal("a gun by itself lays smoke puff by puff, over no area", "pw:11.5")


def range_refusal(fired: Weapon | MachineGun, found: Shell | None, away: float, shell: str = "") -> Refusal | None:
    """Why a weapon does not fire at an area so many GSU away with a shell, of which it is found (pw:10.5.2,
    pw:10.5.3, pw:10.5.4)."""
    if isinstance(fired, MachineGun):
        reach = fired.killpower(away)
        return None if reach is not None else Refusal(f"it has no effect at {away:.0f}", "pw:10.5.3")
    if found is None:
        return Refusal(f"it has no {shell or 'shell'} for an area", "pw:10.1.1")
    if found.type is ShellType.STAR:
        return Refusal("star shells are fired indirectly", "pw:7.8.3")
    if fired.kind in ("mortar", "rockets"):
        least, most = fired.indirect or (0, 0)
        if not least <= away <= most:
            return Refusal(f"it lies {away:.0f} away; the weapon reaches from {least} to {most}", "pw:10.5.4")
        return None
    if not automatic(fired) and away <= BEYOND:
        return Refusal(f"it lies {away:.0f} away; guns and howitzers fire at areas beyond {BEYOND}", "pw:10.5.2")
    return None if found.reaches(away) else Refusal(f"{found.name} does not reach {away:.0f}", "pw:10.5")


def refusal(state: WarState, shot: AreaShot) -> Refusal | None:
    """Why a shot may not be fired directly at an area; None if it may."""
    body = body_of(state, shot)
    if body is None:
        organisation = batteries.find(state, shot.battery)
        refused = batteries.unit_refusal(state, organisation) if organisation is not None else None
        return refused or Refusal("nothing there fires at areas", "pw:10.5")
    return body_refusal(state, body) or aim_refusal(state, body, shot.at, shot.shell, shot.sheaf)


# -- the area --------------------------------------------------------------------------------------


def print_of(state: WarState, body: Body) -> Footprint:
    """The area of one weapon of a body: a circle of 19 of a single cannon or machine gun that was not set up before
    play (pw:10.1.4)."""
    fired = body.weapon
    cannon = isinstance(fired, MachineGun) or fired.kind not in ("mortar", "rockets")
    single = len(body.pieces) == 1 and cannon and not batteries.set_up(state, body.pieces[0])
    return footprint(state.charts, fired, single=single)


def area(state: WarState, body: Body, able: tuple[Element, ...], coa: Point, sheaf: Sheaf) -> Beaten:
    """The area of a body about a centre."""
    return laid(print_of(state, body), coa, bearing(able[0].where, coa), sheaf, len(able))


def load(state: WarState, body: Body, shell: str, range_: float) -> tuple[Load, Shell | None] | None:
    """What a body fires, and its shell; None beyond its range."""
    fired = body.weapon
    why = loads.of_pieces(state, body.pieces, body.arm) if automatic(fired) else ()
    if isinstance(fired, MachineGun):
        burst = loads.of_gun(fired, range_)
        return None if burst is None else (loads.adjusted(burst, why), None)
    found = batteries.shell(state, fired, shell)
    return None if found is None else (loads.adjusted(loads.of_shell(fired, found, range_), why), found)


def continues(state: WarState, body: Body, at: Point) -> bool:
    """Whether the fire of the last turn is moved rather than aimed anew: by 150 at most, and no rockets (pw:10.5.7,
    pw:10.5.8)."""
    served = batteries.service(state, body.served, body.side)
    lately = served.direct and served.fired == state.turn - 1
    rockets = isinstance(body.weapon, Weapon) and body.weapon.kind == "rockets"
    return lately and not rockets and corrections.follows(served.coa, at)


def scatters_as(state: WarState, body: Body) -> str:
    """The line of the Scatter Table for a fire that is aimed anew (pw:10.5.5, pw:10.5.8)."""
    if isinstance(body.weapon, Weapon) and body.weapon.kind == "rockets":
        served = batteries.service(state, body.served, body.side)
        again = served.direct and served.fired == state.turn - 1
        return scatter.ROCKETS_LATER if again else scatter.ROCKETS_FIRST
    return scatter.DIRECT


def may_concentrate(state: WarState, body: Body, shell: Shell | None, coa: Point) -> bool:
    """Whether a battery may fire concentrated: set up before the game and never moved, the area where it was in the
    last turn, at most 4 turns in the game (pw:10.4)."""
    served = batteries.service(state, body.served, body.side)
    return (
        body.battery is not None
        and (shell is None or shell.type is not ShellType.SMOKE)
        and all(batteries.set_up(state, piece) for piece in body.pieces)
        and _stays(state, served, coa)
        and served.concentrated < state.charts.whole("concentrated-turns")
    )


def _stays(state: WarState, served: Service, coa: Point) -> bool:
    return served.direct and served.fired == state.turn - 1 and served.coa == coa


def dice_at(state: WarState, body: Body, shot: AreaShot) -> int:
    """The D10 at each element in the area of a shot that falls where it is aimed (pw:10.3, pw:10.4)."""
    guns = len(firing(state, body, shot.at)) or len(body.pieces)
    shell = None if isinstance(body.weapon, MachineGun) else batteries.shell(state, body.weapon, shot.shell)
    concentrated = shot.concentrated and may_concentrate(state, body, shell, shot.at)
    return loads.dice(state.charts, body.weapon, shell, shot.sheaf, guns, concentrated=concentrated)


# -- resolution ------------------------------------------------------------------------------------


def resolve(state: WarState, before: WarState, dice: Dice) -> Iterator[Event]:
    """All direct area fire of the segment, in an order that no side chooses: who was able when it began fires
    (pw:3.2.E)."""
    for shot in sorted(state.artillery.shots, key=lambda one: (one.body, one.arm)):
        yield from _resolve(state, before, shot, dice)


def _resolve(state: WarState, before: WarState, shot: AreaShot, dice: Dice) -> Iterator[Event]:
    refused, body = refusal(before, shot), body_of(before, shot)
    if refused is not None or body is None:
        why = refused or Refusal("nothing there fires at areas", "pw:10.5")
        yield AreaNotFired(side=shot.side, battery=shot.battery, element=shot.element, why=why.reason, rule=why.rule)
        return
    able = firing(before, body, shot.at)
    start = able[0].where
    away = gsu_between(start, shot.at)
    fired = load(before, body, shot.shell, away)
    if fired is None:
        return
    burst, shell = fired
    found, called_off = _where(state, before, body, able, shot, dice, harms=not burst.harmless)
    coa = shot.at if called_off else found.at
    served = batteries.service(state, body.served, body.side)
    still = served.still + 1 if _stays(state, served, coa) else 1
    concentrated = shot.concentrated and may_concentrate(before, body, shell, coa)
    guns = len(able)
    thrown = loads.dice(before.charts, body.weapon, shell, shot.sheaf, guns, concentrated=concentrated)
    lies = area(before, body, able, coa, shot.sheaf)
    event = AreaFired(
        side=shot.side,
        battery=shot.battery,
        elements=tuple(piece.id for piece in able),
        what=burst.name,
        kind="mg" if isinstance(body.weapon, MachineGun) and body.weapon.kind != _AUTO_CANNON else "gun",
        arm=body.arm.id,
        segment=SEGMENT,
        aim=shot.at,
        coa=coa,
        along=lies.along,
        length=lies.length,
        width=lies.width,
        dice=thrown,
        direction=found.direction,
        scattered=found.gsu,
        cancelled=called_off,
        rolls=found.rolls,
    )
    yield from fall(
        state,
        shot.side,
        Fall(area=lies, load=burst, dice=thrown),
        event,
        guns=guns,
        dust=0 if lies.round else print_of(before, body).dust,
        still=still,
        goes_on=continues(before, body, shot.at) or scatters_as(before, body) == scatter.ROCKETS_LATER,
        concentrated=concentrated,
        dice=dice,
    )


def _where(
    state: WarState,
    before: WarState,
    body: Body,
    able: tuple[Element, ...],
    shot: AreaShot,
    dice: Dice,
    *,
    harms: bool,
) -> tuple[scatter.Scattered, bool]:
    """Where direct fire falls, and whether the defender cancels its scatter, which he does of fire that harms alone
    (pw:10.5.5, pw:10.5.7, pw:10.7.5)."""
    if continues(before, body, shot.at):
        return scatter.Scattered(shot.at), False
    start = able[0].where
    along, away = bearing(start, shot.at), gsu_between(start, shot.at)
    found = scatter.scatter(before.charts, scatters_as(before, body), shot.at, along, away, dice)
    intended = area(before, body, able, shot.at, shot.sheaf)
    return found, harms and found.gsu > 0 and cancelled(state, shot.side, intended, found.at)
