"""The scenario file of a battle: Situation, Opposing Forces, Setup, Victory, Special Conditions, Map (min:23.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from content.kit.goals import EnterLine, ExitLine, LevelLine, ObjectiveLine, ZoneLine
from content.panzer.battles.battle import PLANNED_FROM, Battle, exit_hexes, sides
from content.panzer.battles.orders_of_battle import Raised, late_names
from content.panzer.battles.units import Deployment, formation_lines
from content.panzer.battles.wishes import GROUNDS, LIGHTS, WEATHERS, RulesPlayed, SideWish, Wishes
from content.panzer.scenarios.counters import CounterLine
from content.panzer.scenarios.scenario_file import BarrierLine, ConditionsLine, ScenarioFile, SideLine, VictoryLine
from core.hexes import DIRECTION_NAMES
from core.panzer.forces.engagements import Engagement
from core.panzer.forces.ground_plan import Edge, edge_hexes, ids
from core.panzer.pieces.course import Start
from core.panzer.pieces.scenario import SetUp
from core.panzer.pieces.switches import Switch

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ATTITUDE: Final = {
    Engagement.MEETING: "Both want the same ground, and neither holds it yet.",
    Engagement.DELAYING: "One side means to get through; the other has to buy time.",
    Engagement.DEFENSIVE: "One side holds ground that the other has been told to take.",
    Engagement.COUNTERATTACK: "A small group holds on until those come who are to relieve it.",
}


def scenario_file(made: Battle) -> ScenarioFile:
    """What the file of a battle states; it must have forces, a map and set-up areas."""
    wishes = made.wishes
    assert made.ground
    assert made.zones
    assert made.attacker
    assert made.defender
    basic = wishes.rules is RulesPlayed.BASIC
    sides = (
        _side(made, wishes.attacker, made.attacker, "attacker"),
        _side(made, wishes.defender, made.defender, "defender"),
    )
    meeting = made.engagement is Engagement.MEETING
    return ScenarioFile(
        id=made.id,
        title=title(made),
        place=wishes.theatre.place,
        date=wishes.date,
        turns=made.turns,
        victory=VictoryLine(
            (LevelLine(made.lead, "Victory"),),
            text=f"A lead of at least {made.lead} victory points wins; otherwise the game is a draw.",
            rule="min:23.1.4",
            # Of the full game; the Basic one asks for the elimination of all (min:10.4.1).
            immobilized=not basic,
        ),
        # Who defends sets up first (min:23.3.4, min:23.3.5); where nobody does it is diced for (min:23.3.a).
        side=sides if meeting else sides[::-1],
        set_up=(SetUp.ROLL_LOW_FIRST if meeting else SetUp.IN_ORDER).value,
        board=made.ground.name,
        boards=made.ground.rows,
        overlays=wishes.overlays,
        edition=wishes.edition.id,
        layers=("basic",) if basic else ("advanced",),
        modules=() if basic else tuple(_modules(made)),
        situation=" ".join(_situation(made)),
        special=tuple(_special(made)),
        notes=tuple(_notes(made)),
        zone=tuple(_zones(made)),
        objective=tuple(_objectives(made)),
        exit=tuple(_exits(made)),
        barrier=tuple(_barriers(made)),
        counter=(CounterLine("wire", ids(made.works.wire), gp_defense=2),) if made.works.wire else (),
        minefield=(made.works.mined.line(side_id(wishes.defender)),) if made.works.mined else (),
        desert_buildings=wishes.theatre.desert_buildings,
        conditions=ConditionsLine(visibility=LIGHTS[wishes.light]) if LIGHTS[wishes.light] else ConditionsLine(),
    )


def _conditions_played(wishes: Wishes) -> Iterator[str]:
    """The switches of the weather and the time of day (na:6.1.4.3, or:7.36)."""
    if WEATHERS[wishes.weather]:
        yield WEATHERS[wishes.weather]
    if LIGHTS[wishes.light]:
        yield Switch.LIMITED_VISIBILITY.value
    yield from (switch.value for switch in GROUNDS[wishes.ground])


def _modules(made: Battle) -> Iterator[str]:
    """The modules of the Advanced Game, and the Optional Rules for which something was bought (min:23.1.5)."""
    yield "advanced"
    yield from _conditions_played(made.wishes)
    if made.works.mined:
        yield Switch.MINES.value
    if made.wishes.morale:
        yield Switch.MORALE.value


def title(made: Battle) -> str:
    """As it is wished, else the type and the first of the places that it is about."""
    if made.wishes.title:
        return made.wishes.title
    board = made.ground.board if made.ground else None
    place = (
        next((goal.place.name for goal in made.goals), "") or next((p.name for p in board.places if board), "")
        if board
        else ""
    )
    return f"{made.engagement.value} at {place}" if place else made.engagement.value


def side_id(wish: SideWish) -> str:
    """The id of the side of a nation."""
    return wish.nation.lower()


def _edge(made: Battle, who: str) -> Edge:
    return made.wishes.edge if who == "attacker" else made.wishes.edge.opposite


def _side(made: Battle, wish: SideWish, force: Raised, who: str) -> SideLine:
    assert made.ground
    defends = who == "defender" and made.engagement is not Engagement.MEETING
    advanced = made.wishes.rules is RulesPlayed.ADVANCED
    turn = made.turn if who == "defender" and made.turn else wish.reserve[1]
    enter = EnterLine(turn, ids(edge_hexes(made.ground.board, _edge(made, who)))) if force.late else None
    deployment = Deployment(
        prefix=side_id(wish)[0],
        prepared=defends and advanced,
        improved=made.works.improved if defends and advanced else 0,
        riding=advanced,
        late=dict.fromkeys(force.late, enter) if enter else {},
    )
    return SideLine(
        id=side_id(wish),
        name=wish.nation,
        nation=wish.nation,
        tone=side_id(wish),
        force=f"{force.formation.title}, {force.points:,} points",
        zones=(who,),
        grade=wish.grade.value,
        registered_points=wish.registered,
        planned_missions=wish.missions,
        planned_from=PLANNED_FROM if wish.missions else 1,
        head_start=made.head_start if who == "defender" else 0,
        positions={Start.IMPROVED.value: deployment.improved} if deployment.improved else {},
        formation=formation_lines(force.formation, deployment),
    )


def _zones(made: Battle) -> Iterator[ZoneLine]:
    assert made.ground
    assert made.zones
    for who, strip in zip(("attacker", "defender"), made.zones, strict=True):
        rows, columns = strip.lines(made.ground.board)
        facing = DIRECTION_NAMES[_edge(made, who).inward]
        yield ZoneLine(who, f"{strip.edge.value.capitalize()} of the map", rows=rows, columns=columns, facing=facing)


def _objectives(made: Battle) -> Iterator[ObjectiveLine]:
    holder = side_id(made.wishes.defender)
    for goal in made.goals:
        hexes = ids(goal.place.hexes)
        yield ObjectiveLine(goal.place.id, goal.place.name, goal.points, hexes, controller=holder if goal.held else "")


def _exits(made: Battle) -> Iterator[ExitLine]:
    if made.engagement is Engagement.DELAYING:
        edge = made.wishes.edge.opposite.value
        side = side_id(made.wishes.attacker)
        yield ExitLine("through", f"The {edge} edge", side, ids(exit_hexes(made)), share=100, combat_only=True)


def _barriers(made: Battle) -> Iterator[BarrierLine]:
    if made.engagement is Engagement.DELAYING:
        bonus, most = made.exits
        yield BarrierLine("delayed", "The advance delayed", "through", most, bonus)


# -- in words --------------------------------------------------------------------------------------


def _situation(made: Battle) -> Iterator[str]:
    wishes = made.wishes
    year, _, rest = wishes.date.partition("-")
    month = f"{_MONTHS[int(rest[:2]) - 1]} {year}" if rest else year
    yield f"{wishes.theatre.place}, {month}: {wishes.attacker.nation} against {wishes.defender.nation}."
    yield _ATTITUDE[made.engagement]


def _special(made: Battle) -> Iterator[str]:
    assert made.ground
    assert made.zones
    wishes = made.wishes
    attacker, defender = made.zones
    if made.engagement is Engagement.MEETING:
        deep = attacker.last
        yield f"Both sides set up within {deep} hexes of their edges, {attacker.edge.value} and {defender.edge.value}."
    else:
        left = defender.last
        yield f"The {wishes.defender.nation} side sets up first, within {left} hexes of the {defender.edge.value} edge."
        ahead = attacker.last
        yield f"The {wishes.attacker.nation} side sets up within {ahead} hexes of the {attacker.edge.value} edge."
    if made.engagement is not Engagement.MEETING and wishes.rules is RulesPlayed.ADVANCED:
        yield (
            f"{wishes.defender.nation} leg and towed units begin inside, where they are set up in a Building hex, "
            "in a Hasty Entrenchment elsewhere; they may begin in Heavy Woods."
        )
    if made.works.improved:
        yield (
            f"{made.works.improved} {wishes.defender.nation} units begin in an Improved Position of their own: "
            "those that are picked for it, then by themselves guns and vehicles that fight."
        )
    if made.works.mined:
        where = f"{made.works.mined.hexes} hexes, where it sets up"
        yield f"The {wishes.defender.nation} side lays a {made.works.mined.name} in secret: {where}."
    if wishes.morale:
        yield "The Optional Rule on Morale is played: each formation has a Cohesion Point, and its units are worth it."
    for wish in sides(wishes):
        if wish.missions:
            yield f"The {wish.nation} side may fire {wish.missions} planned missions, from turn {PLANNED_FROM} on."
        if wish.registered:
            yield f"The {wish.nation} side plots {wish.registered} Pre-Registered Points."
    for wish, force, who in zip(
        (wishes.attacker, wishes.defender), made.forces, ("attacker", "defender"), strict=False
    ):
        if force.late:
            turn = made.turn if who == "defender" and made.turn else wish.reserve[1]
            names = ", ".join(late_names(force))
            yield f"{wish.nation} from turn {turn} over the {_edge(made, who).value} edge: {names}."
    if made.head_start:
        yield f"The {wishes.defender.nation} side begins with {made.head_start:+d} points for that turn."


def _notes(made: Battle) -> Iterator[str]:
    for wish, force in zip((made.wishes.attacker, made.wishes.defender), made.forces, strict=False):
        late = [str(one) for one in dict.fromkeys((*force.missing, *force.issued))]
        if late:
            yield f"Not to be had yet by the {wish.nation} side: {'; '.join(late)}."
