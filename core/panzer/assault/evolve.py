"""How the events of Close Assault, Hand-to-Hand combat and Overrun change the state. No rule, no dice, nothing that
can fail (na:6.6.1, na:6.6.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.assault import events
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.formation_turns import FORMATION_MOVE
from core.panzer.gp.evolve import apply_result
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.losses import remove, suppress
from core.panzer.movement import events as movement_events
from core.panzer.pieces.cards import LegCard, LegStep
from core.panzer.pieces.close_combat import NO_COMBATS, Advanced, Assault, Attack, Demolition, Overruns
from core.panzer.pieces.unit import Spot, Suppression
from core.panzer.state import PanzerState
from core.replaced import replaced


def _set(state: PanzerState, **changes: Any) -> None:
    state.combats = changed(state.combats, **changes)


def _fighting(state: PanzerState, **changes: Any) -> None:
    """Change the assault that is being fought."""
    if state.combats.active is not None:
        _set(state, active=changed(state.combats.active, **changes))


def _next_attack(state: PanzerState, attack: Attack | None, *, named: bool = True, reduced: bool = False) -> None:
    """Replace the attack that is being fought, None = it is over."""
    assault = state.combats.active
    if assault is None:
        return
    rest = assault.attacks[1:]
    if attack is None:
        _fighting(state, attacks=rest, named=True, reduced=False)
    else:
        _fighting(state, attacks=(attack, *rest), named=named, reduced=reduced)
    _fighting(state, fought=())


def _attacked(state: PanzerState, units: Iterable[UnitId]) -> None:
    """Units have attacked: that was what they did with their MOVE (na:6.6.1.1b, na:6.6.1.2b)."""
    for unit in units:
        if state.units[unit].on_map:
            state.change(unit, moved=True, spot=Spot.MOVE)


def _fought(state: PanzerState, event: events.CloseAssaultResolved | events.HandToHandFought) -> None:
    """These attacked last (na:6.6.1.1.3b, na:6.6.1.2.3b)."""
    _fighting(state, fought=(event.primary, *event.others))


def _announced(state: PanzerState, event: events.AssaultAnnounced) -> None:
    combats = state.combats
    assault = Assault(
        side=event.side,
        target=event.target,
        hex=event.hex,
        attacks=event.attacks,
        to_advance=event.advancing,
        dismount=event.dismount,
    )
    pairs = tuple((unit, event.target) for unit in assault.attackers)
    closed = combats.closed if event.dismount else combats.closed | {event.target}
    if event.waits:
        _set(state, queued=(*combats.queued, assault), attacked=(*combats.attacked, *pairs), closed=closed)
    else:
        _set(state, active=assault, attacked=(*combats.attacked, *pairs), closed=closed)


def _begun(state: PanzerState, event: events.AssaultBegun) -> None:
    queued = state.combats.queued
    first = next((one for one in queued if isinstance(one, Assault) and one.target == event.target), None)
    _set(state, active=first, queued=tuple(one for one in queued if one is not first))


def _advanced(state: PanzerState, event: events.UnitAdvanced) -> None:
    state.change(
        event.unit,
        hex=event.hex,
        facing=event.facing,
        spot=Spot.MOVE,
        inside=False,
        floor=0,
        outside=None,
    )
    combats, assault = state.combats, state.combats.active
    before = combats.advance_of(event.unit)
    others = tuple(a for a in combats.advances if a.unit != event.unit)
    made = Advanced(event.unit, event.left, before.hexes + 1 if before is not None else 1, event.spent)
    _set(state, advances=(*others, made))
    if combats.demolition is not None:
        _demolishing(state, (event.unit,), advanced=(*combats.demolition.advanced, event.unit))
    if assault is None:
        return
    todo = (way.rest if way.unit == event.unit else (way,) for way in assault.to_advance)
    _fighting(
        state,
        to_advance=tuple(way for ways in todo for way in ways),
        advanced=tuple(dict.fromkeys((*assault.advanced, event.unit))),
    )


def _demolishing(state: PanzerState, done: Iterable[UnitId], **changes: Any) -> None:
    """Some of the Engineers have advanced, or will not (or:7.19)."""
    demolition = state.combats.demolition
    if demolition is not None:
        left = tuple(unit for unit in demolition.to_advance if unit not in done)
        _set(state, demolition=changed(demolition, to_advance=left, **changes))


def _terrain_attack(state: PanzerState, event: events.TerrainAttackAnnounced) -> None:
    away = tuple(unit for unit in event.attack.units if state.units[unit].hex != event.attack.hex)
    announced = Demolition(event.side, event.hex, event.terrain, event.attack, to_advance=away)
    combats = state.combats
    if event.waits:
        _set(state, queued=(*combats.queued, announced), razed=(*combats.razed, announced))
    else:
        _set(state, demolition=announced, razed=(*combats.razed, announced))


def _terrain_attack_begun(state: PanzerState, event: events.TerrainAttackBegun) -> None:
    queued = state.combats.queued
    first = next((one for one in queued if isinstance(one, Demolition) and one.attack.primary == event.unit), None)
    _set(state, demolition=first, queued=tuple(one for one in queued if one is not first))


def _terrain_attack_ended(state: PanzerState, event: events.TerrainAttackEnded) -> None:
    if event.dropped:
        _demolishing(state, event.dropped)
    else:
        _attacked(state, event.units)
        _set(state, demolition=None)


def _dropped(state: PanzerState, event: events.AttackersDropped) -> None:
    assault = state.combats.active
    if assault is None:
        return
    lost = frozenset(event.units)
    _fighting(state, to_advance=tuple(way for way in assault.to_advance if way.unit not in lost))
    if assault.attacks:
        first = assault.attacks[0]
        _next_attack(state, first.without(lost), named=assault.named and first.primary not in lost)


def _named(state: PanzerState, event: events.PrimaryNamed) -> None:
    assault = state.combats.active
    if assault is not None and assault.attacks:
        _next_attack(state, assault.attacks[0].led_by(event.unit))
    state.question = None


def _met(state: PanzerState, target: UnitId) -> None:
    """Who is attacked is under fire (na:6.8.3.1.2), and recovers worse than that in an edition that says so
    (min:19.2.1.2)."""
    state.change(target, under_fire=True)
    _set(state, met=state.combats.met | {target})


def _close_assault(state: PanzerState, event: events.CloseAssaultResolved) -> None:
    _met(state, event.target)
    apply_result(state, event.target, event.result)
    _attacked(state, (event.primary, *event.others))
    _next_attack(state, None)
    _fought(state, event)


def _hand_to_hand(state: PanzerState, event: events.HandToHandFought) -> None:
    """Whoever lost a roll-off is smaller or gone; a target that lives keeps its hidden command (na:6.6.1.2.3a)."""
    _rolled_off(state, event)
    _fought(state, event)


def _rolled_off(state: PanzerState, event: events.HandToHandFought) -> None:
    fighters = (event.primary, *event.others)
    _attacked(state, fighters)
    combats = state.combats
    pairs = {(fighter, event.target) for fighter in fighters}
    _set(state, met=combats.met | {event.target}, hand_to_hand=combats.hand_to_hand | pairs)
    assault = state.combats.active
    if event.loser is None or assault is None or not assault.attacks:
        return
    if not event.eliminated:
        state.change(event.loser, size=LegStep.HALF_SQUAD)
        if event.loser == event.primary:
            _next_attack(state, assault.attacks[0], named=not _squads(state, event.others), reduced=True)
        return
    remove(state, event.loser)
    if event.loser == event.target:
        _next_attack(state, None)
    else:
        left = assault.attacks[0].without(frozenset({event.loser}))
        _next_attack(state, left, named=False)


def _squads(state: PanzerState, units: Iterable[UnitId]) -> bool:
    """Whether any of the other attackers is a squad, which may lead in place of the one just reduced."""
    return any(state.units[u].size is LegStep.SQUAD for u in units)


def _won(state: PanzerState, event: events.AssaultWon) -> None:
    _fighting(state, won=event.units, fought=())


def _hex_taken(state: PanzerState, event: events.HexTaken) -> None:
    """Into the hex (na:6.6.1.1.3b, na:6.6.1.2.3b), in the miniatures edition into the position of the target: on its
    storey, or outside of the building as that was (min:16.10.4.1, min:17.2.3.4, min:17.2.4.2)."""
    floor, outside = _position_left(state, event.hex)
    for unit, facing in zip(event.units, event.facings, strict=True):
        cover = state.units[unit].full_cover and unit not in event.uncovered
        state.change(unit, hex=event.hex, facing=facing, inside=False, floor=floor, outside=outside, full_cover=cover)
    _fighting(state, won=())


def _position_left(state: PanzerState, hex_: Hex) -> tuple[int, Hex | None]:
    """The storey on which a beaten target was, and the hex if it stood outside of the building there."""
    assault = state.combats.active
    if state.edition.follows_into_hex or assault is None or state.cell(hex_).terrain not in BUILDINGS:
        return 0, None
    target = state.units[assault.target]
    within = target.outside != hex_ if isinstance(state.card(target.id), LegCard) else target.inside
    return (target.floor, None) if within else (0, hex_)


def _lapsed(state: PanzerState, event: events.AttackLapsed) -> None:
    _set(state, barred=state.combats.barred | frozenset(event.units))
    _next_attack(state, None)


def _ended(state: PanzerState, event: events.AssaultEnded) -> None:
    _set(state, active=None)
    state.fire = replaced(state.fire, declined=False)


# -- Overrun ---------------------------------------------------------------------------------------


def _noted(state: PanzerState, event: movement_events.TargetsNoted) -> None:
    _set(state, noted=(event.unit, frozenset(event.targets)))


def _overruns_announced(state: PanzerState, event: events.OverrunsAnnounced) -> None:
    pairs = tuple((unit, event.target) for unit in event.units)
    _set(
        state,
        attacked=(*state.combats.attacked, *pairs),
        overruns=(*state.combats.overruns, Overruns(event.target, event.units)),
    )


def _overrun(state: PanzerState, event: events.OverrunResolved) -> None:
    """SUPPRESSION/OFF becomes ON whatever the outcome (na:6.6.10.2; not min:16.11.4.1).

    In the miniatures edition the vehicle has to drive on (min:16.11.1).
    """
    _met(state, event.target)
    apply_result(state, event.target, event.result)
    renewed = state.edition.overruns_renew_suppression
    if renewed and state.units[event.target].suppression is Suppression.OFF:
        suppress(state, event.target)
    _overrun_done(state, event.unit, event.target)
    move = state.moves.of(event.unit)
    if move is not None and state.edition.overruns_drive_through:
        state.moves = replaced(state.moves, active=replaced(move, through=event.hex))


def _overrun_done(state: PanzerState, unit: UnitId, target: UnitId) -> None:
    made = (changed(o, done=(*o.done, unit)) if o.target == target else o for o in state.combats.overruns)
    _set(state, overruns=tuple(made), overrunning=None)


def _overrun_begun(state: PanzerState, event: events.OverrunBegun) -> None:
    _set(state, overrunning=(event.unit, event.target))


def _overrun_lapsed(state: PanzerState, event: events.OverrunLapsed) -> None:
    _overrun_done(state, event.unit, event.target)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.combats = NO_COMBATS


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """What is left of the attacks when the next step begins."""
    if state.combats != NO_COMBATS:
        state.combats = changed(
            state.combats,
            active=None,
            queued=(),
            closed=frozenset(),
            overrunning=None,
            noted=None,
            demolition=None,
        )
    if event.step == FORMATION_MOVE:  # each formation announces its Overruns anew (or:7.42.2)
        _set(state, overruns=())


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.AssaultAnnounced: _announced,
    events.AssaultBegun: _begun,
    events.TerrainAttackAnnounced: _terrain_attack,
    events.TerrainAttackBegun: _terrain_attack_begun,
    events.TerrainAttackEnded: _terrain_attack_ended,
    events.UnitAdvanced: _advanced,
    events.AttackersDropped: _dropped,
    events.PrimaryNamed: _named,
    events.CloseAssaultResolved: _close_assault,
    events.HandToHandFought: _hand_to_hand,
    events.AssaultWon: _won,
    events.HexTaken: _hex_taken,
    events.AttackLapsed: _lapsed,
    events.AssaultEnded: _ended,
    movement_events.TargetsNoted: _noted,
    events.OverrunsAnnounced: _overruns_announced,
    events.OverrunBegun: _overrun_begun,
    events.OverrunResolved: _overrun,
    events.OverrunLapsed: _overrun_lapsed,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
