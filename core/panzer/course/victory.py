"""Objectives, victory points and the end of a scenario (na:3.6, na:4.6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from core.event import Event, SideId, UnitId
from core.game_end import GameEnded
from core.hexes import Hex
from core.panzer.course.events import (
    ObjectiveApproached,
    ObjectiveCaptured,
    ObjectiveContested,
    ObjectiveOccupied,
)
from core.panzer.forces.ending import Fate, Fought, beaten
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.cards import BatteryCard, LegCard
from core.panzer.pieces.clouds import burning
from core.panzer.pieces.scenario import Village
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState
from core.presentation import Row, Standing
from core.setting import Exit, Objective

#: Units that may still fight: on the map, carried on it, or yet to come.
_IN_PLAY = frozenset({Presence.ON_MAP, Presence.CARRIED, Presence.WAITING, Presence.HIDDEN})
_HERE = frozenset({Presence.ON_MAP, Presence.CARRIED})


def occupier(state: PanzerState, objective: Objective) -> SideId | None:
    """The side that holds an objective now: the only one with a combat unit on it (na:3.6b, na:3.6c).

    A passenger is where its vehicle is (na:6.6.7).
    """
    sides = sides_at(state, objective)
    return next(iter(sides)) if len(sides) == 1 and not kept_off(state, objective) else None


def controller(state: PanzerState, objective: Objective) -> SideId | None:
    """The side that controls an objective as things stand: who has captured it, unless it is contested (na:3.6c)."""
    side = state.objectives.control.get(objective.id)
    return None if side is not None and kept_off(state, objective) else side


def kept_off(state: PanzerState, objective: Objective) -> bool:
    """Whether an objective is ON FIRE, and combat units of both sides stand beside it: neither controls it (na:3.6c).

    In the miniatures edition who stands beside it holds it or contests it, on fire or not (min:4.6).
    """
    if not state.counters.clouds or not objective.hexes or state.edition.holds_from is not None:
        return False
    there = frozenset(objective.hexes)
    return there <= burning(state.counters.clouds) and len(_sides_in(state, within(objective.hexes, 1) - there)) > 1


def sides_at(state: PanzerState, objective: Objective) -> frozenset[SideId]:
    """The sides that have a combat unit on an objective, or within 1 inch of it (na:3.6b, min:4.6).

    Where it was in between does not matter (min:4.6.2). What is part of a large one the scenario says (min:4.6.1).
    """
    return _sides_in(state, within(objective.hexes, state.edition.holds_from or 0))


def _sides_in(state: PanzerState, area: frozenset[Hex]) -> frozenset[SideId]:
    """The sides that have a combat unit in some hexes."""
    return frozenset(
        u.side
        for u in state.units.values()
        if u.presence in _HERE and not u.bailed_out and standing_in(state, u) in area and state.card(u.id).combat_unit
    )


@lru_cache(maxsize=256)
def within(hexes: tuple[Hex, ...], radius: int) -> frozenset[Hex]:
    """All hexes up to so many hexes from some, those included."""
    found = frozenset(hexes)
    for _ in range(radius):
        found |= {n for h in found for n in h.neighbours()}
    return found


def occupation_at_start(state: PanzerState) -> Iterator[Event]:
    """Note who holds each objective as the first turn begins; later turns go on from the end of the one before.

    Who controls it before anybody has been there the scenario says: who defends (min:4.6.4).
    """
    for objective in state.scenario.objectives:
        side = occupier(state, objective)
        if side is not None:
            yield ObjectiveOccupied(objective=objective.id, side=side, turns=0)
        if state.edition.holds_from is not None and (sides := sides_at(state, objective)):
            yield ObjectiveApproached(objective=objective.id, sides=tuple(sorted(sides)))


def occupation_at_end(state: PanzerState) -> Iterator[Event]:
    """Complete turns of occupation, and captures (na:3.6b).

    A turn is complete if a friendly combat vehicle was there at its start and one, the same or another, is
    there at its end. Once captured, an objective stays captured without further occupation; in the miniatures edition
    until an enemy combat unit has been there for a complete turn (min:4.6).
    """
    for objective in state.scenario.objectives:
        if state.edition.holds_from is not None:
            yield from _contest_at_end(state, objective)
        side = occupier(state, objective)
        before = state.objectives.occupation.get(objective.id)
        if side is None:
            if before is not None:
                yield ObjectiveOccupied(objective=objective.id, side=None, turns=0)
            continue
        turns = before.turns + 1 if before is not None and before.side == side else 0
        if before is None or before.side != side or before.turns != turns:
            yield ObjectiveOccupied(objective=objective.id, side=side, turns=turns)
        if turns >= objective.turns and state.objectives.control.get(objective.id) != side:
            yield ObjectiveCaptured(objective=objective.id, side=side)


def _contest_at_end(state: PanzerState, objective: Objective) -> Iterator[Event]:
    """Who was at an objective that is another's for the whole turn contests it: nobody controls it then (min:4.6).

    Whoever controls it then has to gain it anew (min:4.6.3).
    """
    before = state.objectives.contact.get(objective.id, frozenset())
    sides = sides_at(state, objective)
    holder = state.objectives.control.get(objective.id)
    for side in sorted(before & sides):
        if holder is not None and side != holder:
            yield ObjectiveContested(objective=objective.id, side=side)
    if sides != before:
        yield ObjectiveApproached(objective=objective.id, sides=tuple(sorted(sides)))


# -- points --------------------------------------------------------------------------------------


def loss_points(state: PanzerState, unit: Unit) -> int:
    """What the enemy scores for a unit (min:10.4.3.2, min:23.1.4.3): its value if eliminated, about half if damaged.

    The chart says what damage and a Track hit score, about a quarter, also besides damage, never more than the value in
    all (min:22.2.1); without a chart they are rounded down. A vehicle whose crew has bailed out is as good as
    eliminated: out of action for good (na:5.15c). A squad scores for its reduction, and its half-squad by itself
    (min:22.2.2). Batteries score nothing (min:22.2.4), unless counter battery fire knocks them out in the hex edition
    (or:7.28.2, or:7.28.3; not min:20.15.2.4).
    """
    member = state.scenario.by_id[unit.id]
    if isinstance(member.card, BatteryCard):
        scores = state.has(Switch.COUNTER_BATTERY) and state.edition.indirect.counter_battery.scores
        return member.value if scores and unit.presence is Presence.ELIMINATED else 0
    gone = unit.presence is Presence.ELIMINATED or unit.bailed_out
    if reduced(state, unit):
        return member.reduced_value + (member.half_value if gone else 0)
    if gone:
        return member.value
    hurt = (member.damaged_value or member.value // 2) if unit.hurt else 0
    tracked = (member.tracked_value or member.value // 4) if unit.track_hit else 0
    return min(hurt + tracked, member.value)


def reduced(state: PanzerState, unit: Unit) -> bool:
    """Whether a leg unit that began as a squad is a half-squad now (na:6.5.4.4.3a)."""
    member = state.scenario.by_id[unit.id]
    if not isinstance(member.card, LegCard):
        return False
    return unit.size is not (member.size or member.card.largest)


def _loss_in_words(state: PanzerState, unit: Unit) -> str:
    """What became of a unit for which the enemy scores."""
    if unit.fate:
        return unit.fate.value
    if unit.bailed_out:
        return "bailed out"
    if unit.presence is Presence.ELIMINATED:
        return "eliminated"
    if reduced(state, unit):
        return "reduced"
    return " and ".join(word for word, so in (("damaged", unit.hurt), ("tracked", unit.track_hit)) if so)


def standing(state: PanzerState, side: SideId) -> Standing:
    """The points of a side as they stand: head start, losses caused, objectives held, units exited.

    (min:10.4.3, min:10.4.3.1)
    """
    rows: list[tuple[str, int, str]] = []
    if head_start := state.scenario.side(side).head_start:
        rows.append(("At the start", head_start, "min:23.2.4.4"))
    force = state.scenario.relief
    if force is not None and force.side == side and (turn := state.relief.arrived) and force.points[turn]:
        rows.append((f"Relief force arrived in turn {turn}", force.points[turn], "min:23.2.4.4"))
    if state.scenario.victory.losses:
        for unit in state.units.values():
            points = loss_points(state, unit) if unit.side != side else 0
            if points:
                what = _loss_in_words(state, unit)
                rows.append((f"{state.name(unit.id)} {what}", points, state.scenario.victory.rule))
    for objective in state.scenario.objectives:
        if objective.vp and controller(state, objective) == side:
            rows.append((objective.name, objective.vp, "na:3.6b"))
    rows += _together(state, side)
    for exit_ in state.scenario.exits:
        if exit_.side == side:
            for unit in left_by(state, exit_):
                if not exit_.combat_only or state.card(unit.id).combat_unit:
                    value = exit_.vp + _left_with(state, unit) * exit_.share // 100
                    rows.append((f"{state.name(unit.id)} left through {exit_.name}", value, "na:4.5.1.1.9"))
    parts = tuple(Row(label, f"{points:+d}", rule) for label, points, rule in rows)
    return Standing(side, sum(points for _, points, _ in rows), parts)


def _left_with(state: PanzerState, unit: Unit) -> int:
    """What a unit that has left the map is worth: all of it, a squad that was reduced as its half-squad (min:23.2.4.2,
    min:22.2.2)."""
    member = state.scenario.by_id[unit.id]
    return member.half_value if reduced(state, unit) else member.value


def left_by(state: PanzerState, exit_: Exit) -> Iterator[Unit]:
    """The units of its side that have left the map by an exit (na:4.5.1.1.9)."""
    for unit in state.units.values():
        if unit.side == exit_.side and unit.presence is Presence.EXITED and unit.left_from in exit_.hexes:
            yield unit


def controlled(state: PanzerState, village: Village, side: SideId) -> int:
    """How many buildings of a village a side controls; their rubble counts as they do (min:23.3.4, min:23.3.5)."""
    return sum(state.objectives.control.get(building) == side for building in village.buildings)


def _together(state: PanzerState, side: SideId) -> Iterator[tuple[str, int, str]]:
    """What a side scores for villages, and for the edges by which few enough enemies have left (min:23.2.4.2)."""
    for village in state.scenario.villages:
        held = controlled(state, village, side)
        if held >= village.needed:
            yield f"{village.name}, {held} of {len(village.buildings)} buildings", village.vp, "min:23.2.4.3"
    for barrier in state.scenario.barriers:
        if barrier.side == side:
            way = next(x for x in state.scenario.exits if x.id == barrier.exit)
            gone = sum(state.card(u.id).combat_unit for u in left_by(state, way))
            if gone <= barrier.most:
                yield f"{barrier.name}, {gone} have left", barrier.vp, "min:23.2.4.2"


def standings(state: PanzerState) -> tuple[Standing, ...]:
    """The points of each side, in the order of the scenario."""
    return tuple(standing(state, s.id) for s in state.scenario.sides)


# -- the end -------------------------------------------------------------------------------------


def annihilated(state: PanzerState) -> SideId | None:
    """The side that has won because the other has no combat unit left to play with; None if there is none (min:10.4.1).

    A force that scores its exits is not beaten by them: the points decide then (min:23.1.4.1).
    """
    if not state.scenario.victory.annihilation:
        return None
    losers = out_of_combat(state)
    if len(losers) != 1:
        return None
    loser = losers[0]
    exits, immobile = any(x.side == loser for x in state.scenario.exits), immobilized_count(state)
    fates = (Fought(_fate(state.units[u], immobile=immobile)) for u in state.scenario.combat_units[loser])
    return state.scenario.enemy(loser) if beaten(fates, scores_exits=exits) else None


def immobilized_count(state: PanzerState) -> bool:
    """Whether a vehicle with a Track hit is as good as lost for who wins at once (min:23.1.4.1; not na:3.6a).

    So it is where the scenario says so, and in the miniatures edition but for its Basic Game (min:10.4.1).
    """
    full_game = bool(state.scenario.switches)
    return state.scenario.victory.immobilized or (full_game and state.edition.immobilized_are_beaten)


def out_of_combat(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have no combat unit left to play with."""
    immobile = immobilized_count(state)
    there = state.units
    return tuple([side for side, units in state.scenario.combat_units.items() if not _fights(there, units, immobile)])


def _fights(there: Mapping[UnitId, Unit], units: Iterable[UnitId], immobile: bool) -> bool:
    """Whether one of some units can be played with; asked after everything that happens."""
    return any(_fate(there[unit_id], immobile=immobile) is Fate.FIGHTING for unit_id in units)


def _fate(unit: Unit, *, immobile: bool) -> Fate:
    if unit.presence is Presence.EXITED:
        return Fate.EXITED
    if unit.presence not in _IN_PLAY or unit.bailed_out:
        return Fate.ELIMINATED
    return Fate.IMMOBILIZED if immobile and unit.track_hit else Fate.FIGHTING


def end_at_once(state: PanzerState) -> Iterator[Event] | None:
    """The end of the game if one side has nothing left to play with; None if play goes on."""
    if not state.scenario.victory.annihilation or not out_of_combat(state):
        return None
    winner = annihilated(state)
    if winner is None:
        return iter((by_points(state),))
    name = state.scenario.side(winner).name
    immobile = immobilized_count(state)
    kind = "unit" if state.scenario.switches else "vehicle"
    left = "no enemy combat unit is left that could move" if immobile else f"no enemy combat {kind} is left"
    return iter(
        (
            GameEnded(
                winner=winner,
                level=max(state.scenario.victory.levels, key=lambda v: v.lead).name,
                text=f"{name} wins: {left}",
                rule="min:23.1.4.1" if immobile else state.scenario.victory.rule,
                scores=_scores(state),
            ),
        )
    )


def _scores(state: PanzerState) -> tuple[tuple[SideId, int], ...]:
    return tuple((SideId(s.side), s.points) for s in standings(state))


def by_points(state: PanzerState) -> GameEnded:
    """The result by victory points: the highest level whose lead is reached, else a draw (min:10.4.4)."""
    scores = _scores(state)
    (first, a), (second, b) = scores
    leader = first if a >= b else second
    lead = abs(a - b)
    reached = [level for level in state.scenario.victory.levels if lead >= level.lead]
    points = f"{a} to {b} points"
    if not reached or lead == 0:
        least = min(level.lead for level in state.scenario.victory.levels)
        return GameEnded(
            winner=None,
            level="Draw",
            text=f"a draw: {points}; a lead of {least} was needed",
            rule=state.scenario.victory.rule,
            scores=scores,
        )
    level = max(reached, key=lambda v: v.lead)
    name = state.scenario.side(leader).name
    return GameEnded(
        winner=leader,
        level=level.name,
        text=f"{name} wins by {lead}: {points} ({level.name}, lead of {level.lead} needed)",
        rule=state.scenario.victory.rule,
        scores=scores,
    )
