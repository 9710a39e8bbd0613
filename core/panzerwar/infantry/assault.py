"""Close assault tactics (CAT): who may, against what, the number, what comes of it (pw:12.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.own import own_unit, refuse
from core.panzerwar.damage import resolving
from core.panzerwar.damage.aspects import turret_aspect
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.location_damage import broken_track, commander
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import carried_inside, target_of
from core.panzerwar.ground import cover
from core.panzerwar.ground.measure import in_range
from core.panzerwar.ground.terrain import BUILT_UP, WOODS, built_up, ground
from core.panzerwar.infantry import close_defence, fortified
from core.panzerwar.infantry.assault_results import MOLOTOV, effect_of
from core.panzerwar.infantry.events import AssaultDeclared, Assaulted
from core.panzerwar.infantry.orders import CloseAssault, WithdrawAssault
from core.panzerwar.pieces.cards import Place, Squad, Vehicle
from core.panzerwar.pieces.element import THERE, Element, Kind
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.shots import Declared
from core.panzerwar.pieces.strike import Aspect, Part
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.observers import closed
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import bearing, off_angle
from core.tally import Reason, Tally

#: The attackers are taken as anywhere within this of their squad, in GSU (pw:12.11, pw:12.11.2).
REACH: Final = 25
#: A natural roll of this always fails.
FAILS: Final = 10
#: What is told of a success against a target that another has taken in the same segment.
GONE: Final = "it is out of the fight already"
#: Special weapons that add to the number (chart CAT Factors).
CHARGES: Final = frozenset({"demo charge", "flamethrower", "hand-placed magnetic charge"})
#: Grenades of squads that have nothing else against armour (chart CAT Factors).
GRENADES: Final = frozenset({"GrPatr", "M9A1", "No68"})

DECLARING = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the assaults of this turn are declared", "pw:12.11.4.2"),
)


def assaults(state: WarState, side: SideId) -> tuple[Declared, ...]:
    """The assaults that a side has declared."""
    return tuple(one for one in state.assaults if state.elements[one.element].side == side)


def who_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why an element may not make a close assault: squads do, neither routing nor suppressed, once a turn (pw:12.11.1,
    pw:12.11.3, pw:12.11.4.1), whether or not they have moved, charged or fired (pw:12.11.3.1, pw:12.11.3.2)."""
    if element.kind is not Kind.SQUAD or not element.on_table:
        return Refusal("squads make close assaults", "pw:12.11")
    if element.nerve.broken:
        return Refusal("it is broken", "pw:12.11.1")
    if element.nerve.pinned(state.turn):
        return Refusal("it is suppressed", "pw:12.11.1")
    if element.harm.stunned:
        return Refusal("it is stunned", "pw:9.15.2")
    if element.nerve.assaulted:
        return Refusal("it has made its attempt of this turn", "pw:12.11.4.1")
    return None


def target_refusal(state: WarState, element: Element, target: Element) -> Refusal | None:
    """Why an element may not assault a target: a vehicle or a bunker no more than 25 from its
    edge, that it sees (pw:12.11, pw:12.11.2, pw:1.0)."""
    if target.side == element.side or target.kind not in (Kind.VEHICLE, Kind.BUNKER) or not target.on_table:
        return Refusal("vehicles and fortifications are assaulted", "pw:12.11")
    if not in_range(element.where, target, REACH):
        return Refusal(f"{target.name} is farther than {REACH}", "pw:12.11.2")
    return None


def near(state: WarState, element: Element) -> bool:
    """Whether an element has an enemy in sight that it may assault."""
    enemies = (e for e in state.on_table() if state.sees(element.side, e.id))
    return any(target_refusal(state, element, enemy) is None for enemy in enemies)


def weapons(state: WarState, element: Element) -> tuple[str, ...]:
    """The special weapons that a squad has left for it: those that it was given before the game, demolition charges
    once, flame three times (pw:12.11.5, pw:12.11.5.1, pw:12.11.5.2)."""
    return tuple(name for name in (*sorted(CHARGES), MOLOTOV) if uses_left(state, element, name) > 0)


def uses_left(state: WarState, element: Element, weapon: str) -> int:
    """How often an element may still use a special weapon: as it was given, or as the weapon that it carries says;
    squads of engineers have a charge by their card (pw:12.11.5.1, pw:12.11.5.2)."""
    given = element.ammunition.get(weapon)
    if given is not None:
        return given
    found, card = state.cards.infantry_weapons.get(weapon), state.cards.find(element.card)
    carried = (element.weapon, *(card.light_weapons if isinstance(card, Squad) else ()))
    return found.uses or 0 if found is not None and weapon in carried else 0


def weapon_refusal(state: WarState, element: Element, weapon: str) -> Refusal | None:
    """Why it may not use a special weapon: it has none left (pw:12.11.5), or it throws no bottles there."""
    if not weapon:
        return None
    if weapon not in weapons(state, element):
        return Refusal(f"it has no {weapon}", "pw:12.11.5")
    return molotov_refusal(state, element) if weapon == MOLOTOV else None


def molotov_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a squad throws no Molotov cocktails: it is not on the defence, not in a built-up area, or it has ordinary
    anti-tank weapons (pw:12.11.5.3)."""
    if state.engagement.side(element.side).stance is not Stance.DEFENCE:
        return Refusal("Molotov cocktails are for the defence", "pw:12.11.5.3")
    if not built_up(ground(state, element.where)):
        return Refusal("Molotov cocktails are for built-up areas", "pw:12.11.5.3")
    card = state.cards[element.card]
    carried = (*(card.light_weapons if isinstance(card, Squad) else ()), element.weapon)
    if any(id_ in state.cards.weapons for id_ in carried):
        return Refusal("it has ordinary anti-tank weapons", "pw:12.11.5.3")
    return None


def number(state: WarState, element: Element, target: Element, weapon: str, *, others: int = 0) -> Tally:
    """The number of an assault: 1 and all factors (pw:12.11.4, pw:12.11.4.3). others: further squads declared on the
    same target."""
    return Tally(tuple(_factors(state, element, target, weapon, others)))


def _factors(state: WarState, element: Element, target: Element, weapon: str, others: int) -> Iterator[Reason]:
    chart = state.charts.infantry.assault

    def line(key: str, times: int = 1) -> Iterator[Reason]:
        if chart[key] * times:
            yield Reason(chart.told(key), chart[key] * times, "pw:12.11.4.3")

    yield from line("base")
    motion = target.travel.motion
    if motion is Motion.STATIONARY:
        yield from line("stationary")
    elif motion is Motion.SHIFT:
        yield from line("shift")
    elif motion is not Motion.HALF:
        yield from line("full")
    if target.harm.immobile:
        yield from line("immobilised")
    if target.harm.stunned:
        yield from line("stunned")
    if target.kind is Kind.BUNKER:
        yield from _of_bunker(state, element, target, line)
    else:
        yield from _of_vehicle(state, element, target, line)
    if _escorted(state, target):
        yield from line("escorted")
    if element.travel.charges:
        yield from line("charged")
    if element.travel.motion is Motion.STATIONARY and _settled(state, element):
        yield from line("settled")
    if state.engagement.moonlight is not None or screens.in_smoke_itself(state, element.where):
        yield from line("dark")
    if others:
        yield from line("further", others)
    if "engineer" in element.card or "pioneer" in element.card or "sapper" in element.card:
        yield from line("engineers")
    if weapon in CHARGES:
        yield from line("charge-weapon")
    if element.grade.value in chart.by_key:
        yield from line(element.grade.value)


def _of_vehicle(
    state: WarState, element: Element, target: Element, line: Callable[[str], Iterator[Reason]]
) -> Iterator[Reason]:
    """Open on top or closed up, as it is without its commander too (pw:9.10), but not while its crew lights candles
    (pw:11.10.4), and what it has against men nearby."""
    card = state.cards.find(target.card)
    if not isinstance(card, Vehicle):
        return
    if card.open_top:
        yield from line("open-topped")
    elif closed(state, target):
        yield from line("buttoned")
    if close_defence.defended(state, card, target, element):
        yield from line("close-defence")


def _of_bunker(
    state: WarState, element: Element, target: Element, line: Callable[[str], Iterator[Reason]]
) -> Iterator[Reason]:
    """A bunker is easier from outside of its arc, harder in it (pw:12.11.4.3, pw:15.7.6)."""
    off = 0.0 if element.where == target.where else off_angle(target.heading, bearing(target.where, element.where))
    yield from line("bunker-inside" if off <= state.charts.fire.covered_arcs["bunker"] else "bunker-outside")


def _escorted(state: WarState, target: Element) -> bool:
    """Whether unsuppressed infantry of its side is within 25 of a target, riders on top of vehicles among it
    (pw:12.11.4.3, pw:1.0, pw:6.9.5). Who is in a bunker that is assaulted is part of what is assaulted, and escorts
    nothing (pw:12.11.6, pw:15.7), nor does who sits inside of a vehicle."""
    return any(
        e.side == target.side
        and e.foot
        and e.posture.bunker != target.id
        and not e.nerve.broken
        and not e.nerve.pinned(state.turn)
        and in_range(target.where, e, REACH)
        for e in state.elements.values()
        if e.on_table or (e.outside and e.presence in THERE)
    )


def _settled(state: WarState, element: Element) -> bool:
    """Whether a squad is in a trench, in woods, or in a building that stands."""
    if element.posture.dug is Digging.TRENCH:
        return True
    return any(one.id in WOODS | BUILT_UP for one in cover.around(state, element.where))


# -- the order ---------------------------------------------------------------------------------------------


def check(state: WarState, side: SideId, order: CloseAssault) -> None:
    """IllegalOrder unless a squad may make it; all are declared before any is rolled (pw:12.11.4.2)."""
    DECLARING.check(state, side)
    element = own_unit(state, side, order.element, "pw:12.11")
    refuse(who_refusal(state, element))
    target = state.elements.get(order.target)
    if target is None or not state.sees(side, order.target):
        refuse(Refusal(f"{order.target} is not in sight", "pw:12.11"))
        return
    refuse(target_refusal(state, element, target))
    refuse(weapon_refusal(state, element, order.weapon))


def declare(state: WarState, side: SideId, order: CloseAssault, dice: Dice) -> Iterator[Event]:
    """It is declared; others know of it when it is rolled."""
    yield AssaultDeclared(side=side, element=order.element, target=order.target, weapon=order.weapon)


def check_withdraw(state: WarState, side: SideId, order: WithdrawAssault) -> None:
    """IllegalOrder unless it was declared."""
    DECLARING.check(state, side)
    if not any(one.element == order.element for one in assaults(state, side)):
        refuse(Refusal(f"{order.element} has declared no assault", "pw:12.11.4.2"))


def withdraw(state: WarState, side: SideId, order: WithdrawAssault, dice: Dice) -> Iterator[Event]:
    """It is not made."""
    yield AssaultDeclared(side=side, element=order.element, target=UnitId(""))


# -- what comes of it -----------------------------------------------------------------------------------


def resolve(state: WarState, dice: Dice) -> Iterator[Event]:
    """Roll all assaults of the segment (pw:12.11.4, pw:12.11.6), each at the number that it had when the segment began,
    for all in it is simultaneous (pw:3.2.E); who was destroyed, routed or suppressed before makes none (pw:12.11.3). It
    is in the last segment, with all that is used for it (pw:12.7.4)."""
    made = sorted(state.assaults, key=lambda one: (one.element, one.target))
    before = state.copy()
    for one in made:
        element, target = before.elements.get(one.element), before.elements.get(one.target)
        if element is None or target is None or who_refusal(before, element) is not None or not target.on_table:
            continue
        others = sum(other.target == one.target for other in made) - 1
        tally = number(before, element, target, one.weapon, others=others)
        yield from _rolled(state, element, state.elements[target.id], one.weapon, tally, dice)


def make(state: WarState, element: Element, target: Element, weapon: str, others: int, dice: Dice) -> Iterator[Event]:
    """Roll one assault, and what comes of it (pw:12.11.4, pw:12.11.6)."""
    tally = number(state, element, target, weapon, others=others)
    yield from _rolled(state, element, target, weapon, tally, dice)


def _rolled(
    state: WarState, element: Element, target: Element, weapon: str, tally: Tally, dice: Dice
) -> Iterator[Event]:
    """The roll against a number, and what comes of it: nothing, to neither side, if it fails (pw:12.11.6.2), or if
    another has put the target out of the fight in the same segment."""
    die = dice.roll("d10", f"{element.name} assaults {target.name} on {tally.total} or less", "pw:12.11.4")
    succeeded = die.result <= tally.total and die.result != FAILS
    rolls: tuple[Roll, ...] = (die,)
    effects: tuple[str, ...] = ()
    told, stun = "", None
    if succeeded and not target.on_table:
        told = GONE
    elif succeeded:
        result = dice.roll("d10", "close assault result", "pw:12.11.6")
        rolls = (die, result)
        effects, told, stun = effect_of(state, target, weapon, result.result, behind=behind(element, target))
    yield Assaulted(
        side=element.side,
        element=element.id,
        target=target.id,
        weapon=weapon,
        needed=tally.total,
        rolled=die.result,
        succeeded=succeeded,
        effects=effects,
        told=told,
        rolls=rolls,
        tally=tally.reasons,
    )
    if not succeeded or not target.on_table:
        return
    if target.kind is Kind.BUNKER:
        yield from fortified.inside(state, target, weapon, rolls[-1].result, dice)
    elif target.kind is Kind.VEHICLE:
        yield struck(state, target, effects, stun, dice, f"close assault of {element.name}")


def behind(element: Element, target: Element) -> bool:
    """Whether a squad is behind a vehicle, beyond the 45 degree lines of its rear."""
    apart = element.where != target.where
    return apart and turret_aspect(target.heading, bearing(target.where, element.where)) is Aspect.REAR


def struck(
    state: WarState, target: Element, effects: tuple[str, ...], stun: int | None, dice: Dice, by: str
) -> VehicleStruck:
    """What a successful assault does to a vehicle (pw:12.11.6, pw:12.12.3)."""
    card = state.cards[target.card]
    record = Record(dice)
    damage: set[Damage] = set()
    destroyed, stunned = False, False
    for effect in effects:
        match effect:
            case "stun-roll":
                weight = card.weight_class if isinstance(card, Vehicle) else 0
                stunned = roll_stun(state.charts, stun, weight, record) or stunned
            case "track":
                damage |= broken_track(record)
            case "mobility":
                damage.add(Damage.MOBILITY)
            case "gun":
                damage |= _main_gun(card)
            case "tc-or-stunned":
                exposed = isinstance(card, Vehicle) and target_of(state, target).open
                if exposed and Damage.COMMANDER not in target.harm.damage:
                    damage |= commander(target_of(state, target))
                else:
                    stunned = True
            case "hull-gun":
                if isinstance(card, Vehicle) and card.mounts(Place.HULL):
                    damage.add(Damage.HULL_GUNNER)
            case "stunned":
                stunned = True
            case "fire":
                damage.add(Damage.FIRE)
            case "destroyed":
                destroyed = True
    killed = carried_inside(state, target.id) if destroyed else ()
    new = frozenset(damage) - target.harm.damage
    effect_ = record.effect(part=Part.BODY, damage=new, stunned=stunned, destroyed=destroyed, passengers=killed)
    return resolving.told(state, target, by, effect_)


def _main_gun(card: object) -> frozenset[Damage]:
    """The gun of a vehicle that is destroyed: the main gun, else that in the sponson; none if it has none (pw:9.9)."""
    if not isinstance(card, Vehicle):
        return frozenset()
    if card.gun is not None or card.main_machine_gun:
        return frozenset((Damage.GUN,))
    return frozenset((Damage.SPONSON_GUN,)) if card.sponson_gun is not None else frozenset()
