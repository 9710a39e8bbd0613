"""Overrun: vehicles that drive into the hex of a leg or towed unit and attack it there (na:6.6.10).

Who may, whom, and what decides the attack; how it is carried out within the vehicle's move is in `overrun_phase`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from core.alike import Alike
from core.choice import NOTHING, Refusal
from core.dice import Dice, Roll
from core.event import SideId, UnitId
from core.hexes import distance
from core.panzer.armament import armament
from core.panzer.firing import malfunction
from core.panzer.firing.ammunition import basic_limit, chance_within, check_gp
from core.panzer.formation_turns import in_turn
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.bail_out import passengers
from core.panzer.gp.fire import NOT_MOUNTED, SUPPRESSION, gp_row, man_pack, short, strike_odds
from core.panzer.gp.modifiers import GpDirect, direct_tally, target_tally
from core.panzer.gp.strike import strike_at
from core.panzer.ground.buildings import indoors
from core.panzer.ground.positions import improved
from core.panzer.movement import shared, walls
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.gp import GpOutcome, GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.pieces.weapons import MountedWeapon, RangeFactor
from core.panzer.sight import spotting
from core.panzer.state import PanzerState

#: The highest column of the GP Combat Results Table (na:6.6.10.1).
MOST_GP = 15
RULE = "na:6.6.10"


@frozen(eq=False, repr=False)
class OverrunTerms(Alike):
    """All that decides an Overrun before its dice.

    parts: what has a GP Factor at range 1, by name; gp: their sum, at most 15; strike: at the target; limited: the
    weapons that take part and roll for their ammunition first.
    """

    parts: tuple[tuple[str, int], ...]
    gp: int
    strike: Strike
    limited: tuple[int, ...]


# -- who and whom ------------------------------------------------------------------------------------


def vehicle_refusal(state: PanzerState, unit: Unit, *, coming: bool = False) -> Refusal | None:
    """Why a unit Overruns nobody in this Movement Step; None if it may (na:6.6.10).

    Vehicles that are combat units, with MOVE; Suppressed and Damaged ones too. coming: one too that is to come onto the
    map in this turn, which can be announced together with others and Overruns when it is there.
    """
    card, name = state.card(unit.id), state.name(unit.id)
    if not isinstance(card, VehicleCard) or not card.combat_unit:
        return Refusal(f"{name} is no vehicle that is a combat unit", RULE)
    if not (unit.on_map or (coming and _comes_on(state, unit))) or unit.bailed_out:
        return Refusal(f"{name} is not on the map with its crew", RULE)
    if unit.morale is not None:
        return Refusal(f"{name} has {unit.morale.value} and Overruns nobody", "or:7.1.5")
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} has no MOVE command, which an Overrun needs", RULE)
    if unit.track_hit:
        return Refusal(f"{name} has a Track hit and may not move", "na:6.5.2.2.1")
    if unit.moved:
        return Refusal(f"{name} has completed its move", "na:4.5.1.1a")
    if not in_turn(state, unit):
        return Refusal(f"it is not the turn of the formation of {name}", "or:7.42.2")
    if not sum(gp for _, gp in parts(state, unit.id)):
        return Refusal(f"{name} has no GP Factor at a range of 1 hex", "na:6.6.10.1")
    return None


def _comes_on(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit waits off the map and may come onto it in this turn (na:4.5.1.1.9)."""
    entry = state.entry(unit.id)
    return unit.presence is Presence.WAITING and entry is not None and entry.turn <= state.turn


def target_refusal(state: PanzerState, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why a vehicle may not Overrun a unit in this turn, wherever both are; None if it may (na:6.6.10).

    The miniatures edition spares nobody in an Improved Position (min:16.11.1; na:6.1.4.3.7a).
    """
    target = state.units.get(target_id)
    if target is None or target.side == unit.side or not isinstance(state.card(target_id), LegCard | TowedCard):
        return Refusal(f"{target_id} is no leg or towed unit of the enemy", RULE)
    name = state.name(target_id)
    if not target.on_map or target.dismounted_in == state.turn:
        return Refusal(f"{name} was not dismounted on the map when the turn began", RULE)
    if state.edition.positions_save_from_overruns and improved(state, target) is not None:
        return Refusal(f"{name} is in an Improved Position, which is not Overrun", "na:6.1.4.3.7a")
    moving = state.moves.of(unit.id) is not None
    seen = target_id in state.combats.noted_by(unit.id) if moving else spotting.spotted(state, unit.side, target_id)
    if not seen:
        return Refusal(f"{name} was not spotted before {state.name(unit.id)} started its move", RULE)
    return _announced_refusal(state, unit, target_id)


def _announced_refusal(state: PanzerState, unit: Unit, target: UnitId) -> Refusal | None:
    """Overruns of one target are announced before the first; a vehicle Overruns one target, those who share its MOVE no
    other (na:6.6.10, na:6.6.11)."""
    name = state.name(unit.id)
    announced = state.combats.overrun_of(target)
    if announced is not None and unit.id not in announced.units:
        return Refusal(f"the Overruns of {state.name(target)} have been announced, and {name} was not among them", RULE)
    other = state.combats.target_of(unit.id)
    if other is not None and other != target:
        return Refusal(f"{name} is announced to Overrun {state.name(other)} and Overruns nobody else", RULE)
    if announced is not None and unit.id in announced.done:
        return Refusal(f"{name} has Overrun {state.name(target)} in this turn", RULE)
    return shared.attack_refusal(state, unit.id, target, dict(state.combats.attacked))


def possible_targets(state: PanzerState, unit: Unit, *, near: int = 1) -> tuple[UnitId, ...]:
    """The units that a vehicle may Overrun in this turn, of those within so many hexes of it."""
    if not state.has(Switch.OVERRUN) or unit.hex is None or vehicle_refusal(state, unit) is not None:
        return ()
    here = unit.hex
    enemies = (u for u in state.of(state.scenario.enemy(unit.side)) if u.hex is not None)
    return tuple(
        u.id
        for u in enemies
        if u.hex is not None
        and 0 < distance(here, u.hex) <= near
        and isinstance(state.card(u.id), LegCard | TowedCard)
        and target_refusal(state, unit, u.id) is None
    )


def arrived(state: PanzerState, unit: Unit, target: Unit) -> bool:
    """Whether a vehicle is where its target is: in its hex, and in the building if the target is (na:6.6.10a)."""
    return unit.on_map and unit.hex == target.hex and (not indoors(state, target) or unit.inside)


# -- what decides it -----------------------------------------------------------------------------------


def parts(state: PanzerState, unit: UnitId) -> tuple[tuple[str, int], ...]:
    """What has a GP Factor at a range of 1 hex: all weapons of a vehicle, and its leg passengers.

    Without what is attached to these (na:6.6.10.1), in the miniatures edition with it, but for mortars, HMGs and
    flamethrowers (min:16.11.2.1). Fields of Fire and Suppression close no weapon (na:5.14a); a Malfunction does
    (or:7.25).
    """
    found = [(name, gp) for _, name, gp in _bearing(state, unit)]
    for passenger in passengers(state, unit):
        if not isinstance(state.card(passenger), LegCard):
            continue
        for at, mounted in enumerate(armament(state, passenger)):
            if malfunction.refusal(state, passenger, at) is not None:
                continue
            row = mounted.weapon.gp if mounted.mount == "own" or _counts(state, mounted) else None
            if row is not None and (factor := row.at(1)) is not None:
                found.append((state.name(passenger), row.factor[factor.value]))
    return tuple(found)


def _bearing(state: PanzerState, unit: UnitId) -> Iterator[tuple[int, str, int]]:
    """The weapons of a vehicle that take part, by index, each with its name and GP Factor at a range of 1 hex."""
    for at, mounted in enumerate(armament(state, unit)):
        row = gp_row(mounted) if malfunction.refusal(state, unit, at) is None else None
        if row is not None and (factor := row.at(1)) is not None:
            yield at, mounted.weapon.name, row.factor[factor.value]


def _counts(state: PanzerState, mounted: MountedWeapon) -> bool:
    """Whether a weapon attached to a passenger counts (min:16.11.2.1)."""
    return state.edition.attached_fire_mounted and mounted.weapon.kind not in NOT_MOUNTED and not man_pack(mounted)


def overrun_terms(state: PanzerState, unit_id: UnitId, target: UnitId) -> OverrunTerms:
    """Everything about an Overrun but its dice (na:6.6.10.1, na:6.5.4.3w, min:16.11.3.1, min:16.11.5).

    The vehicle attacks from within the hex: there is no hexside between them, and the range counts as 1.
    ValueError without any GP Factor.
    """
    made = parts(state, unit_id)
    gp = min(MOST_GP, sum(factor for _, factor in made))
    struck = state.units[target]
    if struck.hex is None or not gp:
        raise ValueError(f"{unit_id} cannot Overrun {target}")
    weapons = armament(state, unit_id)
    fire = GpDirect(unit_id, struck.hex, weapons[0], _factor(state, unit_id), overrun=True)
    own = target_tally(state, target, indirect=False)
    tally = own + direct_tally(state, fire, target, struck.hex)
    source = GpSource(gp, fire.factor, effectiveness=0, small_arms=False)
    limited = tuple(at for at, _, _ in _bearing(state, unit_id) if basic_limit(state, unit_id, at) is not None)
    return OverrunTerms(made, gp, strike_at(state, source, target, tally), limited)


def _factor(state: PanzerState, unit: UnitId) -> RangeFactor:
    """The GP Range Factor at range 1: of the first weapon that has one, Pointblank with passengers alone."""
    rows = (gp_row(mounted) for mounted in armament(state, unit))
    return next((f for row in rows if row is not None and (f := row.at(1)) is not None), RangeFactor.P)


def resolve(
    state: PanzerState, unit: UnitId, terms: OverrunTerms, dice: Dice
) -> tuple[GpOutcome, tuple[Roll, ...], bool, Strike]:
    """The ammunition of each limited weapon, then the attack; -10 once if any has run short (na:5.16.2.1).

    The outcome, all rolls in order, whether the ammunition was short, and the strike with that.
    """
    rolls: list[Roll] = []
    ran_short = False
    for at in terms.limited:
        checked = check_gp(state, Shot(unit, terms.strike.target or unit, at, GP), dice)
        rolls += checked.rolls
        ran_short = ran_short or bool(checked.short)
    strike = short(state, terms.strike) if ran_short else terms.strike
    outcome = gp_strike.resolve(state, strike, dice)
    return outcome, (*rolls, *outcome.rolls), ran_short, strike


# -- chances -------------------------------------------------------------------------------------------


def walls_between(state: PanzerState, unit_id: UnitId, target_id: UnitId) -> tuple[walls.Gate, ...]:
    """The walls that a vehicle drives through to Overrun a target: out of its own building, into that of the target
    (na:6.6.3, na:6.6.10a)."""
    unit, target = state.units[unit_id], state.units[target_id]
    if target.hex is None:
        return ()
    stays = unit.hex == target.hex
    out = (walls.Gate(unit.hex, False),) if unit.inside and unit.hex is not None and not stays else ()
    into = (walls.Gate(target.hex, True),) if indoors(state, target) and not (unit.inside and stays) else ()
    return (*out, *into)


def arrival(state: PanzerState, unit: UnitId, target: UnitId) -> float:
    """The chance that a vehicle comes through the walls on its way; 1 without any."""
    return sum(chance for _, chance in walls.through(state, unit, walls_between(state, unit, target)))


def overrun_odds(state: PanzerState, unit: UnitId, target: UnitId, bogs: float = 0.0) -> dict[Result, float]:
    """The exact chance of each result of an Overrun, from where the vehicle stands.

    Whom walls stop on the way does not attack (na:6.6.10a), who has its turret damaged there attacks with that; each
    limited weapon runs short by its own limit. bogs: the chance that it bogs down before (or:7.29).
    """
    found: dict[Result, float] = {}
    missing = 1.0
    for after, come in walls.through(state, unit, walls_between(state, unit, target)):
        chance = come * (1 - bogs)
        missing -= chance
        for result, share in _attack_odds(after, unit, target).items():
            found[result] = found.get(result, 0.0) + chance * share
    if missing > NOTHING:
        found[Result.NO_EFFECT] = found.get(Result.NO_EFFECT, 0.0) + missing
    return {result: found[result] for result in Result if result in found}


def _attack_odds(state: PanzerState, unit: UnitId, target: UnitId) -> dict[Result, float]:
    """The chances of the attack of a vehicle that has come to its target."""
    terms = overrun_terms(state, unit, target)
    supplied = 1.0
    for at in terms.limited:
        supplied *= chance_within(state, basic_limit(state, unit, at))
    found: dict[Result, float] = {}
    for share, strike in ((supplied, terms.strike), (1 - supplied, short(state, terms.strike))):
        for result, chance in strike_odds(state, strike).items() if share else ():
            found[result] = found.get(result, 0.0) + share * chance
    return found


def promise(state: PanzerState, unit: UnitId, target: UnitId, bogs: float = 0.0) -> float:
    """How far an Overrun harms its target: elimination 1, the loss of a step half of it, a Suppression in part.

    bogs: the chance that the vehicle bogs down before (or:7.29).
    """
    odds = overrun_odds(state, unit, target, bogs)
    harm = odds.get(Result.ELIMINATED, 0.0) + odds.get(Result.REDUCED, 0.0) / 2
    return harm + (0.0 if state.units[target].suppressed else SUPPRESSION * odds.get(Result.SUPPRESSED, 0.0))


def announceable(state: PanzerState, side: SideId, target: UnitId, first: UnitId) -> tuple[UnitId, ...]:
    """Further vehicles of a side that could be announced to Overrun a target together with the first."""
    if state.combats.overrun_of(target) is not None:
        return ()
    mine = (u for u in state.units.values() if u.side == side and u.id != first)
    able = (u for u in mine if vehicle_refusal(state, u, coming=True) is None)
    return tuple(u.id for u in able if target_refusal(state, u, target) is None)
