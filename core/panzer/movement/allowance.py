"""How far a unit may move: its Movement Factor and what halves it (na:3.7b, na:4.5.1.1.1, na:5.12c, na:6.6.4.1).

In the miniatures edition halving may leave nothing (min:4.7, min:9.2.1.1, min:9.2.1.2, min:12.4.3, min:17.2.3.1.1,
min:17.2.3.1.2, min:17.2.4.1.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.panzer.ground.burdens import burdened
from core.panzer.movement.foot import motorcycles
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Command, Unit
from core.panzer.sight.visibility import very_limited
from core.panzer.state import PanzerState
from core.tally import Reason

#: What damage to the running gear takes from every Movement Factor, of which 1 is left at least (or:7.23.3).
RUNNING_GEAR: Final = 2
#: The rule of Cautious Movement.
CAUTIOUS: Final = "or:7.36.2"


def allowance(
    state: PanzerState, unit: Unit, rate: Rate, *, path: int = 0, road: int = 0
) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of a unit for a move, and what makes it (na:4.5.1.1.1b).

    path, road: hexes entered along each; the Road allowance needs more Road than Path (na:4.5.1.1.5c). ValueError if
    the unit never moves on the map: aircraft and batteries.
    """
    return _reduced(unit, _printed(state, unit, rate, path, road), state.edition, worn=not _counted(state, unit))


def _counted(state: PanzerState, unit: Unit) -> bool:
    """Whether damage to the running gear is counted in what a unit begins with: before Cautious Movement halves it
    (or:7.23.3, or:7.36.2)."""
    return state.has(Switch.CAUTIOUS_MOVEMENT) and Collateral.RUNNING_GEAR in unit.collateral


def _worn(factor: int) -> int:
    """What damage to the running gear leaves of a Movement Factor (or:7.23.3)."""
    return max(1, factor - RUNNING_GEAR)


def halvings(unit: Unit) -> Iterator[tuple[str, str]]:
    """What halves the allowance of a unit, each with its rule; all of them multiply.

    (na:5.12c, na:6.6.2, min:6.4, min:12.4.3)
    """
    if unit.command is Command.SHORT_HALT:
        yield "SHORT HALT", "na:3.7b"
    if unit.suppressed:
        yield "Suppressed", "na:6.6.2"
    if unit.damaged:
        yield "Damaged", "na:3.7b"
    if unit.broken:
        yield "Broken", "or:7.1.5.2"
    if unit.hull_damaged:
        yield "HULL DMGD", "na:6.5.2.2.4"


def allowance_of(
    card: VehicleCard, unit: Unit, rate: Rate, path: int, road: int, edition: Edition = HEX
) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of any vehicle with this card, in the condition of a unit; otherwise as `allowance`."""
    return _reduced(unit, _by_route(card.move, rate, path, road, edition), edition)


def _printed(state: PanzerState, unit: Unit, rate: Rate, path: int, road: int) -> Reason:
    """What stands on the Data Card for a rate, before anything halves it.

    A leg unit has a cross-country and a Quickmarch allowance and no Path or Road rate (na:6.6.4.1); with attached
    weapons a section has 1 and none; on motorcycles the wheeled ones count (na:6.6.4.4). A gun that can be manhandled
    has 1 (na:6.6.5), in the miniatures edition what its card says (min:17.2.4.1).
    """
    card = state.card(unit.id)
    if isinstance(card, VehicleCard):
        if not _counted(state, unit):
            return _towing(state, unit, _driven(state, card.move, rate, path, road))
        across, path_, road_ = map(_worn, card.move)
        driven = _driven(state, (across, path_, road_), rate, path, road)
        return evolve(driven, label=f"{driven.label}, of running gear that is damaged")
    if isinstance(card, TowedCard):
        return _on_foot(state, Reason("manhandling", card.move, "na:6.6.5"))
    if not isinstance(card, LegCard):
        raise ValueError(f"{unit.id} does not move on the map")
    if motorcycles(state, unit) and card.motorcycle is not None:
        return _driven(state, card.motorcycle, rate, path, road)
    slow = burdened(state, unit)
    if rate is Rate.QUICKMARCH:
        return Reason("Quickmarch allowance", 0 if slow else card.move[1], "na:6.6.4.2")
    burdens = state.edition.hexes_in_100_metres
    begun = _on_foot(state, Reason("Leg allowance", card.move[0], "na:6.6.4.1"))
    return evolve(begun, amount=min(burdens, begun.amount)) if slow else begun


def without_bonus(state: PanzerState) -> bool:
    """Whether nobody drives faster along Paths and Roads: by Cautious Movement where visibility is very limited
    (or:7.36.2)."""
    cautious = state.has(Switch.CAUTIOUS_MOVEMENT) and state.has(Switch.LIMITED_VISIBILITY)
    return cautious and very_limited(state.scenario.conditions)


def _driven(state: PanzerState, move: tuple[int, int, int], rate: Rate, path: int, road: int) -> Reason:
    """The allowance of whoever drives: by Cautious Movement less, before anything else counts (or:7.36.2, min:20.13.2).

    Half across country; along a Path or Road half where visibility is limited, and no more than across country where
    it is very limited. In the miniatures edition half of either in Limited visibility, in Restricted no Path or Road
    counts (min:20.13.2).
    """
    printed = _by_route(move, rate, path, road, state.edition)
    if not state.has(Switch.CAUTIOUS_MOVEMENT):
        return printed
    limited = state.has(Switch.LIMITED_VISIBILITY)
    if state.edition.optional.all_cautious:
        restricted = limited and very_limited(state.scenario.conditions)
        return _halved(_by_route(move, Rate.CROSS_COUNTRY, 0, 0, state.edition) if restricted else printed)
    if rate is Rate.CROSS_COUNTRY or (limited and not very_limited(state.scenario.conditions)):
        return Reason(f"{printed.label}, half by Cautious Movement", printed.amount // 2, CAUTIOUS)
    if not limited:
        return printed
    return Reason("Cross-Country allowance, half by Cautious Movement, no more on a route", move[0] // 2, CAUTIOUS)


def _halved(initial: Reason) -> Reason:
    """Half of the allowance with which a unit of the miniatures edition begins, rounded down (min:20.13.2)."""
    return Reason(f"{initial.label}, half by Cautious Movement", initial.amount // 2, "min:20.13.2")


def _on_foot(state: PanzerState, printed: Reason) -> Reason:
    """The allowance of a leg or towed unit: half by Cautious Movement, in the miniatures edition (min:20.13.2)."""
    cautious = state.has(Switch.CAUTIOUS_MOVEMENT) and state.edition.optional.all_cautious
    return _halved(printed) if cautious else printed


def _towing(state: PanzerState, unit: Unit, printed: Reason) -> Reason:
    """What guns in tow leave of an allowance: in the miniatures edition less the room they need (min:17.2.8.1.1)."""
    if not (state.edition.tows_by_capacity and state.has(Switch.TRANSPORT)):
        return printed
    guns = [c for u in state.carried if u.carrier == unit.id and isinstance(c := state.card(u.id), TowedCard)]
    towed = sum(card.needs.towed for card in guns)
    if not towed:
        return printed
    return Reason(f"{printed.label}, less {towed} in tow", max(0, printed.amount - towed), "min:17.2.8.1.1")


def _by_route(move: tuple[int, int, int], rate: Rate, path: int, road: int, edition: Edition) -> Reason:
    """The allowance Cross-Country, or along Paths and Roads (na:4.5.1.1.5, min:9.5)."""
    if rate is Rate.CROSS_COUNTRY:
        return Reason("Cross-Country allowance", move[0], "na:4.5.1.1.1a")
    rule = "min:9.5.3" if edition.path_prevails else "na:4.5.1.1.5c"
    if road > path and not (path and edition.path_prevails):
        return Reason("Road allowance", move[2], rule)
    return Reason("Path allowance", move[1], rule)


def _reduced(unit: Unit, printed: Reason, edition: Edition, *, worn: bool = True) -> tuple[int, tuple[Reason, ...]]:
    """worn: whether damage to the running gear has still to be counted."""
    reasons = [printed]
    total = printed.amount
    if worn and Collateral.RUNNING_GEAR in unit.collateral:
        less = _worn(total) - total
        reasons.append(Reason("running gear damaged", less, "or:7.23.3"))
        total += less
    for label, rule in halvings(unit):
        reasons.append(Reason(f"{label}, half", total // 2 - total, rule))
        total //= 2
    if total < edition.least_allowance:
        reasons.append(Reason("never below 1", edition.least_allowance - total, "na:3.7b"))
        total = edition.least_allowance
    return total, tuple(reasons)
