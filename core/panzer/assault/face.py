"""What the odds panel shows of Close Assault, Hand-to-Hand combat and Overrun begun (na:6.6.1, na:6.6.10)."""

from __future__ import annotations

from core.choice import Partial
from core.event import SideId, UnitId
from core.panzer.armament import armament
from core.panzer.assault import choices, choices_overrun, close_assault, hand_to_hand, overrun, overrunning, who
from core.panzer.assault.odds import assault_odds
from core.panzer.firing.aim import may_be_moving
from core.panzer.firing.ammunition import basic_limit, short_from
from core.panzer.gp.odds import crew_rows, unseen_rows
from core.panzer.ground import mines, water
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.results import GP_WORDS
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row
from core.tally import Tally

_ASSAULT, _DISMOUNT = "assault:", "dismount-attack:"
HEADS = (_ASSAULT, _DISMOUNT, "overrun:")


def report(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    """The chances of an attack begun, with every modifier; None as long as nobody is named."""
    if partial[0].startswith("overrun:"):
        return _overrun(state, partial)
    target, attacks = on_foot(state, side, partial)
    dismount = partial[0].startswith(_DISMOUNT)
    return assault_report(state, target, attacks, dismount=dismount) if attacks else None


def on_foot(state: PanzerState, side: SideId, partial: Partial) -> tuple[UnitId, tuple[Attack, ...]]:
    """Whom the attack on foot begun is to strike, and who makes it; nobody as long as nobody is named."""
    first = UnitId(partial[0].partition(":")[2])
    if partial[0].startswith(_DISMOUNT):
        attack = choices_overrun.dismounting(state, partial)
        return (UnitId(partial[1]), (attack,)) if attack is not None else (UnitId(""), ())
    if not partial[0].startswith(_ASSAULT):
        return first, ()
    if len(partial) > 1:
        return first, choices.picked(state, side, partial)
    return first, choices.offered(state, first, who.possible(state, side).get(first, {}))


def assault_report(
    state: PanzerState, target: UnitId, attacks: tuple[Attack, ...], *, dismount: bool = False
) -> OddsReport:
    """What attacks on one target promise, each with its modifiers."""
    vehicle = isinstance(state.card(target), VehicleCard)
    rows: list[Row] = []
    tally = Tally()
    for attack in attacks:
        told, tally = (_close_assault if vehicle else _hand_to_hand)(state, target, attack, dismount)
        rows += told
    odds = assault_odds(state, target, attacks, dismount=dismount)
    if len(attacks) == 1 and vehicle:
        found = water.outcomes(state, target, odds.results)
        outcomes = tuple((GP_WORDS[result], chance) for result, chance in found.items())
        rows += crew_rows(state, target, odds.results)
    else:
        outcomes = (("target eliminated", odds.kill), ("it holds", 1 - odds.kill))
    if not vehicle:
        rows.append(Row("Losses", f"{odds.losses:.1f} steps of the attackers on average", "na:6.6.1.2.3"))
    if len(attacks) > 1:
        rows.append(Row("", "several attacks: as if each met the target as it is now"))
    title = f"{who.what(state, target)} on {state.name(target)}"
    return OddsReport(title, outcomes, tuple(rows), tally.reasons if len(attacks) == 1 else ())


def _units(state: PanzerState, attack: Attack) -> str:
    others = ", ".join(state.name(u) for u in attack.others)
    return f"{state.name(attack.primary)}{f' with {others}' if others else ''}"


def _came(state: PanzerState, attack: Attack, dismount: bool) -> bool:
    return not dismount and any(state.units[u].hex != attack.hex for u in attack.units)


def _close_assault(state: PanzerState, target: UnitId, attack: Attack, dismount: bool) -> tuple[list[Row], Tally]:
    terms = close_assault.close_assault_terms(
        state, attack, target, advanced=_came(state, attack, dismount), dismount=dismount
    )
    if terms.abandoned:
        return [Row(_units(state, attack), "its crew is gone: Effective without a roll", "na:6.6.1.1.3a")], Tally()
    net = terms.tally.total
    n, s = (max(0, limit - net) for limit in terms.cell)
    rows = [
        Row(
            _units(state, attack),
            f"GP {terms.gp} against {terms.defense}, net {net:+d}: suppresses above {n}, effective above {s}",
            "na:6.6.1.1.1",
        )
    ]
    if may_be_moving(state, state.units[target]):
        rows.append(Row("If it is moving", "the owner may show that: -10", "na:6.6.1.1.2d"))
    return rows, terms.tally


def _hand_to_hand(state: PanzerState, target: UnitId, attack: Attack, dismount: bool) -> tuple[list[Row], Tally]:
    came = _came(state, attack, dismount)
    approach = hand_to_hand.Approach(came, close_assault.uphill(state, attack, target), dismount)
    fighters = [hand_to_hand.fighter(state, u) for u in attack.units]
    mine = hand_to_hand.attack_tally(state.advanced, fighters, approach)
    theirs = hand_to_hand.defense_tally(state.advanced, hand_to_hand.fighter(state, target))
    first = hand_to_hand.higher_chance(mine.total - theirs.total)
    rows = [
        Row(_units(state, attack), f"rolls {mine.total:+d}, higher at first in {first:.0%}", "na:6.6.1.2.1"),
        Row(state.name(target), f"rolls {theirs}", "na:6.6.1.2.2"),
    ]
    return rows, mine


def _overrun(state: PanzerState, partial: Partial) -> OddsReport | None:
    unit = UnitId(partial[0].partition(":")[2])
    targets = (UnitId(partial[1]),) if len(partial) > 1 else overrun.possible_targets(state, state.units[unit])
    if not targets:
        return None
    target = targets[0]
    terms = overrun.overrun_terms(state, unit, target)
    strike, net = terms.strike, terms.strike.tally.total
    n, s = (max(0, limit - net) for limit in strike.cell)
    made = " + ".join(f"{name} {gp}" for name, gp in terms.parts)
    rows = [
        Row("GP Factor", f"{made} = {terms.gp}", "na:6.6.10.1"),
        Row(
            state.name(target),
            f"GP Defense {strike.row}, net {net:+d}: suppresses above {n}, effective above {s}",
            "na:6.6.10.1",
        ),
    ]
    if overrun.walls_between(state, unit, target):
        arrives = overrun.arrival(state, unit, target)
        told = f"it comes through in {arrives:.0%}; else there is no attack"
        rows.append(Row("Walls on the way", told, "na:6.6.10a"))
    way = choices_overrun.way_picked(state, unit, (target, *partial[2:]))
    bogs = overrunning.bogs_first(state, unit, target, way)
    if bogs:
        rows.append(Row("On the way", f"it bogs down first in {bogs:.0%}; then there is no attack", "or:7.29"))
    there = state.units[target].hex
    if there is not None and there != state.units[unit].hex and (mined := mines.danger(state, unit, there)):
        rows.append(Row("Mines on the way", f"they harm it first in {mined:.0%}", "or:7.31.2", tone="warn"))
    for at in terms.limited:
        name, short = armament(state, unit)[at].weapon.name, short_from(state, basic_limit(state, unit, at))
        rows.append(Row("", f"ammunition of the {name}: runs short {short}, then -10", "na:5.16.2b"))
    rows += unseen_rows(state, (target,))
    odds = overrun.overrun_odds(state, unit, target, bogs)
    outcomes = tuple((GP_WORDS[r], chance) for r, chance in odds.items())
    return OddsReport(f"{state.name(unit)} Overruns {state.name(target)}", outcomes, tuple(rows), strike.tally.reasons)


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of a unit in close combat: whom it attacks in this turn, what it counts for, its support."""
    rows: list[Row] = []
    target = state.combats.target_of(unit.id)
    if target is not None:
        rows.append(Row("Attacks", f"{state.name(target)} in this turn", "na:6.6.1.1b"))
    if state.has(Switch.CLOSE_COMBAT) and unit.on_map:
        if unit.size is not None:
            gp, brews = close_assault.factors(state, unit.id)
            rows.append(Row("Close Assault", f"GP {gp}, brews up to {brews}", "na:6.6.1.1.1", full=True))
        elif isinstance(state.card(unit.id), VehicleCard) and close_assault.needs_support(state, unit):
            has = close_assault.supported(state, unit.id)
            text = "has infantry with it" if has else "without infantry: +30 for Close Assault"
            rows.append(Row("Support", text, "na:6.6.1.1.2g", tone="" if has else "warn"))
    return rows


def remaining(state: PanzerState, side: SideId) -> str:
    """What a side could still do in its Close Assault/Hand-to-Hand Step, for the prompt."""
    able = {u for units in who.possible(state, side).values() for u in units}
    return f"{len(able)} can attack"
