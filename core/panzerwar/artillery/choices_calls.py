"""Building calls for fire and what is said to batteries that fire (pw:10.6.3, pw:10.6.5, pw:10.7).

Picks: ``call:ELEMENT``, the battery, a hex or ``point:NUMBER``, then ``shell:NAME``, ``sheaf:open``, ``spotting:ONE``;
``counter:BATTERY`` and a hex, then shell and sheaf; ``correct:BATTERY``, a direction 1 to 8, then ``from:1``;
``effect:BATTERY``; ``cease:BATTERY``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.own import own_unit
from core.panzerwar.artillery import batteries, calling, links, references
from core.panzerwar.artillery.choices import shells, spot
from core.panzerwar.artillery.orders import Call, Cease, Correct, FireForEffect
from core.panzerwar.artillery.seeing import by_ground_alone, veil_refusal
from core.panzerwar.communication.calling import CALLING
from core.panzerwar.communication.contact import chance
from core.panzerwar.ground.heights import height
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.ground.views import view
from core.panzerwar.pieces.artillery import Mission, Sheaf, Spotting
from core.panzerwar.pieces.compass import direction_name
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.weapons import STAR_SHELL
from core.panzerwar.state import WarState
from core.panzerwar.words import turns
from core.plane import Point, centre, hex_at

RULE = "pw:10.6.3"


# -- what is offered -------------------------------------------------------------------------------


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """Who may call, and batteries that fire."""
    if side not in CALLING.choosing(state):
        return
    mine = batteries.of_side(state, side)
    for organisation in mine:
        yield from _firing(state, organisation)
    for element in state.elements.values():
        if element.side == side and element.presence in THERE:
            yield from _callers(state, element, mine)
    for organisation in mine:
        if calling.call_refusal(state, None, organisation) is None and any(
            True for _ in calling.enemy_pieces(state, side)
        ):
            yield Choice(
                f"counter:{organisation.id}", f"{organisation.name} counters a battery", "option", group="Artillery"
            )


def _callers(state: WarState, element: Element, mine: tuple[Organisation, ...]) -> Iterator[Choice]:
    """An element that might call a battery of its side, with the reason if it cannot now."""
    able = [o for o in mine if links.caller_refusal(state, element, o) is None]
    if not able:
        return
    refusals = [calling.call_refusal(state, element, o) for o in able]
    refused = None if None in refusals else refusals[0]
    hex_ = hex_at(element.at) if element.at is not None else None
    yield Choice(
        f"call:{element.id}",
        f"{element.name} calls for fire",
        "unit",
        hex_,
        element.id,
        refusal=refused,
        group="Artillery",
    )


def _firing(state: WarState, organisation: Organisation) -> Iterator[Choice]:
    wanted = calling.wishes(state, organisation.id)
    mission = calling.mission_of(state, organisation.id)
    if mission is not None and mission.observer is not None and mission.observer in state.elements:
        observer = state.elements[mission.observer]
        control = calling.control_refusal(state, mission, observer)
        refused = control or calling.correct_refusal(state, mission, observer)
        hex_ = hex_at(mission.coa) if mission.coa is not None else None
        odds = Later(lambda: _contact(state, observer, organisation, mission))
        if mission.coa is not None:
            label = f"Correct fire: {organisation.name}"  # what is cut before the chance is the name
            yield Choice(
                f"correct:{organisation.id}", label, "option", hex_, odds=odds, refusal=refused, group="Artillery"
            )
        if mission.spotting is not Spotting.NONE and mission.coa is not None:
            label = f"Fire for effect: {organisation.name}"
            yield Choice(
                f"effect:{organisation.id}", label, "option", hex_, odds=odds, refusal=control, group="Artillery"
            )
        if not wanted:
            label, contact = f"Cease fire: {organisation.name}", state.has(Switch.ALLOCATION)
            refused = control if contact else None
            yield Choice(
                f"cease:{organisation.id}",
                label,
                "option",
                hex_,
                odds=odds if contact else None,
                refusal=refused,
                group="Artillery",
            )
    if wanted:
        asked = ", ".join(sorted({wish.ask.value for wish in wanted}))
        yield Choice(
            f"cease:{organisation.id}",
            f"Drop what is asked: {organisation.name}",
            "option",
            cost=asked,
            group="Artillery",
        )


def _contact(state: WarState, element: Element, organisation: Organisation, mission: Mission | None) -> float:
    """The chance that an element gets through to a battery."""
    if links.automatic(state, element, organisation):
        return 1.0
    return chance(state, element, maintain=mission is not None and links.keeps(state, mission))


# -- what comes next -------------------------------------------------------------------------------


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The battery, the point of aim, how it fires; the direction of a correction."""
    head = head_of(partial[0])
    if head == "call":
        return _call(state, side, partial)
    if head == "counter":
        return _counter(state, side, partial)
    if head == "correct":
        return _correct(state, side, partial)
    organisation = calling.own_battery(state, side, value_of(partial[0]))
    title = "fire for effect" if head == "effect" else "cease"
    return Choices(f"{organisation.name}: {title}", "pw:10.7.3" if head == "effect" else "pw:10.6.6", complete=True)


def _call(state: WarState, side: SideId, partial: Partial) -> Choices:
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if len(partial) == 1:
        options = tuple(_battery(state, element, one) for one in batteries.of_side(state, side))
        return Choices(f"{element.name}: which battery?", RULE, options)
    organisation = calling.own_battery(state, side, partial[1])
    if len(partial) == 2:
        return Choices(
            f"{element.name} calls {organisation.name}: at which point?",
            RULE,
            tuple(_points(state, element, organisation)),
            elsewhere=Refusal("its observer does not see it, or the battery does not reach it", "pw:10.6"),
        )
    at = aim(state, side, partial[2])
    lag = links.lag(state, element, organisation, reference=calling.reference_at(state, side, at) is not None)
    picked = {head_of(pick) for pick in partial[3:]}
    fired = batteries.battery_weapon(state, organisation)
    options_ = list(shells(state, fired, picked))
    if fired is not None and "spotting" not in picked:
        for how in (Spotting.ONE, Spotting.BRACKET):
            refused = calling.spotting_refusal(state, organisation, fired, how, counters=False)
            options_.append(Choice(f"spotting:{how.name}", how.value, "option", refusal=refused, group="Spotting"))
    title = f"{organisation.name} at {_pointed(partial[2])}: in {turns(lag.total)}"
    named = next((value_of(pick) for pick in partial[3:] if head_of(pick) == "shell"), "")
    star = fired is not None and batteries.shell(state, fired, named) is STAR_SHELL
    dark = calling.seen_refusal(state, element, organisation, at, dark=star)
    if dark is not None:
        title = f"{title}; {dark.reason}, but star shells light it"
    return Choices(title, "pw:10.6.4", tuple(options_), complete=dark is None)


def _pointed(pick: str) -> str:
    """The point of aim of a pick in words."""
    return f"reference point {value_of(pick)}" if head_of(pick) == "point" else pick


def _battery(state: WarState, element: Element, organisation: Organisation) -> Choice:
    refused = calling.call_refusal(state, element, organisation)
    cost = turns(links.lag(state, element, organisation, reference=False).total)
    odds = None if refused is not None else _contact(state, element, organisation, None)
    return Choice(organisation.id, organisation.name, "option", cost=cost, odds=odds, refusal=refused)


def _points(state: WarState, element: Element, organisation: Organisation) -> Iterator[Choice]:
    """Reference points, hexes with enemies in sight, then all that the observer sees."""
    for one in references.registered(state, element.side):
        refused = calling.aim_refusal(state, element, organisation, one.at)
        yield Choice(f"point:{one.number}", f"reference point {one.number}", "option", hex_at(one.at), refusal=refused)
    known = {hex_at(e.where) for e in state.on_table() if e.side != element.side and state.sees(element.side, e.id)}
    fired, start = batteries.battery_weapon(state, organisation), batteries.place(state, organisation)
    if fired is None or start is None or batteries.indirect_refusal(state, organisation) is not None:
        return
    lit, land = STAR_SHELL in batteries.shells(state, fired), country_now(state)
    places = land.places
    registered = {one.at for one in references.registered(state, element.side)}
    seen = view(state, element.where, height(state, element)) if element.at is not None else None
    if seen is not None:
        seen.look()
    able = not element.harm.blind(state.turn) and element.presence in THERE
    open_ = able and by_ground_alone(state)
    first = land.numbers(known)
    for number in (*first, *(number for number in range(len(places)) if places[number][0] not in known)):
        hex_, at = places[number]
        if batteries.reach_refusal(fired, start, at) is not None:
            continue
        if at not in registered and (seen is None or not seen.shows(number)):
            continue
        if open_ or at in registered or (able and veil_refusal(state, element, at, dark=lit) is None):
            yield Choice(hex_.id, str(hex_), "hex", hex_)


def aim(state: WarState, side: SideId, pick: str) -> Point:
    """The point of aim that a pick stands for: a reference point, or the centre of a hex."""
    if head_of(pick) == "point":
        number = int(value_of(pick))
        return next(one.at for one in references.registered(state, side) if one.number == number)
    return spot(state, pick)


def _counter(state: WarState, side: SideId, partial: Partial) -> Choices:
    organisation = calling.own_battery(state, side, value_of(partial[0]))
    if len(partial) > 1:
        picked = {head_of(pick) for pick in partial[2:]}
        options = tuple(shells(state, batteries.battery_weapon(state, organisation), picked))
        comes = turns(links.lag(state, None, organisation, reference=False).total)
        return Choices(f"{organisation.name} at {partial[1]}: in {comes}", RULE, options, complete=True)
    known = sorted({hex_at(at) for at in calling.enemy_pieces(state, side)})
    options = tuple(
        Choice(h.id, str(h), "hex", h, refusal=calling.aim_refusal(state, None, organisation, centre(h))) for h in known
    )
    return Choices(f"{organisation.name}: which battery?", RULE, options)


def _correct(state: WarState, side: SideId, partial: Partial) -> Choices:
    organisation = calling.own_battery(state, side, value_of(partial[0]))
    mission = calling.mission_of(state, organisation.id)
    if len(partial) == 1:
        options = tuple(Choice(str(n), direction_name(n), "facing") for n in calling.DIRECTIONS)
        return Choices(f"{organisation.name}: in which direction?", "pw:10.6.5.1", options)
    rounds: tuple[Choice, ...] = ()
    if mission is not None and len(mission.rounds) > 1 and len(partial) == 2:
        rounds = (Choice("from:1", "from the round that fell short", "option", hex_at(mission.rounds[1])),)
    return Choices(f"{organisation.name}: correct it so", "pw:10.6.5.1", rounds, complete=True)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, id_ = head_of(partial[0]), value_of(partial[0])
    if head == "effect":
        return FireForEffect(battery=id_)
    if head == "cease":
        return Cease(battery=id_)
    if len(partial) < 2:
        return None
    if head == "counter":
        return _detailed(Call(battery=id_, at=spot(state, partial[1])), partial[2:])
    if head == "correct":
        return Correct(battery=id_, direction=int(partial[1]), from_=int(len(partial) > 2))
    if len(partial) < 3:
        return None
    return _detailed(Call(battery=partial[1], at=aim(state, side, partial[2]), element=UnitId(id_)), partial[3:])


def _detailed(found: Call, picks: Partial) -> Call:
    """A call with shell, sheaf and spotting rounds as they are picked."""
    for pick in picks:
        match head_of(pick):
            case "shell":
                found = evolve(found, shell=value_of(pick))
            case "sheaf":
                found = evolve(found, sheaf=Sheaf.OPEN)
            case "spotting":
                found = evolve(found, spotting=Spotting[value_of(pick)])
    return found
