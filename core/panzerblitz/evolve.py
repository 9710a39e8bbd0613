"""How each event changes the state of a game of PanzerBlitz. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.event import Event, OrderGiven, UnitId
from core.panzerblitz.course.events import (
    GameEnded,
    GameTurnBegun,
    Placed,
    PlayerTurnBegun,
    Recovered,
    SetUpFinished,
    StepBegun,
    StepFinished,
)
from core.panzerblitz.fire.events import AmmunitionSpent, AttackAnnounced, AttackLapsed, AttackResolved, AttackWithdrawn
from core.panzerblitz.mines.events import MinesProbed
from core.panzerblitz.movement.events import ContactMade, FortificationTaken, Left, Loaded, Moved, Shifted, Unloaded
from core.panzerblitz.movement.road_and_ground import come_upon, companions
from core.panzerblitz.pieces.reference import Kind as UnitKind
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.sight.events import Revealed, Told
from core.panzerblitz.state import Attack, BlitzState, Fate, Method, Operation, Presence
from core.presentation import Outcome


def evolve(state: BlitzState, event: Event) -> None:
    """Apply one event."""
    _APPLY[type(event)](state, event)


# -- set-up and sequence ---------------------------------------------------------------------------


def _placed(state: BlitzState, event: Placed) -> None:
    changes = {"hex": event.hex, "inside": event.inside, "hidden": event.hidden, "presence": Presence.ON_MAP}
    before = state.units[event.unit].hex
    if before is not None and state.type(event.unit).kind is UnitKind.FORTIFICATION:
        for unit in state.in_hex(before):
            if unit.inside:
                state.change(unit.id, hex=event.hex)
    state.change(event.unit, **changes)
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, **changes)


def _set_up_finished(state: BlitzState, event: SetUpFinished) -> None:
    state.set_up_done |= {event.side}


def _game_turn_begun(state: BlitzState, event: GameTurnBegun) -> None:
    state.turn = event.turn


#: What units did in a Player-Turn, as it is at the beginning of one.
_NOTHING_DONE: dict[str, Any] = {
    "struck": False,
    "fired": False,
    "spent": 0,
    "entered": 0,
    "road": False,
    "trail": (),
    "upon": (),
    "stopped": False,
    "operation": None,
    "jumped": None,
}


def _player_turn_begun(state: BlitzState, event: PlayerTurnBegun) -> None:
    for unit in list(state.units.values()):
        done = unit.struck or unit.fired or unit.spent or unit.entered or unit.road or unit.stopped
        idle = not done and unit.operation is None and unit.jumped is None and unit.start == unit.hex
        if not idle and unit.presence is not Presence.ELIMINATED:
            state.change(unit.id, start=unit.hex, **_NOTHING_DONE)
    state.overrun = frozenset()
    state.assaulted = frozenset()
    state.arrivals = {}


def _step_begun(state: BlitzState, event: StepBegun) -> None:
    state.step = event.step
    state.done = False
    state.announced = () if kind_of(event.step) in (Kind.FIRE, Kind.RETURN_FIRE) else state.announced
    state.mines_due = event.mines
    if kind_of(event.step) is Kind.IMPULSE_D:
        for unit in list(state.units.values()):
            if unit.on_map and unit.spent:
                state.change(unit.id, spent=0, trail=(), upon=())


def _step_finished(state: BlitzState, event: StepFinished) -> None:
    state.done = True


def _recovered(state: BlitzState, event: Recovered) -> None:
    for unit in event.units:
        state.change(unit, dispersed=False)


# -- combat ----------------------------------------------------------------------------------------


def _announced(state: BlitzState, event: AttackAnnounced) -> None:
    state.announced = (*state.announced, event.attack)


def _withdrawn(state: BlitzState, event: AttackWithdrawn) -> None:
    state.announced = tuple(a for a in state.announced if a.hex != event.hex)


def _battle_done(state: BlitzState) -> None:
    if state.announced:
        first = state.announced[0]
        rest = first.battles[1:]
        state.announced = ((Attack(first.hex, first.method, rest),) if rest else ()) + state.announced[1:]


def _have_fired(state: BlitzState, attackers: tuple[UnitId, ...]) -> None:
    if kind_of(state.step) is Kind.RETURN_RESOLVE:
        return
    for unit in attackers:
        state.change(unit, fired=True)


def _attack_resolved(state: BlitzState, event: AttackResolved) -> None:
    _have_fired(state, event.attackers)
    if event.method in (Method.SELECTIVE, Method.MULTIPLE, Method.COMBINATION) and not event.again:
        _battle_done(state)
    elif event.method is Method.OVERRUN:
        state.overrun |= frozenset(event.targets)
        state.passing = frozenset(event.attackers)
    elif event.method is Method.CLOSE_ASSAULT:
        state.assaulted |= frozenset(event.targets)
    elif event.method is Method.MINEFIELD:
        state.mines_due = tuple(h for h in state.mines_due if h != event.hex)
    hurt = {unit for unit, _ in event.effects}
    for unit, fate in event.effects:
        _suffer(state, unit, fate)
    if event.method is Method.MINEFIELD:
        for unit in event.targets:
            if unit not in hurt:
                state.change(unit, mined=True)
                passenger = state.passenger(unit)
                if passenger is not None:
                    state.change(passenger, mined=True)


def _suffer(state: BlitzState, unit_id: UnitId, fate: Fate) -> None:
    unit = state.units.get(unit_id)
    if unit is None:
        return
    if fate is Fate.DISPERSED:
        state.change(unit_id, dispersed=True, struck=True)
        return
    if fate is Fate.WRECKED and unit.hex is not None:
        state.wrecks[unit.hex] = (*state.wrecks.get(unit.hex, ()), unit.side)
    if fate is Fate.BLOCKED and unit.hex is not None:
        state.rubble |= {unit.hex}
    _remove(state, unit_id)


def _remove(state: BlitzState, unit_id: UnitId) -> None:
    state.change(
        unit_id, presence=Presence.ELIMINATED, carrier=None, inside=False, dispersed=False, struck=False, hidden=False
    )


def _attack_lapsed(state: BlitzState, event: AttackLapsed) -> None:
    _have_fired(state, event.attackers)
    _battle_done(state)


def _ammunition_spent(state: BlitzState, event: AmmunitionSpent) -> None:
    for unit in event.units:
        passenger = state.passenger(unit)
        if passenger is not None:
            state.change(passenger, carrier=None, operation=Operation.UNLOADED)
        _remove(state, unit)


def _mines_probed(state: BlitzState, event: MinesProbed) -> None:
    state.change(event.unit, fired=True)
    if event.removed:
        _remove(state, event.mine)


# -- movement and transport ------------------------------------------------------------------------


def _loaded(state: BlitzState, event: Loaded) -> None:
    carrier = state.units[event.carrier]
    done = None if event.prepared else Operation.LOADED
    state.change(
        event.passenger,
        carrier=event.carrier,
        hex=carrier.hex,
        presence=carrier.presence,
        inside=carrier.inside,
        hidden=carrier.hidden,
        operation=done,
    )
    if not event.prepared:
        state.change(event.carrier, operation=done)


def _unloaded(state: BlitzState, event: Unloaded) -> None:
    done = None if event.prepared else Operation.UNLOADED
    state.change(event.passenger, carrier=None, inside=event.inside, operation=done, jumped=event.jumped)
    if not event.prepared:
        state.change(event.carrier, operation=done)


def _moved(state: BlitzState, event: Moved) -> None:
    unit = state.units[event.unit]
    trail = (unit.id,) if event.road or unit.hex is None else (*unit.trail, unit.hex.id)
    upon = come_upon(state, unit, trail, event.hex)
    led = companions(state, unit, trail, event.hex)
    changes = {
        "hex": event.hex,
        "trail": led[0].trail if led else trail,
        "upon": tuple(u.id for u in upon if not u.hidden),
        "presence": Presence.ON_MAP,
        "spent": unit.spent + event.cost,
        "entered": unit.entered + 1,
        "road": unit.road or event.road,
        "stopped": unit.stopped or event.stopped,
        "mined": False,
        "inside": False,
    }
    state.change(event.unit, **changes)
    state.passing -= {event.unit}
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, hex=event.hex, presence=Presence.ON_MAP, mined=False, inside=False)
    if event.group:
        state.gates.setdefault(event.group, event.hex)
        state.arrivals[event.group] = state.arrivals.get(event.group, 0) + 1


def _shifted(state: BlitzState, event: Shifted) -> None:
    state.change(event.unit, inside=event.inside)
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, inside=event.inside)


def _fortification_taken(state: BlitzState, event: FortificationTaken) -> None:
    state.change(event.unit, side=event.side)


def _left(state: BlitzState, event: Left) -> None:
    for unit_id in (event.unit, state.passenger(event.unit)):
        if unit_id is not None:
            unit = state.units[unit_id]
            state.change(
                unit_id,
                hex=None,
                presence=Presence.EXITED,
                exits=(*unit.exits, event.area),
                left_from=event.hex,
                left_on=state.turn,
                spent=unit.spent + event.cost,
                stopped=True,
            )


def _revealed(state: BlitzState, event: Revealed) -> None:
    for unit, _, _ in event.placed:
        state.change(unit, hidden=False)


def _told(state: BlitzState, event: Told) -> None:
    for unit in event.gone:
        state.forget(unit)
    state.learn(event.units)


def _contact_made(state: BlitzState, event: ContactMade) -> None:
    state.contact |= {event.side}


def _game_ended(state: BlitzState, event: GameEnded) -> None:
    state.outcome = Outcome(event.winner, event.level, event.text, event.rule)


def _nothing(state: BlitzState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


_APPLY: dict[type[Event], Callable[[BlitzState, Any], None]] = {
    OrderGiven: _nothing,
    Placed: _placed,
    SetUpFinished: _set_up_finished,
    GameTurnBegun: _game_turn_begun,
    PlayerTurnBegun: _player_turn_begun,
    StepBegun: _step_begun,
    StepFinished: _step_finished,
    AttackAnnounced: _announced,
    AttackWithdrawn: _withdrawn,
    AttackResolved: _attack_resolved,
    AttackLapsed: _attack_lapsed,
    AmmunitionSpent: _ammunition_spent,
    MinesProbed: _mines_probed,
    Loaded: _loaded,
    Unloaded: _unloaded,
    Moved: _moved,
    Shifted: _shifted,
    FortificationTaken: _fortification_taken,
    Left: _left,
    Revealed: _revealed,
    Told: _told,
    ContactMade: _contact_made,
    Recovered: _recovered,
    GameEnded: _game_ended,
}
