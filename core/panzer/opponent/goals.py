"""Where a computer player's units want to go: objectives, ways off the map, the enemy; and how far that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzer.gp.bail_out import passengers
from core.panzer.opponent.turns import NEVER, turns_to
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.loads import capacity_of
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState
from core.setting import Objective

#: Turns on foot to its goal from which a unit had better ride, hexes to the enemy from which that is safe,
#: and how far a vehicle goes to fetch it.
FAR_ON_FOOT, SAFE, FETCHED_FROM = 4.0, 12, 12
#: Worth of closing with the enemy when there is nothing to take.
HUNT = 15.0


@frozen
class Goal:
    """Hexes to reach. worth: victory points that it may bring one unit; deadline: the last turn to arrive in.

    objective: whose hexes they are; leave: they lead off the map for points.
    """

    hexes: frozenset[Hex]
    worth: float
    deadline: int
    objective: str = ""
    leave: bool = False


def away(state: PanzerState, unit: Unit, goal: Goal) -> float:
    """Turns from where a unit stands, or may enter, to its goal."""
    times = turns_to(state, state.card(unit.id), goal.hexes)
    if unit.hex is not None:
        return times.get(unit.hex)
    entry = state.entry(unit.id)
    wait = max(0, entry.turn - state.turn) if entry else 0
    zone = state.scenario.zones.get(state.setting_up.zones.get(unit.side, ""))
    return wait + times.soonest(entry.hexes if entry else zone.hexes if zone else ())


def goals_of(state: PanzerState, side: SideId) -> dict[UnitId, Goal]:
    """A goal for every unit of a side, so shared out that each takes what is worth most for the time it needs.

    Several units go for the same objective, each for less than the one before, since all may be needed.
    """
    units = [u for u in state.units.values() if u.side == side and u.presence in (Presence.ON_MAP, Presence.WAITING)]
    aims = list(_aims(state, side))
    offers: list[tuple[Unit, list[tuple[Goal, float]]]] = []
    for unit in units:
        mine = [(goal, away(state, unit, goal)) for goal in aims if fights(state, unit)]
        if not isinstance(state.card(unit.id), VehicleCard):
            mine = [(goal, time) for goal, time in mine if time < NEVER]
        mine += [(goal, away(state, unit, goal)) for goal in _ways_off(state, unit)]
        offers.append((unit, mine))
    most = max((goal.worth for goal in aims), default=0.0)
    mean = sum(state.scenario.by_id[u.id].value for u in units) / max(1, len(units)) or 1.0
    taken: dict[UnitId, Goal] = {}
    shares: dict[str, float] = {}
    while len(taken) < len(units):
        best: tuple[float, UnitId, Goal] | None = None
        for unit, mine in offers:
            if unit.id in taken:
                continue
            for goal, time in mine:
                worth = goal.worth * shares.get(goal.objective, 1.0)
                in_time = state.turn + time <= goal.deadline + 1.2
                score = (worth / (2.5 + time) if in_time else worth / (40 + time)) * _fit(state, unit, goal, most, mean)
                if best is None or score > best[0]:
                    best = (score, unit.id, Goal(goal.hexes, worth, goal.deadline, goal.objective, goal.leave))
        if best is None:
            break
        taken[best[1]] = best[2]
        if best[2].objective:
            shares[best[2].objective] = shares.get(best[2].objective, 1.0) * state.temper.next_unit
    return taken


def fights(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit goes where there is something to take: it fights itself, or brings others who do."""
    if state.card(unit.id).combat_unit:
        return True
    return state.has(Switch.TRANSPORT) and any(state.card(u).combat_unit for u in passengers(state, unit.id))


def fetching(state: PanzerState, side: SideId, goals: Mapping[UnitId, Goal]) -> dict[UnitId, Goal]:
    """Empty transports that do not fight go where somebody on foot waits who is far from his own goal, out of reach of
    the enemy."""
    if not state.has(Switch.TRANSPORT):
        return {}
    empty = [
        u
        for u in state.of(side)
        if isinstance(state.card(u.id), VehicleCard)
        and not (u.id in goals or u.bailed_out or u.track_hit or fights(state, u) or passengers(state, u.id))
        and capacity_of(state.card(u.id)).leg
    ]
    waiting = [u for u in state.of(side) if _waits(state, u, goals.get(u.id))] if empty else []
    found: dict[UnitId, Goal] = {}
    for unit in sorted(empty, key=lambda u: u.id):
        near = [u for u in waiting if u.hex and unit.hex and distance(u.hex, unit.hex) <= FETCHED_FROM]
        if not near:
            continue
        client = min(near, key=lambda u: (distance(u.hex, unit.hex) if u.hex and unit.hex else 0, u.id))
        waiting.remove(client)
        if client.hex is not None:
            found[unit.id] = Goal(frozenset({client.hex}), HUNT, state.scenario.turns)
    return found


def _waits(state: PanzerState, unit: Unit, goal: Goal | None) -> bool:
    if goal is None or unit.hex is None or unit.suppressed or not isinstance(state.card(unit.id), LegCard):
        return False
    if state.scenario.by_id[unit.id].motorcycle or away(state, unit, goal) < FAR_ON_FOOT:
        return False
    enemies = state.of(state.scenario.enemy(unit.side))
    return all(e.hex is None or distance(e.hex, unit.hex) > SAFE for e in enemies)


def _fit(state: PanzerState, unit: Unit, goal: Goal, most: float, mean: float) -> float:
    """How well a unit suits a goal: the strong go where most is at stake, the weak elsewhere, commanders last."""
    of_unit = state.scenario.by_id[unit.id]
    if of_unit.role == "command":
        return 0.85
    strength: float = max(0.5, min(2.0, of_unit.value / mean)) ** 0.4
    return strength if goal.worth >= most else 1 / strength


def _aims(state: PanzerState, side: SideId) -> Iterator[Goal]:
    """What a side may want to take or hold, and the enemy himself."""
    enemy = state.scenario.enemy(side)
    for objective in state.scenario.objectives:
        at_stake = state.scenario.at_stake[objective.id]
        hexes = frozenset(objective.hexes)
        controller = state.objectives.control.get(objective.id)
        if controller == side:
            worth = 0.8 * at_stake if threatened(state, objective, enemy) else 0.1 * at_stake
            yield Goal(hexes, worth, state.scenario.turns, objective.id)
        else:
            worth = at_stake * (1.6 if controller == enemy else 1.3)
            yield Goal(hexes, worth, state.scenario.turns - objective.turns, objective.id)
    places = frozenset(u.hex for u in state.of(enemy) if u.hex is not None)
    if places:
        yield Goal(places, HUNT, state.scenario.turns)


def _ways_off(state: PanzerState, unit: Unit) -> Iterator[Goal]:
    for exit_ in state.scenario.exits:
        if exit_.side == unit.side:
            worth = exit_.vp + state.scenario.by_id[unit.id].value * exit_.share / 100
            yield Goal(frozenset(exit_.hexes), worth, state.scenario.turns, leave=True)


def threatened(state: PanzerState, objective: Objective, enemy: SideId) -> bool:
    """Whether some enemy could still reach an objective in time to capture it."""
    return _reached(state, objective, enemy, state.scenario.turns - state.turn - objective.turns + 1.2)


def to_guard(state: PanzerState, objective: Objective, enemy: SideId) -> bool:
    """Whether an objective is to be stood on before an enemy is: as long as it is threatened, or only when he could be
    there within a turn."""
    near = state.temper.guards or _reached(state, objective, enemy, 1.0)
    return near and threatened(state, objective, enemy)


def _reached(state: PanzerState, objective: Objective, enemy: SideId, turns: float) -> bool:
    goal = Goal(frozenset(objective.hexes), 0.0, 0)
    return any(
        state.card(u.id).combat_unit and away(state, u, goal) <= turns
        for u in state.units.values()
        if u.side == enemy and u.presence in (Presence.ON_MAP, Presence.WAITING)
    )


def nearest(hex_: Hex, places: Iterable[Hex]) -> Hex | None:
    """The nearest of some hexes; None if there are none."""
    return min(places, key=lambda h: (distance(hex_, h), h), default=None)
