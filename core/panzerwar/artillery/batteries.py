"""Batteries: their pieces, their command, where they stand, whether they may fire (pw:10.0.1, pw:10.0.3, pw:10.0.4,
pw:10.5.1, pw:10.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import SideId
from core.hexes import Hex
from core.kept import KeptFor
from core.panzerwar.combat import arms
from core.panzerwar.pieces.artillery import Service
from core.panzerwar.pieces.cards import Gun, Team, Vehicle
from core.panzerwar.pieces.element import THERE, Element, Presence
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.pieces.shots import Arm, ArmKind
from core.panzerwar.pieces.weapons import STAR_SHELL, Shell, ShellType, Weapon
from core.panzerwar.sighting.light import night
from core.panzerwar.state import SET_UP, WarState
from core.plane import Point, centre, gsu_between, offset, within

#: Pieces of a battery at most (pw:10.0.1).
MOST: Final = 9
#: GSU from the command post to each piece, and from each to the next (pw:10.0.3).
FROM_POST, APART = 150, 25
#: Turns before this one in which a battery that fires directly may not have moved (pw:10.5.1).
PRIOR: Final = 6
#: The arm of a mortar crew, which fires at areas alone.
TUBE: Final = "tube"
#: What area fire falls as (pw:10.1.1).
TYPES: Final = frozenset((ShellType.HE, ShellType.HEAT, ShellType.SMOKE))

#: What fires star shells: kinds of weapons, and their calibre in mm at least (pw:7.8.3).
_LOBBED: Final = frozenset({"gun", "howitzer", "mortar"})
_LIGHTS: Final = 75
#: Where batteries stand of which the engagement says no more than how far off.
_PLACES: Final[KeptFor[Engagement, str, Point]] = KeptFor(32)
#: Degrees of the four edges of the table.
EDGES: Final = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}


def off_table(hexes: Iterator[Hex] | tuple[Hex, ...], edge: str, gsu: float) -> Point:
    """The place of a battery so many GSU beyond the middle of an edge of the table: "north", "east", "south" or "west"
    (pw:10.0.4)."""
    places = [centre(hex_) for hex_ in hexes]
    left, right = min(p.x for p in places), max(p.x for p in places)
    top, bottom = min(p.y for p in places), max(p.y for p in places)
    x = {"west": left, "east": right}.get(edge, (left + right) // 2)
    y = {"north": top, "south": bottom}.get(edge, (top + bottom) // 2)
    return offset(Point(x, y), EDGES[edge], gsu)


def find(state: WarState, id_: str) -> Organisation | None:
    """The battery with this id; None if there is none that is known."""
    found = state.organisations.get(id_)
    return found if found is not None and found.echelon is Echelon.BATTERY else None


def of_side(state: WarState, side: SideId) -> tuple[Organisation, ...]:
    """The batteries of a side, on the table and off it."""
    return tuple(o for o in state.organisations.values() if o.side == side and o.echelon is Echelon.BATTERY)


def service(state: WarState, body: str, side: SideId) -> Service:
    """What a battery or element has fired at areas."""
    return state.artillery.services.get(body) or Service(side=side)


# -- pieces ----------------------------------------------------------------------------------------


def weapon(state: WarState, element: Element) -> Weapon | None:
    """The gun, howitzer, mortar or launcher of an element (pw:10.0.1, pw:10.5); None without one."""
    card = state.cards.find(element.card)
    if isinstance(card, Vehicle):
        return state.cards.weapons[card.gun.weapon] if card.gun is not None else None
    if isinstance(card, Gun):
        return state.cards.weapons[card.mount.weapon]
    found = state.cards.weapons.get(element.weapon) if isinstance(card, Team) else None
    return None if found is None or found.infantry else found


def arm_of(state: WarState, element: Element) -> Arm | None:
    """The weapon of a piece as an arm of it; None without one."""
    found = weapon(state, element)
    if found is None:
        return None
    return arms.arm(state, element, "gun") or Arm(TUBE, ArmKind.GUN, found.id, rof=1)


def able(state: WarState, element: Element) -> bool:
    """Whether a piece can fire: on the table as its damage, its crew and its position let it; off it, and before the
    game begins, always."""
    if element.presence is Presence.OFF_BOARD or state.step == SET_UP:
        return element.presence is not Presence.WAITING
    arm = arm_of(state, element)
    return element.on_table and arm is not None and arms.able(state, element, arm)


def pieces(state: WarState, organisation: Organisation) -> tuple[Element, ...]:
    """The guns, mortars and launchers of a battery that can fire now (pw:10.0.1)."""
    found = (state.elements.get(id_) for id_ in organisation.members)
    return tuple(e for e in found if e is not None and weapon(state, e) is not None and able(state, e))


def battery_weapon(state: WarState, organisation: Organisation) -> Weapon | None:
    """The weapon of a battery, as its first piece has it."""
    by_id = state.engagement.by_id
    found = (weapon(state, by_id[id_]) for id_ in organisation.members if id_ in by_id)
    return next((one for one in found if one is not None), None)


def shells(state: WarState, fired: Weapon) -> tuple[Shell, ...]:
    """The shells of a weapon that have an effect on an area, by date; there are always enough (pw:10.0.2,
    pw:10.1.1). By night star shells are among them (pw:7.8.3).
    """
    today = (state.engagement.year, state.engagement.month)
    found = tuple(shell for shell in fired.shells if shell.type in TYPES and shell.date <= today)
    return (*found, STAR_SHELL) if night(state) and lights(fired) else found


def lights(fired: Weapon) -> bool:
    """Whether a weapon fires star shells: what has a curved path, of 75 mm or more (pw:7.8.3)."""
    return fired.indirect is not None and fired.kind in _LOBBED and fired.calibre >= _LIGHTS


def shell(state: WarState, fired: Weapon, name: str) -> Shell | None:
    """The shell of a name, "" = the first that is HE, or any; None if the weapon has none."""
    found = shells(state, fired)
    if name:
        return next((one for one in found if one.name == name), None)
    return next((one for one in found if one.type is ShellType.HE), next(iter(found), None))


# -- where it stands, and how ----------------------------------------------------------------------


def post(state: WarState, organisation: Organisation) -> Element | None:
    """The battery command element on the table: the one that leads it, or its first piece where it was given none
    (pw:10.0.1); None of a battery off the table, or if it is lost."""
    if organisation.command is not None:
        found = state.elements.get(organisation.command)
        return found if found is not None and found.presence in THERE else None
    given = next((o for o in state.engagement.organisations if o.id == organisation.id), None)
    if given is not None and given.command is not None:
        return None
    return next(iter(pieces(state, organisation)), None)


def place(state: WarState, organisation: Organisation) -> Point | None:
    """Where a battery stands: off the table as the engagement says, on it its first piece (pw:10.0.4, pw:10.1.2)."""
    if organisation.off_board is not None:
        return organisation.stands or _behind(state, organisation)
    found = next((e for e in pieces(state, organisation) if e.at is not None), None)
    return found.at if found is not None else None


def _behind(state: WarState, organisation: Organisation) -> Point:
    """Where a battery off the table stands of which the engagement does not say it: behind the edge that is nearest to
    where its side comes from."""
    kept = _PLACES.of(state.engagement)
    if organisation.id not in kept:
        members = {o.id for o in state.engagement.organisations if o.side == organisation.side}
        mine = [centre(h) for p in state.engagement.postings if p.organisation in members for h in p.hexes]
        cells = tuple(state.board.cells)
        edges = {edge: off_table(cells, edge, 0) for edge in EDGES}
        x, y = (sum(p.x for p in mine) / len(mine), sum(p.y for p in mine) / len(mine)) if mine else (0, 0)
        away = {"north": y - edges["north"].y, "south": edges["south"].y - y}
        away |= {"west": x - edges["west"].x, "east": edges["east"].x - x}
        kept[organisation.id] = off_table(cells, min(away, key=lambda edge: away[edge]), organisation.off_board or 0)
    return kept[organisation.id]


def unit_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why a battery cannot fire as a unit: no pieces, or none that has not buttoned up under fire (pw:7.1.4), no
    command, not together (pw:10.0.1, pw:10.0.3)."""
    found = pieces(state, organisation)
    if not found:
        members = (state.elements.get(id_) for id_ in organisation.members)
        shut = next((arms.shut_refusal(e) for e in members if e is not None and e.on_table and e.gunnery.shut), None)
        return shut or Refusal("none of its pieces can fire", "pw:10.0.1")
    if len(found) > MOST:
        return Refusal(f"a battery has at most {MOST} pieces", "pw:10.0.1")
    if organisation.off_board is not None:
        return None
    if post(state, organisation) is None:
        return Refusal("without its command element it cannot fire as a unit", "pw:10.0.1")
    return apart_refusal(state, organisation)


def apart_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why the pieces of a battery on the table stand too far apart: from the command element, or each from all others
    (pw:10.0.3)."""
    found, command = pieces(state, organisation), post(state, organisation)
    if command is None or command.at is None:
        return None
    for piece in found:
        if not within(command.where, piece.where, FROM_POST):
            return Refusal(f"{piece.name} is more than {FROM_POST} from the command element", "pw:10.0.3")
        if len(found) > 1 and not any(within(piece.where, o.where, APART) for o in found if o.id != piece.id):
            return Refusal(f"{piece.name} is more than {APART} from the others", "pw:10.0.3")
    return None


def set_up(state: WarState, element: Element) -> bool:
    """Whether an element was set up at the start and has not moved since, carried by another either (pw:10.4,
    pw:10.6.2)."""
    if element.presence is Presence.OFF_BOARD:
        return True
    posting = state.engagement.posted.get(element.organisation)
    started = (posting is None or posting.turn == 0) and element.presence is not Presence.ABOARD
    return started and not element.travel.moved


def settled(state: WarState, element: Element) -> bool:
    """Whether an element has moved neither in this turn nor in the 6 before it (pw:10.5.1)."""
    last = element.travel.moved
    return not last or state.turn - last > PRIOR


def indirect_refusal(state: WarState, organisation: Organisation, at: Point | None = None) -> Refusal | None:
    """Why a battery cannot fire indirectly, at a point: it must have been set up at the start and not move in any turn,
    its weapon fires so, and reaches (pw:10.6.2, pw:10.5.4, pw:10.6)."""
    refused = unit_refusal(state, organisation)
    if refused is not None:
        return refused
    fired = battery_weapon(state, organisation)
    if fired is None or fired.indirect is None:
        return Refusal("its weapons do not fire indirectly", "pw:10.6")
    if not all(set_up(state, piece) for piece in pieces(state, organisation)):
        return Refusal("only a battery that was set up at the start and has not moved fires indirectly", "pw:10.6.2")
    start = place(state, organisation)
    return None if at is None or start is None else reach_refusal(fired, start, at)


def reach_refusal(fired: Weapon, start: Point, at: Point) -> Refusal | None:
    """Why a weapon does not reach a point indirectly: it lies too near or too far (pw:10.5.4, pw:10.6)."""
    if fired.indirect is None:
        return Refusal("its weapons do not fire indirectly", "pw:10.6")
    away, (least, most) = gsu_between(start, at), fired.indirect
    if not least <= away <= most:
        return Refusal(f"it lies {away:.0f} from the battery, which reaches from {least} to {most}", "pw:10.5.4")
    return None


def together_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why a battery cannot fire directly as one: it moved now or in the 6 turns before, or it stands too far apart
    (pw:10.5.1)."""
    refused = unit_refusal(state, organisation)
    if refused is not None:
        return refused
    if organisation.off_board is not None:
        return Refusal("off the table it sees nothing", "pw:10.5")
    if not all(settled(state, piece) for piece in pieces(state, organisation)):
        return Refusal(f"it has moved in this turn or in the {PRIOR} before it", "pw:10.5.1")
    return None


def placing_refusal(state: WarState, side: SideId) -> Refusal | None:
    """Why the batteries of a side are not set up as they must be (pw:10.0.3, pw:10.0.4): those of one battalion on the
    defence stand within 150 of each other, those off the table more than 1000 from its edge."""
    found = [(o, place(state, o)) for o in of_side(state, side)]
    for one, start in found:
        refused = off_refusal(state, one) if one.off_board is not None else apart_refusal(state, one)
        if refused is not None:
            return Refusal(f"{one.name}: {refused.reason}", refused.rule)
        for other, there in found if _defends(state, side) and one.off_board is None else ():
            same = one.parent is not None and one.parent == other.parent and one.id < other.id
            apart = start is not None and there is not None and not within(start, there, FROM_POST)
            if same and other.off_board is None and apart:
                return Refusal(f"{one.name} and {other.name} are more than {FROM_POST} apart", "pw:10.0.3")
    return None


def off_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why a battery cannot stand off the table where it does (pw:10.0.4)."""
    at = place(state, organisation)
    if at is None:
        return None
    least = state.charts.number("off-board")
    nearest = min(gsu_between(at, centre(hex_)) for hex_ in state.board.cells)
    if nearest <= least:
        return Refusal(f"it stands {nearest:.0f} from the table, not more than {least:g}", "pw:10.0.4")
    return None


def _defends(state: WarState, side: SideId) -> bool:
    return state.engagement.side(side).stance.value == "defence"
