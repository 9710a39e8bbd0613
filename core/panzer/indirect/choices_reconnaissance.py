"""Building a call of reconnaissance by fire: the FO, the hex, the battery (or:7.37)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import distance
from core.panzer.indirect.called import caller_refusal
from core.panzer.indirect.observers import observers, where
from core.panzer.indirect.orders import CallFire
from core.panzer.indirect.reconnaissance import RULE, batteries, may_reconnoitre, target_hexes
from core.panzer.indirect.response import response_terms
from core.panzer.pieces.missions import Aim
from core.panzer.state import PanzerState

#: The head of these picks.
HEAD = "reconnoitre"


def heads(state: PanzerState, side: SideId, group: str) -> Iterator[Choice]:
    """The FOs that have the command for it, each with what keeps it from reconnoitring by fire."""
    for observer in observers(state, side):
        if may_reconnoitre(state, observer):
            refused = caller_refusal(state, side, observer)
            if refused is None and next(target_hexes(state, side, observer), None) is None:
                refused = Refusal("no battery can fire on a hex that it sees and in which it spots nobody", RULE)
            label = f"{state.name(observer)} reconnoitres by fire ..."
            at = where(state, observer)
            yield Choice(f"{HEAD}:{observer}", label, "unit", at, observer, refusal=refused, group=group)


def choices(state: PanzerState, side: SideId, observer: UnitId, picks: Partial) -> Choices:
    """The hex, then the battery; type and SHEAF are given."""
    name, origin = state.name(observer), where(state, observer)
    if not picks:
        options = tuple(
            Choice(h.id, f"{h}", "hex", h, cost=f"range {distance(origin, h)}" if origin is not None else "")
            for h in target_hexes(state, side, observer)
        )
        return Choices(f"{name} reconnoitres which hex by fire?", RULE, options)
    aim = Aim(state.board.hex(picks[0]))
    if len(picks) > 1:
        return Choices(f"{name} reconnoitres {aim.hex} by fire", RULE, complete=True, confirm=True)
    return Choices(
        f"Which battery fires on {aim.hex}?",
        RULE,
        tuple(_battery(state, observer, aim, *each) for each in batteries(state, side, observer, aim.hex)),
    )


def _battery(state: PanzerState, observer: UnitId, aim: Aim, source: UnitId, refused: Refusal | None) -> Choice:
    terms = response_terms(state, observer, source, aim)
    needs = max(2, terms.factor - terms.tally.total)
    words = f"{state.name(source)}, {terms.attachment.value}, {needs}+ to respond"
    return Choice(f"by:{source}", words, "option", None, source, odds=terms.chance, refusal=refused, irreversible=True)


def order(state: PanzerState, observer: UnitId, picks: Partial) -> CallFire | None:
    """The order of complete picks."""
    if len(picks) < 2:
        return None
    source = UnitId(picks[1].partition(":")[2])
    return CallFire(observer=observer, sources=(source,), aim=Aim(state.board.hex(picks[0])))
