"""Spotting HIDDEN UNIT counters: by the counter's hex, as the unit that is seen from farthest (or:7.2.2.1).

What decides of a counter besides its contents is the same for all: a column of the Spotting Ranges Table, the Cover
of its hex, its SPOT counter. Units in Full Cover are harder to spot under a counter too (na:6.1.3.2). A fake passes for
a small leg unit that is in none, so that nobody knows it from others before he would have seen such a one there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from core.event import Event, UnitId
from core.hexes import Hex, distance
from core.panzer import sequence
from core.panzer.ground.cover import ON_FOOT
from core.panzer.ground.fires import deadly
from core.panzer.ground.terrain import BUILDINGS, best_cover, terrain_in
from core.panzer.hidden_units.events import HiddenRevealed, HiddenStruck, HiddenUnseen
from core.panzer.pieces.concealment.hidden_units import (
    FULL_COVER,
    LARGE,
    LOOKS,
    SMALL,
    VEHICLE,
    HiddenCounter,
)
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Spot, Unit
from core.panzer.sight.ranges import Seen, Shown, shown_by, spotted_from
from core.panzer.sight.spotting import (
    eyes,
    looks_at,
    may_spot,
    sees_hex,
    size_column,
    stands,
    vehicle_shows,
)
from core.panzer.sight.visibility import light
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Steps in which counters are placed, after which it is asked who spots them.
_UNSEEN: Final = frozenset({sequence.SET_UP, sequence.HIDING})
#: From so near a counter is spotted whatever it stands for.
NEAR: Final = 1


def column(state: PanzerState, counter: HiddenCounter) -> str:
    """As which of `LOOKS` a counter is spotted: the one of its units that is seen from farthest (or:7.2.2.1); a fake as
    what it may still pass for."""
    if not counter.holds:
        return VEHICLE if counter.fast else SMALL
    return min((_look(state, unit, counter) for unit in counter.holds), key=LOOKS.index)


def _look(state: PanzerState, unit: UnitId, counter: HiddenCounter) -> str:
    return size_column(state, unit) + (FULL_COVER if unit in counter.covered else "")


def _model(state: PanzerState, look: str) -> UnitId | None:
    """A unit of the scenario of the size that looks so; None if there is none."""
    size = look.removesuffix(FULL_COVER)
    return next((unit.id for unit in state.scenario.units if size_column(state, unit.id) == size), None)


def shows(state: PanzerState, hex_: Hex, column_: str, *, moved: bool) -> Shown:
    """What a unit that looks so would show to those who look, in a hex, after its move or before."""
    if column_ == VEHICLE:
        still, moving, _ = vehicle_shows(state, hex_)
        return moving if moved else still
    model = state.scenario.by_id[_model(state, column_) or state.scenario.units[0].id]
    unit = Unit(model.id, model.side, hex=hex_, spot=_moving(moved), full_cover=column_.endswith(FULL_COVER))
    seen = Seen(unit, _cover(state, hex_, column_), model.card, light(state, hex_))
    return shown_by(state.tables, seen, state.scenario.switches)


def _cover(state: PanzerState, hex_: Hex, column_: str) -> Cover:
    """Cover against being spotted of who is no vehicle: what is small counts as a leg unit, inside Buildings and
    sheltered by Blocks and Ditches (na:6.1.4.3.1b, na:6.1.4.3.3, na:6.1.4.3.4)."""
    tables, cell = state.tables, state.cell(hex_)
    found = list(terrain_in(tables, cell))
    if column_.startswith(SMALL):
        found += [tables.terrain[cell.terrain]] if cell.terrain in BUILDINGS else []
        found += [tables.terrain[mark] for mark in ON_FOOT if mark in cell.marks]
    return best_cover(effect.cover_spotting for effect in found)


def _moving(moved: bool) -> Spot | None:
    return Spot.MOVE if moved else None


def spotted_out_to(state: PanzerState, hex_: Hex, column_: str, spotter: Unit, *, moved: bool) -> int:
    """From how many hexes a spotter would spot a unit that looks so in a hex: never from farther than one that comes
    before it in `LOOKS`, so that what is said of a counter is true of all that come after."""
    looks = [one for one in LOOKS[: LOOKS.index(column_) + 1] if one == VEHICLE or _model(state, one) is not None]
    look, least = eyes(state, spotter), looks[-2:] if looks[-1] == LARGE + FULL_COVER else looks[-1:]
    return min(spotted_from(state.tables, shows(state, hex_, one, moved=moved), look) for one in least)


def spotter_of(state: PanzerState, counter: HiddenCounter, column_: str) -> UnitId | None:
    """An enemy that spots a counter as a unit of a column, the nearest; None if nobody does (or:7.2.2.1).

    Who comes into its hex finds it, even if he spots nobody.
    """
    enemy = state.scenario.enemy(counter.side)
    inside = next((unit.id for unit in state.in_hex(counter.hex) if unit.side == enemy), None)
    if inside is not None:
        return inside
    near = sorted(_looking(state, enemy, counter.hex))
    for range_, spotter in near:
        unit = state.units[spotter]
        moved = counter.spot is not None
        if range_ <= NEAR or range_ <= spotted_out_to(state, counter.hex, column_, unit, moved=moved):
            return spotter
    return None


def _looking(state: PanzerState, side: str, hex_: Hex) -> Iterator[tuple[int, UnitId]]:
    """The units of a side that look at a hex and see it, each with its range."""
    for unit in state.units.values():
        origin = stands(state, unit)[0] if unit.side == side else None
        if origin is None or not may_spot(state, unit.id):
            continue
        if looks_at(state, unit, hex_) and sees_hex(state, unit, hex_):
            yield distance(origin, hex_), unit.id


def spotted(state: PanzerState, counter: HiddenCounter) -> UnitId | None:
    """An enemy that spots a counter as what it is; only its owner knows whether there is one."""
    return spotter_of(state, counter, column(state, counter))


def awaited(state: PanzerState) -> tuple[HiddenCounter, ...]:
    """The counters of which their owner has to say what they are.

    They are attacked (or:7.2.2.3), or an enemy would spot them as the largest that they may be, for all that everybody
    knows (or:7.2.2.1), or they are in a Fire at the end of its second turn (or:7.35.2).
    """
    there = state.hidden.counters and state.turn and state.step not in _UNSEEN
    return _awaited(state) if there else ()


@remembered
def _awaited(state: PanzerState) -> tuple[HiddenCounter, ...]:
    counters = state.hidden.counters
    return tuple(c for c in counters if _shows_itself(state, c) or spotter_of(state, c, c.largest) is not None)


def _shows_itself(state: PanzerState, counter: HiddenCounter) -> bool:
    """Whether a counter is revealed though nobody spots it: attacked, or in a Fire when the turn ends, which its owner
    has had a turn to leave. One of its units is in the hex and is lost there."""
    return counter.struck or (state.step == sequence.ADJUST and counter.hex in deadly(state))


def said(state: PanzerState, counter: HiddenCounter) -> Event:
    """What its owner says of such a counter: it is revealed, or what it may still be (or:7.2.2.1)."""
    spotter = spotted(state, counter)
    if spotter is not None or _shows_itself(state, counter):
        return revealed(state, counter, spotter)
    least = next(one for one in LOOKS if spotter_of(state, counter, one) is None)
    return HiddenUnseen(side=counter.side, number=counter.number, largest=least)


def in_hexes(state: PanzerState, hexes: Sequence[Hex] | frozenset[Hex]) -> tuple[HiddenCounter, ...]:
    """The counters of both sides in some hexes."""
    return tuple(counter for counter in state.hidden.counters if counter.hex in hexes)


def revealed(state: PanzerState, counter: HiddenCounter, spotter: UnitId | None = None) -> HiddenRevealed:
    """A counter is revealed, by being spotted, attacked, or of its owner's will (or:7.2.2.1, or:7.2.2.3)."""
    return HiddenRevealed(
        side=counter.side,
        number=counter.number,
        hex=counter.hex,
        units=counter.holds,
        column=column(state, counter).removesuffix(FULL_COVER) if counter.holds else "",
        spotter=spotter,
        command=counter.command if counter.way else None,
        riding=counter.riding,
        covered=counter.covered,
    )


def struck(state: PanzerState, hexes: Sequence[Hex] | frozenset[Hex]) -> Event | None:
    """The first counter in a hex that is about to be attacked; None if none is left (or:7.2.2.3)."""
    there = in_hexes(state, hexes)
    return HiddenStruck(side=there[0].side, number=there[0].number) if there else None
