"""What is wished of a battle: the lines of the form as values, and what is wrong with them (min:23.2.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from attrs import frozen

from content.kit.battles import Refused
from content.kit.load import near
from content.panzer.battles.mines import KINDS, TYPES
from content.panzer.recipes.recipes import Theatre, theatre, theatre_ids
from core.panzer.country.country import sizes
from core.panzer.forces.engagements import Engagement
from core.panzer.forces.ground_plan import Edge
from core.panzer.forces.periods import Period
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.edition import EDITIONS, HEX, Edition
from core.panzer.pieces.switches import Switch

T = TypeVar("T")

#: Attitudes by the words of the command line.
ATTITUDES: Final = {
    "meeting": Engagement.MEETING,
    "delay": Engagement.DELAYING,
    "defence": Engagement.DEFENSIVE,
    "counterattack": Engagement.COUNTERATTACK,
}
#: Parts of a force that come later, in percent, and the turn.
RESERVES: Final = ("none", "25@3", "25@6", "33@4", "33@8", "50@5", "50@8")
WORKS: Final = ("0", "5", "10", "15", "20")
MINES: Final = ("0", "3", "5", "10")
#: Planned missions and Pre-Registered Points of a side.
MISSIONS: Final = ("0", "1", "2", "3", "6", "9")
REGISTERED: Final = ("0", "1", "2", "4")
MOST_PLOTTED: Final = 27
POINTS: Final = (500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000)
LEAST_POINTS, MOST_POINTS = 300, 10_000
_SIZE: Final = re.compile(r"(\d{1,3})\s*[xX]\s*(\d{1,3})")
_GENERATED: Final = "generated"


class RulesPlayed(Enum):
    """How much of the rules a battle is played with."""

    ADVANCED = "advanced"
    BASIC = "basic"


@frozen(kw_only=True)
class SideWish:
    """What is wished of a side. force: a TO&E ("GF20"), one of its formations ("GF20/Panzer Company"), or nothing, for
    a force by points; by_points: that points are spent on what the TO&E has; picks: of its options, by their lines;
    ad_hoc: what is changed in it before, in words;
    missions, registered: how many planned missions and Pre-Registered Points it has."""

    nation: str
    grade: Grade
    force: str = ""
    by_points: bool = True
    reserve: tuple[int, int] = (0, 0)
    missions: int = 0
    registered: int = 0
    ad_hoc: str = ""
    picks: Mapping[str, str]


@frozen(kw_only=True)
class Wishes:
    """What is wished of a battle.

    points: of the attacker, 0 = what his formation costs; share: of what the defender may have, 0 the least, 100 the
    most; works, mines: of his points for terrain units, and for a minefield, percent; size: columns and rows of a board
    that is made, None = as the points want; board: "generated", the id of one, or numbers of several to be joined;
    turn: of the relief group's arrival, 0 = diced for.
    """

    edition: Edition
    theatre: Theatre
    date: str
    at: Period
    engagement: Engagement
    attacker: SideWish
    defender: SideWish
    points: int
    share: int
    works: int
    mines: int
    mine_kind: str
    mine_types: str
    turn: int
    rules: RulesPlayed
    morale: bool
    weather: str
    light: str
    ground: str
    board: str
    overlays: tuple[str, ...]
    size: tuple[int, int] | None
    edge: Edge
    seed: str
    objectives: int
    title: str

    @property
    def inches(self) -> int:
        """Inches of the table to a hex: one of 50 m, two of 100 m (min:INTRO.c)."""
        return self.edition.metres // METRES_OF_AN_INCH

    @property
    def made(self) -> bool:
        """Whether the board is made by the recipe of the theatre."""
        return self.board == _GENERATED


#: Of the ground, to an inch of the table (min:INTRO.c).
METRES_OF_AN_INCH: Final = 50
#: What lines say at first; theatre, nations and date follow one another.
FIRST: Final[Mapping[str, str]] = {
    "edition": HEX.id,
    "theatre": "steppe",
    "attitude": "meeting",
    "attacker-grade": Grade.SEASONED.value,
    "defender-grade": Grade.SEASONED.value,
    "attacker-force": "",
    "defender-force": "",
    "attacker-ad-hoc": "",
    "defender-ad-hoc": "",
    "attacker-reserve": "none",
    "defender-reserve": "none",
    "points": "1000",
    "share": "middle",
    "attacker-missions": "0",
    "defender-missions": "0",
    "attacker-registered": "0",
    "defender-registered": "0",
    "works": "0",
    "mines": "0",
    "mine-kind": "hasty",
    "mine-types": "anti-vehicular",
    "turn": "10",
    "rules": RulesPlayed.ADVANCED.value,
    "morale": "no",
    "weather": "fair",
    "light": "day",
    "ground": "dry",
    "board": _GENERATED,
    "overlays": "",
    "size": "auto",
    "edge": Edge.NORTH.value,
    "seed": "1",
    "objectives": "3",
    "title": "",
}
#: The weathers by the modules that they switch on (na:6.1.4.3).
WEATHERS: Final = {"fair": "", "dust": "dust", "heat": "heat-haze"}


def weathers(edition: Edition) -> tuple[str, ...]:
    """The weather that an edition has: no dust on hexes of 50 m (na:6.1.4.3.12)."""
    lacks = {switch.value for switch in edition.lacks}
    return tuple(word for word, switch in WEATHERS.items() if switch not in lacks)


#: How light it is, by what Limited Visibility adds to spotting (or:7.36.1); judged, see the table "visibility".
LIGHTS: Final = {"day": 0, "dusk": -1, "twilight": -2, "moonlight": -4, "fog": -5}
#: What the weather has made of the ground, by the switches that say so (or:7.36.3).
GROUNDS: Final[Mapping[str, tuple[Switch, ...]]] = {
    "dry": (),
    "mud": (Switch.MUD,),
    "snow": (Switch.SNOW,),
    "frost": (Switch.SNOW, Switch.FROZEN_STREAMS),
}
BY_POINTS: Final = "*"
#: Of points: those of the formation that is fielded.
AS_IT_COSTS: Final = "force"


def suggested(given: Mapping[str, str]) -> dict[str, str]:
    """All lines filled in: as given, else as suggested for the theatre, or for any where that is unknown."""
    filled = {**FIRST, **given}
    if filled["theatre"] not in theatre_ids():
        filled.setdefault("date", "1943-07")
        filled.setdefault("attacker", "German")
        filled.setdefault("defender", "Soviet")
        return filled
    field = theatre(filled["theatre"])
    filled.setdefault("date", _middle(field))
    others = [nation for nation in field.nations if nation != filled.get("defender")]
    filled.setdefault("attacker", "German" if "German" in others else others[0])
    filled.setdefault("defender", next(nation for nation in field.nations if nation != filled["attacker"]))
    return filled


def _middle(field: Theatre) -> str:
    """A month in the middle of the fighting of a theatre."""
    first, last = (int(date[:4]) * 12 + int(date[5:7]) - 1 for date in (field.first, field.last))
    middle = (first + last) // 2
    return f"{middle // 12}-{middle % 12 + 1:02d}"


class Reader:
    """Reads lines, and notes each that cannot be meant."""

    def __init__(self, filled: Mapping[str, str]) -> None:
        self.filled = filled
        self.refused: list[Refused] = []

    def wishes(self) -> Wishes | None:
        """What is wished; None, with the reasons in `refused`, if a line cannot be read."""
        edition = self.among("edition", EDITIONS)
        engagement = self.among("attitude", ATTITUDES)
        field = self.theatre()
        at = self.period(field) if field else None
        sides = [self.side(who, field) for who in ("attacker", "defender")]
        if self.filled["attacker"] == self.filled["defender"]:
            self.refuse("defender", "both sides are of one nation; choose another for one of them", "min:23.1.2")
        read: dict[str, Any] = {
            "points": self.points(sides[0]),
            "works": self.number("works", 0, 50, "min:23.2.3d"),
            "mines": self.number("mines", 0, 25, "min:23.2.3d"),
            "mine_kind": self.among("mine-kind", {kind: kind for kind in KINDS}),
            "mine_types": self.among("mine-types", {types: types for types in TYPES}),
            "turn": self.turn(),
            "share": self.share(),
            "rules": self.among("rules", {rules.value: rules for rules in RulesPlayed}),
            "morale": self.among("morale", {"no": False, "rolled": True}),
            "weather": self.among("weather", {one: one for one in weathers(edition or HEX)}),
            "light": self.among("light", {one: one for one in LIGHTS}),
            "ground": self.among("ground", {one: one for one in GROUNDS}),
            "edge": self.among("edge", {edge.value: edge for edge in Edge}),
            "objectives": self.number("objectives", 1, 8, "min:23.2.4"),
        }
        size = self.size(edition or HEX)
        if self.refused or not (edition and engagement and field and at):
            return None
        attacker, defender = sides
        assert attacker is not None
        assert defender is not None
        return Wishes(
            edition=edition,
            theatre=field,
            date=self.filled["date"],
            at=at,
            engagement=engagement,
            attacker=attacker,
            defender=defender,
            board=self.filled["board"] or _GENERATED,
            overlays=tuple(code.strip() for code in self.filled["overlays"].split(",") if code.strip()),
            size=size,
            seed=self.filled["seed"].strip() or "1",
            title=self.filled["title"].strip(),
            **read,
        )

    def refuse(self, line: str, reason: str, rule: str = "") -> None:
        """Note what is wrong with a line."""
        self.refused.append(Refused(line, reason, rule))

    def among(self, line: str, known: Mapping[str, T]) -> T | None:
        """What a word stands for."""
        word = self.filled[line]
        if word in known:
            return known[word]
        like = near(word, known)
        self.refuse(
            line, f"{word!r} is no {line.replace('-', ' ')}; choose {', '.join(known)}{f'; {like}' if like else ''}"
        )
        return None

    def number(self, line: str, lowest: int, highest: int, rule: str = "") -> int:
        """A whole number from lowest to highest."""
        text = self.filled[line].strip()
        if text.isdecimal() and lowest <= int(text) <= highest:
            return int(text)
        self.refuse(line, f"{text!r} {line.replace('-', ' ')}: a whole number from {lowest} to {highest}", rule)
        return lowest

    def theatre(self) -> Theatre | None:
        id_ = self.among("theatre", {one: one for one in theatre_ids()})
        return theatre(id_) if id_ else None

    def period(self, field: Theatre) -> Period | None:
        """The period of the date; there must have been fighting then."""
        date = self.filled["date"].strip()
        try:
            at = Period.of(date)
        except ValueError:
            self.refuse("date", f"{date!r} is no date such as 1943-07", "min:22.3")
            return None
        if not field.was_fought(date):
            there = f"{field.place} saw fighting from {field.first} to {field.last}"
            self.refuse("date", f"{date}: {there}; another date, or another theatre", "min:23.1.1")
        return at

    def side(self, who: str, field: Theatre | None) -> SideWish | None:
        nation = self.filled[who]
        if field and nation not in field.nations:
            self.refuse(
                who, f"{nation} forces did not fight in {field.place}: {', '.join(field.nations)}", "min:23.1.1"
            )
        grade = self.among(f"{who}-grade", {grade.value: grade for grade in Grade})
        reserve = self.among(f"{who}-reserve", {one: one for one in RESERVES})
        force = self.filled[f"{who}-force"].strip()
        missions = self.number(f"{who}-missions", 0, MOST_PLOTTED, "na:6.5.1.11.1")
        registered = self.number(f"{who}-registered", 0, MOST_PLOTTED, "na:6.5.1.4")
        if grade is None or reserve is None:
            return None
        percent, _, turn = reserve.partition("@")
        return SideWish(
            nation=nation,
            grade=grade,
            force=force.removesuffix(BY_POINTS),
            by_points=not force or force.endswith(BY_POINTS),
            reserve=(int(percent), int(turn)) if turn else (0, 0),
            missions=missions,
            registered=registered,
            ad_hoc=self.filled[f"{who}-ad-hoc"].strip(),
            picks={
                line.removeprefix(f"{who}-pick:"): value
                for line, value in self.filled.items()
                if line.startswith(f"{who}-pick:")
            },
        )

    def points(self, attacker: SideWish | None) -> int:
        """What the attacker may spend, 0 = what his formation costs."""
        if self.filled["points"] != AS_IT_COSTS:
            return self.number("points", LEAST_POINTS, MOST_POINTS, "min:23.2.2")
        if attacker is not None and attacker.by_points:
            self.refuse("points", "a force by points needs a number of points, or name a formation", "min:23.2.2")
        return 0

    def share(self) -> int:
        """What the defender has of what he may have, 0 the least, 100 the most."""
        return {"least": 0, "middle": 50, "most": 100}[
            self.among("share", {word: word for word in ("least", "middle", "most")}) or "middle"
        ]

    def turn(self) -> int:
        """The turn of arrival, 0 = diced for."""
        return 0 if self.filled["turn"] == "diced" else self.number("turn", 6, 16, "min:23.2.4.4")

    def size(self, edition: Edition) -> tuple[int, int] | None:
        """Columns and rows of a board that is made."""
        text = self.filled["size"].strip()
        if text in ("", "auto"):
            return None
        found = _SIZE.fullmatch(text)
        (least_columns, least_rows), (most_columns, most_rows) = sizes(edition.metres)
        most = f"{least_columns}x{least_rows} to {most_columns}x{most_rows}"
        if found is None:
            self.refuse("size", f"{text!r} is no size such as 36x24 hexes, columns before rows; {most}", "min:23.1.6")
            return None
        columns, rows = int(found[1]), int(found[2])
        if not (least_columns <= columns <= most_columns and least_rows <= rows <= most_rows):
            hexes = f"hexes of {edition.metres} m"
            self.refuse("size", f"a board of {columns} x {rows} {hexes}; {most} can be made", "min:23.1.6")
        return columns, rows
