"""Setting up in secret, and putting on the table what comes on later (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core import placing
from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.artillery import batteries
from core.panzerwar.course.events import Dug, Placed, ReserveRolled
from core.panzerwar.course.orders import Dig, Place, PlaceRest
from core.panzerwar.infantry import teams
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.engagement import Posting, Reserve
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import SET_UP, WarState
from core.plane import Point, centre, hex_at, offset, within
from core.remembered import remembered
from core.step_end import StepFinished

RULE = "pw:3.3"
#: Elements whose centres are nearer than this to one another, in GSU, would lie on top of each other (pw:1.1).
APART = 12.0
#: Where in a hex an element may stand besides its centre: so far from it, in so many directions.
_ASIDE, _DIRECTIONS = 12.0, 6


def parts(state: WarState) -> tuple[SideId, ...]:
    """The sides that set up: both (pw:3.1)."""
    return tuple(side.id for side in state.engagement.sides)


SETTING_UP = SecretStep[WarState](part=parts, refusal=Refusal("the set-up is ended", RULE))


def posting(state: WarState, element: Element) -> Posting | None:
    """Where and when an element comes on the table; None of a battery off it."""
    return state.engagement.posted.get(element.organisation)


def due(state: WarState, element: Element) -> bool:
    """Whether an element that waits may be put on the table now; what is carried comes with its carrier."""
    if element.presence is not Presence.WAITING or element.aboard is not None:
        return False
    post = posting(state, element)
    if post is None:
        return False
    if state.step == SET_UP:
        return post.turn == 0
    return post.turn <= state.turn if post.reserve is None else arrival(state, post, post.reserve) <= state.turn


def to_place(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements that a side may put on the table now."""
    return tuple(e.id for e in state.elements.values() if e.side == side and due(state, e))


def must_place(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """Those of them that it may not hold back."""
    return tuple(id_ for id_ in to_place(state, side) if not _held_back(state, state.elements[id_]))


def _held_back(state: WarState, element: Element) -> bool:
    post = posting(state, element)
    return post is not None and post.reserve is not None


def area(state: WarState, post: Posting) -> tuple[frozenset[Hex], int]:
    """The hexes by which a unit comes on now, and the way it looks then."""
    if state.step == SET_UP or post.reserve is None:
        return post.hexes, post.heading
    return post.reserve.hexes, post.reserve.heading


# -- what is held back -----------------------------------------------------------------------------


def arrival(state: WarState, post: Posting, reserve: Reserve) -> int:
    """The first turn in which what is held back may come on; as far away as can be until it is rolled for."""
    if not reserve.die:
        return reserve.turn
    return state.arrivals.get(post.organisation, state.engagement.turns + 1)


def _unrolled(state: WarState) -> tuple[Posting, ...]:
    """The units held back whose turn is to be rolled for."""
    found = []
    for post in state.engagement.postings:
        waits = any(
            e.organisation == post.organisation and e.presence is Presence.WAITING and e.aboard is None
            for e in state.elements.values()
        )
        if post.reserve is not None and post.reserve.die and waits and post.organisation not in state.arrivals:
            found.append(post)
    return tuple(found)


def reserves(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """When all have set up, the turn of what is held back is rolled for; None while they do, or if there is none."""
    posts = () if SETTING_UP.choosing(state) else _unrolled(state)
    return _roll(state, posts, dice) if posts else None


def _roll(state: WarState, posts: tuple[Posting, ...], dice: Dice) -> Iterator[Event]:
    for post in posts:
        reserve, unit = post.reserve, state.organisations[post.organisation]
        if reserve is not None:
            die = dice.roll(f"d{reserve.die}", f"turn in which {unit.name} comes on", RULE)
            turn = reserve.turn + die.result
            yield ReserveRolled(side=unit.side, organisation=unit.id, turn=turn, rolls=(die,))


def over(state: WarState) -> bool:
    """Whether all have set up, and it is known when what is held back comes."""
    return SETTING_UP.over(state) and not _unrolled(state)


def placeable(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements that it may place, or place otherwise, now: in the set-up those that it has placed too."""
    again = state.step == SET_UP
    return tuple(
        e.id
        for e in state.elements.values()
        if e.side == side and (due(state, e) or (again and e.on_table)) and e.aboard is None
    )


def free_spot(state: WarState, element: UnitId, hex_: Hex) -> Point | None:
    """A place for an element in a hex: its centre, or a point beside it where no other of its side stands; None if the
    hex is full. Infantry may stack (pw:12.2.2)."""
    middle, others = centre(hex_), _in_the_way(state, element)
    if not any(within(middle, at, APART - 0.1) for at in others):
        return middle
    for spot in (offset(middle, 360 / _DIRECTIONS * n, _ASIDE) for n in range(_DIRECTIONS)):
        if hex_at(spot) == hex_ and not any(within(spot, at, APART - 0.1) for at in others):
            return spot
    return None


@remembered
def _in_the_way(state: WarState, element: UnitId) -> tuple[Point, ...]:
    """Where others of its side stand on which an element may not lie."""
    mine = state.elements[element]
    if mine.foot:
        return ()
    return tuple(e.where for e in state.on_table() if e.id != element and e.side == mine.side and not e.foot)


def place_refusal(state: WarState, element: Element, at: Point) -> Refusal | None:
    """Why an element may not be put at a point."""
    post, hex_ = posting(state, element), hex_at(at)
    if element.aboard is not None:
        return Refusal(f"{element.name} comes on with what carries it", RULE)
    if post is None:
        return Refusal(f"{element.name} stays off the table", "pw:10.0.4")
    if not due(state, element) and not (state.step == SET_UP and element.on_table):
        return Refusal(f"{element.name} comes on {_when(state, post)}", RULE)
    if hex_ not in area(state, post)[0]:
        return Refusal(f"{hex_} is outside the area of its unit", RULE)
    if (astray := team_refusal(state, element, at)) is not None:
        return astray
    ground = state.charts.ground.terrain[state.cell(hex_).terrain]
    if not (ground.infantry if element.foot else ground.passable):
        return Refusal(f"nothing stands in {ground.name.lower()}", "pw:6.12")
    for other in state.on_table():
        if other.id == element.id or (other.foot and element.foot and other.side == element.side):
            continue
        if within(at, other.where, APART - 0.1) and not (other.foot or element.foot):
            return Refusal(f"{other.name} stands there", "pw:1.1")
    return None


def waits_refusal(state: WarState, element: Element) -> Refusal | None:
    """A team is set up when somebody of its platoon is, unless all of that comes on later (pw:12.0.3)."""
    above = teams.origin(state, element)
    if above is None or state.step != SET_UP or teams.apart(state, element, Point(0, 0)) is not None:
        return None
    first = {e.id for e in teams.of_origin(state, above)} & set(must_place(state, element.side))
    return Refusal(f"{above.name} is placed before its team", teams.RULE) if first else None


def team_refusal(state: WarState, element: Element, at: Point) -> Refusal | None:
    """Why a team may not be put at a point: its platoon comes first, and is near, where its area allows that
    (pw:12.0.3)."""
    far = teams.apart(state, element, at)
    if far is None:
        return waits_refusal(state, element)
    return teams.too_far(state, element, far) if far > teams.APART and _near(state, element.id) else None


@remembered
def _near(state: WarState, element: UnitId) -> bool:
    """Whether any hex by which a team comes on now is near its platoon."""
    mine = state.elements[element]
    post = posting(state, mine)
    hexes = area(state, post)[0] if post is not None else ()
    return any((teams.apart(state, mine, centre(hex_)) or 0.0) <= teams.APART for hex_ in hexes)


def finish_refusal(state: WarState, side: SideId) -> Refusal | None:
    """Why the set-up of a side may not end with everything placed: a battery stands otherwise than it must, or a team
    is too far from its platoon (pw:10.0.3, pw:10.0.4, pw:12.0.3)."""
    mine = [e for e in state.on_table() if e.side == side and e.at is not None]
    astray = next((why for e in mine if (why := team_refusal(state, e, e.where)) is not None), None)
    return batteries.placing_refusal(state, side) or astray


def _when(state: WarState, post: Posting) -> str:
    turn = post.turn if post.reserve is None else arrival(state, post, post.reserve)
    return f"from turn {turn} on" if turn <= state.engagement.turns else "later"


def check_place(state: WarState, side: SideId, order: Place) -> None:
    """IllegalOrder unless an element may be put there."""
    if state.step == SET_UP:
        SETTING_UP.check(state, side)
    element = own_unit(state, side, order.element, RULE)
    if not (-(10**6) < order.at.x < 10**6 and -(10**6) < order.at.y < 10**6) or hex_at(order.at) not in state.board:
        raise IllegalOrder("that point is not on the table", RULE)
    if order.heading is not None and not 0 <= order.heading < 48:
        raise IllegalOrder(f"{order.heading} is no heading of 0 to 47", "pw:1.3")
    refuse(place_refusal(state, element, order.at))


def place(state: WarState, side: SideId, order: Place, dice: Dice) -> Iterator[Event]:
    """Put it there, with all that it carries."""
    yield _placed(state, state.elements[order.element], order.at, order.heading)


def _placed(state: WarState, element: Element, at: Point, heading: int | None) -> Placed:
    post = posting(state, element)
    facing = area(state, post)[1] if post is not None else 0
    prepared = post is not None and post.prepared and state.step == SET_UP
    return Placed(
        side=element.side,
        element=element.id,
        at=at,
        heading=facing if heading is None else heading,
        prepared=prepared,
    )


def check_place_rest(state: WarState, side: SideId, order: PlaceRest) -> None:
    """IllegalOrder with nothing left to place."""
    if not to_place(state, side):
        raise IllegalOrder("everything is on the table that can be now", RULE)


def place_rest(state: WarState, side: SideId, order: PlaceRest, dice: Dice) -> Iterator[Event]:
    """Unit by unit along the front of its area, its elements beside each other, those of a battery together; what may
    be held back only where nothing else is left."""
    scratch = state.copy()
    left = must_place(state, side) or to_place(state, side)
    for organisation in dict.fromkeys(state.elements[e].organisation for e in teams_last(state, left)):
        hexes, heading = area(state, state.engagement.posted[organisation])
        mine = [e for e in left if state.elements[e].organisation == organisation]
        front = placing.front(hexes, round(heading / 8) % 6, len(mine))
        wanted = list(front.spread(len(mine)))
        if batteries.find(state, organisation) is not None:  # pw:10.0.3
            wanted = list(front.spread(2))[-1:] * len(mine)
        for element, hex_ in zip(mine, wanted, strict=True):
            spot = nearest_spot(scratch, element, hex_, hexes)
            event = _placed(scratch, scratch.elements[element], spot, None)
            put(scratch, event)
            yield event


def teams_last(state: WarState, elements: Iterable[UnitId]) -> list[UnitId]:
    """Elements in the order in which they are put down: teams when their platoons are (pw:12.0.3)."""
    return sorted(elements, key=lambda e: teams.origin(state, state.elements[e]) is not None)


def nearest_spot(state: WarState, element: UnitId, wanted: Hex, hexes: frozenset[Hex]) -> Point:
    """A place in the hexes of a posting, as near to the one that is wanted as can be."""
    ideal = centre(wanted)
    for hex_ in sorted(hexes, key=lambda h: ((centre(h).x - ideal.x) ** 2 + (centre(h).y - ideal.y) ** 2, h)):
        spot = free_spot(state, element, hex_)
        if spot is not None and place_refusal(state, state.elements[element], spot) is None:
            return spot
    raise IllegalOrder(f"there is no place left for {state.elements[element].name}", RULE)


def put(state: WarState, event: Placed) -> None:
    """What a placing does to the state: the element and all aboard stand there."""
    for element in (state.elements.get(event.element), *state.aboard(event.element)):
        if element is None:
            continue
        aboard = element.id != event.element
        presence = Presence.ABOARD if aboard else Presence.ON_TABLE
        turret = event.heading if element.turret is not None else None
        state.change(element.id, presence=presence, at=event.at, heading=event.heading, turret=turret)
        found = state.elements[element.id]
        state.put(found.with_posture(prepared=event.prepared, hidden=event.prepared and _hides(state, found)))


def _hides(state: WarState, element: Element) -> bool:
    """Whether a prepared defender begins hidden: men do, and guns of a unit that sets up so (pw:6.1.4)."""
    post = posting(state, element)
    return element.foot or (element.kind is Kind.GUN and post is not None and post.hidden)


# -- digging in ------------------------------------------------------------------------------------


def dig_refusal(state: WarState, element: Element, digging: Digging) -> Refusal | None:
    """Why an element may not begin dug in so: its posting allows so many, and vehicles are not dug in."""
    post = posting(state, element)
    if post is None or not element.on_table or element.aboard is not None:
        return Refusal("place it first", RULE)
    if digging is Digging.NONE:
        return None
    if element.kind in (Kind.VEHICLE, Kind.BUNKER):
        return Refusal(f"{element.kind.value}s are not dug in", RULE)
    if element.posture.bunker:
        return Refusal("it is in a bunker", "pw:15.7.1")
    allowed = post.foxholes if digging is Digging.FOXHOLES else post.trenches
    used = sum(
        e.posture.dug is digging
        for e in state.elements.values()
        if e.organisation == element.organisation and e.id != element.id
    )
    if used >= allowed:
        return Refusal(f"its unit has {allowed} {digging.value}", RULE)
    return None


def check_dig(state: WarState, side: SideId, order: Dig) -> None:
    """IllegalOrder unless it may."""
    SETTING_UP.check(state, side)
    element = own_unit(state, side, order.element, RULE)
    refuse(dig_refusal(state, element, order.digging))


def dig(state: WarState, side: SideId, order: Dig, dice: Dice) -> Iterator[Event]:
    """It begins so."""
    yield Dug(side=side, element=order.element, digging=order.digging)


def check_finish(state: WarState, side: SideId) -> None:
    """Everything must be placed that can be (pw:3.3), and batteries and teams as they must stand."""
    placing.check_all_placed([state.elements[e].name for e in must_place(state, side)], RULE)
    refuse(finish_refusal(state, side))


def finish(state: WarState, side: SideId) -> Iterator[Event]:
    """The set-up of a side is over."""
    yield StepFinished(side=side)


def entering(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements that may come on in this turn, while orders are given."""
    return to_place(state, side) if state.step == sequence.ORDERS else ()
