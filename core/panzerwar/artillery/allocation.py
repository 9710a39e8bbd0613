"""How long batteries fire: six turns, or as the target deserves (pw:10.6.1, pw:10.6.6, pw:10.9)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import SideId
from core.panzerwar.artillery.batteries import battery_weapon
from core.panzerwar.command.doctrine import nation
from core.panzerwar.pieces.cards import Team, Vehicle
from core.panzerwar.pieces.charts.artillery import Priority
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.weapons import Weapon
from core.panzerwar.state import WarState
from core.plane import Point, within

#: Turns of fire for effect without allocation (pw:10.6.6), and of rockets at most with it.
BASIC, ROCKETS = 6, 2
#: Turns in which a battery may not be called after it has fired (pw:10.6.6, pw:10.6.10, pw:10.9.5); of defenders who
#: are US or British, from this year on.
REST, REST_LATE, LATE = 6, 5, 1944
#: The weight class from which on a tank is heavy, 40 tons.
HEAVY: Final = 4
#: GSU about the point of aim within which what is seen is the target.
ABOUT: Final = 75
#: Columns of the priority table: light and heavy, with the greatest calibre of the light, by nation of the force.
_COLUMNS: Final = {
    "Germany": ("German to 105", "German 150", 105.0),
    "Italy": ("German to 105", "German 150", 105.0),
    "Finland": ("German to 105", "German 150", 105.0),
    "Other Axis": ("German to 105", "German 150", 105.0),
    "U.S.A.": ("US to 105", "US 155", 105.0),
    "Russia": ("Soviet to 122", "Soviet 152, rockets", 122.0),
}
_BRITISH: Final = ("British 25 pdr", "British heavier", 88.0)


@frozen(eq=False, repr=False)
class Allocated(Alike):
    """What a battery allots to a target: its line of the priority table, None without one; the turns of fire for
    effect; why it is denied."""

    priority: Priority | None
    turns: int
    refusal: Refusal | None = None


def advanced(state: WarState) -> bool:
    """Whether batteries are allocated by target (pw:10.9)."""
    return state.has(Switch.ALLOCATION)


def resting(state: WarState, organisation: Organisation) -> int:
    """Turns for which a battery may not be called after its fire: six, five of US and British defenders from 1944 on;
    six after an allocation (pw:10.6.10, pw:10.9.5)."""
    defends = state.engagement.side(organisation.side).stance is Stance.DEFENCE
    late = defends and state.engagement.year >= LATE and nation(state, organisation) in ("U.S.A.", "U.K.")
    return REST_LATE if late and not advanced(state) else REST


def column(of: str, fired: Weapon) -> str:
    """The column of the priority table that tells of a weapon: nation and calibre (pw:10.9.1)."""
    light, heavy, most = _COLUMNS.get(of, _BRITISH)
    return heavy if fired.kind == "rockets" or fired.calibre > most else light


def allocate(state: WarState, organisation: Organisation, at: Point) -> Allocated:
    """What a battery allots to a target at a point: without allocation six turns (pw:10.6.1, pw:10.6.6); with it by the
    rating of the target, which supply must allow, and its column (pw:10.9, pw:10.9.1)."""
    if not advanced(state):
        return Allocated(None, BASIC)
    fired = battery_weapon(state, organisation)
    force = state.engagement.side(organisation.side)
    found = state.charts.artillery.priority(target(state, organisation.side, at))
    turns = found.turns[column(nation(state, organisation), fired)] if fired is not None else 0
    if fired is not None and fired.kind == "rockets":
        turns = min(turns, ROCKETS)
    if found.rating < force.supply:
        why = f"{found.target} has the rating {found.rating}, supply asks for {force.supply}"
        return Allocated(found, 0, Refusal(why, "pw:10.9"))
    if not turns:
        return Allocated(found, 0, Refusal(f"nothing is allotted to {found.target}", "pw:10.9.1"))
    return Allocated(found, turns)


def target(state: WarState, side: SideId, at: Point) -> str:
    """The line of the priority table that a target at a point has: the highest for what a side has in sight there; the
    lowest where it sees nothing (pw:10.9.1)."""
    seen = [e for e in state.on_table() if e.side != side and state.sees(side, e.id) and within(at, e.where, ABOUT)]
    kinds = [_of(state, seen, kind) for kind in ("vehicle", "soft", "gun", "foot")]
    found = [one for one in (*kinds, *(_special(state, e) for e in seen)) if one]
    charts = state.charts.artillery
    return max(found, key=lambda id_: charts.priority(id_).rating, default="squad")


def _of(state: WarState, seen: list[Element], kind: str) -> str:
    """The line of all elements of a kind together, by their number; "" of none."""
    if kind == "vehicle":
        number = sum(e.kind is Kind.VEHICLE and not _soft(state, e) for e in seen)
        return _by(number, (8, "afv-company"), (3, "afv-platoon"), (1, "single-afv"))
    if kind == "soft":
        return _by(sum(_soft(state, e) for e in seen), (5, "soft-column"), (1, "squad"))
    if kind == "gun":
        return "anti-tank" if any(e.kind is Kind.GUN for e in seen) else ""
    squads = sum(e.kind is Kind.SQUAD for e in seen)
    teams = any(e.foot for e in seen)
    return _by(squads, (9, "infantry-company"), (3, "infantry-platoon")) or ("squad" if teams else "")


def _by(number: int, *lines: tuple[int, str]) -> str:
    return next((id_ for least, id_ in lines if number >= least), "")


def _special(state: WarState, element: Element) -> str:
    """The line of one element by what it is: a heavy tank, a bunker, a machine gun or mortar, a piece of a battery."""
    card = state.cards[element.card]
    if element.kind is Kind.BUNKER:
        return "bunker"
    if isinstance(card, Vehicle) and card.armoured and card.weight_class >= HEAVY:
        return "afv-company"
    by_id = next((o for o in state.engagement.organisations if o.id == element.organisation), None)
    if by_id is not None and by_id.echelon is Echelon.BATTERY and element.kind is not Kind.TEAM:
        return "battery"
    return "machine-gun" if isinstance(card, Team) and element.weapon else ""


def _soft(state: WarState, element: Element) -> bool:
    card = state.cards.find(element.card)
    return isinstance(card, Vehicle) and card.soft
