"""How a computer player uses HIDDEN UNIT counters: some real, some fakes, all handled alike (or:7.2)."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.event import SideId, UnitId
from core.hexes import Hex, direction_between, distance
from core.order import Order
from core.panzer.air.flying import has_aa
from core.panzer.formations.control import formation_key
from core.panzer.hidden_units import commanding, placing, revealing
from core.panzer.hidden_units.orders import CommandHidden, HideUnits, MoveHidden, PlaceRevealed, RevealHidden
from core.panzer.movement.under_counters.moving import reach, to_move
from core.panzer.opponent.turns import Turns, turns_to
from core.panzer.pieces.cards import LegCard
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.unit import Command
from core.panzer.sight.relief import sees
from core.panzer.state import PanzerState

#: Of three counters one is a fake; a real one stands for so many units at most.
FAKE: Final = 3
TOGETHER: Final = 3
#: Hexes from which a counter that waits shows itself to fire.
NEAR: Final = 8
#: Hexes to where the side wants to be, from which its counters wait.
THERE: Final = 3


def hide(state: PanzerState, side: SideId, dice: Dice) -> Order | None:
    """The next counter of the set-up; None when no more are to be placed."""
    free = placing.numbers(state, side)
    if not placing.setting_up(state, side) or not free:
        return None
    able = placing.to_hide(state, side)
    fake = dice.roll(f"d{FAKE}", "which counters are fakes", placing.RULE).result == 1
    if not able:
        return None
    mates = [u for u in able if formation_key(state, u) == formation_key(state, able[0])]
    units = () if fake else tuple(mates[:TOGETHER])
    hexes = placing.set_up_hexes(state, side, units)
    taken = {counter.hex for counter in state.hidden.of(side)}
    open_ = [hex_ for hex_ in hexes if hex_ not in taken and not state.in_hex(hex_)]
    if not open_:
        return None
    ways = ways_of(state, side)
    best = sorted(open_, key=lambda h: (ways.get(h), h))[: max(3, len(open_) // 3)]
    chosen = best[dice.roll(f"d{len(best)}", "where a counter begins", placing.RULE).result - 1]
    return HideUnits(number=free[0], hex=chosen, units=units)


def ways_of(state: PanzerState, side: SideId) -> Turns:
    """Turns on foot to what the side wants to have or to hold; for who has nobody on foot, or wants nothing, no way."""
    wanted = frozenset(h for objective in state.scenario.objectives for h in objective.hexes)
    card = next((u.card for u in state.scenario.units if u.side == side and isinstance(u.card, LegCard)), None)
    return turns_to(state, card, wanted) if wanted and card is not None else Turns({}, [])


def command(state: PanzerState, side: SideId) -> Order | None:
    """The command of the next counter that has none; None when all have one."""
    for counter in state.hidden.of(side):
        if counter.command is None:
            wanted = _wanted(state, side, counter)
            refused = commanding.refusal(state, counter, wanted) is not None
            return CommandHidden(number=counter.number, command=Command.NONE if refused else wanted)
    return None


def _wanted(state: PanzerState, side: SideId, counter: HiddenCounter) -> Command:
    """On to an objective that the enemy holds; else to wait for him."""
    away = [
        distance(counter.hex, hex_)
        for objective in state.scenario.objectives
        if state.objectives.control.get(objective.id) != side
        for hex_ in objective.hexes
    ]
    return Command.MOVE if away and min(away) > THERE else Command.OVERWATCH


def move(state: PanzerState, side: SideId) -> Order | None:
    """Move the next counter towards what its side wants; None if none has a way that leads there."""
    ways = ways_of(state, side)
    for counter in to_move(state, side) if state.moves.active is None else ():
        ends = reach(state, side, counter.number)
        nearer = [hex_ for hex_ in ends if ways.get(hex_) < ways.get(counter.hex)]
        if nearer:
            return MoveHidden(number=counter.number, hexes=ends[min(nearer, key=lambda h: (ways.get(h), h))])
    return None


def answer(state: PanzerState, side: SideId) -> Order | None:
    """In a chance for Overwatch Fire: show a counter whose units have a target near them; None to let it pass."""
    window = state.fire.window
    if window is None:
        return None
    targets = [state.units[u].hex for u in (window.mover, *window.fired) if u is not None]
    for counter in revealing.able(state, side):
        near = any(
            h is not None and distance(counter.hex, h) <= NEAR and sees(state.board, state.tables, counter.hex, h)
            for h in targets
        )
        if near and any(state.card(unit).armed for unit in counter.holds):
            return RevealHidden(number=counter.number)
    return None


def follow(state: PanzerState, side: SideId) -> Order | None:
    """As an aircraft appears: show the counters whose guns can fire at it; None to let it come."""
    for counter in revealing.able(state, side) if state.air.flight is not None else ():
        if any(has_aa(state, unit) for unit in counter.holds):
            return RevealHidden(number=counter.number)
    return None


def place(state: PanzerState, side: SideId) -> Order:
    """The next unit of a revealed counter: into the hex with the most Cover that it may have, facing the enemy."""
    unit: UnitId = revealing.to_place(state)[0]
    hexes = revealing.hexes_for(state, unit)
    now = state.hidden.revealed
    middle = now.hex if now is not None else hexes[0]
    hex_ = min(hexes, key=lambda h: (len(state.in_hex(h)), distance(h, middle), h))
    return PlaceRevealed(unit=unit, hex=hex_, facing=_facing(state, side, hex_))


def _facing(state: PanzerState, side: SideId, hex_: Hex) -> int:
    """Towards the nearest enemy, else as the side set up."""
    foes = [u.hex for u in state.of(state.scenario.enemy(side)) if u.hex is not None and u.hex != hex_]
    if not foes:
        return state.scenario.zones[zone].facing if (zone := state.setting_up.zones.get(side)) else 0
    nearest = min(foes, key=lambda h: (distance(hex_, h), h))
    towards = min(hex_.neighbours(), key=lambda n: (distance(n, nearest), n))
    return direction_between(hex_, towards) or 0
