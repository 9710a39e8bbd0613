"""Building area fire, and what is planned before the game (pw:10.5, pw:10.6.8.1, pw:10.8).

Picks: ``register:new`` or ``register:NUMBER`` and a hex; ``pre-plan:BATTERY``, ``turn:N``, a hex, then ``turns:N``,
``shell:NAME``, ``sheaf:open``, or ``none``; ``area:ELEMENT`` and an arm, or ``battery:BATTERY``, a hex, then
``shell:NAME``, ``sheaf:open``, ``single-dice``, ``to-middle``; ``move:BATTERY`` and a hex; ``no-area:ELEMENT`` or of a
battery, and one of several arms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial as bound
from math import prod

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.panzerwar import sequence
from core.panzerwar.artillery import aims, batteries, direct, missions, odds, references, shoots
from core.panzerwar.artillery.allocation import BASIC
from core.panzerwar.artillery.areas import inside
from core.panzerwar.artillery.calling import own_battery
from core.panzerwar.artillery.direct import Body
from core.panzerwar.artillery.orders import AreaFire, PrePlan, Register
from core.panzerwar.combat import arms
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.pieces.artillery import AreaShot, Sheaf
from core.panzerwar.pieces.compass import direction_name
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.weapons import STAR_SHELL, ShellType, Weapon
from core.panzerwar.state import WarState
from core.panzerwar.words import called, place, turns
from core.plane import Point, centre, gsu_between, hex_at

RULE = "pw:10.0"


def spot(state: WarState, pick: str) -> Point:
    """The point that a pick of a hex stands for: its centre."""
    return centre(state.board.hex(pick))


# -- before the game -------------------------------------------------------------------------------


def offer_set_up(state: WarState, side: SideId) -> Iterable[Choice]:
    """Reference points and planned fires, for sides that have batteries."""
    if side in state.ended or not batteries.of_side(state, side):
        return
    mine = references.registered(state, side)
    left = references.allowed(state, side) - len(mine)
    if left > 0:
        yield Choice("register:new", "Register a reference point", "option", cost=f"{left} left", group="Artillery")
    for one in mine:
        label = f"Reference point {one.number}: elsewhere"
        yield Choice(f"register:{one.number}", label, "option", hex_at(one.at), group="Artillery")
    if state.engagement.side(side).planned:
        for organisation in batteries.of_side(state, side):
            refused = references.plan_refusal(state, organisation)
            label = f"{organisation.name}: plan a fire"
            yield Choice(f"pre-plan:{organisation.id}", label, "option", refusal=refused, group="Artillery")


def go_on_set_up(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Where a point is registered; when, where and how a fire is planned."""
    if head_of(partial[0]) == "register":
        if len(partial) > 1:
            return Choices("Register it there", "pw:10.8", complete=True)
        points = references.points(state, side, map(centre, sorted(state.board.cells)))
        hexes = (hex_at(at) for at in points)
        beyond = Refusal("it is registered, or beyond 80 % of the range of all artillery", "pw:10.8.3")
        return Choices(
            "Which point?", "pw:10.8", tuple(Choice(h.id, str(h), "hex", h) for h in hexes), elsewhere=beyond
        )
    organisation = own_battery(state, side, value_of(partial[0]))
    if len(partial) == 1:
        begins = [Choice(f"turn:{n}", f"from turn {n} on", "number") for n in range(1, state.engagement.turns + 1)]
        if any(m.battery == organisation.id for m in references.planned(state, side)):
            begins.append(Choice("none", "plan nothing of it", "option"))
        return Choices(f"{organisation.name}: when?", "pw:10.6.3", tuple(begins))
    if partial[1] == "none":
        return Choices(f"{organisation.name}: nothing is planned", "pw:10.6.3", complete=True)
    if len(partial) == 2:
        found = tuple(Choice(h.id, str(h), "hex", h) for h in _reached(state, organisation))
        beyond = Refusal("the battery does not reach it", "pw:10.5.4")
        return Choices(f"{organisation.name}: where?", "pw:10.6.3", found, elsewhere=beyond)
    picked = {head_of(pick) for pick in partial[3:]}
    options = [Choice(f"turns:{n}", f"for {turns(n)}", "number") for n in range(1, BASIC + 1) if "turns" not in picked]
    options += shells(state, batteries.battery_weapon(state, organisation), picked)
    given = order_set_up(state, side, partial)
    long_ = turns(given.turns) if isinstance(given, PrePlan) else ""
    title = f"{organisation.name} at {partial[2]} from turn {value_of(partial[1])} on, for {long_}"
    return Choices(title, "pw:10.6.3", tuple(options), complete=True)


def _reached(state: WarState, battery: Organisation) -> Iterator[Hex]:
    """The hexes at whose centres a battery fires indirectly."""
    fired, start = batteries.battery_weapon(state, battery), batteries.place(state, battery)
    if fired is None or batteries.indirect_refusal(state, battery) is not None:
        return iter(())
    places = country_now(state).places
    return (h for h, at in places if start is None or batteries.reach_refusal(fired, start, at) is None)


def shells(state: WarState, fired: Weapon | None, picked: set[str]) -> Iterator[Choice]:
    """Shell and sheaf, as far as they are not picked."""
    if fired is not None and "shell" not in picked:
        for shell in batteries.shells(state, fired):
            what = "light" if shell.type is ShellType.STAR else "smoke"
            what = f"killpower {shell.told_power}" if shell.killpower is not None else what
            yield Choice(f"shell:{shell.name}", shell.name, "option", cost=what, group="Shell")
    if "sheaf" not in picked:
        yield Choice("sheaf:open", Sheaf.OPEN.value, "option", group="Sheaf")


def order_set_up(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) < 2:
        return None
    if head_of(partial[0]) == "register":
        number = value_of(partial[0])
        return Register(at=spot(state, partial[1]), number=0 if number == "new" else int(number))
    battery = value_of(partial[0])
    if partial[1] == "none":
        return PrePlan(battery=battery, turn=0)
    if len(partial) < 3:
        return None
    found = PrePlan(battery=battery, turn=int(value_of(partial[1])), at=spot(state, partial[2]))
    for pick in partial[3:]:
        match head_of(pick):
            case "turns":
                found = evolve(found, turns=int(value_of(pick)))
            case "shell":
                found = evolve(found, shell=value_of(pick))
            case "sheaf":
                found = evolve(found, sheaf=Sheaf.OPEN)
    return found


# -- in the fire segments --------------------------------------------------------------------------


def offer_fire(state: WarState, side: SideId) -> Iterable[Choice]:
    """Who may fire at areas, fires that are corrected, and what may be withdrawn."""
    if state.resolved or side in state.ended:
        return
    mine = [shot for shot in state.artillery.shots if shot.side == side]
    for id_ in dict.fromkeys(shot.body for shot in mine):
        shot, *others = (one for one in mine if one.body == id_)
        who = state.organisations[shot.battery].name if shot.battery else called(state, UnitId(id_))
        label = f"{who}: no area fire at {place(shot.at)}{' or elsewhere' if others else ''}"
        yield Choice(f"no-area:{id_}", label, "option", hex_at(shot.at), group="Declared")
    if sequence.segment(state) != direct.SEGMENT:
        for mission in shoots.corrected(state, side):
            label = f"{state.organisations[mission.battery].name}: move its area"
            hex_, refused = hex_at(mission.coa or mission.aim), missions.watch_refusal(state, mission)
            yield Choice(f"move:{mission.battery}", label, "option", hex_, refusal=refused, group="Area fire")
        return
    taken = {(shot.body, shot.arm) for shot in mine}
    offered: set[str] = set()
    for body in shoots.bodies(state, side):
        if body.id in offered or (body.id, body.arm.id) in taken or (body.id, "") in taken:
            continue
        if not aims.any_at(state, body, _known(state, side)):
            continue
        offered.add(body.id)
        first = body.pieces[0]
        head, name = ("battery", body.battery.name) if body.battery is not None else ("area", first.name)
        unit = None if body.battery is not None else first.id
        yield Choice(
            f"{head}:{body.id}", f"{name} fires at an area", "option", hex_at(first.where), unit, group="Area fire"
        )


def go_on_fire(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The arm, the point of aim, shell and sheaf; or where an area is moved to."""
    head, id_ = head_of(partial[0]), value_of(partial[0])
    if head == "no-area":
        return _withdraw(state, side, partial)
    if head == "move":
        return _move(state, side, partial)
    at = 1 if head == "battery" else 2
    if head == "area" and len(partial) == 1:
        element = state.element(id_)
        return Choices(f"{element.name}: with which weapon?", "pw:10.5", tuple(_arms(state, element)))
    body = body_picked(state, partial)
    if body is None:
        return Choices("Nothing there fires at areas", "pw:10.5")
    if len(partial) == at:
        beyond = Refusal("it is not seen, out of reach or of the fire zone, or too near to one's own men", "pw:10.5")
        return Choices(f"{_name(body)}: at which point?", "pw:10.5", tuple(_points(state, body)), elsewhere=beyond)
    shot = shot_picked(state, side, partial)
    refused = direct.refusal(state, shot) if shot is not None else None
    title = f"{_name(body)} at {partial[at]}" + (f": {refused.reason}" if refused is not None else "")
    rule = refused.rule if refused is not None else "pw:10.5"
    picked = {head_of(pick) for pick in partial[at + 1 :]}
    return Choices(title, rule, tuple(_details(state, body, shot, picked)), complete=refused is None)


def _withdraw(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Of an element that is to fire several weapons at areas, which of them does not."""
    shots = [s for s in state.artillery.shots if s.side == side and s.body == value_of(partial[0])]
    if len(shots) < 2 or len(partial) > 1:
        return Choices("It does not fire at the area", RULE, complete=True)
    element = state.element(value_of(partial[0]))
    options = tuple(
        Choice(s.arm, f"{arms.named(state, element, s.arm)} at {place(s.at)}", "option", hex_at(s.at)) for s in shots
    )
    return Choices(f"{element.name}: which weapon does not fire?", RULE, options)


def _arms(state: WarState, element: Element) -> Iterator[Choice]:
    for arm in direct.area_arms(state, element):
        body = direct.of_element(state, element, arm.id)
        if body is not None:
            refused = direct.body_refusal(state, body) or shoots.engaged_refusal(state, body)
            if refused is None and not aims.any_at(state, body, _known(state, body.side)):
                refused = Refusal("there is no area that it may fire at", "pw:10.5")
            yield Choice(arm.id, arms.title(state, element, arm), "option", refusal=refused)


def _details(state: WarState, body: Body, shot: AreaShot | None, picked: set[str]) -> Iterator[Choice]:
    """Shell, sheaf of a battery, that it does not concentrate where it may, that an area which lies in the hex is moved
    to the middle of it, as far as they are not picked."""
    for one in shells(state, body.weapon if isinstance(body.weapon, Weapon) else None, picked):
        if one.pick == f"shell:{STAR_SHELL.name}":
            continue  # those are fired indirectly (pw:7.8.3)
        shell = batteries.shell(state, body.weapon, value_of(one.pick)) if isinstance(body.weapon, Weapon) else None
        if head_of(one.pick) == "shell" and shell is not None and direct.screen_refusal(body, shell) is not None:
            continue  # it is laid as other fire is (pw:11.5)
        if head_of(one.pick) != "sheaf" or len(body.pieces) > 1:
            yield one
    if "single-dice" not in picked and shot is not None and concentrates(state, body, shot):
        yield Choice("single-dice", "not concentrated", "option", group="Dice")
    if shot is not None and shot.at == lies(state, body) != centre(hex_at(shot.at)):
        yield Choice("to-middle", "moved to the middle of the hex", "option", group="Area")


def lies(state: WarState, body: Body) -> Point | None:
    """Where the area lies to which a body fired directly in the last turn, and from which it is moved; None of rockets,
    and without such fire (pw:10.5.7, pw:10.5.8)."""
    coa = batteries.service(state, body.served, body.side).coa
    return coa if coa is not None and direct.continues(state, body, coa) else None


def aimed(state: WarState, partial: Partial, place: int) -> Point:
    """The point of aim of direct fire by the pick of a hex: its centre, but where the area of the last turn lies in the
    hex it stays there, unless it is moved (pw:10.4, pw:10.5.7)."""
    body = body_picked(state, partial)
    there = lies(state, body) if body is not None else None
    stays = there is not None and hex_at(there) == state.board.hex(partial[place])
    if there is None or not stays or "to-middle" in partial[place + 1 :]:
        return spot(state, partial[place])
    return there


def concentrates(state: WarState, body: Body, shot: AreaShot) -> bool:
    """Whether a shot that falls where it is aimed is concentrated fire (pw:10.4)."""
    shell = batteries.shell(state, body.weapon, shot.shell) if isinstance(body.weapon, Weapon) else None
    return shot.concentrated and direct.may_concentrate(state, body, shell, shot.at)


def _name(body: Body) -> str:
    return body.battery.name if body.battery is not None else body.pieces[0].name


def body_picked(state: WarState, partial: Partial) -> Body | None:
    """Who fires at an area by the picks so far; None if there is none."""
    head, id_ = head_of(partial[0]), value_of(partial[0])
    if head == "battery":
        found = batteries.find(state, id_)
        return direct.of_battery(state, found) if found is not None else None
    return direct.of_element(state, state.element(id_), partial[1]) if head == "area" and len(partial) > 1 else None


def shot_picked(state: WarState, side: SideId, partial: Partial) -> AreaShot | None:
    """The direct area fire of the picks so far; None before its point of aim."""
    found = order_fire(state, side, partial)
    return shoots.as_shot(side, found, found.at) if isinstance(found, AreaFire) and found.at is not None else None


def _known(state: WarState, side: SideId) -> frozenset[Hex]:
    """The hexes in which a side has enemies in sight."""
    return frozenset(hex_at(e.where) for e in state.on_table() if e.side != side and state.sees(side, e.id))


def _points(state: WarState, body: Body) -> Iterator[Choice]:
    """Where a body may fire, with two chances where an enemy is in sight: that one is lost, that any comes to harm."""
    known, there = _known(state, body.side), lies(state, body)
    for hex_ in aims.all_at(state, body, known):
        stays = there is not None and hex_at(there) == hex_
        chance = bound(harm, state, body, there if there is not None and stays else centre(hex_))
        detail = "its area lies there" if stays else ""
        yield Choice(hex_.id, str(hex_), "hex", hex_, cost=detail, odds=Later(chance) if hex_ in known else None)


def harm(state: WarState, body: Body, at: Point) -> Chance:
    """The chances that fire which falls where it is aimed takes an enemy in sight out, and that it does anything to
    any: each in the area has dice of his own (pw:10.3)."""
    found = [one for e, one in in_area(state, body, AreaShot(side=body.side, at=at)) if e.side != body.side]
    kept, whole = prod(1 - one.loses for one in found), prod(1 - one.harms for one in found)
    return Chance(1 - kept, 1 - whole, "nothing it can harm")


def _move(state: WarState, side: SideId, partial: Partial) -> Choices:
    organisation = own_battery(state, side, value_of(partial[0]))
    mission = next((m for m in shoots.correctable(state, side) if m.battery == organisation.id), None)
    if mission is None:
        return Choices(f"{organisation.name} is not corrected", "pw:10.6.8.1")
    if len(partial) > 1:
        return Choices(f"{organisation.name}: move it there", "pw:10.6.8.1", complete=True)
    hexes = (h for h in sorted(state.board.cells) if missions.move_refusal(state, mission, centre(h)) is None)
    found = tuple(Choice(h.id, str(h), "hex", h) for h in hexes)
    way = direction_name(mission.direction)
    beyond = Refusal(f"it moves by 25 to 150, within 45 degrees of the {way}", "pw:10.6.8.1")
    if missions.rockets(state, mission):
        beyond = Refusal("it moves by 150 at most", "pw:10.6.9")
    return Choices(f"{organisation.name}: where to?", "pw:10.6.8.1", found, elsewhere=beyond)


def order_fire(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, id_ = head_of(partial[0]), value_of(partial[0])
    if head == "no-area":
        shots = [s for s in state.artillery.shots if s.side == side and s.body == id_]
        shot = next((s for s in shots if len(shots) == 1 or s.arm in partial[1:]), None)
        if shot is None:
            return None
        return AreaFire(at=None, battery=shot.battery, element=shot.element, arm=shot.arm)
    at = 2 if head == "area" else 1
    if len(partial) <= at:
        return None
    if head == "area":
        found = AreaFire(at=aimed(state, partial, at), element=UnitId(id_), arm=partial[1])
    else:
        found = AreaFire(at=aimed(state, partial, at), battery=id_)
    for pick in partial[at + 1 :]:
        match head_of(pick):
            case "shell":
                found = evolve(found, shell=value_of(pick))
            case "sheaf":
                found = evolve(found, sheaf=Sheaf.OPEN)
            case "single-dice":
                found = evolve(found, concentrated=False)
    return found


def scatters(state: WarState, side: SideId, shot: AreaShot) -> str | None:
    """The line of the Scatter Table by which a shot would scatter; None if it is moved from where it fell
    (pw:10.5.7).
    """
    body = direct.body_of(state, shot)
    if body is None or direct.continues(state, body, shot.at):
        return None
    return direct.scatters_as(state, body)


def struck(state: WarState, side: SideId, shot: AreaShot) -> Iterator[tuple[str, odds.AreaChances]]:
    """Everybody known in the area of a shot that falls where it is aimed, with his chances."""
    body = direct.body_of(state, shot)
    if body is not None:
        for element, chances in in_area(state, body, shot):
            yield element.name, chances


def in_area(state: WarState, body: Body, shot: AreaShot) -> Iterator[tuple[Element, odds.AreaChances]]:
    """Everybody known in the area of a shot of a body, with his chances; nobody where smoke is laid."""
    able = direct.firing(state, body, shot.at)
    if not able:
        return
    fired = direct.load(state, body, shot.shell, gsu_between(able[0].where, shot.at))
    if fired is None:
        return
    area, thrown = direct.area(state, body, able, shot.at, shot.sheaf), direct.dice_at(state, body, shot)
    for element in inside(state, area) if not fired[0].harmless else ():
        yield element, odds.chances(state, element, fired[0], thrown)
