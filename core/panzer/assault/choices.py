"""Building the orders of Close Assault and Hand-to-Hand combat: the target, who attacks it from where, who follows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial as later

from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.panzer.assault import step, terrain_attack, who
from core.panzer.assault.odds import assault_odds, best_attack
from core.panzer.assault.orders import AdvanceAfterAssault, AnnounceAssault, ChoosePrimary
from core.panzer.ground import positions
from core.panzer.pieces.close_combat import Assault, Attack
from core.panzer.pieces.firing import Question, QuestionKind
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.step_end import end_of_step

#: The questions that are answered here.
ASKED = frozenset({QuestionKind.PRIMARY})
GROUP = "Assault"
#: The attackers of a target, with the hexes from which they can fight it.
Able = Mapping[UnitId, tuple[Hex, ...]]


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next in the Close Assault/Hand-to-Hand Step."""
    if state.combats.active is not None:
        return advance_choices(state, state.combats.active, partial)
    if not partial:
        return _targets(state, side)
    if not partial[0].startswith("assault:"):
        return Choices("Close Assault/Hand-to-Hand", step.RULE, complete=True)
    return _attackers(state, side, partial)


def _targets(state: PanzerState, side: SideId) -> Choices:
    options: list[Choice] = []
    for target, able in who.possible(state, side).items():
        options.append(
            Choice(
                f"assault:{target}",
                f"{who.what(state, target)}: {state.name(target)}",
                "unit",
                state.units[target].hex,
                target,
                cost=f"{len(able)} can attack",
                odds=Later(later(_kill_of_offered, state, target, able)),
                group=GROUP,
            )
        )
    options += _engineers(state, side)
    options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
    announced = len(state.combats.queued)
    told = f", {announced} announced" if announced else ""
    end = f"Fight what has been announced: {announced}" if announced else "End the attacks on foot"
    options.append(end_of_step(end))
    return Choices(f"Attack which enemy on foot{told}?", step.RULE, tuple(options))


def _kill(state: PanzerState, target: UnitId, attacks: tuple[Attack, ...], dismount: bool = False) -> Chance:
    odds = assault_odds(state, target, attacks, dismount=dismount)
    return Chance(odds.kill, odds.harm)


def _kill_of_offered(state: PanzerState, target: UnitId, able: Able) -> Chance | None:
    best = offered(state, target, able)
    return _kill(state, target, best) if best else None


def _engineers(state: PanzerState, side: SideId) -> list[Choice]:
    """Engineers next to terrain that could be destroyed: they attack it by an Optional Rule only."""
    for unit in who.attackers(state, side) if not state.has(Switch.TERRAIN_ATTACKS) else ():
        if Label.ENGINEER in state.scenario.by_id[unit.id].labels and _terrain_beside(state, unit):
            return [
                Choice(
                    f"terrain:{unit.id}",
                    f"{state.name(unit.id)}: attack terrain",
                    "unit",
                    unit.hex,
                    unit.id,
                    refusal=terrain_attack.terrain_refusal(),
                    group=GROUP,
                )
            ]
    return []


def _terrain_beside(state: PanzerState, unit: Unit) -> bool:
    """Whether there is terrain next to a unit that could be destroyed: Buildings, Bridges, counters."""
    around = [h for h in unit.hex.neighbours() if h in state.board] if unit.hex is not None else []
    return any(
        positions.vulnerable(state, h) or positions.ground_defense(state, state.cell(h).terrain) is not None
        for h in around
    )


# -- who attacks -------------------------------------------------------------------------------------


def _standing(state: PanzerState, target: UnitId, able: Able) -> tuple[Attack, ...]:
    """Everybody who can attack a target from where they stand, led by who does it best."""
    here = ((unit, hexes[0]) for unit, hexes in able.items() if hexes[0] == state.units[unit].hex)
    return tuple(best_attack(state, target, attack) for attack in who.grouped(state, target, here))


def offered(state: PanzerState, target: UnitId, able: Able) -> tuple[Attack, ...]:
    """What a target is offered with: all who stand next to it, else the best that can advance into one hex.

    able: its attackers, with the hexes from which they can fight it.
    """
    standing = _standing(state, target, able)
    if standing:
        return standing
    if state.edition.hand_to_hand_most is not None:
        found = [Attack(unit, (), hexes[0]) for unit, hexes in able.items()]
        return (max(found, key=lambda attack: assault_odds(state, target, (attack,)).kill),) if found else ()
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit, hexes in able.items():
        for hex_ in hexes:
            by_hex.setdefault(hex_, []).append(unit)
    found = [best_attack(state, target, Attack(u[0], tuple(u[1:]), hex_)) for hex_, u in by_hex.items()]
    return (max(found, key=lambda attack: assault_odds(state, target, (attack,)).kill),) if found else ()


def picked(state: PanzerState, side: SideId, partial: Partial) -> tuple[Attack, ...]:
    """The attacks that a partial order names: "unit" from where it stands, "unit@hex" advancing; "all" as they stand.

    Who is picked first for a hex leads there.
    """
    target = UnitId(partial[0].partition(":")[2])
    if "all" in partial:
        return _standing(state, target, who.possible(state, side).get(target, {}))
    found: list[tuple[UnitId, Hex]] = []
    for pick in partial[1:]:
        if pick == "done":
            continue
        unit, _, at = pick.partition("@")
        hex_ = state.board.hex(at) if at else state.units[UnitId(unit)].hex
        if hex_ is not None:
            found.append((UnitId(unit), hex_))
    return who.grouped(state, target, found)


def _attackers(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    target = UnitId(partial[0].partition(":")[2])
    name, by = state.name(target), who.rule(state, target, "b")
    attacks = picked(state, side, partial)
    taken = {u for attack in attacks for u in attack.units}
    able = who.possible(state, side).get(target, {})
    options: list[Choice] = []
    for unit, hexes in able.items():
        if unit in taken or "all" in partial:
            continue
        for hex_ in hexes:
            if who.may_join(state, side, target, attacks, unit, hex_):
                options.append(_attacker(state, target, attacks, unit, hex_))
    if len(partial) == 1 and sum(len(attack.units) for attack in _standing(state, target, able)) > 1:
        options.append(Choice("all", "All who stand next to it", "option", key="A", irreversible=True))
    what = who.what(state, target)
    leads = ", ".join(f"{state.name(a.primary)} leads in {a.hex}" for a in attacks)
    return Choices(
        f"{what} on {name}: who attacks?" if not attacks else f"{what} on {name}: {leads}; who else?",
        by,
        tuple(options),
        complete=bool(attacks),
        confirm=True,
    )


def _attacker(state: PanzerState, target: UnitId, attacks: tuple[Attack, ...], unit: UnitId, hex_: Hex) -> Choice:
    """A unit that joins the attack from a hex, or starts one there; its odds are those of that attack then."""
    stays = hex_ == state.units[unit].hex
    after = who.joined(state, target, attacks, unit, hex_)
    attack = next((a for a in after if unit in a.units), Attack(unit, (), hex_))
    joined = attack if attack.primary != unit else None
    how = f"{state.name(unit)} {'attacks' if stays else f'advances to {hex_} and attacks'}"
    return Choice(
        str(unit) if stays else f"{unit}@{hex_}",
        f"{how}, with {state.name(joined.primary)} leading" if joined is not None else how,
        "unit",
        hex_,
        unit,
        cost="" if stays else "Advance -10, triggers Overwatch",
        odds=Later(later(_kill, state, target, (attack,))),
        irreversible=True,
    )


# -- answers -----------------------------------------------------------------------------------------


def answers(state: PanzerState, question: Question, partial: Partial) -> Choices:
    """Who leads the attack after losses (na:6.6.1.2.3c)."""
    assault = state.combats.active
    if partial or assault is None:
        return Choices("It is settled who leads", "na:6.6.1.2.3c", complete=True)
    attack = assault.attacks[0]
    options = [
        Choice(
            f"primary:{unit}",
            state.name(unit),
            "unit",
            state.units[unit].hex,
            unit,
            odds=Later(later(_kill, state, assault.target, (attack.led_by(unit),), assault.dismount)),
        )
        for unit in step.candidates(state, assault)
    ]
    return Choices(f"Who leads the attack on {state.name(assault.target)} now?", "na:6.6.1.2.3c", tuple(options))


def advance_choices(state: PanzerState, assault: Assault, partial: Partial) -> Choices:
    """Who moves into the hex of the eliminated target: any, all, or nobody (na:6.6.1.1.3b, na:6.6.1.2.3b)."""
    rule = who.rule(state, assault.target, ".3b")
    if partial == ("stay",):
        return Choices("All stay", rule, complete=True)
    options = [
        Choice(f"into:{unit}", f"{state.name(unit)} moves into {assault.hex}", "unit", assault.hex, unit)
        for unit in assault.won
        if f"into:{unit}" not in partial
    ]
    if not partial:
        options.append(Choice("stay", "All stay where they are", "option", key="s"))
    return Choices(
        f"{state.name(assault.target)} is gone. Who moves into {assault.hex}?", rule, tuple(options), bool(partial)
    )


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial of this step; None if it is none of this chapter."""
    head, _, value = partial[0].partition(":")
    if head == "primary":
        return ChoosePrimary(unit=UnitId(value))
    if head == "into":
        return AdvanceAfterAssault(units=tuple(UnitId(pick.partition(":")[2]) for pick in partial if pick != "done"))
    if head == "stay":
        return AdvanceAfterAssault()
    if head == "assault" and len(partial) > 1:
        return AnnounceAssault(target=UnitId(value), attacks=picked(state, side, partial))
    return None


def refused_attack(state: PanzerState, side: SideId, unit: Unit, target: UnitId) -> Refusal | None:
    """Why a unit cannot attack a target on foot now; None if it can."""
    return (
        who.target_refusal(state, side, target)
        or who.attacker_refusal(state, unit, target)
        or who.shared_refusal(state, unit.id, target)
        or (None if who.places(state, unit, state.units[target]) else _far(state, unit, target))
    )


def _far(state: PanzerState, unit: Unit, target: UnitId) -> Refusal:
    struck = state.units[target]
    if unit.hex is not None and struck.hex is not None:
        found = who.place_refusal(state, unit, struck, unit.hex)
        if found is not None:
            return found
    return Refusal(f"{state.name(unit.id)} cannot come next to {state.name(target)}", who.rule(state, target))
