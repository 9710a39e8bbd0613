"""The procedure of the book, step by step: type, forces, map, set-up, objectives, victory (min:23.2, min:23.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, evolve, field, frozen

from content.kit.battles import Refused
from content.panzer.battles.cohesion import rule_of
from content.panzer.battles.ground import Field, field_of, inches_deep
from content.panzer.battles.mines import KINDS, Mined, bought, mined, sections
from content.panzer.battles.orders_of_battle import Raised, counterattacking, late_points, raised
from content.panzer.battles.wishes import RulesPlayed, SideWish, Wishes
from content.panzer.tables.battle_tables import battle_tables
from core.hexes import Hex, distance, in_hexes
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
from core.panzer.forces.ground_plan import Goal, Sought, Strip, edge_hexes, goals, off, room_refusal, strips
from core.panzer.forces.organization import ForceError, Members, Path, units
from core.panzer.pieces.cards import BatteryCard, LegCard
from core.panzer.pieces.edition import MINIATURES

#: GP Defense of the wire that a defender lays, and what of his works goes into Improved Positions at most, percent.
WIRE_DEFENSE: Final = 2
_POSITIONS: Final = 70
#: The first turn in which planned fire may arrive, as in the printed scenarios (min:23.3.c).
PLANNED_FROM: Final = 2
#: Inches that the wire lies before what it is to protect.
_AHEAD: Final = 4


@frozen
class Works:
    """Terrain units of the defender: Improved Positions, hexes of wire, a minefield (min:23.2.3d).

    built: what positions and wire cost.
    """

    improved: int = 0
    wire: tuple[Hex, ...] = ()
    built: int = 0
    mined: Mined | None = None

    @property
    def points(self) -> int:
        """What all of it costs."""
        return self.built + (self.mined.points if self.mined else 0)


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
    _prove_plots(made)
    if wishes.morale and wishes.rules is RulesPlayed.BASIC:
        rule = "min:20.1" if wishes.edition is MINIATURES else "or:7.1"
        made.refused.append(Refused("morale", "the Basic Game has no Morale; play the Advanced Game", rule))
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
    field_ = _mined(made, points) if wishes.mines else None
    mines = field_.points if field_ else 0
    if wishes.defender.reserve[1] and made.engagement is Engagement.COUNTERATTACK:
        reason = "in a Counterattack the relief group is what comes later of the defender; no reserve beside it"
        made.refused.append(Refused("defender-reserve", reason, "min:23.2.2.4"))
    try:
        if made.engagement is Engagement.COUNTERATTACK:
            force = counterattacking(wishes.defender, wishes, points, spent + mines, lots)
        else:
            force = raised(wishes.defender, wishes, points - spent - mines, lots, defends=digs)
    except ForceError as error:
        made.refused.append(Refused("defender-force", error.reason, error.rule))
        return
    made.defender = force
    made.works = evolve(_works(force, spent), mined=field_)
    total = force.points + made.works.points
    made.refuse(
        "defender-force" if wishes.defender.force else "share", ratio_refusal(tables, made.engagement, against, total)
    )
    if made.engagement is Engagement.COUNTERATTACK:
        relief = late_points(force, wishes.defender.grade)
        made.refuse("defender-force", groups_refusal(tables, total - relief, relief))
        _arrive(made, total, lots.of("arrival"))


def _mined(made: Battle, points: int) -> Mined | None:
    """The minefield of a defender with so many points; None, with the reason in `refused`, if he may have none."""
    wishes = made.wishes
    if made.engagement is Engagement.MEETING:
        reason = "nobody has mines in a Meeting Engagement: only a defender buys them"
        made.refused.append(Refused("mines", reason, "min:23.2.3d"))
        return None
    if wishes.rules is RulesPlayed.BASIC:
        made.refused.append(Refused("mines", "the Basic Game has no mines; play the Advanced Game", mines_rule(wishes)))
        return None
    part = points * wishes.mines // 100
    laid = mined(battle_tables(), part, wishes.mine_kind, wishes.mine_types, wishes.inches)
    if laid.hexes:
        return laid
    least = sections(1, wishes.inches) * terrain_points(battle_tables(), KINDS[wishes.mine_kind])
    reason = f"{part} points buy no hex of {wishes.mine_kind} mines, which costs {least}; more points or percent"
    made.refused.append(Refused("mines", reason, "min:23.2.3d"))
    return None


def mines_rule(wishes: Wishes) -> str:
    """Which rule of the edition has mines."""
    return "min:20.6" if wishes.edition is MINIATURES else "or:7.31"


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


def _prove_plots(made: Battle) -> None:
    """Whether the sides have batteries for what they plot: it costs nothing, but takes one off the map (min:23.1.5)."""
    new, basic = made.wishes.edition is MINIATURES, made.wishes.rules is RulesPlayed.BASIC
    missions = "min:16.5.1.14.1" if new else "na:6.5.1.11.1"
    registered = "min:16.5.1.7" if new else "na:6.5.1.4"
    raised_ = (made.attacker, made.defender)
    for who, wish, force in zip(("attacker", "defender"), sides(made.wishes), raised_, strict=True):
        if force is None:
            continue
        for what, number, rule in (("missions", wish.missions, missions), ("registered", wish.registered, registered)):
            able = any(isinstance(one.card, BatteryCard) for _, one in units(force.formation))
            if number and (basic or not able):
                lacks = "has none in the Basic Game" if basic else "has no battery off the map to fire"
                words = "Pre-Registered Points" if what == "registered" else "planned missions"
                reason = f"{wish.nation} {words}: the force {lacks}; none, or another force"
                made.refused.append(Refused(f"{who}-{what}", reason, rule))


def sides(wishes: Wishes) -> tuple[SideWish, SideWish]:
    """What is wished of the attacker and of the defender."""
    return wishes.attacker, wishes.defender


def _plotted(wishes: Wishes) -> Iterator[tuple[str, str]]:
    """What the sides plot before the game; the book gives it without points (min:23.1.5)."""
    for wish in sides(wishes):
        told = [f"{wish.missions} planned missions from turn {PLANNED_FROM} on"] if wish.missions else []
        told += [f"{wish.registered} Pre-Registered Points"] if wish.registered else []
        if told:
            yield f"{wish.nation}: {' and '.join(told)}, without points", "min:23.1.5"


# -- the ground ------------------------------------------------------------------------------------


def _lay_out(made: Battle, lots: Lots) -> None:
    """Set-up areas, objectives and works; refusals where the map is too small (min:23.1.3)."""
    assert made.ground
    assert made.attacker
    assert made.defender
    tables, wishes, board = battle_tables(), made.wishes, made.ground.board
    line = "size" if wishes.made else "board"
    small = set_up_refusal(tables, made.engagement, inches_deep(wishes, board))
    if small:
        made.refuse(line, small)
        return
    made.zones = strips(tables, made.engagement, board, wishes.edge, wishes.inches)
    for strip, force, whose in zip(made.zones, made.forces, (wishes.attacker, wishes.defender), strict=True):
        made.refuse(line, room_refusal(board, strip, _on_map(force), f"the {whose.nation} force"))
    span = objective_points(tables, made.engagement, made.both)
    wanted = (span.lowest + span.highest) // 2
    controlled = controlled_at_start(tables, made.engagement, wanted)
    sought = Sought(made.engagement, wishes.edge, wishes.objectives, wanted, controlled, wishes.inches)
    made.goals = goals(board, sought, lots)
    if made.goals:
        total = sum(goal.points for goal in made.goals)
        made.refuse("objectives", objective_refusal(tables, made.engagement, made.both, total))
    made.works = _laid(made)
    if made.turn:
        # Of what the defender has in the end: of the wire that was meant some may have found no place.
        made.head_start = arrival_points(tables, made.defender.points + made.works.points, made.turn)


def _on_map(force: Raised) -> int:
    """Units of a force that are set up: all that stand on the map from the beginning, passengers and all."""
    return sum(one.count for _, one in _from_the_beginning(force) if not isinstance(one.card, BatteryCard))


def _from_the_beginning(force: Raised) -> Iterator[tuple[Path, Members]]:
    """The units of a force but for those that enter later."""
    for path, members in units(force.formation):
        if not any(path[: len(other)] == other for other in force.late):
            yield path, members


def _laid(made: Battle) -> Works:
    """The wire in front of what the defender holds, as much as is left of the points for works."""
    assert made.ground
    assert made.zones
    if not made.works.built:
        return made.works
    tables, board = battle_tables(), made.ground.board
    positions = made.works.improved * terrain_points(tables, "improved-position")
    each = terrain_points(tables, "wire", WIRE_DEFENSE)
    length = bought(made.works.built - positions, each, made.wishes.inches)
    held = [hex_ for goal in made.goals for hex_ in goal.place.hexes] or made.zones[1].hexes(board)[:1]
    edge, mine = made.wishes.edge, set(made.zones[1].hexes(board))
    front, ahead = min(off(board, edge, hex_) for hex_ in held), _AHEAD // made.wishes.inches
    open_ = [h for h in sorted(mine) if board[h].terrain in ("clear", "brush", "scrub", "sand") and not board[h].routes]
    near = sorted(open_, key=lambda h: (abs(off(board, edge, h) - front + ahead), min(distance(h, o) for o in held), h))
    wire = tuple(sorted(near[:length]))
    return evolve(made.works, wire=wire, built=positions + sections(len(wire), made.wishes.inches) * each)


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
    if made.works.built:
        wire = f" and {in_hexes(len(made.works.wire))} of wire" if made.works.wire else ""
        yield f"{made.works.improved} Improved Positions{wire} for {made.works.built} points", "min:23.2.3d"
    if made.works.mined:
        field_ = made.works.mined
        yield f"A {field_.name} of {in_hexes(field_.hexes)}, laid in secret, for {field_.points} points", "min:23.2.3d"
    yield from _plotted(wishes)
    if wishes.morale:
        yield "Morale: a Cohesion Point is rolled for each formation, by nation, year and grade", rule_of(wishes)
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
