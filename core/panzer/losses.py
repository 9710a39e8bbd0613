"""How losses and fire change the state, whatever chapter they come from. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve as changed

from core.event import UnitId
from core.hexes import Hex
from core.panzer.armament import armament
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import CommandFace, Presence, Spot, Suppression, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced

#: The kind of weapon that shows as Small Arms do in the miniatures edition.
_RIFLE: Final = "anti-tank rifle"


def eliminate(state: PanzerState, target: UnitId, fate: Wreck) -> None:
    """Remove a vehicle with its counters and leave its wreck, a BU in place of a KO (na:4.4.3.2.6b, na:4.4.3.2.6c)."""
    unit = state.units[target]
    where = unit.hex
    if where is not None:
        before = state.counters.wrecks.get(where)
        if before is None or (before is Wreck.KO and fate is Wreck.BU):
            _leave_wreck(state, where, fate)
    off_the_map(state, target, Presence.ELIMINATED, fate=fate)
    _moves_no_more(state, target)


def _leave_wreck(state: PanzerState, where: Hex, fate: Wreck) -> None:
    """Place a wreck counter; the smoke of a Brew-Up is fresh in this step (na:4.4.3.2.2f)."""
    smoke = {where} if fate is Wreck.BU else set()
    state.counters = replaced(
        state.counters,
        wrecks={**state.counters.wrecks, where: fate},
        fresh_smoke=state.counters.fresh_smoke | smoke,
    )


def off_the_map(state: PanzerState, target: UnitId, presence: Presence, **condition: Any) -> None:
    """Take a unit from the map with its command and its SPOT counter; condition: what of it changes besides.

    (na:4.4.3.2.6b, na:5.2.1b, na:6.5.4.4.3b)
    """
    state.change(
        target,
        presence=presence,
        command=None,
        command_face=CommandFace.DOWN,
        spot=None,
        new_spot_fire=False,
        **condition,
    )


def _moves_no_more(state: PanzerState, target: UnitId) -> None:
    """The move of a unit that is gone is over, whatever was planned."""
    if state.moves.of(target) is not None:
        state.moves = state.moves.cut_short()


def damage(state: PanzerState, target: UnitId, part: str) -> None:
    """Mark a vehicle TURRET DMGD or HULL DMGD; damage to the hull halves the rest of its move (na:6.5.2.2.4).

    part: "" where a vehicle is Damaged as a whole (min:8.4.7.4).
    """
    if not part:
        state.change(target, damaged=True)
        slowed(state, target)
        return
    if part == "turret":
        state.change(target, turret_damaged=True)
        return
    state.change(target, hull_damaged=True)
    slowed(state, target)


def slowed(state: PanzerState, target: UnitId) -> None:
    """From here on a moving unit has half of what was left of its allowance (na:4.4.3.2.6a)."""
    move = state.moves.of(target)
    if move is not None:
        state.moves = replaced(state.moves, active=replaced(move, damaged_after=move.spent))


def suppress(state: PanzerState, unit: UnitId) -> None:
    """Place SUPPRESSION/ON, or turn OFF to ON; a second one has no effect (na:5.10b, min:12.4).

    From here on a moving unit has half of what was left of its allowance (na:6.6.2).
    """
    move = state.moves.of(unit)
    if move is not None and not state.units[unit].suppressed:
        state.moves = replaced(state.moves, active=replaced(move, suppressed_after=move.spent))
    state.change(unit, suppression=Suppression.ON)


def track(state: PanzerState, target: UnitId) -> None:
    """Mark a vehicle TK: it neither moves nor pivots any more, and stops at once (na:6.5.2.2.1,
    min:8.4.5.3.1)."""
    if not state.units[target].track_hit:
        state.fire = replaced(state.fire, tracked=state.fire.tracked | {target})
    state.change(target, track_hit=True)
    if state.moves.of(target) is not None and state.moves.plan:
        state.moves = state.moves.unplanned()


def seen_as_small_arms(state: PanzerState, shooter: UnitId, weapon: int) -> bool:
    """Whether fire with a weapon is marked SPOT/FIRE SA: Small Arms (na:6.1.3b), and any mortar (na:5.1.3.1).

    In the miniatures edition anti-tank rifles and all that is marked * too, and the mark is SPOT (MOVE)
    (min:16.7.4.2.1).
    """
    fired = armament(state, shooter)[weapon].weapon
    if fired.small_arms or fired.kind == "mortar":
        return True
    starred = fired.kind == _RIFLE or any(row is not None and row.star for row in (fired.gp, fired.gp_if))
    return starred and state.edition.small_arms_show_moving


def shown_by_small_arms(state: PanzerState) -> Spot:
    """The mark of who has fired Small Arms alone (na:6.1.3b, min:16.7.4.2.1)."""
    return Spot.MOVE if state.edition.small_arms_show_moving else Spot.SMALL_ARMS


def shot_done(state: PanzerState, shooter: UnitId, *, small_arms: bool = False) -> None:
    """The first announced shot is resolved: its shooter has fired and shows it (na:4.4.1c, na:4.4.1h)."""
    fire, window = state.fire, state.fire.window
    announced = fire.announced[1:]
    same_target = bool(announced) and announced[0].target == fire.announced[0].target
    if window is not None:
        window = changed(window, fired=(*window.fired, shooter), passes=0)
        if not announced and not _fires_on(state, window):
            window = changed(window, acting=state.scenario.enemy(state.units[shooter].side))
    state.fire = replaced(
        fire,
        announced=announced,
        fired=(*fire.fired, shooter),
        declined=fire.declined and same_target,
        aspect=None,
        window=window,
    )
    state.change(shooter, fired=True)
    _show_fire(state, shooter, small_arms)


def _fires_on(state: PanzerState, window: Window) -> bool:
    """Whether who has fired in a chance for Overwatch Fire has all of his first: after the Direct Fire of formations,
    the First Player and then the Second (or:7.42.1.3)."""
    return window.mover is None and state.has(Switch.STAGGERED_INITIATIVE)


def fired_at_nothing(state: PanzerState, unit: UnitId) -> None:
    """A unit has fired without a target: it shows it, and may be answered (min:6.1.3, min:8.1.1.2.4)."""
    state.fire = replaced(state.fire, fired=(*state.fire.fired, unit))
    shown = state.units[unit].spot is Spot.FIRE
    state.change(unit, fired=True, new_spot_fire=not shown, new_spot_small_arms=False)


def _show_fire(state: PanzerState, shooter: UnitId, small_arms: bool) -> None:
    """Mark a unit that fired, for its passenger a vehicle (na:6.6.7.2, min:16.12.6); Small Arms hide no other
    (na:6.1.3b)."""
    firing = state.units[shooter]
    marked = firing.carrier if firing.presence is Presence.CARRIED and firing.carrier is not None else shooter
    unit = state.units[marked]
    if unit.spot is Spot.FIRE:
        return
    if state.fire.announced_overwatch:
        state.change(marked, spot=shown_by_small_arms(state) if small_arms else Spot.FIRE, new_spot_fire=False)
        return
    only_small = small_arms and (unit.new_spot_small_arms or not unit.new_spot_fire)
    state.change(marked, new_spot_fire=True, new_spot_small_arms=only_small)


def remove(state: PanzerState, target: UnitId) -> None:
    """Remove a leg or towed unit with its counters; it leaves no wreck (na:6.5.4.4.3b).

    A passenger is lost where its vehicle is: who is near has lost it there (or:7.1.2).
    """
    unit = state.units[target]
    aboard = state.units[unit.carrier] if unit.carrier is not None else unit
    off_the_map(state, target, Presence.ELIMINATED, carrier=None, hex=aboard.hex)
    _moves_no_more(state, target)


def sink(state: PanzerState, target: UnitId) -> None:
    """Remove a vehicle that sinks; there is no wreck in the water, whatever it was knocked out by (or:7.34)."""
    where = state.units[target].hex
    wrecks = {hex_: wreck for hex_, wreck in state.counters.wrecks.items() if hex_ != where}
    state.counters = replaced(state.counters, wrecks=wrecks, fresh_smoke=state.counters.fresh_smoke - {where})
    remove(state, target)


def small_arms(state: PanzerState, shooter: UnitId, weapon: int) -> bool:
    """Whether a shot shows as Small Arms fire, which it does where the rules on GP fire are on (na:6.1.3b)."""
    return state.has(Switch.GP_FIRE) and seen_as_small_arms(state, shooter, weapon)
