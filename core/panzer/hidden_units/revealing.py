"""Revealing HIDDEN UNIT counters: when they are spotted or attacked, or to fight; then placing their units (or:7.2.2.1,
or:7.2.2.3).

One of the kind that was spotted goes into the hex of the counter, the others there or within Command Range of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.formation_turns import in_turn
from core.panzer.formations.control import command_range
from core.panzer.ground import stands
from core.panzer.ground.fires import deadly
from core.panzer.ground.terrain import may_stand
from core.panzer.hidden_units.events import RevealedLooked, RevealedPlaced
from core.panzer.hidden_units.orders import PlaceRevealed, RevealHidden
from core.panzer.hidden_units.spotting import awaited, revealed, said
from core.panzer.pieces.concealment.hidden_units import HiddenCounter, Revealed
from core.panzer.pieces.flights import Flight
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, MOVING, Command, Presence
from core.panzer.sight import limited_spotting
from core.panzer.sight.spotting import able_to_spot, size_column, spots
from core.panzer.state import PanzerState
from core.remembered import remembered

RULE: Final = "or:7.2.2.3"
PLACING: Final = "or:7.2.2.1"
#: The first pick of revealing a counter, and the heading of all that is picked about counters.
REVEAL: Final = "reveal"
GROUP: Final = "Hidden Units"


# -- being spotted ---------------------------------------------------------------------------------


def due(state: PanzerState) -> bool:
    """Whether the owner of a counter has to say whether an enemy spots it; then it is revealed at once."""
    return bool(awaited(state))


def needed(state: PanzerState) -> SideId:
    """The side that has to say it, since it alone knows what the counter stands for."""
    return awaited(state)[0].side


def happens(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """It says it of the first of them."""
    yield said(state, awaited(state)[0])


# -- of one's own will -----------------------------------------------------------------------------


def able(state: PanzerState, side: SideId) -> tuple[HiddenCounter, ...]:
    """The counters of a side that it may reveal now, to carry out a command that is not yet carried out."""
    commands = _commands(state, side)
    ready = tuple(c for c in state.hidden.of(side) if c.command in commands and not c.way)
    if Command.OVERWATCH in commands:
        return ready
    return tuple(c for c in ready if all(in_turn(state, state.units[unit]) for unit in c.holds))


def _appears(flight: Flight) -> bool:
    """Whether an aircraft has just come onto the map: then counters may be revealed to follow it with their guns."""
    return flight.flown <= 1 and flight.strike is None


def at_aircraft(state: PanzerState, side: SideId) -> bool:
    """Whether a side is asked to reveal counters with OVERWATCH for anti-aircraft fire, fakes too (or:7.2.2.3)."""
    flight = state.air.flight
    if flight is None or not _appears(flight) or flight.held or state.commands.standing(side).overwatch_from > 100:
        return False
    return any(counter.command is Command.OVERWATCH for counter in state.hidden.of(side))


def may_at_aircraft(state: PanzerState, side: SideId) -> bool:
    """As `at_aircraft`; between halves every counter counts that might have OVERWATCH for all that everybody knows."""
    if state.half_of is None:
        return at_aircraft(state, side)
    flight = state.air.flight
    return flight is not None and _appears(flight) and any(not c.way for c in state.hidden.of(side))


def _commands(state: PanzerState, side: SideId) -> frozenset[Command]:
    window = state.fire.window
    if window is not None:
        return frozenset({Command.OVERWATCH}) if window.acting == side else frozenset()
    if state.air.flight is not None:
        appears = _appears(state.air.flight) and state.units[state.air.flight.unit].side != side
        return frozenset({Command.OVERWATCH}) if appears and state.air.flight.answering else frozenset()
    if sequence.player_of(state) != side or side in state.ended:
        return frozenset()
    if state.step in sequence.FIRE_STEPS:
        return FIRING
    return MOVING if state.step in (*sequence.ASSAULT_STEPS, *sequence.MOVE_STEPS) else frozenset()


def reveal_options(state: PanzerState, side: SideId) -> tuple[Choice, ...]:
    """The counters that a side may reveal now, as first picks, in a chance for Overwatch Fire too."""
    counters = able(state, side) if state.moves.active is None or state.fire.window is not None else ()
    return tuple(
        Choice(
            f"{REVEAL}:{counter.number}",
            f"Reveal {title(counter)}: {contents(state, counter.units)}",
            "hex",
            counter.hex,
            group=GROUP,
            irreversible=True,
        )
        for counter in counters
    )


def reveal_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Nothing more to pick."""
    return Choices("Reveal it", RULE, complete=True)


def title(counter: HiddenCounter) -> str:
    """A counter in words."""
    return f"HIDDEN UNIT {counter.number}"


def contents(state: PanzerState, units: tuple[UnitId, ...]) -> str:
    """What a counter stands for, in words."""
    return ", ".join(state.name(unit) for unit in units) or "a fake"


def holds(state: PanzerState) -> bool:
    """Whether a step stays open since its player may reveal counters to fire in it, fakes too."""
    player = sequence.player_of(state)
    return player is not None and state.step in sequence.FIRE_STEPS and bool(able(state, player))


def check_reveal(state: PanzerState, side: SideId, order: RevealHidden) -> None:
    """A counter of one's own with a command that can be carried out now."""
    moving = state.moves.active is not None and state.fire.window is None
    if moving or order.number not in {counter.number for counter in able(state, side)}:
        raise IllegalOrder(f"HIDDEN UNIT {order.number} has no command to be carried out now", RULE)


def reveal(state: PanzerState, side: SideId, order: RevealHidden, dice: Dice) -> Iterator[Event]:
    """Reveal it; its owner places its units."""
    counter = state.hidden.named(f"{side}-{order.number}")
    if counter is not None:
        yield revealed(state, counter)


# -- placing the units -----------------------------------------------------------------------------


def to_place(state: PanzerState) -> tuple[UnitId, ...]:
    """The units of the revealed counter that may be placed next: at first those of the kind that was spotted."""
    now = state.hidden.revealed
    if now is None:
        return ()
    return now.units if now.placed else tuple(u for u in now.units if size_column(state, u) == now.column)


@remembered
def hexes_for(state: PanzerState, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit of the revealed counter may be placed: the hex of the counter, or one within Command Range of it to
    which it comes without crossing terrain that is prohibited to it (or:7.2.2.1).

    Where it finds no room, the nearest hexes beyond; the first unit in the hex of the counter if it may stand there, or
    if that burns: there it was (or:7.35.2).
    """
    now = state.hidden.revealed
    if now is None:
        return ()
    first = _free(state, unit, now.hex)
    if not now.placed and (first or now.hex in deadly(state)):
        return (now.hex,)
    found, front, reached = [now.hex] if first else [], {now.hex}, {now.hex}
    for range_ in range(1, len(state.board.cells)):
        if range_ > command_range(state, unit) and found:
            break
        front = {n for h in front for n in h.neighbours() if n in state.board} - reached
        reached |= front
        if not front:
            break
        front = {h for h in front if may_stand(state, unit, h)}
        found += [h for h in sorted(front) if _free(state, unit, h)]
    return tuple(found) or tuple(h for h in sorted(state.board.cells) if _free(state, unit, h))


def _free(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    side = state.units[unit].side
    enemies = any(other.side != side for other in state.in_hex(hex_))
    return not enemies and may_stand(state, unit, hex_) and stands.has_room(state, unit, hex_)


def check_place(state: PanzerState, side: SideId, order: PlaceRevealed) -> None:
    """A unit of the counter that was revealed, where it may stand, facing a hexside."""
    now = state.hidden.revealed
    if now is None or now.side != side or order.unit not in to_place(state):
        raise IllegalOrder(f"{order.unit} is not to be placed next", PLACING)
    hexes = hexes_for(state, order.unit)
    if hexes and order.hex not in hexes:
        raise IllegalOrder(f"{state.name(order.unit)} may not be placed in {order.hex}", PLACING)
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"facing {order.facing} is none of 0 ({DIRECTION_NAMES[0]}) to 5", "na:3.3")


def place(state: PanzerState, side: SideId, order: PlaceRevealed, dice: Dice) -> Iterator[Event]:
    """Place it; from there it spots what it may fire at. Where that takes rolls, all look once the last is placed."""
    now = state.hidden.revealed
    yield RevealedPlaced(
        unit=order.unit,
        hex=order.hex,
        facing=order.facing,
        targets=_targets(state, side, order),
    )
    if now is not None and state.hidden.revealed is None and state.step != sequence.SPOTTING:
        yield from _looked(state, side, (*now.there, order.unit), dice)


def _looked(state: PanzerState, side: SideId, units: tuple[UnitId, ...], dice: Dice) -> Iterator[Event]:
    """An occasion to spot the enemies that the units of a counter could spot, and to be spotted by them (or:7.7.1)."""
    if not state.has(Switch.LIMITED_SPOTTING):
        return
    there = tuple(unit for unit in units if state.units[unit].on_map)
    foes = [foe.id for foe in state.of(state.scenario.enemy(side))]
    able = (foe for foe in foes if any(able_to_spot(state, unit, foe) for unit in there))
    yield from limited_spotting.occasion(state, (*able, *there), dice)
    yield RevealedLooked(sighted=tuple((unit, tuple(foe for foe in foes if spots(state, unit, foe))) for unit in there))


def _targets(state: PanzerState, side: SideId, order: PlaceRevealed) -> tuple[UnitId, ...]:
    """The enemies that it spots where it is placed, in the steps after the Spotting Phase (or:7.2.2.3)."""
    if state.step == sequence.SPOTTING:
        return ()
    there = state.copy()
    there.change(order.unit, hex=order.hex, facing=order.facing, presence=Presence.ON_MAP)
    foes = there.of(there.scenario.enemy(side))
    return tuple(foe.id for foe in foes if spots(there, order.unit, foe.id))


def acting(state: PanzerState) -> tuple[SideId, ...]:
    """The side that places units of a revealed counter."""
    return (state.hidden.revealed.side,) if state.hidden.revealed is not None else ()


def undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units that are to be placed."""
    now: Revealed | None = state.hidden.revealed
    return now.units if now is not None and now.side == side else ()
