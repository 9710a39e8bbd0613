"""Battles of one's own: the lines of the form, what comes of them, the files that they become (min:23.2)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Final

from content.kit.battles import NOT_YET, Force, Line, Plan, Refused, free_id
from content.kit.load import ContentError, near
from content.panzer.battles.ad_hoc import ABOUT
from content.panzer.battles.battle import Battle, battle, facts
from content.panzer.battles.battle_file import scenario_file, side_id, title
from content.panzer.battles.ground import FINE, boards_offered
from content.panzer.battles.mines import KINDS, TYPES
from content.panzer.battles.orders_of_battle import Raised, forces_of, option_lines, unit_lists
from content.panzer.battles.scenario_text import scenario_text
from content.panzer.battles.wishes import (
    AS_IT_COSTS,
    ATTITUDES,
    BY_POINTS,
    FIRST,
    LIGHTS,
    METRES_OF_AN_INCH,
    MINES,
    MISSIONS,
    POINTS,
    REGISTERED,
    RESERVES,
    WORKS,
    Reader,
    RulesPlayed,
    SideWish,
    Wishes,
    suggested,
    weathers,
)
from content.panzer.recipes.recipes import theatre, theatre_ids
from content.panzer.scenarios.scenarios import make_scenario
from content.panzer.tables.tables import terrain_looks
from content.panzer.toe.toes import toe, toe_ids
from core.hexes import COLUMNS
from core.panzer.forces.ground_plan import Edge
from core.panzer.forces.organization import units
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.edition import EDITIONS, HEX, MINIATURES, Edition
from core.presentation import Card, Row, Section, SideLook

_FIELD, _GAME = "Field", "Game"
_PERCENT: Final = {one: "none" if one == "none" else f"{one.replace('@', ' % in turn ')}" for one in RESERVES}
_GROUNDS: Final = {"dry": "dry", "mud": "mud", "snow": "snow", "frost": "snow, streams frozen"}
#: Sizes of a map that are offered, in inches of the table.
_SIZES: Final = ((48, 36), (60, 48), (72, 48), (96, 60), (120, 72))
_WEATHERS: Final = {"fair": "fair", "dust": "dust behind vehicles", "heat": "heat haze"}


def build(given: Mapping[str, str]) -> Plan:
    """The battle that these lines make, and why it cannot be played if it cannot. Lines not given are as suggested.

    "id" names the scenario; without it the name follows from the lines.
    """
    filled = suggested({line: value for line, value in given.items() if line not in ("id", "toe")})
    reader = Reader(filled)
    for force in filter(None, given.get("toe", "").split(",")):
        _take_toe(force.strip(), filled, reader)
    known = {*FIRST, "date", "attacker", "defender"}
    for line in filled:
        if line not in known and "-pick:" not in line:
            reader.refuse(line, f"there is no line {line!r}; {near(line, known) or ', '.join(sorted(known))}")
    try:
        wishes = reader.wishes()
        if wishes is None:
            return Plan(lines=tuple(_lines(filled, None)), refused=tuple(reader.refused))
        made = battle(wishes, given.get("id", "") or free_id(_id(wishes), "panzer"))
    except ContentError as error:
        return Plan(lines=tuple(_lines(filled, None)), refused=(Refused("attacker-force", error.line),))
    return _plan(made, filled)


def _take_toe(force: str, filled: dict[str, str], reader: Reader) -> None:
    """Give a formation of a TO&E to the side whose nation it is."""
    id_ = force.partition("/")[0].removesuffix(BY_POINTS)
    if id_ not in toe_ids():
        reader.refuse("attacker-force", f"there is no TO&E {id_!r}; there is {', '.join(toe_ids())}", "min:21.0")
        return
    nation = toe(id_).nation
    who = next((who for who in ("attacker", "defender") if filled[who] == nation), "")
    if who:
        filled[f"{who}-force"] = force
        if who == "attacker" and not force.endswith(BY_POINTS) and filled["points"] == FIRST["points"]:
            filled["points"] = AS_IT_COSTS
    else:
        reader.refuse("attacker-force", f"{id_} is {nation}, which is neither side's nation", "min:21.0")


def _plan(made: Battle, filled: Mapping[str, str]) -> Plan:
    wishes = made.wishes
    files: dict[tuple[str, str], str] = {}
    if made.zones and not made.refused:
        assert made.ground
        data = scenario_file(made)
        try:
            make_scenario(data, f"scenarios/{made.id}.toml", made.ground.board)
            files["scenarios", made.id] = f"{_heading(filled)}\n{scenario_text(data)}"
            if made.ground.text:
                files["boards", made.id] = made.ground.text
        except ContentError as error:
            made.refused.append(Refused("board", error.line))
    board = made.ground.board if made.ground else None
    wanted = (wishes.attacker, wishes.defender)
    zones = made.zones or ()
    return Plan(
        lines=tuple(_lines(filled, wishes)),
        forces=tuple(_force(wish, force) for wish, force in zip(wanted, made.forces, strict=True))
        if len(made.forces) == len(wanted)
        else (),
        refused=tuple(made.refused),
        id=made.id,
        title=title(made),
        facts=tuple(facts(made)),
        board=board,
        looks=terrain_looks(),
        zones={
            side_id(wish): frozenset(strip.hexes(board)) for wish, strip in zip(wanted, zones, strict=False) if board
        },
        goals=tuple((goal.place.hexes[0], f"{goal.place.name} {goal.points}") for goal in made.goals),
        files=files,
    )


def _id(wishes: Wishes) -> str:
    words = f"{wishes.title or wishes.theatre.id}-{wishes.date}-{wishes.seed}"
    slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
    # The board that is made has the id of the scenario: the name says for which hexes it is.
    return f"battle-{slug}"[:60].rstrip("-") + (FINE if wishes.edition is MINIATURES else "")


def _heading(filled: Mapping[str, str]) -> str:
    """The command that builds the battle again, as a comment."""
    said = [f"--{line}={value}" for line, value in filled.items() if "-pick:" not in line and value != FIRST.get(line)]
    said += [f"--set={line}={value}" for line, value in filled.items() if "-pick:" in line and value]
    words = " ".join(shlex.quote(word) for word in said)
    return f"# panzerhex battle {words}\n".replace("\\", "/")


# -- orders of battle ------------------------------------------------------------------------------


def _force(wish: SideWish, force: Raised) -> Force:
    sections = tuple(
        Section(name, tuple(Row(f"{points:,}", words) for words, points in lines))
        for name, lines in unit_lists(force, wish.grade).items()
    )
    missing = tuple(dict.fromkeys(str(one) for one in (*force.missing, *force.issued)))
    if missing:
        rows = tuple(Row(one, rule="min:22.3") for one in missing)
        sections = (*sections, Section(NOT_YET, rows))
    count = sum(one.count for _, one in units(force.formation))
    look = SideLook(side_id(wish), wish.nation, side_id(wish))
    card = Card(
        f"{wish.nation}: {force.formation.title}",
        f"{wish.grade.value}, {count} units, {force.points:,} points",
        look.id,
        sections,
    )
    return Force(look, force.formation.title, force.points, force.wanted, count, card, missing)


# -- the form --------------------------------------------------------------------------------------


def _lines(filled: Mapping[str, str], wishes: Wishes | None) -> Iterator[Line]:
    yield from _situation(filled)
    for who in ("attacker", "defender"):
        yield from _side(who, filled, wishes)
    yield from _field(filled)
    yield from _game(filled)


def _pairs(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(words.items())


def _same(words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((word, word) for word in words)


def _among(value: str, values: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The values, and what is filled in if it is none of them."""
    return values if value in dict(values) else ((value, value), *values)


def _edition(filled: Mapping[str, str]) -> Edition:
    """The edition of the lines, or the first where there is no such."""
    return EDITIONS.get(filled["edition"], HEX)


def _situation(filled: Mapping[str, str]) -> Iterator[Line]:
    about = "By which book it is played: on hexes of 100 m, or on hexes of 50 m, an inch of the table each."
    editions = tuple((one.id, f"{one.id}, hexes of {one.metres} m") for one in EDITIONS.values())
    ground = ("board", "overlays", "size")
    yield Line("edition", "Edition", filled["edition"], editions, about, "min:INTRO.c", "Situation", resets=ground)
    about = "The country, who fought there, and when."
    theatres = tuple((id_, f"{theatre(id_).place}: {theatre(id_).recipe.name}") for id_ in theatre_ids())
    whose = ("", "-force", "-pick:", "-ad-hoc")
    anew = ("date", *(f"{who}{what}" for who in ("attacker", "defender") for what in whose))
    yield Line("theatre", "Theatre", filled["theatre"], theatres, about, "min:23.1.1", "Situation", resets=anew)
    about = "A month such as 1943-07: who has what follows from it. Early to April, mid to August, late to December."
    yield Line("date", "Date", filled["date"], (), about, "min:22.3", "Situation")
    about = "The type of scenario: who may have how much, for how many turns, and for what one fights."
    words = {word: engagement.value for word, engagement in ATTITUDES.items()}
    yield Line("attitude", "Type", filled["attitude"], _pairs(words), about, "min:23.2.2", "Situation")
    about = "What the attacker may spend; each force in a Meeting Engagement."
    numbers = (*((str(n), f"{n:,}") for n in POINTS), (AS_IT_COSTS, "what the formation costs"))
    points = _among(filled["points"], numbers)
    yield Line("points", "Points", filled["points"], points, about, "min:23.2.2", "Situation")
    about = "How much the defender has of what this type allows him."
    yield Line(
        "share", "Defender has", filled["share"], _same(("least", "middle", "most")), about, "min:23.2.2", "Situation"
    )


def _side(who: str, filled: Mapping[str, str], wishes: Wishes | None) -> Iterator[Line]:
    group = who.capitalize()
    known = theatre(filled["theatre"]).nations if filled["theatre"] in theatre_ids() else (filled[who],)
    about = "In a Meeting Engagement both move on the same objectives."
    anew = (f"{who}-force", f"{who}-pick:", f"{who}-ad-hoc")
    nations = _among(filled[who], _same(known))
    yield Line(who, "Nation", filled[who], nations, about, "min:23.1.2", group, resets=anew)
    grades = _same(tuple(grade.value for grade in Grade))
    about = "Better crews cost more: Elite 1.5, Veteran 1.2, Regulars 0.8, Green 0.5 times as much."
    yield Line(f"{who}-grade", "Grade", filled[f"{who}-grade"], grades, about, "min:23.2.3a", group)
    forces = _among(filled[f"{who}-force"], forces_of(filled[who]))
    about = "A force by points, or a formation of a TO&E as it is; its options stand below."
    picks = (f"{who}-pick:", f"{who}-ad-hoc")
    yield Line(f"{who}-force", "Force", filled[f"{who}-force"], forces, about, "min:21.1.1", group, resets=picks)
    if filled[f"{who}-force"] or filled[f"{who}-ad-hoc"]:
        yield Line(f"{who}-ad-hoc", "Ad hoc", filled[f"{who}-ad-hoc"], (), ABOUT, "min:21.1.2", group)
    if wishes is not None:
        yield from option_lines(who, wishes.attacker if who == "attacker" else wishes.defender, group)
    about = "Companies that come over their own edge later. The relief group of a Counterattack comes besides."
    yield Line(f"{who}-reserve", "Reserve", filled[f"{who}-reserve"], _pairs(_PERCENT), about, "min:23.2.2.4", group)
    yield from _plots(who, filled, group)
    if who == "defender":
        about = "Part of the defender's points that goes into Improved Positions and wire, percent."
        yield Line(
            "works",
            "Terrain units",
            filled["works"],
            _among(filled["works"], _same(WORKS)),
            about,
            "min:23.2.3d",
            group,
        )
        yield from _mines(filled, group)
        about = (
            "When the relief group of a Counterattack arrives: early costs points, late earns them; or diced for now."
        )
        turns = (("diced", "diced for"), *((str(turn), f"turn {turn}") for turn in range(6, 17)))
        yield Line(
            "turn", "Relief arrives", filled["turn"], _among(filled["turn"], turns), about, "min:23.2.4.4", group
        )


def _mines(filled: Mapping[str, str], group: str) -> Iterator[Line]:
    about = "Part of the defender's points that goes into a minefield, percent; he lays it in secret. Its option is on."
    shares = _among(filled["mines"], _same(MINES))
    yield Line("mines", "Mines", filled["mines"], shares, about, "min:23.2.3d", group)
    about = "Deliberate mines cost twice as much as Hasty ones; against vehicles, persons or both costs the same."
    yield Line("mine-kind", "Kind of mines", filled["mine-kind"], _same(tuple(KINDS)), about, "min:23.2.3d", group)
    yield Line("mine-types", "Mines against", filled["mine-types"], _same(tuple(TYPES)), about, "min:20.6", group)


def _plots(who: str, filled: Mapping[str, str], group: str) -> Iterator[Line]:
    about = "Missions of batteries off the map that are plotted before the set-up; they cost no points."
    missions, points = f"{who}-missions", f"{who}-registered"
    offered = _among(filled[missions], _same(MISSIONS))
    yield Line(missions, "Planned missions", filled[missions], offered, about, "na:6.5.1.11.1", group)
    about = "Points at which batteries off the map respond better to calls; they cost no points."
    offered = _among(filled[points], _same(REGISTERED))
    yield Line(points, "Pre-Registered", filled[points], offered, about, "na:6.5.1.4", group)


def _field(filled: Mapping[str, str]) -> Iterator[Line]:
    about = "A board made from the seed, or a shipped one; numbers join boards: 3+4, 3+4r/5+6 (r: turned)."
    edition = _edition(filled)
    boards = _among(filled["board"], boards_offered(edition))
    yield Line("board", "Board", filled["board"], boards, about, "min:23.1.6", _FIELD)
    about = "Overlays laid on it, with commas between them, such as LG2 E4(6)."
    yield Line("overlays", "Overlays", filled["overlays"], (), about, "na:1.3b", _FIELD)
    inches = edition.metres // METRES_OF_AN_INCH
    offered = tuple(f"{min(columns // inches, COLUMNS)}x{rows // inches}" for columns, rows in _SIZES)
    about = f"Columns x rows of a board that is made, such as {offered[2]} hexes of {edition.metres} m."
    sizes = _among(filled["size"], (("auto", "as the points want"), *_same(offered)))
    yield Line("size", "Size", filled["size"], sizes, about, "min:23.1.6", _FIELD)
    about = "The same seed makes the same board, the same forces and the same objectives."
    yield Line("seed", "Seed", filled["seed"], (), about, "", _FIELD)
    about = "The edge that the attacker comes from; the defender has the one over against it."
    edges = _same(tuple(edge.value for edge in Edge))
    yield Line("edge", "Attacker's edge", filled["edge"], edges, about, "min:23.1.3", _FIELD)
    about = "Villages, hills, bridges, crossroads that score; none in a Delaying Action, which scores exits."
    yield Line(
        "objectives",
        "Objectives",
        filled["objectives"],
        _among(filled["objectives"], _same(tuple("123456"))),
        about,
        "min:23.2.4",
        _FIELD,
    )


def _weathers(filled: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    there = weathers(EDITIONS.get(filled["edition"], HEX))
    return tuple(pair for pair in _pairs(_WEATHERS) if pair[0] in there)


def _game(filled: Mapping[str, str]) -> Iterator[Line]:
    words = {RulesPlayed.ADVANCED.value: "the Advanced Game", RulesPlayed.BASIC.value: "the Basic Game, vehicles only"}
    about = "Parts of the Advanced Game can be left out, and Optional Rules brought in, when the game is begun."
    yield Line("rules", "Rules", filled["rules"], _pairs(words), about, "min:23.1.5", _GAME)
    about = (
        "Whether a Cohesion Point is rolled for each formation: good morale makes its units dearer. Its option is on."
    )
    words = {"no": "without", "rolled": "rolled for each formation"}
    yield Line("morale", "Morale", filled["morale"], _pairs(words), about, "min:23.2.3c", _GAME)
    about = "Conditions that last all day; of the Advanced Game."
    yield Line("weather", "Weather", filled["weather"], _weathers(filled), about, "na:6.1.4.3", _GAME)
    about = "How light it is, by what it takes from all spotting; of the Advanced Game."
    yield Line("light", "Light", filled["light"], tuple(_lights()), about, "or:7.36.1", _GAME)
    about = "What the weather has made of the ground; of the Advanced Game. In mud vehicles may bog down."
    yield Line("ground", "Ground", filled["ground"], _pairs(_GROUNDS), about, "or:7.36.3", _GAME)
    yield Line("title", "Title", filled["title"], (), "What lists call it.", "", _GAME, "by its type and place")


def _lights() -> Iterator[tuple[str, str]]:
    for word, amount in LIGHTS.items():
        yield word, f"{word}, {amount} to spotting" if amount else word
