"""The sighting phases D and F: each element or group looks once, by one die (pw:3.2.D, pw:3.2.F, pw:7.3, pw:7.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting import firers, groups, notice
from core.panzerwar.sighting.events import Looked, SightingDone
from core.panzerwar.sighting.factors import When
from core.panzerwar.sighting.glances import Glance, glance
from core.panzerwar.sighting.groups import Sighted
from core.panzerwar.sighting.observers import blind_refusal
from core.panzerwar.state import WarState

#: The rules by which each of the two phases sights.
RULES = {When.MOVEMENT: "pw:7.3.1", When.FIRING: "pw:7.3.2"}


def kind(state: WarState) -> When:
    """What counts in the present phase: in D the movement of targets, in F their fire (pw:7.3.1, pw:7.3.2)."""
    return When.FIRING if state.step == sequence.FINAL_SIGHTING else When.MOVEMENT


def targets(state: WarState, side: SideId, when: When) -> tuple[Element, ...]:
    """What a side may sight in a phase: all that it does not have in sight; in F only what fired in this turn
    (pw:7.3.1, pw:7.3.2)."""
    return tuple(e for e in notice.unsighted(state, side) if when is not When.FIRING or e.gunnery.fired)


def parties(state: WarState, side: SideId) -> tuple[tuple[Element, ...], ...]:
    """Who looks: the groups of a side as they stand together still, and everybody else alone (pw:7.4)."""
    mine = {e.id: e for e in state.of(side) if blind_refusal(state, e) is None}
    found: list[tuple[Element, ...]] = []
    taken = set()
    for members in state.watch.groups.get(side, ()):
        there = tuple(mine[e] for e in members if e in mine)
        if len(there) > 1:
            found.append(there)
            taken |= {e.id for e in there}
    return (*found, *((one,) for one in mine.values() if one.id not in taken))


def look(state: WarState, side: SideId, dice: Dice) -> Iterator[Event]:
    """All of a side look: the dice are rolled first, then everything is sighted that they reach (pw:7.3.3, pw:7.6.3).

    Without anything to be sighted no dice are rolled. In the dark, flashes are seen besides (pw:7.8).
    """
    when = kind(state)
    wanted = targets(state, side, when)
    if wanted:
        looking = parties(state, side)
        rolls = tuple(
            dice.roll("d10", f"{party[0].name} {'and others look' if len(party) > 1 else 'looks'} out", "pw:7.6")
            for party in looking
        )
        yield Looked(side=side, parties=tuple(tuple(e.id for e in party) for party in looking), rolls=rolls)
        found = {
            target.id: result
            for target in wanted
            if (result := _sighted(state, looking, [roll.result for roll in rolls], target, when)) is not None
        }
        for target in wanted:
            if target.id in found:
                yield from notice.come_in_sight(state, side, target, found[target.id], RULES[when])
        yield from firers.flashes(state, side, [e for e in wanted if e.id not in found])
    yield SightingDone(side=side)


def _sighted(
    state: WarState, looking: Sequence[Sequence[Element]], dice: Sequence[int], target: Element, when: When
) -> Sighted | None:
    """The best sighting of a target by any party; None if none of them sights it."""
    best: Sighted | None = None
    for party, die in zip(looking, dice, strict=True):
        seen = clear(state, party, target, when)
        if not seen:
            continue
        found = groups.best(state, seen, die)
        if found.succeeds and (best is None or found.reach - found.gsu > best.reach - best.gsu):
            best = found
    return best


def clear(state: WarState, party: Sequence[Element], target: Element, when: When) -> list[Glance]:
    """The looks of those of a party that have a clear line to a target in their arcs (pw:7.3.3, pw:7.4.4)."""
    return [found for one in party if isinstance(found := glance(state, one, target, when), Glance)]
