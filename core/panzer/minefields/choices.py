"""Building the orders of laying minefields: which one, then hex by hex (or:7.31.1)."""

from __future__ import annotations

from collections.abc import Sequence

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId
from core.hexes import Hex
from core.order import Order
from core.panzer.minefields.laying import RULE, hex_refusal, joined, laid, refusal, to_lay, unlaid
from core.panzer.minefields.orders import LayMinefield
from core.panzer.pieces.minefields import Minefield, type_words
from core.panzer.state import PanzerState
from core.step_end import end_of_step

#: The pick that ends the hexes of a minefield.
GO = "go"
_HEAD = "minefield"


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Which minefield is laid, and where; or the end of it."""
    own = {f"{_HEAD}:{m.id}": m for m in to_lay(state, side)}
    if not partial:
        options = [_option(state, pick, m) for pick, m in own.items()]
        options.append(end_of_step("End laying mines"))
        return Choices(f"Lay minefields: {remaining(state, side)} left", RULE, tuple(options))
    if partial[0] not in own:
        return Choices("Laying mines", RULE, complete=True)
    return _hexes(state, own[partial[0]], _picked(state, partial))


def _option(state: PanzerState, pick: str, granted: Minefield) -> Choice:
    """A minefield to lay, under the heading of its kind, so that its types have room beside where it may lie."""
    group = f"{granted.kind_word} minefields"
    label = f"{group}: {type_words(granted.types)} ..."
    return Choice(pick, label, "order", cost=_where(state, granted), group=group)


def remaining(state: PanzerState, side: SideId) -> str:
    """How many minefields a side has not laid, in words."""
    count = len(unlaid(state, side))
    return f"{count} minefield{'s' * (count != 1)}"


def _where(state: PanzerState, granted: Minefield) -> str:
    hexes = [m.hex.id for m in laid(state, granted.id)]
    return f"in {' '.join(hexes)}" if hexes else f"{granted.size} hex{'es' * (granted.size != 1)}"


def _picked(state: PanzerState, partial: Partial) -> tuple[Hex, ...]:
    return tuple(state.board.hex(pick) for pick in partial[1:] if pick != GO)


def _hexes(state: PanzerState, granted: Minefield, hexes: tuple[Hex, ...]) -> Choices:
    """The next hex: any at first, then those beside the others."""
    prompt = f"Where? Hex {len(hexes) + 1} of {granted.size}"
    if len(hexes) == granted.size:
        return _laid(state, granted, hexes)
    options = tuple(
        Choice(hex_.id, state.board.label(hex_), "hex", hex_, refusal=hex_refusal(state, granted, hex_))
        for hex_ in sorted(granted.area)
        if hex_ not in hexes and (not hexes or any(joined(state, hex_, other) for other in hexes))
    )
    end = (Choice(GO, "No further hex", "option", key="G"),) if hexes else ()
    return Choices(prompt, RULE, (*end, *options), complete=bool(hexes))


def _laid(state: PanzerState, granted: Minefield, hexes: tuple[Hex, ...]) -> Choices:
    refused = refusal(state, granted, hexes)
    if refused is None:
        return Choices(f"{granted.name} in {' '.join(h.id for h in hexes)}", RULE, complete=True)
    return Choices(refused.reason, refused.rule, (_back(refused),))


def _back(refused: Refusal) -> Choice:
    return Choice("", "This cannot be laid", "option", refusal=refused)


def picks_of_field(granted: Minefield, hexes: Sequence[Hex]) -> Partial:
    """The picks that lay a minefield in hexes, each of which is beside one before it."""
    end = (GO,) if len(hexes) < granted.size else ()
    return f"{_HEAD}:{granted.id}", *(hex_.id for hex_ in hexes), *end


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    hexes = _picked(state, partial)
    return LayMinefield(field=partial[0].removeprefix(f"{_HEAD}:"), hexes=hexes) if hexes else None
