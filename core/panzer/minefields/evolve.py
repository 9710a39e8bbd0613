"""How minefields change the state, and who comes upon them (or:7.31). No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.adjustment.events import PassengersBailedOut
from core.panzer.assault.events import HexTaken, UnitAdvanced
from core.panzer.gp.events import BailOutChecked, TerrainAttacked
from core.panzer.gp.evolve import apply_result
from core.panzer.ground import mines
from core.panzer.ground.evolve import destroyed
from core.panzer.ground.mines import may_lie_hidden, type_against, visible
from core.panzer.hidden_units.events import RevealedPlaced
from core.panzer.minefields import events
from core.panzer.movement.events import HullDownSearched, MoveEnded, ShoulderPushed, UnitMoved
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.minefields import COUNTERS, Entry, MinedHex, counter
from core.panzer.pieces.movement import MoveStep, Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.works import in_hex
from core.panzer.state import PanzerState
from core.panzer.transport.events import PassengerBailedOut, PorteeDismounted, UnitDismounted
from core.replaced import replaced

# -- laying and finding ----------------------------------------------------------------------------


def _laid(state: PanzerState, event: events.MinefieldLaid) -> None:
    granted = next(m for m in state.scenario.minefields if m.id == event.field)
    others = tuple(m for m in state.minefields.laid if m.field != event.field)
    made = (MinedHex(granted.id, granted.side, granted.kind, granted.types, hex_) for hex_ in event.hexes)
    state.minefields = replaced(state.minefields, laid=(*others, *made))


def _found(state: PanzerState, event: events.MinefieldFound) -> None:
    """It is no secret any more, and has a MINEFIELD counter; who has found it decides anew (or:7.31.2)."""
    if any(entry.hex == event.hex for entry in state.minefields.entered[:1]):
        _unplanned(state, state.minefields.entered[0].unit)
    hidden = tuple(_without(m, event) for m in state.minefields.laid)
    seen = MinedHex(event.field, event.side, event.kind, frozenset({event.type}), event.hex)
    state.minefields = replaced(
        state.minefields, laid=tuple(m for m in hidden if m.types), found=(*state.minefields.found, seen)
    )
    if not in_hex(state.counters.works, event.hex, event.kind):
        works = (*state.counters.works, counter(state.scenario.minefields, event.field, event.kind, event.hex))
        state.counters = replaced(state.counters, works=works)


def _unplanned(state: PanzerState, unit: UnitId) -> None:
    """The rest of a move is planned anew (na:4.5.1.1a): the machine that answers need not know whether there is any."""
    if state.moves.of(unit) is not None and state.moves.plan:
        state.moves = state.moves.unplanned()


def _without(mined: MinedHex, event: events.MinefieldFound) -> MinedHex:
    if (mined.field, mined.hex) != (event.field, event.hex):
        return mined
    return changed(mined, types=mined.types - {event.type})


def _terrain_attacked(state: PanzerState, event: TerrainAttacked) -> None:
    """Whatever mines of a kind are known in a hex are eliminated together (or:7.31.3)."""
    if event.destroyed and event.terrain in {kind.value for kind in COUNTERS}:
        _eliminated(state, event.hex, event.terrain)


def _eliminated(state: PanzerState, hex_: Hex, terrain: str) -> None:
    found = tuple(
        changed(m, cleared=True) if (m.hex, m.kind.value) == (hex_, terrain) else m for m in state.minefields.found
    )
    state.minefields = replaced(state.minefields, found=found)


# -- attacks ---------------------------------------------------------------------------------------


def _attacked(state: PanzerState, event: events.MinefieldAttacked) -> None:
    """Whoever is hit on his way decides anew; a minefield of the miniatures edition has attacked for a stretch of the
    move (or:7.31.2, min:20.6.2)."""
    apply_result(state, event.unit, event.result)
    if event.result is not Result.NO_EFFECT:
        _unplanned(state, event.unit)
    further = state.edition.optional.mine_stretch - 1
    if further and (move := state.moves.active) is not None and move.unit == event.unit:
        theirs = {m.field: further for m in state.minefields.in_force(event.hex, event.type) if m.kind is event.kind}
        stretches = state.minefields.stretches
        mine = {**stretches.get(event.unit, {}), **theirs}
        state.minefields = replaced(state.minefields, stretches={**stretches, event.unit: mine})


def _one_hex_on(state: PanzerState, unit: UnitId) -> None:
    """A hex of its move is behind a unit (min:20.6.2)."""
    stretches = state.minefields.stretches
    if unit in stretches:
        left = {name: hexes - 1 for name, hexes in stretches[unit].items() if hexes > 1}
        state.minefields = replaced(state.minefields, stretches={**stretches, unit: left})


def _move_ended(state: PanzerState, event: MoveEnded) -> None:
    """With its next move it comes among the mines anew (min:20.6.2)."""
    if event.unit in state.minefields.stretches:
        left = {unit: mine for unit, mine in state.minefields.stretches.items() if unit != event.unit}
        state.minefields = replaced(state.minefields, stretches=left)


def _cleared(state: PanzerState, event: events.MinefieldCleared) -> None:
    """The rest of an area goes with the hex that was struck (min:20.6.3.1)."""
    for hex_ in event.hexes:
        destroyed(state, hex_, event.kind.value)
        _eliminated(state, hex_, event.kind.value)
    _gone(state, event.fields, event.area)


def _hidden_struck(state: PanzerState, event: events.HiddenMinesStruck) -> None:
    if event.cleared:
        _gone(state, (event.field,), event.area)


def _gone(state: PanzerState, fields: Iterable[str], area: Iterable[Hex]) -> None:
    """Their owner strikes what lay hidden there from his plots (min:20.6.3.1)."""
    names, hexes = frozenset(fields), frozenset(area)
    left = tuple(m for m in state.minefields.laid if m.field not in names or m.hex not in hexes)
    if len(left) != len(state.minefields.laid):
        state.minefields = replaced(state.minefields, laid=left)


def _answered(state: PanzerState, event: events.MinefieldAnswered) -> None:
    now = state.minefields
    free = now.free | {(event.owner, event.hex, event.type)} if event.free else now.free
    state.minefields = replaced(now, entered=now.entered[1:], free=free, asked={**now.asked, event.unit: event.hex})


# -- who comes upon them ---------------------------------------------------------------------------


def _moved(state: PanzerState, event: UnitMoved) -> None:
    if event.hex is not None and MoveStep.read(event.step).enters_hex:
        _entered(state, (event.unit,), event.hex)
        _one_hex_on(state, event.unit)
        move = state.moves.of(event.unit)
        if event.hexes == 1 and move is not None:
            _set_off(state, event.unit, move.start)


def _advanced(state: PanzerState, event: UnitAdvanced) -> None:
    _entered(state, (event.unit,), event.hex)
    made = state.combats.advance_of(event.unit)
    if made is not None and made.hexes == 1:
        _set_off(state, event.unit, event.left)


def _set_off(state: PanzerState, unit: UnitId, start: Hex | None) -> None:
    """Where a minefield attacks for stretches of a move, what lies between where a unit stood in it and its edge is
    one too (min:20.6.2)."""
    if start is not None and not mines.counts_within(state):
        _entered(state, (unit,), start, leaving=True)


def _taken(state: PanzerState, event: HexTaken) -> None:
    """Who had not moved before sets off only now; who advanced or dismounted to attack is on its way already."""
    _entered(state, event.units, event.hex)
    for unit, start in zip(event.units, event.left, strict=False):
        if state.combats.advance_of(unit) is None and state.units[unit].dismounted_in != state.turn:
            _set_off(state, unit, start)


def _within_hex(state: PanzerState, event: HullDownSearched | ShoulderPushed) -> None:
    """To search, or to push something aside, is to move within the hex (or:7.31.2, or:7.30a); in the miniatures edition
    it is no inch of a move (min:20.6.2)."""
    if mines.counts_within(state):
        _entered(state, (event.unit,), event.hex)


def _dismounted(state: PanzerState, event: UnitDismounted | PassengerBailedOut) -> None:
    _entered(state, (event.unit,), event.hex)


def _left_at_end(state: PanzerState, event: PassengersBailedOut) -> None:
    """Who bails out in the Adjustment Phase comes into the hex of the vehicle (min:16.1.6.3)."""
    for unit, _ in event.out:
        hex_ = state.units[unit].hex
        if hex_ is not None:
            _entered(state, (unit,), hex_)


def _revealed_placed(state: PanzerState, event: RevealedPlaced) -> None:
    """Who was under a HIDDEN UNIT counter comes into the hex as he is placed (or:7.2.2.2)."""
    _entered(state, (event.unit,), event.hex)


def _portee_dismounted(state: PanzerState, event: PorteeDismounted) -> None:
    """The gun gets down; its truck stays where it was (or:7.31.2)."""
    _entered(state, (event.gun,), event.hex)


def _bailed_out(state: PanzerState, event: BailOutChecked) -> None:
    """Passengers that get out, and those that an abandoned vehicle leaves on foot (or:7.31.2.1)."""
    if not state.has(Switch.MINES) or not event.out or event.hex is None:
        return
    on_foot = [
        u.id
        for u in state.in_hex(event.hex)
        if u.dismounted_in == state.turn and not isinstance(state.card(u.id), VehicleCard)
    ]
    _entered(state, (u for u in on_foot if state.minefields.asked.get(u) != event.hex), event.hex)


def _entered(state: PanzerState, units: Iterable[UnitId], hex_: Hex, *, leaving: bool = False) -> None:
    """Note who has come where the enemy has mines, or may have some for all that everybody knows (or:7.31.2); leaving:
    who has set off from there."""
    if not state.has(Switch.MINES) or not state.scenario.minefields:
        return
    move = state.moves.active
    fresh: list[Entry] = []
    for unit in units:
        quick = move is not None and move.unit == unit and move.rate is Rate.QUICKMARCH
        entry = Entry(unit, hex_, quick, frozenset() if leaving else state.minefields.passed(unit), leaving)
        if entry not in state.minefields.entered and state.units[unit].on_map and _may_meet(state, unit, hex_):
            fresh.append(entry)
    if fresh:
        state.minefields = replaced(state.minefields, entered=(*state.minefields.entered, *fresh))


def _may_meet(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    enemy = state.scenario.enemy(state.units[unit].side)
    type_ = type_against(state.card(unit))
    return bool(visible(state, unit, hex_)) or may_lie_hidden(state, enemy, hex_, type_)


#: What each event does to minefields.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.MinefieldLaid: _laid,
    events.MinefieldFound: _found,
    events.MinefieldAttacked: _attacked,
    events.MinefieldAnswered: _answered,
    events.MinefieldCleared: _cleared,
    events.HiddenMinesStruck: _hidden_struck,
    MoveEnded: _move_ended,
    TerrainAttacked: _terrain_attacked,
    UnitMoved: _moved,
    UnitAdvanced: _advanced,
    HexTaken: _taken,
    HullDownSearched: _within_hex,
    ShoulderPushed: _within_hex,
    UnitDismounted: _dismounted,
    PassengerBailedOut: _dismounted,
    PassengersBailedOut: _left_at_end,
    PorteeDismounted: _portee_dismounted,
    BailOutChecked: _bailed_out,
    RevealedPlaced: _revealed_placed,
}
