"""Initiative: who moves last in each movement segment (pw:4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event, SideId
from core.panzerwar.command.doctrine import highest, leader, nation, nations
from core.panzerwar.command.events import InitiativeRolled, NobodyNear
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.state import WarState
from core.plane import within
from core.tally import Reason

#: Forces within this of each other, in GSU, roll (pw:4.11).
NEAR: Final = 800
#: Of an element that loses it by itself: below every total.
LOSES: Final = -99


def near(state: WarState) -> bool:
    """Whether enemy forces are within 800 of each other (pw:4.11)."""
    sides = [side.id for side in state.engagement.sides]
    there = {side: [e for e in state.on_table() if e.side == side] for side in sides}
    return any(within(a.where, b.where, NEAR) for a in there[sides[0]] for b in there[sides[1]])


def bonus(state: WarState, side: SideId, of: str = "") -> tuple[Reason, ...]:
    """What a nation of a side adds to its die, "" = that of the side: nation and date, and elite troops, by its highest
    command element (pw:4.11, pw:4.11.2)."""
    engagement, own = state.engagement, of or state.engagement.side(side).nation
    top = highest(state, side, own)
    amount = state.charts.command.initiative_bonus(own, engagement.year, engagement.month)
    found = [Reason(f"{own}, {engagement.date}", amount, "pw:4.11")] if amount else []
    return (*found, *_elite(leader(state, top) if top is not None else None))


def _elite(element: Element | None) -> tuple[Reason, ...]:
    elite = element is not None and element.grade is Grade.ELITE
    return (Reason("elite troops", 1, "pw:4.11"),) if elite else ()


def shaken(state: WarState, side: SideId) -> bool:
    """Whether the unit of the highest command element has suffered a morale loss and not regrouped since, though it may
    be free of what the loss made it do (pw:4.11.5)."""
    top = highest(state, side)
    return top is not None and (top.shaken or top.forced is not None)


def roll(state: WarState, dice: Dice) -> Iterator[Event]:
    """Roll for initiative, ties by a straight roll-off (pw:4.11, pw:4.11.1 to pw:4.11.5). In a side of mixed
    nationalities the commander of each rolls for his own command; the side itself moves by that of its own nation
    (pw:4.11.2)."""
    if not near(state):
        yield NobodyNear()
        return
    totals: dict[SideId, int] = {}
    commands: list[tuple[SideId, str, int]] = []
    rolls: list[Roll] = []
    tally: list[Reason] = []
    for side in state.engagement.sides:
        for of in nations(state, side.id):
            own = of == side.nation
            die = dice.roll("d10", f"initiative of {side.name if own else of}", "pw:4.11.1" if own else "pw:4.11.2")
            added = bonus(state, side.id, of)
            rolls.append(die)
            tally += added
            total = die.result + sum(reason.amount for reason in added)
            if own:
                totals[side.id] = total
            else:
                commands.append((side.id, of, total))
    lost = tuple(side for side in totals if shaken(state, side))
    last, more = _winner(state, totals, lost, dice)
    yield InitiativeRolled(
        totals=tuple(totals.items()),
        last=last,
        lost=lost,
        commands=tuple(commands),
        rolls=(*rolls, *more),
        tally=tuple(tally),
    )


def _winner(
    state: WarState, totals: dict[SideId, int], lost: tuple[SideId, ...], dice: Dice
) -> tuple[SideId, tuple[Roll, ...]]:
    able = [side for side in totals if side not in lost] or list(totals)
    best = [side for side in able if totals[side] == max(totals[s] for s in able)]
    rolls: list[Roll] = []
    while len(best) > 1:  # a straight roll-off without bonuses (pw:4.11.4)
        dies = {side: dice.roll("d10", f"roll-off of {state.engagement.side(side).name}", "pw:4.11.4") for side in best}
        rolls += dies.values()
        best = [side for side in best if dies[side].result == max(die.result for die in dies.values())]
    return best[0], tuple(rolls)


def rank(state: WarState, element: Element, plan: Plan | None) -> tuple[int, bool]:
    """When an element moves within a segment, lowest first: by the total of its own unit, then by its side's; of
    another nation than its side's by that of its commander (pw:4.11.2, pw:4.11.3, pw:4.11.6). Who makes a bonus or
    burst move, and who has lost his commander, moves first (pw:6.5.2, pw:6.6.2, pw:9.10), and so does a whole side that
    has lost initiative by its morale, whatever it rolled (pw:4.11.5)."""
    if state.last_mover is None:
        return 0, False
    wins = element.side == state.last_mover
    hasty = plan is not None and plan.way in (Way.BONUS, Way.BURST)
    leaderless = any(damage.name == "COMMANDER" for damage in element.harm.damage)
    if hasty or leaderless or (not wins and shaken(state, element.side)):
        return LOSES, wins
    organisation = state.organisations.get(element.organisation)
    own = (element.side, nation(state, organisation)) if organisation is not None else None
    total = state.initiative.get(element.side, 0)
    return (total if own is None else state.commands.get(own, total)) + own_bonus(state, element), wins


def own_bonus(state: WarState, element: Element) -> int:
    """By how much the total of an element's unit differs from that of its side, or of its nation in it (pw:4.11.6)."""
    organisation = state.organisations.get(element.organisation)
    top = None if organisation is None else highest(state, element.side, nation(state, organisation))
    if organisation is None or top is None or organisation.id == top.id:
        return 0
    own = sum(r.amount for r in _elite(leader(state, organisation)))
    return own - sum(r.amount for r in _elite(leader(state, top)))
