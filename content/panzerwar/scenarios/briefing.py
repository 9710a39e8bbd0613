"""What the players of an engagement read before it begins, as a neutral card (pw:3.3, pw:4.0.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from core.event import UnitId
from core.hexes import Hex, in_hexes
from core.panzerwar.infantry import teams
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import (
    Counted,
    Engagement,
    Force,
    Goal,
    GoalKind,
    Posting,
    Reserve,
    Spell,
    Stance,
)
from core.panzerwar.pieces.mines import IN_WORDS
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation, Radio, Tactical
from core.panzerwar.pieces.switches import ROWS, Switch
from core.presentation import Card, Row, Section

#: Real time that a turn stands for (pw:1.0b).
SECONDS: Final = 75
_SOURCES: Final = {
    "judged": "designed for this program in the manner of the period; the book prints no scenarios",
    "printed": "as the book prints it",
}
_STANCES: Final = {Stance.ATTACK: "attacks", Stance.DEFENCE: "defends", Stance.MEETING: "meets the enemy"}
_RANGES: Final = {Radio.FM: "FM, 800", Radio.AM: "AM, 600", Radio.NONE: "none"}
_LEAVING: Final = {
    Counted.ALL: "each element",
    Counted.TANKS: "each tank",
    Counted.TANKS_AND_LOADED: "each tank, and each half-track with infantry aboard",
}
_LEVELS: Final = (
    "To the points of goals come those of enemy elements that are destroyed, bailed out, surrendered or gone in rout. "
    "A lead under 10 % of the larger total is a draw, under 30 % a marginal victory, more a decisive one."
)
_WINDS: Final = ("", "N", "NE", "E", "SE", "S", "SW", "W", "NW")
_STRONG, _CALM = 9, 10


def briefing(engagement: Engagement) -> Card:
    """Situation, the plan and the order of battle of each side, set-up, goals, weather, rules, notes, provenance."""
    sections = (
        Section("Situation", (Row("", engagement.situation),)),
        *(_plan(engagement, force) for force in engagement.sides),
        *(order_of_battle(engagement, force) for force in engagement.sides),
        Section("Set-up", tuple(_set_up(engagement))),
        Section("Victory", tuple(_victory(engagement))),
        Section("Conditions", tuple(_conditions(engagement))),
        Section("Rules in use", tuple(_rules(engagement))),
        Section("Special rules", tuple(Row("•", text) for text in engagement.special)),
        Section("Notes", tuple(_notes(engagement))),
    )
    facts = (engagement.place, engagement.date, _time(engagement.turns), *engagement.layers[1:])
    return Card(title=engagement.title, subtitle=" · ".join(facts), sections=sections)


def _time(turns: int) -> str:
    """How long a game is, in turns and in minutes of action (pw:1.0b)."""
    minutes = turns * SECONDS / 60
    return f"{turns} turns, {minutes:g} minutes"


def _plan(engagement: Engagement, force: Force) -> Section:
    """The general order of a side and how it is commanded."""
    changes = "may be changed during the game" if force.changes else "may not be changed"
    whom = "platoons" if force.doctrine is Doctrine.ART else "companies"
    rows = [
        Row("General order", f"{force.general_order} It {changes}.", "pw:4.0.1"),
        Row("Doctrine", f"{force.doctrine.value}: tactical orders go to {whom}", "pw:4.0.5"),
        Row("Troops", f"{force.grade.value}, {_STANCES[force.stance]}", "pw:12.9"),
        Row("Radio", _RANGES[force.radio], "pw:5.0.1"),
    ]
    if force.first_orders:
        allowed = ", ".join(order.value for order in Tactical if order in force.first_orders)
        rows.append(Row("First turn", f"orders: {allowed}", "pw:4.0.1"))
    if any(o.side == force.id and o.echelon is Echelon.BATTERY for o in engagement.organisations):
        points = f"{force.references} reference points"
        planned = f", {force.planned} fire planned before turn 1" if force.planned else ""
        rows.append(Row("Artillery", f"{points}{planned}", "pw:10.8"))
        if Switch.ALLOCATION.value in engagement.switches:
            rows.append(Row("Supply", f"a target needs a rating of {force.supply} or more", "pw:10.9"))
    if force.short_of_fuel:
        rows.append(Row("Fuel", "short: no bonus or burst movement", "pw:6.5"))
    return Section(f"{force.name}: {force.force}", tuple(rows))


# -- forces ----------------------------------------------------------------------------------------


def order_of_battle(engagement: Engagement, force: Force) -> Section:
    """The units of a side with their elements, what they are worth, and what rides on what (pw:4.0a)."""
    rows: list[Row] = []
    mine = [e for e in engagement.elements if e.side == force.id]
    for unit in (o for o in engagement.organisations if o.side == force.id):
        rows.append(Row(unit.name, _unit(engagement, unit), tone="strong"))
        rows += _lines(engagement, [engagement.by_id[id_] for id_ in unit.members])
    total = sum(engagement.cards[e.card].points for e in mine)
    return Section(f"Order of battle: {force.name} ({len(mine)} elements, {total} points)", tuple(rows))


def _unit(engagement: Engagement, unit: Organisation) -> str:
    words = [unit.echelon.value]
    if unit.off_board is not None:
        words.append(f"off the table, {unit.off_board:g} from its edge")
    if unit.echelon is Echelon.BATTERY and unit.dedicated:
        words.append("in direct support")
    if unit.parent is not None:
        words.append(f"of {next(o.name for o in engagement.organisations if o.id == unit.parent)}")
    if unit.team_of is not None:
        above = next(o.name for o in engagement.organisations if o.id == unit.team_of)
        words.append(f"team of {above}, up to {teams.APART} from it")
    return ", ".join(words)


def _lines(engagement: Engagement, members: Sequence[Element]) -> Iterator[Row]:
    """One line for all elements alike: how many, what, its points, what it rides on."""
    groups: dict[tuple[str, ...], list[Element]] = {}
    for element in members:
        carrier = engagement.by_id[element.aboard].card if element.aboard is not None else ""
        key = (element.card, element.weapon, element.role, str(element.command), carrier)
        groups.setdefault(key, []).append(element)
    for found in groups.values():
        yield Row(f"  {len(found)} x {kind_name(engagement, found[0])}", _told(engagement, found))


def kind_name(engagement: Engagement, element: Element) -> str:
    """What an element is by its card, with its weapon or role."""
    name = engagement.cards[element.card].name
    about = element.weapon or ("" if element.kind is Kind.VEHICLE else element.role)
    return f"{name} ({about})" if about and about.lower() not in name.lower() else name


def _told(engagement: Engagement, found: Sequence[Element]) -> str:
    first, words = found[0], []
    points = engagement.cards[first.card].points
    words.append(f"{points} points" if len(found) == 1 else f"{points} points each")
    if first.command:
        words.append("command element")
    carriers: list[UnitId] = [e.aboard for e in found if e.aboard is not None]
    if carriers:
        where = "on" if first.outside else "in"
        words.append(f"{where} {', '.join(engagement.by_id[id_].name for id_ in carriers)}")
    return ", ".join(words)


# -- set-up ----------------------------------------------------------------------------------------


def _set_up(engagement: Engagement) -> Iterator[Row]:
    board = engagement.board
    size = f"{board.columns} x {board.rows} hexes of 25 GSU (50 m); north is up"
    yield Row("Board", f"{board.name}, {size}", "pw:1.0")
    for unit in engagement.organisations:
        post = engagement.posted.get(unit.id)
        if post is not None:
            yield Row(f"{engagement.side(unit.side).name}, {unit.name}", _posted(engagement, post), "pw:3.3")
        elif unit.off_board is None:
            yield Row(f"{engagement.side(unit.side).name}, {unit.name}", "comes with what carries it", "pw:6.9.1")
    for field in engagement.minefields:
        text = f"{in_hexes(field.size)} of class {field.grade}, {IN_WORDS[field.kind]}, {_where(field.hexes)}"
        yield Row(f"{engagement.side(field.side).name}, minefield", text, "pw:15.1")


def _posted(engagement: Engagement, post: Posting) -> str:
    if post.turn:
        return f"enters from turn {post.turn} on, {_where(post.hexes)}"
    words = [f"sets up {_where(post.hexes)}"]
    if post.hidden:
        words.append("hidden")
    for number, what in ((post.foxholes, "foxholes"), (post.trenches, "trenches")):
        if number:
            words.append(f"{what} for {number}")
    if post.reserve is not None:
        words.append(f"or is held back and enters {_when(post.reserve)}, {_where(post.reserve.hexes)}")
    return ", ".join(words)


def _when(reserve: Reserve) -> str:
    return f"on turn D{reserve.die} + {reserve.turn}" if reserve.die else f"from turn {reserve.turn} on"


def _where(hexes: Iterable[Hex]) -> str:
    """An area by its corners: the hexes in the north-west and in the south-east."""
    found = sorted(hexes)
    west, east = min(h.col for h in found), max(h.col for h in found)
    north, south = min(h.row for h in found), max(h.row for h in found)
    return f"{Hex(west, north)} to {Hex(east, south)}"


# -- victory, conditions, notes --------------------------------------------------------------------


def _victory(engagement: Engagement) -> Iterator[Row]:
    for goal in engagement.goals:
        yield Row(goal.name, _goal(engagement, goal), "pw:3.3")
    yield Row("", _LEVELS, "pw:3.3")


def _goal(engagement: Engagement, goal: Goal) -> str:
    if goal.kind is GoalKind.EXIT and goal.side is not None:
        limit = f", {goal.limit} at most" if goal.limit else ""
        who = engagement.side(goal.side).name
        return f"{goal.points} points to {who} for {_LEAVING[goal.counted]} that leaves by it{limit}"
    whom = "who alone holds it at the end" if goal.kind is GoalKind.HOLD else "who held it alone last"
    return f"{goal.points} points, {whom}, within {goal.radius:g}; broken and stunned elements hold nothing"


def _conditions(engagement: Engagement) -> Iterator[Row]:
    for spell in engagement.spells or ():
        yield Row(f"Turns {spell.first} to {min(spell.last, engagement.turns)}", _spell(spell), "pw:7.15.1")
    if not engagement.spells:
        yield Row("Weather", "clear", "pw:7.15")
    yield Row("Wind", _wind(engagement.wind), "pw:11.6")
    if engagement.moonlight is not None:
        yield Row("Night", f"{engagement.moonlight} % of full moonlight", "pw:7.8.1")
    if engagement.ground:
        yield Row("Ground", engagement.ground, "pw:11.11")
    yield Row("Initiative", f"column {engagement.column} of the table", "pw:4.11")
    if engagement.limited:
        yield Row("Ammunition", "limited", "pw:8.11.5")


def _spell(spell: Spell) -> str:
    light = "light " if spell.light else ""
    chance = f" on a D6 of {spell.chance} or more" if spell.chance else ""
    return f"{light}{spell.weather.value}{chance}"


def _wind(wind: int) -> str:
    if not wind:
        return "rolled with a D10 at the start"
    if wind == _STRONG:
        return "strong"
    return "calm" if wind == _CALM else f"smoke drifts {_WINDS[wind]}"


def _rules(engagement: Engagement) -> Iterator[Row]:
    yield Row("Basic rules", "all")
    for switch, row in ROWS.items():
        if switch.value in engagement.switches:
            yield Row(row.title, row.about, row.rule)


def _notes(engagement: Engagement) -> Iterator[Row]:
    for note in engagement.notes:
        yield Row("•", note)
    yield Row("Source", _SOURCES.get(engagement.source, engagement.source))
