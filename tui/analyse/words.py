"""An analysis in words and tables: what the screen and the command line both say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from core.analysis.account import Account
from core.analysis.analysis import Analysis
from core.analysis.compare import Comparison
from core.analysis.luck import Luck, Sum
from core.analysis.ranges import Band
from core.analysis.turning import Swing

#: A table: its heading, then its rows; the first cell of a row and names stand to the left, numbers to the right.
Table = Sequence[Sequence[str]]


class Aligned(str):
    """A line of a table, which is not broken where there is no room for it."""

    __slots__ = ()


def within(lines: Iterable[str], width: int) -> list[str]:
    """Lines for a width: those of tables as they are, all others broken."""
    found: list[str] = []
    for line in lines:
        lead = " " * (len(line) - len(line.lstrip()))
        whole = isinstance(line, Aligned) or len(line) <= width
        found += [line] if whole else wrap(line, max(width, 20), subsequent_indent=f"{lead}  ")
    return found


def number(amount: float) -> str:
    """A number without decimals that say nothing."""
    return f"{amount:.0f}" if abs(amount - round(amount)) < 0.05 else f"{amount:.1f}"


def luck_word(one: Sum) -> str:
    """How far results lie from what was to be expected, in standard deviations: "+0.5 sd"; "" of nothing."""
    return f"{one.deviations:+.1f} sd" if one.tried and one.variance > 1e-9 else ""


def against(one: Sum) -> str:
    """What came of attempts against what was to be expected."""
    return f"{number(one.actual)} of {one.expected:.1f}" if one.tried else "-"


def side_name(analysis: Analysis, side: str) -> str:
    """The name of a side; of attempts of which it is not known, that."""
    return next((look.name for look in analysis.study.sides if look.id == side), side or "not known")


def ending(analysis: Analysis) -> str:
    """How the game stands, in one line."""
    study = analysis.study
    last = study.moments[-1]
    scores = ", ".join(
        f"{look.name} {level or points}"
        for look, points, level in zip(study.sides, last.points, study.levels, strict=True)
    )
    if study.outcome is not None:
        level, text = study.outcome.level, study.outcome.text
        # A text that names the level, or tells the points or the levels of all, need not be told twice.
        said = f"{text[:1].upper()}{text[1:]}" if level.lower() in text.lower() else f"{level}: {text}"
        if any(study.levels):
            known = all(f"{look.name}: " in text for look in study.sides)
        else:
            known = all(re.search(rf"\b{points}\b", text) for points in last.points)
        return said if known else f"{said} ({scores})"
    return f"{study.stopped or 'in progress'}, turn {study.turn} of {study.turns} ({scores})"


def curves(analysis: Analysis) -> Table:
    """Points and losses at the end of each turn."""
    looks = analysis.study.sides
    sides = " : ".join(look.name for look in looks)
    heading = ["turn", f"{sides}  points", "units lost", "points of losses"]
    rows = [
        [str(m.turn), *(" : ".join(map(number, each)) for each in (m.points, m.lost, m.cost))] for m in analysis.turns
    ]
    return [heading, *rows]


_LUCK = ("attempts", "effect", "luck", "units", "luck", "points", "luck")


def _luck_row(luck: Luck) -> list[str]:
    row = [str(luck.attempts)]
    for one in (luck.effects, luck.units, luck.points):
        row += [against(one), luck_word(one)]
    return row


def luck_by_side(analysis: Analysis) -> Table:
    """The luck of each side; effect, units and points each as "actual of expected"."""
    return [
        ("", *_LUCK),
        *([side_name(analysis, side), *_luck_row(luck)] for side, luck in analysis.by_side.items()),
    ]


def luck_by_kind(analysis: Analysis) -> Table:
    """The luck of each side by kind of attempt."""
    rows = sorted(analysis.by_kind.items(), key=lambda row: (row[0][0], -row[1].attempts))
    return [
        ("", *_LUCK),
        *([f"{side_name(analysis, side)}: {kind}", *_luck_row(luck)] for (side, kind), luck in rows),
    ]


def luck_by_turn(analysis: Analysis) -> Table:
    """The luck of each side by turn: effects and points, in standard deviations."""
    looks = analysis.study.sides
    heading = ["turn"]
    for look in looks:
        heading += [f"{look.name} effect", "luck", "points", "luck"]
    rows = []
    for turn in sorted({turn for _, turn in analysis.by_turn}):
        row = [str(turn)]
        for look in looks:
            luck = analysis.by_turn.get((look.id, turn), Luck.none())
            row += [against(luck.effects), luck_word(luck.effects), against(luck.points), luck_word(luck.points)]
        rows.append(row)
    return [heading, *rows]


def span(band: Band) -> str:
    """From where to where a band reaches."""
    return str(band.first) if band.first == band.last else f"{band.first}-{band.last}"


def ranges(analysis: Analysis) -> Table:
    """How often each side hit, by range."""
    measure = analysis.study.measure
    rows = []
    for side, bands in analysis.ranges.items():
        for band in bands:
            hits = band.hits
            rows.append(
                [
                    f"{side_name(analysis, side)} {span(band)}",
                    str(hits.tried),
                    number(hits.actual),
                    f"{hits.actual / hits.tried:.0%}",
                    f"{hits.expected / hits.tried:.0%}",
                    luck_word(hits),
                ]
            )
    return [(measure, "shots", "hits", "rate", "expected", "luck"), *rows]


def units(analysis: Analysis) -> Table:
    """What each unit did, suffered, cost and earned, who earned most first; units of which there is nothing to tell are
    left out."""
    looks = {look.id: look.name for look in analysis.study.sides}
    heading = ("unit", "side", "tried", "effect", "luck", "out", "earned", "suffered", "hit", "cost", "of", "fate")
    rows = [
        [
            one.name,
            looks.get(one.side, one.side),
            str(one.did.attempts),
            against(one.did.effects),
            luck_word(one.did.effects),
            number(one.out),
            number(one.earned),
            str(one.suffered.attempts),
            against(one.suffered.effects),
            number(one.cost),
            number(one.value),
            one.fate,
        ]
        for one in told(analysis.units)
    ]
    return [heading, *rows]


#: What the columns of the units tell.
UNITS_TOLD: Final = (
    "tried, effect: its attempts, and what came of them, of what was to be expected",
    "out, earned: units that it put out of the game, and points of harm that it did, shared with who did it together",
    "suffered, hit: the attempts at it, and what came of them",
    "cost, of: the points that the enemy has of it, of what it was worth",
)


def told(accounts: Iterable[Account]) -> list[Account]:
    """The accounts of which there is something to tell, who earned most first."""
    worth = [one for one in accounts if one.did.attempts or one.suffered.attempts or one.cost or one.fate]
    return sorted(worth, key=lambda one: (-one.earned, -one.did.attempts, one.name))


def swing_line(analysis: Analysis, swing: Swing) -> str:
    """A turning point in a line."""
    whose = analysis.study.sides[swing.side].name
    amount = number(swing.amount)
    what = f"point{'s' * (amount != '1')}{' of losses' * (swing.measure != 'points')}"
    text = swing.text or "between two events"
    return f"turn {swing.turn}: {amount} {what} for {whose}: {text}"


def dice(analysis: Analysis) -> list[str]:
    """Each kind of die against its distribution, a line each; then each face of it."""
    lines = []
    for spread in analysis.dice:
        odd = "less even than 99 of 100 games with fair dice" if spread.odd else "as even as fair dice are"
        lines.append(
            f"{spread.die}: {spread.rolls} rolls, mean {spread.mean:.1f} ({spread.expected:.1f} of fair dice), {odd}"
        )
        cells = zip(spread.labels(), spread.counts, strict=True)
        lines.append("  " + "  ".join(f"{label}: {count}" for label, count in cells))
    return lines


def caveats(analysis: Analysis) -> list[str]:
    """What is not weighed, and what other dice were rolled for."""
    lines = [f"not weighed: {what} ({times})" for what, times in analysis.unweighed]
    if analysis.beside:
        listed = ", ".join(f"{what} {times}" for what, times in analysis.beside[:12])
        more = f" and {len(analysis.beside) - 12} more kinds" if len(analysis.beside) > 12 else ""
        lines.append(f"rolls for other things than attempts: {listed}{more}")
    return lines


def comparison(found: Comparison, names: Sequence[str]) -> Table:
    """Games of one scenario, a row each."""
    heading = ["game", "won by", "turn"]
    for name in names:
        heading += [f"{name} points", "lost", "luck"]
    rows = []
    for game in found.games:
        winner = names[found.sides.index(game.winner)] if game.winner in found.sides else "-"
        row = [game.name, winner, str(game.turn)]
        for points, lost, luck in zip(game.points, game.lost, game.luck, strict=True):
            row += [str(points), str(lost), f"{luck:+.1f} sd"]
        rows.append(row)
    return [heading, *rows]


def comparison_lines(found: Comparison, names: Sequence[str]) -> list[str]:
    """What the games together say."""
    tried = found.balance
    lines = [
        f"{len(found.games)} games, {tried.games} of them over: {names[0]} won {tried.first}, {names[1]} "
        f"{tried.second}, drawn {tried.drawn}",
        f"share of {names[0]}, a draw counting half: {tried.share} with 95 % certainty",
        f"mean points {' to '.join(number(points) for points in found.points)}, the lead scatters by "
        f"{number(found.scatter)}; mean losses {' to '.join(number(lost) for lost in found.lost)} units",
    ]
    if found.decided:
        lines.append(f"the luckier side won {found.by_luck} of {found.decided} games that somebody won")
    return lines


def aligned(table: Table) -> list[Aligned]:
    """A table as lines of text: numbers stand to the right, the first column and names to the left."""
    columns = list(zip(*table, strict=True))
    widths = [max(map(len, column)) for column in columns]
    left = [i == 0 or _names(column[1:]) for i, column in enumerate(columns)]
    return [
        Aligned(
            "  ".join(
                cell.ljust(width) if to_left else cell.rjust(width)
                for cell, width, to_left in zip(row, widths, left, strict=True)
            ).rstrip()
        )
        for row in table
    ]


def _names(cells: Iterable[str]) -> bool:
    """Whether a column is of words alone."""
    said = [cell for cell in cells if cell not in ("", "-")]
    return bool(said) and not any(character.isdigit() for cell in said for character in cell)
