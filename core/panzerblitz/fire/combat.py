"""Normal combat: the three methods, announcing all attacks before the first is resolved (pb:PB-SEQ-2, pb:PB-SEQ-3)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.fire.events import AmmunitionSpent, AttackAnnounced, AttackLapsed, AttackWithdrawn
from core.panzerblitz.fire.factoring import (
    Factor,
    defense_of,
    die_modifiers,
    fire_factor,
    is_armored,
    joined,
    odds_column,
)
from core.panzerblitz.fire.orders import Announce, Resolve, Withdraw
from core.panzerblitz.fire.results import Terms, resolve
from core.panzerblitz.fire.targets import elements, has_enemy, is_demolition, riders, roof_fight
from core.panzerblitz.ground.terrain import is_in
from core.panzerblitz.own import own_on_map
from core.panzerblitz.pieces.attacks import NORMAL, Attack, Battle, Method
from core.panzerblitz.pieces.options import INTENSIVE_FIRE
from core.panzerblitz.pieces.reference import ODDS, WeaponClass
from core.panzerblitz.sight.spotting import attacker_refusal, fire_refusal
from core.panzerblitz.state import BlitzState
from core.remembered import remembered
from core.step_end import StepFinished

_BASE = ODDS.index("1-1")
# -- terms of a battle -----------------------------------------------------------------------------


@remembered(of=("units",))
def factors_against(
    state: BlitzState, hex_: Hex, attackers: tuple[UnitId, ...], intensive: tuple[UnitId, ...], *, armored: bool
) -> tuple[Factor, ...]:
    """What each attacker counts against armored or non-armored targets; those that may not attack count nothing."""
    found = [fire_factor(state, a, hex_, armored=armored, intensive=a in intensive) for a in attackers]
    return joined(state, hex_, tuple([f for f in found if f is not None]))


def stack_is_armored(
    state: BlitzState,
    hex_: Hex,
    targets: tuple[UnitId, ...],
    attackers: tuple[UnitId, ...],
    intensive: tuple[UnitId, ...] = (),
) -> tuple[bool, str]:
    """How a stack attacked as one is taken, and why: the majority, or what is worse for the attackers (pb:PB-WEC-A)."""
    armored = sum(is_armored(state, hex_, t) for t in targets)
    others = len(targets) - armored
    if armored and not others:
        return True, "all armored"
    if not armored:
        return False, "none armored"
    if armored != others:
        return armored > others, f"{armored} of {len(targets)} armored"
    against_armor, against_others = (
        sum(f.amount for f in factors_against(state, hex_, attackers, intensive, armored=a)) for a in (True, False)
    )
    if against_armor == against_others:
        return False, "half of them armored, which is all one to the attackers"
    return against_armor < against_others, "half of them armored: as it is worse for the attackers"


def battle_terms(state: BlitzState, side: SideId, hex_: Hex, method: Method, battle: Battle) -> Terms:
    """All that decides a battle. IllegalOrder if it may not be made at its odds.

    Attackers at one target add their factors, undivided (pb:PB-COMBAT-E, pb:PB-COMBAT-G, pb:PB-COMBAT-H); of a stack
    attacked as one the Defense Factors are added, too (pb:PB-COMBAT-I3).
    """
    whole = battle.target is None
    targets = elements(state, side, hex_) if battle.target is None else (battle.target,)
    if not targets:
        raise IllegalOrder(f"there is nothing to attack in {hex_}", "pb:PB-COMBAT-I")
    if whole:
        armored, reason = stack_is_armored(state, hex_, targets, battle.attackers, battle.intensive)
    else:
        armored = is_armored(state, hex_, targets[0])
        reason = "armored" if armored else "not armored"
    factors = factors_against(state, hex_, battle.attackers, battle.intensive, armored=armored)
    if len(factors) < len(battle.attackers):
        idle = next(a for a in battle.attackers if a not in {f.unit for f in factors})
        raise IllegalOrder(
            f"{state.name(idle)}: {state.type(idle).weapon_class.value} class may not fire at armored targets",
            "pb:PB-CAT-G",
        )
    attack = sum(f.amount for f in factors)
    defense = sum(defense_of(state, t) for t in targets)
    odds = odds_column(attack, defense)
    if odds is None:
        raise IllegalOrder(f"{attack} against {defense} is below 1-4", "pb:PB-COMBAT-A")
    if method is Method.MULTIPLE and ODDS.index(odds) < _BASE:
        raise IllegalOrder(f"{attack} against {defense}: a Multiple attack needs 1-1 each", "pb:PB-COMBAT-I2")
    rule = "pb:PB-WEC-A" if whole and len(targets) > 1 else "pb:PB-WEC-1"
    if is_in(state.cell(hex_), "town"):
        reason, rule = "units in towns are armored targets", "pb:PB-WEC-B"
    return Terms(
        side=side,
        hex=hex_,
        method=method,
        targets=targets,
        factors=factors,
        attack=attack,
        defense=defense,
        odds=odds,
        modifiers=die_modifiers(state, hex_, method, targets),
        armored=armored,
        why=((reason, rule),),
    )


def roof_terms(
    state: BlitzState,
    side: SideId,
    hex_: Hex,
    method: Method,
    attackers: tuple[UnitId, ...],
    intensive: tuple[UnitId, ...] = (),
) -> Terms | None:
    """The second roll of fire at enemies on one's own fortification: at the fortification itself (pb:PB-FORT-K).

    One roll for the whole attack, of however many battles: all attackers together (pb:PB-COMBAT-E) against its Defense
    Factor as an armored target, but for those that fire from inside it (pb:PB-FORT-L). None if there is no such roll,
    also because no attacker can hurt it (pb:PB-CAT-G) or all together are below 1-4 (pb:PB-COMBAT-A).
    """
    fort = roof_fight(state, side, hex_)
    return None if fort is None else _fire_at_roof(state, side, hex_, method, fort.id, attackers, intensive)


def _fire_at_roof(
    state: BlitzState,
    side: SideId,
    hex_: Hex,
    method: Method,
    fort: UnitId,
    attackers: tuple[UnitId, ...],
    intensive: tuple[UnitId, ...],
) -> Terms | None:
    outside = tuple(a for a in attackers if not (state.units[a].inside and state.units[a].hex == hex_))
    factors = factors_against(state, hex_, outside, intensive, armored=True)
    attack, defense = sum(f.amount for f in factors), defense_of(state, fort)
    odds = odds_column(attack, defense)
    if odds is None:
        return None
    modifiers = die_modifiers(state, hex_, method, (fort,))
    why = (("second roll: one's own fortification", "pb:PB-FORT-K"),)
    return Terms(side, hex_, method, (fort,), factors, attack, defense, odds, modifiers, True, why, True)


# -- what may be announced -------------------------------------------------------------------------


def announced_attackers(state: BlitzState) -> frozenset[UnitId]:
    """Units that have been given a target."""
    return frozenset(a for attack in state.announced for b in attack.battles for a in b.attackers)


def methods(state: BlitzState, side: SideId, hex_: Hex) -> tuple[Method, ...]:
    """The methods open against a hex: in a town only Combination, against one unit only Selective (pb:PB-COMBAT-I)."""
    there = elements(state, side, hex_)
    if not there:
        return ()
    if is_in(state.cell(hex_), "town"):
        return (Method.COMBINATION,)
    return NORMAL if len(there) > 1 else (Method.SELECTIVE,)


def column(state: BlitzState, hex_: Hex, target: UnitId, battle: Battle) -> int:
    """The place of the odds column that these attackers would get against an element; -1 = none."""
    armored = is_armored(state, hex_, target)
    factors = factors_against(state, hex_, battle.attackers, battle.intensive, armored=armored)
    odds = odds_column(sum(f.amount for f in factors), defense_of(state, target))
    return -1 if odds is None else ODDS.index(odds)


def weakest(state: BlitzState, hex_: Hex, among: tuple[UnitId, ...], battle: Battle) -> tuple[UnitId, ...]:
    """The elements against which these attackers get the highest odds; of equals the attacker chooses.

    pb:PB-COMBAT-I1.
    """
    columns = {t: column(state, hex_, t, battle) for t in among}
    best = max(columns.values(), default=-1)
    return tuple(t for t, c in columns.items() if c == best and c >= 0)


def check_attack(state: BlitzState, side: SideId, attack: Attack) -> tuple[Terms, ...]:
    """The terms of each battle of an attack. IllegalOrder if it may not be announced."""
    hex_ = attack.hex
    if hex_ not in state.board:
        raise IllegalOrder(f"{hex_} is not on the map", "pb:PB-COMBAT-C")
    if any(a.hex == hex_ for a in state.announced):
        raise IllegalOrder(f"an attack on {hex_} is announced already", "pb:PB-COMBAT-E")
    there = elements(state, side, hex_)
    if not there or not (has_enemy(state, side, hex_) or is_demolition(state, side, hex_)):
        raise IllegalOrder(f"there is nothing to attack in {hex_}", "pb:PB-COMBAT-I")
    open_ = methods(state, side, hex_)
    if attack.method not in open_ and not (attack.method is Method.SELECTIVE and _aims_at_rider(state, side, attack)):
        rule = "pb:PB-WEC-B" if is_in(state.cell(hex_), "town") else "pb:PB-COMBAT-I"
        names = " or ".join(m.value for m in open_)
        raise IllegalOrder(f"{attack.method.value} is not possible there, only {names}", rule)
    _check_attackers(state, side, attack)
    return tuple(_check_battles(state, side, attack, there))


def _aims_at_rider(state: BlitzState, side: SideId, attack: Attack) -> bool:
    return len(attack.battles) == 1 and attack.battles[0].target in riders(state, side, attack.hex)


def _check_attackers(state: BlitzState, side: SideId, attack: Attack) -> None:
    used = announced_attackers(state)
    seen: set[UnitId] = set()
    for battle in attack.battles:
        if not battle.attackers:
            raise IllegalOrder("an attack needs an attacker", "pb:PB-COMBAT-E")
        for unit in battle.attackers:
            own = own_on_map(state, side, unit, "pb:PB-COMBAT-B")
            if unit in seen:
                raise IllegalOrder(f"{state.name(unit)} can fire only once", "pb:PB-COMBAT-H")
            seen.add(unit)
            refusal = attacker_refusal(state, own) or fire_refusal(state, unit, attack.hex)
            if refusal is not None:
                raise IllegalOrder(f"{state.name(unit)}: {refusal.reason}", refusal.rule)
            if unit in used:
                raise IllegalOrder(f"{state.name(unit)} is announced in another attack", "pb:PB-COMBAT-E")
        _check_intensive(state, battle)


def _check_intensive(state: BlitzState, battle: Battle) -> None:
    """Only H and M classes, not the Maultier (pb:PB-OPT-AMMO-1, pb:PB-OPT-AMMO-C, pb:PB-OPT-AMMO-E)."""
    for unit in battle.intensive:
        refusal = intensive_refusal(state, unit)
        if refusal is not None or unit not in battle.attackers:
            why = refusal or Refusal("it does not attack", "pb:PB-OPT-AMMO-1")
            raise IllegalOrder(f"{state.name(unit)}: {why.reason}", why.rule)


def intensive_refusal(state: BlitzState, unit: UnitId) -> Refusal | None:
    """Why a unit may not fire intensively."""
    type_ = state.type(unit)
    if not state.has(INTENSIVE_FIRE):
        return Refusal("intensive fire is not in use", "pb:PB-OPT-AMMO-1")
    if type_.weapon_class not in (WeaponClass.H, WeaponClass.M):
        return Refusal("only H and M classes fire intensively", "pb:PB-OPT-AMMO-1")
    if type_.name == "Maultier":
        return Refusal("the Maultier does not fire intensively", "pb:PB-OPT-AMMO-E")
    return None


def _check_battles(state: BlitzState, side: SideId, attack: Attack, there: tuple[UnitId, ...]) -> Iterator[Terms]:
    """What each method asks for: pb:PB-COMBAT-I1, pb:PB-COMBAT-I2, pb:PB-COMBAT-I3."""
    hex_, method = attack.hex, attack.method
    if method is Method.MULTIPLE:
        if len(attack.battles) < 2:
            raise IllegalOrder("a Multiple attack is made on two units at least", "pb:PB-COMBAT-I2")
    elif len(attack.battles) != 1:
        raise IllegalOrder(f"a {method.value} attack is one battle", "pb:PB-COMBAT-I")
    rest = there
    for battle in attack.battles:
        if method is Method.COMBINATION:
            if battle.target is not None:
                raise IllegalOrder("a Combination attack is made on the whole stack", "pb:PB-COMBAT-I3")
        elif battle.target in riders(state, side, hex_) and method is Method.SELECTIVE:
            pass
        elif battle.target is None or battle.target not in rest:
            raise IllegalOrder("each unit of the stack is attacked once", "pb:PB-COMBAT-E")
        yield battle_terms(state, side, hex_, method, battle)
        if battle.target is None or battle.target not in rest:
            continue
        weak = weakest(state, hex_, rest, battle)
        if battle.target not in weak:
            names = ", ".join(state.name(w) for w in weak)
            rule = "pb:PB-COMBAT-I1" if method is Method.SELECTIVE else "pb:PB-COMBAT-I2"
            raise IllegalOrder(f"the weakest unit is attacked first: {names}", rule)
        rest = tuple(t for t in rest if t != battle.target)


# -- orders ----------------------------------------------------------------------------------------


def check_announce(state: BlitzState, side: SideId, order: Announce) -> None:
    """An attack that may be made (pb:PB-SEQ-2)."""
    check_attack(state, side, order.attack)


def announce(state: BlitzState, side: SideId, order: Announce, dice: Dice) -> Iterator[Event]:
    """Announce an attack."""
    yield AttackAnnounced(side=side, attack=order.attack)


def check_withdraw(state: BlitzState, side: SideId, order: Withdraw) -> None:
    """An attack that is announced."""
    if not any(a.hex == order.hex for a in state.announced):
        raise IllegalOrder(f"no attack on {order.hex} is announced", "pb:PB-SEQ-2")


def withdraw(state: BlitzState, side: SideId, order: Withdraw, dice: Dice) -> Iterator[Event]:
    """Take an announcement back."""
    yield AttackWithdrawn(side=side, hex=order.hex)


def check_end(state: BlitzState, side: SideId, order: Resolve) -> None:
    """The announcements may be ended at any time."""


def end_announcing(state: BlitzState, side: SideId, order: Resolve, dice: Dice) -> Iterator[Event]:
    """All attacks are announced; they are resolved now."""
    yield StepFinished(side=side)


def resolve_next(state: BlitzState, side: SideId, dice: Dice) -> Iterator[Event]:
    """Resolve the next attack announced: a roll for each battle, and one more at a roof (pb:PB-SEQ-3, pb:PB-FORT-K).

    Whom the last roll of an earlier attack dispersed or destroyed in the fortification fires no more (pb:PB-CRT-D).
    Who fired intensively is removed; what it carries stays behind (pb:PB-OPT-AMMO-A).
    """
    attack = state.announced[0]
    fort = roof_fight(state, side, attack.hex)
    fired: list[UnitId] = []
    for battle in attack.battles:
        terms = _terms_now(state, side, attack, battle)
        if terms is None:
            yield AttackLapsed(side=side, hex=attack.hex, attackers=battle.attackers)
        else:
            fired += terms.attackers
            yield resolve(state, terms, dice)
    spent = tuple(a for battle in attack.battles for a in battle.intensive if a in fired)
    if fort is not None:
        second = _fire_at_roof(state, side, attack.hex, attack.method, fort.id, tuple(fired), spent)
        if second is not None:
            yield resolve(state, second, dice)
    if spent:
        yield AmmunitionSpent(units=spent)


def _terms_now(state: BlitzState, side: SideId, attack: Attack, battle: Battle) -> Terms | None:
    """The terms of an announced battle when its turn comes; None if it lapses."""
    able = tuple(a for a in battle.attackers if state.units[a].on_map and not state.units[a].dispersed)
    if not able or (battle.target is not None and not state.units[battle.target].on_map):
        return None
    try:
        return battle_terms(state, side, attack.hex, attack.method, evolve(battle, attackers=able))
    except IllegalOrder:
        return None
