"""The procedure of the book, step by step: type, forces, map, set-up, objectives, victory (min:23.2, min:23.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, field, frozen

from content.kit.battles import Refused
from content.panzer.battles.ground import INCHES, Field, field_of, inches_deep
from content.panzer.battles.orders_of_battle import Raised, counterattacking, late_points, raised
from content.panzer.battles.wishes import Wishes
from content.panzer.tables.battle_tables import battle_tables
from core.hexes import Hex, distance
from core.lots import Lots
from core.panzer.forces.engagements import (
    Engagement,
    arrival_points,
    arrival_turns,
    controlled_at_start,
    defender_points,
    delay_bonus,
    delay_exits,
    groups_refusal,
    objective_points,
    objective_refusal,
    ratio_refusal,
    relief_arrives,
    set_up_refusal,
    terrain_points,
    victory_lead,
)
from core.panzer.forces.ground_plan import Goal, Strip, edge_hexes, goals, off, room_refusal, strips
from core.panzer.forces.organization import ForceError, Members, Path, units, walk
from core.panzer.pieces.cards import BatteryCard, LegCard

#: GP Defense of the wire that a defender lays, and what of his works goes into Improved Positions at most, percent.
WIRE_DEFENSE: Final = 2
_POSITIONS: Final = 70


@frozen
class Works:
    """Terrain units of the defender: Improved Positions, hexes of wire, and what all of it costs (min:23.2.3d)."""

    improved: int = 0
    wire: tuple[Hex, ...] = ()
    points: int = 0


@define
class Battle:
    """A battle as far as it has come. turn: of the relief group's arrival, 0 = there is none; head_start: what that is
    worth to the defender; refused: why it cannot be played."""

    wishes: Wishes
    id: str
    attacker: Raised | None = None
    defender: Raised | None = None
    ground: Field | None = None
    zones: tuple[Strip, Strip] | None = None
    goals: tuple[Goal, ...] = ()
    works: Works = Works()
    turn: int = 0
    head_start: int = 0
    refused: list[Refused] = field(factory=list)

    @property
    def engagement(self) -> Engagement:
        """The type of scenario."""
        return self.wishes.engagement

    @property
    def forces(self) -> tuple[Raised, ...]:
        """Those that there are, the attacker's first."""
        return tuple(force for force in (self.attacker, self.defender) if force)

    @property
    def both(self) -> int:
        """Points of both forces, with the defender's works."""
        return sum(force.points for force in self.forces) + self.works.points

    @property
    def turns(self) -> int:
        """How long it lasts (min:23.2.2.1 to min:23.2.2.4)."""
        span = battle_tables().terms[self.engagement].turns
        return (span.lowest + span.highest) // 2

    @property
    def lead(self) -> int:
        """By how many points one must lead to win (min:23.2.5)."""
        return victory_lead(battle_tables(), self.both)

    @property
    def exits(self) -> tuple[int, int]:
        """Of a Delaying Action: what the defender scores, and how many combat units may exit before he does not."""
        assert self.attacker is not None
        fighting = sum(one.count for _, one in units(self.attacker.formation) if one.card.combat_unit)
        tables = battle_tables()
        return delay_bonus(tables, self.attacker.points), delay_exits(tables, fighting)

    def refuse(self, line: str, words: str) -> None:
        """Note a reason that ends in its rule in brackets."""
        if words:
            reason, _, rule = words.rpartition(" (")
            self.refused.append(Refused(line, reason or words, rule.rstrip(")") if reason else ""))


def battle(wishes: Wishes, id_: str) -> Battle:
    """The battle that is wished, as far as it can be made; what is in its way stands in `refused`."""
    made = Battle(wishes, id_)
    lots = Lots(f"battle/{wishes.seed}")
    _raise_attacker(made, lots.of("attacker"))
    _raise_defender(made, lots.of("defender"))
    made.ground, refused = field_of(wishes, made.both or wishes.points * 2, id_)
    made.refused += refused
    if made.ground and made.attacker and made.defender:
        _lay_out(made, lots.of("ground"))
    return made


# -- forces ----------------------------------------------------------------------------------------


def _raise_attacker(made: Battle, lots: Lots) -> None:
    wishes = made.wishes
    try:
        force = raised(wishes.attacker, wishes, wishes.points, lots, defends=False)
    except ForceError as error:
        made.refused.append(Refused("attacker-force", error.reason, error.rule))
        return
    made.attacker = force
    if 0 < wishes.points < force.points:
        over = force.points - wishes.points
        reason = f"{force.formation.name} costs {force.points:,} points, {over:,} over {wishes.points:,}"
        made.refused.append(Refused("points", f"{reason}: more points, or a smaller formation", "min:23.2.2"))


def _raise_defender(made: Battle, lots: Lots) -> None:
    """The defender's force, within what his part in the battle allows him (min:23.2.2)."""
    wishes, tables = made.wishes, battle_tables()
    against = made.attacker.points if made.attacker else wishes.points
    span = defender_points(tables, made.engagement, against)
    points = span.lowest + (span.highest - span.lowest) * wishes.share // 100
    digs = made.engagement is not Engagement.MEETING
    spent = points * wishes.works // 100 if digs else 0
    if wishes.works and not digs:
        reason = "nobody has terrain units in a Meeting Engagement: only a defender buys them"
        made.refused.append(Refused("works", reason, "min:23.2.3d"))
    try:
        if made.engagement is Engagement.COUNTERATTACK:
            force = counterattacking(wishes.defender, wishes, points, spent, lots)
        else:
            force = raised(wishes.defender, wishes, points - spent, lots, defends=digs)
    except ForceError as error:
        made.refused.append(Refused("defender-force", error.reason, error.rule))
        return
    made.defender = force
    made.works = _works(force, spent)
    total = force.points + made.works.points
    made.refuse(
        "defender-force" if wishes.defender.force else "share", ratio_refusal(tables, made.engagement, against, total)
    )
    if made.engagement is Engagement.COUNTERATTACK:
        relief = late_points(force, wishes.defender.grade)
        made.refuse("defender-force", groups_refusal(tables, total - relief, relief))
        _arrive(made, total, lots.of("arrival"))


def _works(force: Raised, points: int) -> Works:
    """Improved Positions for guns and vehicles, and what is left in wire; where that lies follows from the ground."""
    tables = battle_tables()
    each = terrain_points(tables, "improved-position")
    able = sum(
        one.count
        for _, one in _from_the_beginning(force)
        if one.card.armed and not isinstance(one.card, LegCard | BatteryCard)
    )
    improved = min(able, points * _POSITIONS // 100 // each)
    return Works(improved, (), points if points else 0) if points else Works()


def _arrive(made: Battle, points: int, lots: Lots) -> None:
    """The turn in which the relief group arrives, diced for by the book's table if nothing is said (min:23.2.4.4)."""
    tables = battle_tables()
    first = arrival_turns(tables)
    made.turn = made.wishes.turn or next(
        turn for turn in range(first.lowest, first.highest + 1) if relief_arrives(tables, turn, lots.between(1, 100))
    )
    made.head_start = arrival_points(tables, points, made.turn)


# -- the ground ------------------------------------------------------------------------------------


def _lay_out(made: Battle, lots: Lots) -> None:
    """Set-up areas, objectives and works; refusals where the map is too small (min:23.1.3)."""
    assert made.ground
    assert made.attacker
    assert made.defender
    tables, wishes, board = battle_tables(), made.wishes, made.ground.board
    line = "size" if wishes.made else "board"
    small = set_up_refusal(tables, made.engagement, inches_deep(board, wishes.edge))
    if small:
        made.refuse(line, small)
        return
    made.zones = strips(tables, made.engagement, board, wishes.edge, INCHES)
    for strip, force, whose in zip(made.zones, made.forces, (wishes.attacker, wishes.defender), strict=True):
        made.refuse(line, room_refusal(board, strip, _on_map(force), f"the {whose.nation} force"))
    span = objective_points(tables, made.engagement, made.both)
    wanted = (span.lowest + span.highest) // 2
    controlled = controlled_at_start(tables, made.engagement, wanted)
    made.goals = goals(board, made.engagement, wishes.edge, wishes.objectives, wanted, controlled, lots)
    if made.goals:
        total = sum(goal.points for goal in made.goals)
        made.refuse("objectives", objective_refusal(tables, made.engagement, made.both, total))
    made.works = _laid(made)


def _on_map(force: Raised) -> int:
    """Units of a force that are set up: all that stand on the map from the beginning, passengers and all."""
    return sum(one.count for _, one in _from_the_beginning(force) if not isinstance(one.card, BatteryCard))


def _from_the_beginning(force: Raised) -> Iterator[tuple[Path, Members]]:
    """The units of a force but for those that enter later."""
    late = {path for path, one in walk(force.formation) if one.name in force.late}
    for path, members in units(force.formation):
        if not any(path[: len(other)] == other for other in late):
            yield path, members


def _laid(made: Battle) -> Works:
    """The wire in front of what the defender holds, as much as is left of the points for works."""
    assert made.ground
    assert made.zones
    if not made.works.points:
        return made.works
    tables, board = battle_tables(), made.ground.board
    positions = made.works.improved * terrain_points(tables, "improved-position")
    each = terrain_points(tables, "wire", WIRE_DEFENSE)
    sections = (made.works.points - positions) // each
    held = [hex_ for goal in made.goals for hex_ in goal.place.hexes] or made.zones[1].hexes(board)[:1]
    edge, mine = made.wishes.edge, set(made.zones[1].hexes(board))
    front = min(off(board, edge, hex_) for hex_ in held)
    open_ = [h for h in sorted(mine) if board[h].terrain in ("clear", "brush", "scrub", "sand") and not board[h].routes]
    near = sorted(open_, key=lambda h: (abs(off(board, edge, h) - front + 2), min(distance(h, o) for o in held), h))
    wire = tuple(sorted(near[:sections]))
    return Works(made.works.improved, wire, positions + len(wire) * each)


def exit_hexes(made: Battle) -> list[Hex]:
    """The edge over which the attacker of a Delaying Action leaves (min:23.2.4.2)."""
    assert made.ground
    return list(edge_hexes(made.ground.board, made.wishes.edge.opposite))


def facts(made: Battle) -> Iterator[tuple[str, str]]:
    """What comes of it, each sentence with its rule (min:23.2.1)."""
    wishes = made.wishes
    if not (made.attacker and made.defender):
        return
    rules = {
        Engagement.MEETING: "min:23.2.2.1",
        Engagement.DELAYING: "min:23.2.2.2",
        Engagement.DEFENSIVE: "min:23.2.2.3",
        Engagement.COUNTERATTACK: "min:23.2.2.4",
    }
    percent = (made.defender.points + made.works.points) * 100 // made.attacker.points
    yield (
        f"{made.engagement.value}, {made.turns} turns: {made.attacker.points:,} points against "
        f"{made.defender.points + made.works.points:,}, {percent} %",
        rules[made.engagement],
    )
    if made.works.points:
        wire = f" and {len(made.works.wire)} hexes of wire" if made.works.wire else ""
        yield f"{made.works.improved} Improved Positions{wire} for {made.works.points} points", "min:23.2.3d"
    if made.turn:
        yield f"The relief group arrives in turn {made.turn}: {made.head_start:+d} points", "min:23.2.4.4"
    if made.engagement is Engagement.DELAYING:
        bonus, most = made.exits
        yield (
            f"Combat units that leave over the {wishes.edge.opposite.value} edge score their value; "
            f"{bonus} points for the defender if {most} or fewer do",
            "min:23.2.4.2",
        )
    if made.goals:
        listed = ", ".join(f"{goal.place.name} {goal.points}" for goal in made.goals)
        yield f"Objectives: {listed}", "min:23.2.4"
    yield f"A lead of {made.lead} points wins", "min:23.2.5"
