"""Attacks in the making: attackers by battle, what they must be aimed at, whether what is begun is legal already."""

from __future__ import annotations

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.fire.combat import battle_terms, check_attack, factors_against, methods, weakest
from core.panzerblitz.fire.factoring import defense_of, is_armored
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.pieces.attacks import Attack, Battle, Method
from core.panzerblitz.state import BlitzState

_METHODS = frozenset(method.value for method in Method)


@frozen(eq=False, repr=False)
class Begun(Alike):
    """An attack in the making: attackers of each battle, targets that were chosen, who fires intensively."""

    hex: Hex
    method: Method
    battles: tuple[tuple[UnitId, ...], ...] = ((),)
    wishes: tuple[UnitId | None, ...] = (None,)
    intensive: frozenset[UnitId] = frozenset()

    def joined(self, unit: UnitId) -> Begun:
        """With one more attacker in the last battle."""
        return evolve(self, battles=(*self.battles[:-1], (*self.battles[-1], unit)))

    @property
    def used(self) -> frozenset[UnitId]:
        """All attackers so far."""
        return frozenset(a for battle in self.battles for a in battle)


def spelled_out(state: BlitzState, side: SideId, partial: Partial) -> Partial:
    """A partial that begins with its hex, then its method, be it the only one that is open (pb:PB-COMBAT-I)."""
    head, _, value = partial[0].partition(":")
    if head == "fire":
        whole = spelled_out(state, side, partial[1:]) if partial[1:] else ()
        return (*whole[:2], value, *whole[2:]) if len(whole) > 1 else whole
    if partial[1:2] and partial[1] in _METHODS:
        return partial
    open_ = methods(state, side, state.board.hex(value))
    return (partial[0], open_[0].value, *partial[1:]) if len(open_) == 1 else partial


def begun(state: BlitzState, partial: Partial) -> Begun:
    """What a partial, spelled out, says so far. ValueError or KeyError if it cannot be read."""
    hex_ = state.board.hex(partial[0].partition(":")[2])
    made = Begun(hex_, Method(partial[1]))
    for pick in partial[2:]:
        kind, _, value = pick.partition(":")
        if kind == "at":
            made = evolve(made, wishes=(*made.wishes[:-1], UnitId(value)))
        elif kind == "intensive":
            made = evolve(made, intensive=made.intensive | {UnitId(value)})
        elif pick == "next":
            made = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        elif pick != "all":
            made = made.joined(UnitId(pick))
    return made


def attack_of(state: BlitzState, side: SideId, made: Begun) -> Attack:
    """The attack as begun, each battle aimed at what it must be aimed at. IllegalOrder if a target cannot be found."""
    there = elements(state, side, made.hex)
    battles = []
    for attackers, wish in zip(made.battles, made.wishes, strict=True):
        intensive = tuple(a for a in attackers if a in made.intensive)
        if made.method is Method.COMBINATION:
            battles.append(Battle(None, attackers, intensive))
            continue
        target = _aim(state, made, there, Battle(None, attackers, intensive), wish)
        battles.append(Battle(target, attackers, intensive))
        there = tuple(t for t in there if t != target)
    return Attack(made.hex, made.method, tuple(battles))


def _aim(state: BlitzState, made: Begun, there: tuple[UnitId, ...], battle: Battle, wish: UnitId | None) -> UnitId:
    """The weakest unit for these attackers; of equals the one wished for (pb:PB-COMBAT-I1)."""
    if wish is not None and wish not in there:
        return wish
    weak = weakest(state, made.hex, there, battle)
    fit = [t for t in weak if _all_count(state, made.hex, t, battle)]
    if wish is not None:
        return wish
    if not weak:
        _explain_odds(state, made.hex, there, battle)
    if not fit:
        raise IllegalOrder("these attackers cannot fire at one target together", "pb:PB-WEC-1")
    return fit[0]


def _explain_odds(state: BlitzState, hex_: Hex, there: tuple[UnitId, ...], battle: Battle) -> None:
    """IllegalOrder with the odds if they are all that is wrong: with more attackers it may yet be an attack."""
    fit = [t for t in there if _all_count(state, hex_, t, battle)]
    if fit:
        target = min(fit, key=lambda t: defense_of(state, t))
        armored = is_armored(state, hex_, target)
        total = sum(f.amount for f in factors_against(state, hex_, battle.attackers, battle.intensive, armored=armored))
        raise IllegalOrder(f"{total} against {defense_of(state, target)} is below 1-4", "pb:PB-COMBAT-A")


def _all_count(state: BlitzState, hex_: Hex, target: UnitId, battle: Battle) -> bool:
    armored = is_armored(state, hex_, target)
    counted = factors_against(state, hex_, battle.attackers, battle.intensive, armored=armored)
    return len(counted) == len(battle.attackers)


def legal_attack(state: BlitzState, side: SideId, made: Begun) -> Attack | None:
    """The attack as begun if it may be announced so; None if not."""
    try:
        attack = attack_of(state, side, made)
        check_attack(state, side, attack)
    except IllegalOrder:
        return None
    return attack


def sound(state: BlitzState, side: SideId, made: Begun) -> bool:
    """Whether nothing but the odds can be wrong with the last battle."""
    try:
        attack = attack_of(state, side, made)
        battle_terms(state, side, made.hex, Method.SELECTIVE, attack.battles[-1])
    except IllegalOrder as error:
        return error.rule == "pb:PB-COMBAT-A"
    return True


def last_stands(state: BlitzState, side: SideId, made: Begun) -> bool:
    """Whether the last battle of a Multiple attack has the odds that it needs."""
    if not made.battles[-1]:
        return False
    try:
        attack = attack_of(state, side, made)
        for battle in attack.battles:
            battle_terms(state, side, made.hex, made.method, battle)
    except IllegalOrder:
        return False
    return True


def by_strength(state: BlitzState, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Units by their printed Attack Factors, the strongest first."""
    return tuple(sorted(units, key=lambda u: (-state.type(u).attack, u)))
