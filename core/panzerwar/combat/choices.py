"""Building fire, weapon by weapon (pw:8.0, pw:8.12, pw:11.1).

Picks: ``fire:ELEMENT``, the id of an arm, the target, then ``shell:NAME``, ``aim:high``, ``with:ELEMENT`` for each
other of a group; ``suppress:ELEMENT``, an arm, a hex, ``shell:NAME``; ``smoke:ELEMENT``, an arm, ``shell:NAME`` and a
hex, or ``dischargers`` and a heading (``both`` after it fires two), or ``grenades`` and a hex; ``hold:ELEMENT`` and an
arm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.own import own_unit
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, odds, shooting, smoke_fire, suppressive
from core.panzerwar.combat.orders import Discharge, Fire, FireSmoke, SmokeGrenades, Suppress, WithdrawFire
from core.panzerwar.combat.smoke_fire import DISCHARGERS, GRENADES
from core.panzerwar.combat.to_hit import base, company
from core.panzerwar.combat.zones import bearing_on
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.extended import HIGHEST
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import GUNS, Arm, Shot
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.weapons import Shell, ShellType, Smoke
from core.panzerwar.state import WarState
from core.panzerwar.words import called, place
from core.plane import centre, gsu_between, hex_at

RULE = shooting.RULE
#: Headings at which dischargers are offered, of 48.
_HEADINGS = tuple(range(0, 48, 3))
#: How far away places are offered that may be suppressed, in GSU.
_SUPPRESSED = 400


# -- what is offered --------------------------------------------------------------------------------------


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """The elements that have something to fire at, to suppress or to hide in smoke, and fire that may be withdrawn."""
    if state.resolved:
        return
    yield from _declared(state, side)
    for element in state.of(side):
        if element.on_table:
            yield from _offered(state, element)


def _declared(state: WarState, side: SideId) -> Iterator[Choice]:
    for shot in state.shots:
        if shot.side == side:
            at = shot.at if shot.at is not None else None
            whom = called(state, shot.target) if shot.target is not None else place(at) if at is not None else ""
            arm = arms.named(state, state.element(shot.element), shot.arm)
            label = f"{called(state, shot.element)}: hold the {arm} ({shot.fires.value} at {whom})"
            yield Choice(f"hold:{shot.element}", label, "option", unit=shot.element, group="Declared")


def _offered(state: WarState, element: Element) -> Iterator[Choice]:
    hex_, taken = hex_at(element.where), _taken(state, element)
    fires = Choice(f"fire:{element.id}", f"{element.name} fires", "unit", hex_, element.id)
    if any(arm.id not in taken for arm, _ in shooting.possible(state, element)):
        yield fires
    elif not taken and (silent := _silence(state, element, next(iter(arms.arms(state, element)), None))) is not None:
        yield evolve(fires, refusal=silent)
    if next(_suppressing(state, element), None) is not None:
        label = f"{element.name} suppresses an area"
        yield Choice(f"suppress:{element.id}", label, "option", hex_, element.id, group="Suppressive fire")
    if next(_smoking(state, element), None) is not None:
        yield Choice(f"smoke:{element.id}", f"{element.name} lays smoke", "option", hex_, element.id, group="Smoke")


def _silence(state: WarState, element: Element, arm: Arm | None) -> Refusal | None:
    """Why an element that sees enemies does not fire a weapon at all, or not at the nearest; None where it sees none
    (pw:8.0)."""
    seen = min(shooting.targets(state, element), key=lambda one: gsu_between(element.where, one.where), default=None)
    if seen is None or arm is None:
        return None
    unable = shooting.arm_refusal(state, element, arm)
    refused = unable or shooting.target_refusal(state, element, arm, seen)
    return unable if refused is None or unable else Refusal(f"at {seen.name}: {refused.reason}", refused.rule)


def _taken(state: WarState, element: Element) -> frozenset[str]:
    return frozenset(shot.arm for shot in state.shots if shot.element == element.id)


def _suppressing(state: WarState, element: Element) -> Iterator[Arm]:
    taken = _taken(state, element)
    return (arm for arm in shooting.suppressing(state, element) if arm.id not in taken)


def _smoking(state: WarState, element: Element) -> Iterator[str]:
    """The arms with which an element lays smoke now."""
    taken = _taken(state, element)
    for arm in arms.arms(state, element):
        carries = arm.id not in taken and smoke_fire.carried(state, element, arm)
        if carries and smoke_fire.may_fire_now(state, element, arm) is None:
            yield arm.id
    front = element.turret if element.turret is not None else element.heading
    if DISCHARGERS not in taken and smoke_fire.discharge_refusal(state, element, front, 1) is None:
        yield DISCHARGERS
    if GRENADES not in taken and smoke_fire.grenades_refusal(state, element, element.where) is None:
        yield GRENADES


# -- what comes next ----------------------------------------------------------------------------------------


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The weapon, the target, and the details of a shot."""
    head = head_of(partial[0])
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if head == "hold":
        return _hold(state, element, partial)
    if head == "fire":
        return _fire(state, side, element, partial)
    return _suppress(state, element, partial) if head == "suppress" else _smoke(state, element, partial)


def _hold(state: WarState, element: Element, partial: Partial) -> Choices:
    if len(partial) > 1:
        return Choices(f"{element.name} holds its {arms.named(state, element, partial[1])}", RULE, complete=True)
    options = tuple(Choice(id_, arms.named(state, element, id_), "option") for id_ in sorted(_taken(state, element)))
    return Choices(f"{element.name}: hold which fire?", RULE, options)


def _fire(state: WarState, side: SideId, element: Element, partial: Partial) -> Choices:
    if len(partial) == 1:
        return Choices(f"{element.name}: with which weapon?", "pw:8.0.3", tuple(_arms(state, element)))
    arm = arms.arm(state, element, partial[1])
    if arm is None:
        return Choices(f"{element.name} has no {partial[1]}", RULE)
    if len(partial) == 2:
        options = tuple(_target(state, side, element, arm, target) for target in shooting.targets(state, element))
        return Choices(f"{element.name}: {arms.named(state, element, arm.id)} at whom?", RULE, options)
    target = state.elements.get(UnitId(partial[2]))
    if target is None:
        return Choices(f"{partial[2]} is not in sight", "pw:7.0")
    order_ = _shot_order(state, element, arm, target, partial[3:])
    refused = shooting.target_refusal(state, element, arm, target)
    refused = refused or shooting.shot_refusal(state, element, arm, shooting.as_shot(side, order_))
    title = f"{element.name}: {arms.named(state, element, arm.id)} at {target.name}"
    if refused is not None:
        title = f"{title}: {refused.reason}"
    options = tuple(_details(state, element, arm, target, order_))
    return Choices(title, refused.rule if refused is not None else RULE, options, complete=refused is None)


def _arms(state: WarState, element: Element) -> Iterator[Choice]:
    taken, bears = _taken(state, element), {arm.id for arm, _ in shooting.possible(state, element)}
    for arm in arms.arms(state, element):
        refused = shooting.arm_refusal(state, element, arm) or shooting.together_refusal(state, element, arm)
        if refused is None and arm.id not in bears | taken:
            refused = _silence(state, element, arm)
        name = arms.named(state, element, arm.id)
        left, what = arms.uses_left(state, element, arm), arm.kind.value
        told = filter(None, ("" if what in name else what, "" if left is None else f"{left} left"))
        cost = "declared" if arm.id in taken else ", ".join(told)
        yield Choice(arm.id, name, "option", cost=cost, refusal=refused)


def _target(state: WarState, side: SideId, element: Element, arm: Arm, target: Element) -> Choice:
    refused = shooting.target_refusal(state, element, arm, target)
    hex_ = hex_at(target.where)
    if refused is not None:
        return Choice(target.id, target.name, "target", hex_, target.id, refusal=refused)
    needed = odds.needed(state, side, element, arm, target, _shot_order(state, element, arm, target, ()))

    def harm() -> Chance:
        found = chances_of(state, side, element, arm, target, ())
        if found is None and (riders := riders_of(state, side, element, arm, target, ())):
            likely = max(1 - by[Result.NOTHING] for _, by in riders)
            return Chance(0.0, 0.0, f"its riders {likely:.0%}")
        return Chance(found.kills, found.harms) if found is not None else Chance(0.0, 0.0, "cannot harm it")

    cost = f"{needed} or more" if needed is not None else ""
    return Choice(target.id, target.name, "target", hex_, target.id, cost, odds=Later(harm))


def chances_of(
    state: WarState, side: SideId, element: Element, arm: Arm, target: Element, details: Partial
) -> odds.Chances | None:
    """The chances of a shot as it is picked so far; None if it does not reach."""
    shot, shell = shot_of(state, side, element, arm, target, details)
    return odds.chances(state, element, arm, target, shot, shell)


def riders_of(
    state: WarState, side: SideId, element: Element, arm: Arm, target: Element, details: Partial
) -> tuple[tuple[Element, Mapping[Result, float]], ...]:
    """What a shot as it is picked so far does to those who ride on its target, each with the chances (pw:6.9.5)."""
    shot, shell = shot_of(state, side, element, arm, target, details)
    return odds.on_riders(state, element, arm, target, shot, shell)


def shot_of(
    state: WarState, side: SideId, element: Element, arm: Arm, target: Element, details: Partial
) -> tuple[Shot, Shell | None]:
    """A shot as it is picked so far, and its shell."""
    order_ = _shot_order(state, element, arm, target, details)
    return shooting.as_shot(side, order_), arms.shell(state, element, arm, order_.shell)


def _details(state: WarState, element: Element, arm: Arm, target: Element, order_: Fire) -> Iterator[Choice]:
    range_ = bearing_on(state, element, target, sequence.segment(state)).range
    for shell in aimed.usable(state, element, arm, target, range_) if aimed.needs_roll(state, arm, target) else ():
        if shell.name != order_.shell:
            yield Choice(
                f"shell:{shell.name}", shell.name, "option", cost=_of_shell(state, arm, shell, range_), group="Shell"
            )
    for aim in (Aim.HIGH, Aim.LOW):
        tried = Shot(side=element.side, element=element.id, arm=arm.id, target=target.id, shell=order_.shell, aim=aim)
        refused = shooting.shot_refusal(state, element, arm, tried)
        if arm.kind in GUNS and order_.aim is Aim.NORMAL and (refused is None or refused.rule != "pw:9.20"):
            yield Choice(f"aim:{aim.value}", f"aim {aim.value}", "option", refusal=refused, group="Aim")
    group = "Under the circle" if aimed.under_circle(state, arm, target, order_.shell) else "Further hits"
    if _spreads(state, element, arm, target, order_):
        for other in shooting.in_group(state, element, arm, target, order_.others, order_.shell):
            yield Choice(f"with:{other.id}", other.name, "target", hex_at(other.where), other.id, group=group)


def _spreads(state: WarState, element: Element, arm: Arm, target: Element, order_: Fire) -> bool:
    """Whether a shot may do anything to one more than it names: a burst and canister do, and a roll of which so many
    hits may come (pw:8.11.2 to pw:8.11.4, pw:8.9.6)."""
    shell = arms.shell(state, element, arm, order_.shell)
    if not aimed.needs_roll(state, arm, target) or (shell is not None and shell.type is ShellType.CANISTER):
        return True
    needed = odds.needed(state, element.side, element, arm, target, order_)
    if needed is None:
        return False
    shot = shooting.as_shot(element.side, order_)
    most = aimed.hits_of(state, element, arm, needed, HIGHEST, shell, company(state, shot))
    return most > 1 + len(order_.others)


def _of_shell(state: WarState, arm: Arm, shell: Shell, range_: float) -> str:
    found = base(state, arm, shell, range_)
    does = "blinds" if shell.smoke is not None else f"{shell.penetration(range_):g} cm"
    parts = [f"base {found}" if found is not None else "", does]
    power = shell.power(range_)
    if power is not None:
        parts.append(f"killpower {power}")
    return ", ".join(part for part in parts if part)


def _shot_order(state: WarState, element: Element, arm: Arm, target: Element, details: Partial) -> Fire:
    order_ = Fire(element=element.id, arm=arm.id, target=target.id)
    if aimed.needs_roll(state, arm, target):
        range_ = bearing_on(state, element, target, sequence.segment(state)).range
        shell = aimed.default_shell(state, element, arm, target, range_)
        order_ = evolve(order_, shell=shell.name if shell is not None else "")
    for pick in details:
        value = value_of(pick)
        match head_of(pick):
            case "shell":
                order_ = evolve(order_, shell=value)
            case "aim":
                order_ = evolve(order_, aim=Aim(value))
            case "with":
                order_ = evolve(order_, others=(*order_.others, UnitId(value)))
    return order_


def _suppress(state: WarState, element: Element, partial: Partial) -> Choices:
    if len(partial) == 1:
        options = tuple(
            Choice(arm.id, arms.title(state, element, arm), "option", cost=arm.kind.value if arm.weapon else "")
            for arm in _suppressing(state, element)
        )
        return Choices(f"{element.name}: suppress with what?", "pw:8.12", options)
    arm = arms.arm(state, element, partial[1])
    if arm is None:
        return Choices(f"{element.name} has no {partial[1]}", RULE)
    shells = [one for one in arms.shells(state, element, arm) if one.killpower is not None] if arm.kind in GUNS else []
    if arm.kind in GUNS and len(partial) == 2:
        options = tuple(Choice(f"shell:{one.name}", one.name, "option", cost=one.type.value) for one in shells)
        return Choices(f"{element.name}: with which shell?", "pw:8.12", options)
    at = 3 if arm.kind in GUNS else 2
    shell = value_of(partial[2]) if arm.kind in GUNS else ""
    if len(partial) <= at:
        hexes = tuple(
            Choice(h.id, str(h), "hex", h) for h in suppressive.hexes(state, element, arm, shell, _SUPPRESSED)
        )
        beyond = Refusal(f"it is farther than {_SUPPRESSED}, not seen, or out of reach or of the fire zone", "pw:8.12")
        return Choices(f"{element.name}: suppress which place?", "pw:8.12", hexes, elsewhere=beyond)
    return Choices(f"{element.name} suppresses {partial[at]}", "pw:8.12", complete=True)


def _hexes(state: WarState, element: Element, most: float) -> Iterator[Hex]:
    return (h for h in sorted(state.board.cells) if gsu_between(element.where, centre(h)) <= most)


def _smoke(state: WarState, element: Element, partial: Partial) -> Choices:
    if len(partial) == 1:
        options = tuple(Choice(id_, arms.named(state, element, id_), "option") for id_ in _smoking(state, element))
        return Choices(f"{element.name}: smoke of what?", "pw:11.1", options)
    if partial[1] == DISCHARGERS:
        return _dischargers(state, element, partial)
    if partial[1] == GRENADES:
        return _grenades(state, element, partial)
    arm = arms.arm(state, element, partial[1])
    if arm is None:
        return Choices(f"{element.name} has no {partial[1]}", RULE)
    carried = smoke_fire.carried(state, element, arm)
    if len(partial) == 2:
        options = tuple(Choice(f"shell:{one.name}", one.name, "option") for one in carried)
        return Choices(f"{element.name}: which shell?", "pw:11.1", options)
    shell = next((one for one in carried if one.name == value_of(partial[2])), None)
    if shell is None:
        return Choices(f"{element.name} has no {value_of(partial[2])}", RULE)
    rule = "pw:11.4" if shell.smoke is Smoke.WP else "pw:11.3"
    if len(partial) == 3:
        hexes = tuple(Choice(h.id, str(h), "hex", h) for h in smoke_fire.shell_hexes(state, element, arm, shell))
        beyond = Refusal("it is not seen, too near, out of reach or of the fire zone", rule)
        return Choices(f"{element.name}: {shell.name} at which place?", rule, hexes, elsewhere=beyond)
    return Choices(f"{element.name}: {shell.name} at {partial[3]}", rule, complete=True)


def _dischargers(state: WarState, element: Element, partial: Partial) -> Choices:
    if len(partial) == 2:
        options = tuple(
            Choice(str(h), f"{compass_name(h)} ({h * 7.5:g} degrees)", "facing")
            for h in _HEADINGS
            if smoke_fire.discharge_refusal(state, element, h, 1) is None
        )
        return Choices(f"{element.name}: dischargers which way?", "pw:11.9.3", options)
    both = smoke_fire.discharge_refusal(state, element, int(partial[2]), 2)
    more = (Choice("both", "both, one behind the other", "option", refusal=both),) if len(partial) == 3 else ()
    return Choices(f"{element.name}: fire its dischargers", "pw:11.8.1", more, complete=True)


def _grenades(state: WarState, element: Element, partial: Partial) -> Choices:
    if len(partial) == 2:
        hexes = tuple(
            Choice(h.id, str(h), "hex", h)
            for h in _hexes(state, element, 60)
            if smoke_fire.grenades_refusal(state, element, centre(h)) is None
        )
        beyond = Refusal("grenades are not thrown so far", "pw:11.1.3")
        return Choices(f"{element.name}: grenades where?", "pw:11.1.3", hexes, elsewhere=beyond)
    return Choices(f"{element.name}: grenades at {partial[2]}", "pw:11.1.3", complete=True)


# -- the orders that picks stand for -------------------------------------------------------------------------


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if len(partial) < 2:
        return None
    match head_of(partial[0]):
        case "hold":
            return WithdrawFire(element=element.id, arm=partial[1])
        case "fire":
            return _fire_order(state, element, partial)
        case "suppress":
            return _suppress_order(state, element, partial)
        case _:
            return _smoke_order(state, element, partial)


def _fire_order(state: WarState, element: Element, partial: Partial) -> Order | None:
    arm = arms.arm(state, element, partial[1])
    target = state.elements.get(UnitId(partial[2])) if len(partial) > 2 else None
    return _shot_order(state, element, arm, target, partial[3:]) if arm is not None and target is not None else None


def _suppress_order(state: WarState, element: Element, partial: Partial) -> Order | None:
    gun = len(partial) > 2 and head_of(partial[2]) == "shell"
    at = 3 if gun else 2
    if len(partial) <= at:
        return None
    hex_ = state.board.hex(partial[at])
    shell = value_of(partial[2]) if gun else ""
    return Suppress(element=element.id, arm=partial[1], at=centre(hex_), shell=shell)


def _smoke_order(state: WarState, element: Element, partial: Partial) -> Order | None:
    if len(partial) < 3:
        return None
    if partial[1] == DISCHARGERS:
        return Discharge(element=element.id, heading=int(partial[2]), puffs=2 if "both" in partial[3:] else 1)
    if partial[1] == GRENADES:
        return SmokeGrenades(element=element.id, at=centre(state.board.hex(partial[2])))
    if len(partial) < 4:
        return None
    at = centre(state.board.hex(partial[3]))
    return FireSmoke(element=element.id, arm=partial[1], at=at, shell=value_of(partial[2]))
