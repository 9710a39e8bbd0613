"""Orders of PanzerBlitz built one choice at a time.

A partial order is a tuple of picks; the first names the kind of order. `choices` says what may be picked next,
`order` makes the order that a complete partial stands for.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerblitz import sequence
from core.panzerblitz.close.choices import assault_choices, assault_order
from core.panzerblitz.close.close_assault import assault_targets, assaulters
from core.panzerblitz.course import set_up
from core.panzerblitz.course.orders import FinishSetUp, Place, PlaceRest
from core.panzerblitz.fire.choices import attack_order, fire_choices
from core.panzerblitz.fire.firing import all_bearing
from core.panzerblitz.fire.orders import Resolve, Withdraw
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.choices import loadable, loading_choices, move_choices, move_order
from core.panzerblitz.movement.choices import undone as still_to_move
from core.panzerblitz.movement.orders import FinishStep
from core.panzerblitz.pieces.reference import Kind as UnitKind
from core.panzerblitz.sequence import Kind
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.state import BlitzState


def choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What `side` may pick next; the side must be one that may act."""
    kind = sequence.kind_of(state.step)
    if kind is Kind.SET_UP:
        return _set_up(state, side, partial)
    if kind in sequence.ANNOUNCING:
        return fire_choices(state, side, partial)
    if kind in sequence.MOVING:
        return move_choices(state, side, partial)
    if kind is Kind.ASSAULT:
        return assault_choices(state, side, partial)
    return Choices("Nothing to do", "pb:PB-SEQ-0")


def _set_up(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    rule = set_up.RULE
    if not partial:
        return _set_up_kinds(state, side)
    head, _, value = partial[0].partition(":")
    if head == "load" and len(partial) == 1:
        carrier = state.units[UnitId(value)]
        options = tuple(Choice(u, state.name(u), "unit", state.units[u].hex, u) for u in loadable(state, carrier))
        return Choices(f"{state.name(carrier.id)}: load which unit?", "pb:PB-TRANS-1", options)
    if head != "place" or len(partial) > 2:
        return Choices("Set-up", rule, complete=True)
    unit = UnitId(value)
    if len(partial) == 1:
        hexes = sorted(set_up.area_of(state, unit))
        found = tuple(c for h in hexes for c in _places(state, unit, h))
        area = state.situation.by_group[state.situation.by_id[unit].group].area
        where = f" of {state.situation.areas[area].name}" if area is not None and area in state.situation.areas else ""
        return Choices(f"{state.name(unit)}: in which hex{where}?", rule, found)
    return Choices("Set-up", rule, complete=True)


def _places(state: BlitzState, unit: UnitId, hex_: Hex) -> Sequence[Choice]:
    """The ways in which a counter may lie in a hex: open, in the fortification, hidden."""
    own, kind = state.units[unit], state.type(unit)
    if not state.bare(hex_) or (own.hex is not None and kind.kind is UnitKind.FORTIFICATION):
        return _places_anew(state, unit, hex_)
    # Where nothing lies it is the same for all of a kind and a group, but for a fortification that takes others along.
    key = ("places", state.situation.by_id[unit].group, kind.id)
    kept: dict[Hex, Sequence[Choice]] | None = state.recall(key)
    if kept is None:
        kept = {}
        state.keep(key, kept, frozenset())
    if hex_ not in kept:
        kept[hex_] = _places_anew(state, unit, hex_)
    return kept[hex_]


def _places_anew(state: BlitzState, unit: UnitId, hex_: Hex) -> Sequence[Choice]:
    found: list[Choice] = []
    inner = state.fortification(hex_) is not None and state.type(unit).manned
    for inside in (False, True) if inner else (False,):
        no = set_up.place_refusal(state, unit, hex_, inside=inside)
        if no is not None:
            if not inside:
                found.append(Choice(hex_.id, str(hex_), "hex", hex_, refusal=no))
            continue
        tail, words = ("/in", f"{hex_}, in the fortification") if inside else ("", str(hex_))
        kind = "option" if tail else "hex"
        found.append(Choice(f"{hex_}{tail}", words, kind, hex_))
        if hide_refusal(state, unit, hex_) is None:
            found.append(Choice(f"{hex_}{tail}/hidden", f"{words}, hidden", "option", hex_))
    return found


def _set_up_kinds(state: BlitzState, side: SideId) -> Choices:
    options: list[Choice] = []
    mine = [state.units[u] for u in set_up.to_place(state, side) if u in state.units]
    for unit in mine:
        if unit.carrier is None:
            where = f"in {unit.hex}" if unit.hex else ""
            no = set_up.shelter_refusal(state, unit.id)
            options.append(
                Choice(f"place:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, where, refusal=no)
            )
    options += loading_choices(state, tuple(u for u in mine if u.hex is not None))
    left = set_up.unplaced(state, side)
    if left:
        options.append(Choice("place-rest", f"Place the other {len(left)} for me", "order", key="P"))
    refusal = Refusal(f"{len(left)} counters are not placed yet", set_up.RULE) if left else None
    options.append(Choice("finish-set-up", "End the set-up", "done", refusal=refusal, key="E"))
    return Choices("Set up your force", set_up.RULE, tuple(options))


# -- orders ----------------------------------------------------------------------------------------


def order(state: BlitzState, side: SideId, partial: Partial) -> Order:
    """The order of a complete partial. IllegalOrder if it is not complete."""
    made = _order(state, side, partial)
    if made is None:
        raise IllegalOrder(f"the order {' '.join(partial) or '(empty)'} is not complete", "pb:PB-GEN-1")
    return made


def _order(state: BlitzState, side: SideId, partial: Partial) -> Order | None:
    if not partial:
        return None
    head, _, value = partial[0].partition(":")
    simple: dict[str, type[Order]] = {
        "place-rest": PlaceRest,
        "finish-set-up": FinishSetUp,
        "resolve": Resolve,
        "finish": FinishStep,
    }
    if head in simple:
        return simple[head]()
    if head == "place" and len(partial) == 2:
        where, *how = partial[1].split("/")
        return Place(unit=UnitId(value), hex=state.board.hex(where), inside="in" in how, hidden="hidden" in how)
    if head in ("attack", "fire") and len(partial) > 1:
        return attack_order(state, side, partial)
    if head == "withdraw":
        return Withdraw(hex=state.board.hex(value))
    if head == "clear" and len(partial) == 2:
        return ClearMines(unit=UnitId(value), hex=state.board.hex(partial[1]))
    if head == "assault" and len(partial) > 1:
        return assault_order(state, side, partial)
    return move_order(state, side, partial)


def undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that still have something to do in this step."""
    kind = sequence.kind_of(state.step)
    if kind is Kind.SET_UP:
        left = set_up.unplaced(state, side) if set_up.setting_up(state) == side else ()
        return tuple(u for u in left if set_up.shelter_refusal(state, u) is None) or left
    if sequence.player_of(state) != side or state.done:
        return ()
    if kind in sequence.ANNOUNCING:
        return tuple(dict.fromkeys(u for units in all_bearing(state, side).values() for u in units))
    if kind in sequence.MOVING:
        return still_to_move(state, side)
    if kind is Kind.ASSAULT:
        units = (u for h in assault_targets(state, side) for u in assaulters(state, side, h))
        return tuple(dict.fromkeys(units))
    return ()
