"""Building the orders that take a whole move: to search for a Hull Down position (na:6.6.9), to push something onto the
shoulder of a narrow road (or:7.30a).

They are picked in the menu of a vehicle that is about to move: "search", "full" or "partial", "ahead" or "reverse", a
facing; "push:UNIT".
"""

from __future__ import annotations

from core.choice import Choice, Choices, Partial, Refusal
from core.event import UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer.ground import mines
from core.panzer.ground.narrow_roads import called
from core.panzer.movement import bogging_down, pushing, search, step
from core.panzer.movement.orders import PushAside, SearchHullDown
from core.panzer.movement.search import chance
from core.panzer.pieces.cards import Kind
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState

PICK = "search"
PUSH = "push:"


def search_option(state: PanzerState, unit: Unit) -> tuple[Choice, ...]:
    """The entry in the menu of a unit, with what speaks against it; nothing without the rules on Hull Down."""
    if not state.has(Switch.HULL_DOWN) or unit.hex is None or state.card(unit.id).kind is not Kind.VEHICLE:
        return ()
    refusal = search.refusal(state, unit)
    if refusal is not None and refusal.rule != search.RULE:
        return ()
    refusal = refusal or step.stay_refusal(state, unit.id)
    label, cost = "Search for Hull Down ...", f"the whole allowance{_dangers(state, unit)}"
    if refusal is not None:
        return (Choice(PICK, label, "option", refusal=Refusal(refusal.reason, refusal.rule), key="h"),)
    return (Choice(PICK, label, "option", unit.hex, unit.id, cost=cost, key="h"),)


def _dangers(state: PanzerState, unit: Unit) -> str:
    """What moving within its hex may come to besides: it may bog down before (or:7.29), known mines attack it after
    (or:7.31.2)."""
    bogs = bogging_down.chance(state, unit.id, Rate.CROSS_COUNTRY)
    here = unit.hex if mines.counts_within(state) else None
    mined = mines.danger(state, unit.id, here) if here is not None else 0.0
    told = f", bogs down first in {round(100 * bogs)} of 100" if bogs else ""
    return f"{told}, mines hit in {round(100 * mined)} of 100" if mined else told


def search_choices(state: PanzerState, partial: Partial) -> Choices:
    """What comes after "search": its kind with its chance, the way in, the facing."""
    unit = state.units[UnitId(partial[0].removeprefix("move:"))]
    name, picks = state.name(unit.id), partial[partial.index(PICK) + 1 :]
    if not picks:
        kinds = [("full", "Hull Down", False, "h")]
        if not state.edition.plain_search:
            kinds.append(("partial", "Partial Hull Down", True, "p"))
        return Choices(
            f"{name}: search for what?",
            search.RULE,
            tuple(
                Choice(pick, label, "option", unit.hex, odds=chance(state, unit, partial=some), key=key)
                for pick, label, some, key in kinds
            ),
        )
    if len(picks) == 1:
        return Choices(
            f"{name}: how does it go in?",
            search.RULE,
            (
                Choice("ahead", "Forward: open to the rear", "option", unit.hex, key="f"),
                Choice(
                    "reverse",
                    "In reverse: open to the front",
                    "option",
                    unit.hex,
                    refusal=search.reverse_refusal(state, unit.id),
                    key="r",
                ),
            ),
        )
    if len(picks) == 2:
        turns = (0,) if state.edition.plain_search else (0, 1, 5, 2, 4, 3)
        facings = [(unit.facing + turn) % 6 for turn in turns]
        return Choices(
            f"{name}: facing which hexside?",
            search.RULE,
            tuple(Choice(str(f), DIRECTION_NAMES[f], "facing", irreversible=True) for f in facings),
        )
    return Choices(f"{name} searches", search.RULE, complete=True)


def search_order(partial: Partial) -> Order:
    """The order of a complete partial."""
    kind, way, facing = partial[partial.index(PICK) + 1 :][:3]
    unit = UnitId(partial[0].removeprefix("move:"))
    return SearchHullDown(unit=unit, facing=int(facing), partial=kind == "partial", reverse=way == "reverse")


# -- pushing (or:7.30a) ------------------------------------------------------------------------------


def push_options(state: PanzerState, unit: Unit) -> tuple[Choice, ...]:
    """An entry for each thing that could be pushed, with its chance, and what speaks against it."""
    return tuple(
        Choice(
            f"{PUSH}{target}",
            f"Push {called(state, target)} onto the shoulder",
            "option",
            unit.hex,
            cost=f"the whole allowance{_dangers(state, unit)}",
            odds=pushing.chance(state, unit.id, target),
            refusal=pushing.refusal(state, unit, target) or step.stay_refusal(state, unit.id),
            irreversible=True,
        )
        for target in pushing.targets(state, unit)
    )


def pushed(partial: Partial) -> str:
    """What is to be pushed by a partial; "" = nothing."""
    return next((pick.removeprefix(PUSH) for pick in partial if pick.startswith(PUSH)), "")


def push_order(partial: Partial) -> Order:
    """The order of a complete partial."""
    return PushAside(unit=UnitId(partial[0].removeprefix("move:")), target=UnitId(pushed(partial)))
