"""The Close Assault/Hand-to-Hand Step, and the course of an assault (na:6.6.1).

All attacks on a target are announced together; then Advancing Attacks move and may meet Overwatch Fire, then the
attacks are fought one after the other; who eliminates the target may move into its hex.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import direction_between
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.assault import close_assault, hand_to_hand, who
from core.panzer.assault.events import (
    AssaultAnnounced,
    AssaultBegun,
    AssaultEnded,
    AssaultWon,
    AttackersDropped,
    AttackLapsed,
    CloseAssaultResolved,
    HandToHandFought,
    HexTaken,
    PrimaryNamed,
    TerrainAttackBegun,
    UnitAdvanced,
)
from core.panzer.assault.hand_to_hand import Approach, Higher
from core.panzer.assault.orders import AdvanceAfterAssault, AnnounceAssault, ChoosePrimary
from core.panzer.firing import showing
from core.panzer.firing.events import QuestionAsked
from core.panzer.gp.attached_weapons import attached_weapon_loss
from core.panzer.gp.attack import suppressed_beside
from core.panzer.gp.bail_out import bail_out
from core.panzer.gp.defense import target_type
from core.panzer.ground import mines
from core.panzer.ground import stands as ground_stands
from core.panzer.movement import step as movement_step
from core.panzer.pieces.cards import LegStep, VehicleCard
from core.panzer.pieces.close_combat import Assault, Attack, Way
from core.panzer.pieces.firing import GP, Question, QuestionKind, Shot
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.pieces.unit import Unit
from core.panzer.sight import limited_spotting
from core.panzer.state import PanzerState

RULE = "na:6.6.1"
# -- the step ----------------------------------------------------------------------------------------


def is_over(state: PanzerState, side: SideId) -> bool:
    """Whether a side has nothing left to do in its step: it has said so, or there is nobody that it could attack; what
    it has announced is fought first (min:16.9.1.6)."""
    if state.combats.queued:
        return False
    return side in state.ended or not who.possible(state, side)


def check_announce(state: PanzerState, side: SideId, order: AnnounceAssault) -> None:
    """All attacks on one spotted target next to its attackers (na:6.6.1.1, na:6.6.1.2)."""
    if state.step not in sequence.ASSAULT_STEPS or sequence.player_of(state) != side:
        raise IllegalOrder("it is not this side's Close Assault/Hand-to-Hand Step", RULE)
    _check_free(state)
    if side in state.ended:
        raise IllegalOrder("this side has ended its attacks", RULE)
    who.check_attacks(state, side, order.target, order.attacks)


def _check_free(state: PanzerState) -> None:
    if state.combats.active is not None:
        raise IllegalOrder("the attacks on one target are fought to their end first", RULE)


def announce(state: PanzerState, side: SideId, order: AnnounceAssault, dice: Dice) -> Iterator[Event]:
    """Reveal the MOVE of all attackers and announce their attacks; they are then fought by themselves."""
    placed, ways = who.planned(state, order.target, order.attacks)
    yield from announced(state, side, order.target, placed, ways)


def announced(
    state: PanzerState,
    side: SideId,
    target: UnitId,
    attacks: tuple[Attack, ...],
    advancing: tuple[Way, ...] = (),
    *,
    dismount: bool = False,
) -> Iterator[Event]:
    """The events with which an assault is announced, each attack with its hex; in the miniatures edition it waits until
    all are, but for Dismount Attacks (min:16.9.1.6, min:16.10.1, min:16.9.1.11)."""
    yield from showing.revealed(state, (unit for attack in attacks for unit in attack.units))
    hex_ = state.units[target].hex
    if hex_ is None:
        raise ValueError(f"{target} is not on the map")
    yield AssaultAnnounced(
        side=side,
        target=target,
        hex=hex_,
        attacks=attacks,
        advancing=advancing,
        dismount=dismount,
        waits=state.edition.assaults_announced_first and not dismount,
    )


def check_finish(state: PanzerState, side: SideId) -> None:
    """With nothing under way."""
    _check_free(state)


# -- the course of an assault ------------------------------------------------------------------------


def waits(state: PanzerState) -> bool:
    """Whether the next attack on foot that was announced is to be fought: none is, and its player has announced all
    (min:16.9.1.6)."""
    combats = state.combats
    free = combats.active is None and combats.demolition is None
    return free and bool(combats.queued) and combats.queued[0].side in state.ended


def next_of_announced(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """They are fought in the order in which they were announced (min:16.9.2, min:16.10.2)."""
    first = state.combats.queued[0]
    if isinstance(first, Assault):
        yield AssaultBegun(target=first.target)
    else:
        yield TerrainAttackBegun(unit=first.attack.primary, hex=first.hex, terrain=first.terrain)


def procedure(state: PanzerState, assault: Assault, dice: Dice) -> Iterator[Event] | None:
    """What comes next of the assault that is being fought; None if its player has to move into the vacated hex."""
    if assault.won:
        return None
    if able := _may_follow(state, assault):
        return iter((AssaultWon(target=assault.target, hex=assault.hex, units=able),))
    if assault.to_advance:
        way = assault.to_advance[0]
        if not _able(state, way.unit) or _closed(state, way):
            return iter((AttackersDropped(units=(way.unit,)),))
        return _advance(state, way, dice)
    if not assault.attacks:
        return iter((AssaultEnded(target=assault.target),))
    attack = assault.attacks[0]
    if not stands(state, assault):
        return iter((AttackLapsed(units=attack.units, target=assault.target),))
    if lost := _lost(state, attack):
        return iter((AttackersDropped(units=lost),))
    if not assault.named:
        return _name(state, assault, attack)
    if isinstance(state.card(assault.target), VehicleCard):
        return _close_assault(state, assault, attack, dice)
    return _hand_to_hand(state, assault, attack, dice)


def _lost(state: PanzerState, attack: Attack) -> tuple[UnitId, ...]:
    """The attackers that no longer attack, or no longer from where they were to."""
    return tuple(u for u in attack.units if not _able(state, u) or state.units[u].hex != attack.hex_of(u))


def stands(state: PanzerState, assault: Assault) -> bool:
    """Whether the target of an assault is still where it was announced."""
    target = state.units[assault.target]
    return target.on_map and target.hex == assault.hex


def _closed(state: PanzerState, way: Way) -> bool:
    """Whether what was fought since it was announced has closed the way of an Advancing Attack: no room is left at its
    end, or an enemy has come there (min:9.9)."""
    unit, end = state.units[way.unit], way.hexes[-1]
    if not state.edition.assaults_announced_first:
        return False
    return who.opposed(state, unit, end) is not None or not ground_stands.has_room(state, unit.id, end)


def _able(state: PanzerState, unit_id: UnitId) -> bool:
    """Whether Overwatch Fire has left a unit able to attack; once it fights, nothing Suppresses it any more.

    (na:6.6.1.1a, na:6.6.1.1c, na:6.6.1.2a, na:6.6.1.2c)
    """
    unit = state.units[unit_id]
    return unit.on_map and not unit.suppressed and unit.morale is None


def _advance(state: PanzerState, way: Way, dice: Dice) -> Iterator[Event]:
    """One hex of an Advancing Attack, which triggers Overwatch Fire, and Barrages that it enters; it may be spotted.

    (na:6.6.1.1a, na:6.6.1.1c, na:6.6.1.2c, na:6.6.6, or:7.7.1)
    """
    unit = state.units[way.unit]
    if unit.hex is None:
        return
    to = way.hexes[0]
    facing = direction_between(unit.hex, to)
    yield UnitAdvanced(
        unit=unit.id, hex=to, left=unit.hex, facing=unit.facing if facing is None else facing, spent=way.spent
    )
    yield from movement_step.struck(state, unit.id, dice)
    yield from limited_spotting.occasion(state, (unit.id,), dice)
    yield from movement_step.offer_overwatch(state, unit.id)


# -- who leads ---------------------------------------------------------------------------------------


def candidates(state: PanzerState, assault: Assault) -> tuple[UnitId, ...]:
    """Who may lead the attack that is being fought after losses; only one = it need not be asked (na:6.6.1.2.3c).

    A squad reduced to a half-squad, or any other squad; after a primary attacker that is gone, any of the rest.
    """
    attack = assault.attacks[0]
    if assault.reduced:
        return (attack.primary, *(u for u in attack.others if state.units[u].size is LegStep.SQUAD))
    return attack.units


def unled(state: PanzerState, assault: Assault) -> bool:
    """Whether it is asked now who leads the next attack, as everybody can see (na:6.6.1.2.3c)."""
    if assault.won or assault.named or assault.to_advance or not assault.attacks or not stands(state, assault):
        return False
    return not _lost(state, assault.attacks[0]) and len(candidates(state, assault)) > 1


def _name(state: PanzerState, assault: Assault, attack: Attack) -> Iterator[Event]:
    able = candidates(state, assault)
    if len(able) == 1:
        yield PrimaryNamed(unit=able[0])
        return
    shot = Shot(attack.primary, assault.target, ammo=GP)
    yield QuestionAsked(question=Question(QuestionKind.PRIMARY, assault.side, attack.primary, shot))


def check_primary(state: PanzerState, side: SideId, order: ChoosePrimary) -> None:
    """The attacker's side, when asked: one of those who may lead (na:6.6.1.2.3c)."""
    question, assault = state.question, state.combats.active
    asked = question is not None and question.kind is QuestionKind.PRIMARY and question.side == side
    if assault is None or not asked:
        raise IllegalOrder("nobody asks who leads an attack", "na:6.6.1.2.3c")
    able = candidates(state, assault)
    if order.unit not in able:
        names = ", ".join(state.name(u) for u in able)
        raise IllegalOrder(f"{order.unit} cannot lead the attack; it may be {names}", "na:6.6.1.2.3c")


def choose_primary(state: PanzerState, side: SideId, order: ChoosePrimary, dice: Dice) -> Iterator[Event]:
    """Name the primary attacker anew."""
    yield PrimaryNamed(unit=order.unit)


# -- Close Assault -----------------------------------------------------------------------------------


def _close_assault(state: PanzerState, assault: Assault, attack: Attack, dice: Dice) -> Iterator[Event]:
    """Ask about a hidden MOVE, roll, apply it; then who is beside a Brew Up, who bails out."""
    target = state.units[assault.target]
    if showing.may_show(state, target) and not state.fire.declined and not target.bailed_out:
        yield from showing.ask(state, target, Shot(attack.primary, target.id, ammo=GP))
        if state.question is not None:
            return
    terms = close_assault.close_assault_terms(
        state, attack, target.id, advanced=_advanced(assault, attack), dismount=assault.dismount
    )
    outcome = close_assault.resolve(state, terms, dice)
    first_track = not target.track_hit
    yield CloseAssaultResolved(
        primary=attack.primary,
        others=attack.others,
        target=target.id,
        hex=assault.hex,
        gp=terms.gp,
        defense=terms.defense,
        type=target_type(state.card(target.id)),
        n_effect=terms.cell[0],
        s_effect=terms.cell[1],
        net=0 if terms.abandoned else terms.tally.total,
        total=None if terms.abandoned else outcome.total,
        result=outcome.result,
        second_damage=outcome.second_damage,
        flamethrower=terms.flamethrower,
        rolls=outcome.rolls,
        tally=() if terms.abandoned else terms.tally.reasons,
    )
    if outcome.result is Result.BREW_UP:
        yield from suppressed_beside(state, target.id)
    causes: tuple[Cause, ...] = (CAUSES[outcome.result],) if outcome.result in CAUSES else ()
    yield from bail_out(state, target.id, causes, dice, first_track=first_track)


def _advanced(assault: Assault, attack: Attack) -> bool:
    """Whether any of the attackers spent movement to come next to the target (na:6.6.1.1.2a, na:6.6.1.2.2f)."""
    return any(u in assault.advanced for u in attack.units)


# -- Hand-to-Hand combat -----------------------------------------------------------------------------


def _hand_to_hand(state: PanzerState, assault: Assault, attack: Attack, dice: Dice) -> Iterator[Event]:
    """One roll-off (na:6.6.1.2.3); the next follows until one side is gone."""
    tables = state.advanced
    approach = Approach(
        _advanced(assault, attack), close_assault.uphill(state, attack, assault.target), assault.dismount
    )
    mine = hand_to_hand.attack_tally(tables, [hand_to_hand.fighter(state, u) for u in attack.units], approach)
    theirs = hand_to_hand.defense_tally(tables, hand_to_hand.fighter(state, assault.target))
    rolled = hand_to_hand.roll_off(mine.total, theirs.total, dice)
    loser = {
        Higher.ATTACKER: assault.target,
        Higher.DEFENDER: attack.primary,
        Higher.NEITHER: None,
    }[rolled.higher]
    eliminated = loser is not None and state.units[loser].size is not LegStep.SQUAD
    yield HandToHandFought(
        primary=attack.primary,
        others=attack.others,
        target=assault.target,
        hex=assault.hex,
        attack=rolled.attack,
        defense=rolled.defense,
        attack_net=mine.total,
        defense_net=theirs.total,
        defense_tally=theirs.reasons,
        loser=loser,
        eliminated=eliminated,
        rolls=rolled.rolls,
        tally=mine.reasons,
    )
    if loser is not None and not eliminated:
        yield from attached_weapon_loss(state, loser, dice)


# -- into the vacated hex ----------------------------------------------------------------------------


def follower(state: PanzerState, assault: Assault) -> SideId | None:
    """The side whose units may move into the hex of a target that is gone, as far as everybody knows: only its player
    knows with whom they share their MOVE (na:6.6.11). None if nobody has just fought, or the target stands."""
    return assault.side if assault.fought and not stands(state, assault) else None


def _may_follow(state: PanzerState, assault: Assault) -> tuple[UnitId, ...]:
    """If the target is gone, those of its attackers that could move into its hex.

    In the miniatures edition only the primary attacker, and into no hex of a vehicle (min:16.10.4.1).
    """
    if follower(state, assault) is None:
        return ()
    units = assault.fought
    if not state.edition.follows_into_hex:
        units = () if isinstance(state.card(assault.target), VehicleCard) else units[:1]
    return tuple(u for u in units if entering_refusal(state, assault, u) is None)


def entering_refusal(state: PanzerState, assault: Assault, unit_id: UnitId) -> Refusal | None:
    """Why an attacker cannot move into the vacated hex; None if it can (na:6.6.1.1.3b, na:6.6.1.2.3b)."""
    unit = state.units[unit_id]
    if not unit.on_map:
        return Refusal(f"{state.name(unit_id)} is gone", who.rule(state, assault.target, ".3b"))
    return who.step_refusal(state, unit, assault.hex) or who.group_refusal(state, unit_id, assault.hex)


def check_advance(state: PanzerState, side: SideId, order: AdvanceAfterAssault) -> None:
    """Any or all of those who eliminated the target, or nobody."""
    assault = state.combats.active
    if assault is None or not assault.won or assault.side != side:
        raise IllegalOrder("no target has just been eliminated in close combat", "na:6.6.1.1.3b")
    for unit in order.units:
        if unit not in assault.won:
            names = ", ".join(state.name(u) for u in assault.won)
            raise IllegalOrder(f"{unit} may not move into {assault.hex}; it may be {names}", "na:6.6.1.1.3b")


def advance(state: PanzerState, side: SideId, order: AdvanceAfterAssault, dice: Dice) -> Iterator[Event]:
    """Move into the vacated hex, which triggers no Overwatch Fire, or stay; who goes in may be spotted (or:7.7.1)."""
    assault = state.combats.active
    if assault is None:
        return
    units = tuple(dict.fromkeys(order.units))
    yield HexTaken(
        hex=assault.hex,
        units=units,
        facings=tuple(_facing(state.units[u], assault) for u in units),
        uncovered=tuple(u for u in units if state.cell(assault.hex).terrain in full_cover.OPEN_WATER),
        left=() if mines.counts_within(state) else tuple(h for u in units if (h := state.units[u].hex) is not None),
    )
    for unit in units:
        yield from movement_step.struck(state, unit, dice)
    yield from limited_spotting.occasion(state, units, dice)


def _facing(unit: Unit, assault: Assault) -> int:
    facing = direction_between(unit.hex, assault.hex) if unit.hex is not None else None
    return unit.facing if facing is None else facing
