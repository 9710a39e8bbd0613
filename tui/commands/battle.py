"""``panzerhex battle``: a battle of one's own, as a scenario file (min:23.2)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from content.kit.battles import NOT_YET
from tui.commands.common import CommandError, Commands, command, positive, print_json, say

if TYPE_CHECKING:
    from content.kit.battles import Plan

#: The lines of a battle that have an option of their own, each with what it says; --set reaches all.
OPTIONS: Final = (
    ("edition", "E", "hex (hexes of 100 m) or miniatures (hexes of 50 m)"),
    ("theatre", "ID", "the country: steppe, desert ..."),
    ("date", "D", "the month, such as 1943-07: who has what follows from it"),
    ("attitude", "A", "meeting, delay, defence or counterattack"),
    ("attacker", "NATION", "who attacks; in a meeting engagement who comes from --edge"),
    ("defender", "NATION", "who defends"),
    ("points", "N", "points of the attacker; the defender's follow from the attitude"),
    ("share", "S", "of what the defender may have: least, middle or most"),
    ("attacker-grade", "G", "Elite, Veteran, Seasoned, Regulars or Green"),
    ("defender-grade", "G", "the same of the defender"),
    ("attacker-ad-hoc", "CHANGES", "changes of the attacker's TO&E: 'A <> B'; 'A > B'; 'without A'"),
    ("defender-ad-hoc", "CHANGES", "the same of the defender"),
    ("attacker-reserve", "P@T", "percent of the force that comes in a later turn, such as 25@3"),
    ("defender-reserve", "P@T", "the same of the defender"),
    ("works", "P", "percent of the defender's points for terrain units"),
    ("mines", "P", "percent of the defender's points for a minefield"),
    ("mine-kind", "K", "hasty or deliberate"),
    ("mine-types", "T", "anti-vehicular, anti-personnel or both"),
    ("attacker-missions", "N", "planned missions of the attacker's batteries"),
    ("attacker-registered", "N", "his Pre-Registered Points"),
    ("defender-missions", "N", "planned missions of the defender's batteries"),
    ("defender-registered", "N", "his Pre-Registered Points"),
    ("turn", "T", "when the relief group of a counterattack arrives, 6 to 16, or diced"),
    ("rules", "R", "advanced or basic"),
    ("morale", "M", "no, or rolled for each formation"),
    ("weather", "W", "fair, dust or heat"),
    ("ground", "G", "dry, mud, snow or frost"),
    ("light", "L", "day, dusk, twilight, moonlight or fog"),
    ("board", "ID", "generated, a board, or numbers of boards to join: 3+4, 3+4r/5+6"),
    ("overlays", "CODES", "overlays laid on it, with commas between them"),
    ("size", "CxR", "columns and rows of a board that is made, such as 36x24"),
    ("edge", "E", "the attacker's edge: north, east, south or west"),
    ("seed", "N", "the same seed makes the same battle"),
    ("objectives", "N", "how many"),
    ("title", "WORDS", "what lists call it"),
)


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "battle",
        run,
        "build a battle of your own",
        "panzerhex battle --theatre steppe --date 1943-07 --attitude defence --points 1500 --seed 7",
        "The result is a scenario file in your own folder of content, to be read, changed, shared and played.",
    )
    for name, metavar, about in OPTIONS:
        parser.add_argument(f"--{name}", metavar=metavar, help=about)
    parser.add_argument(
        "--toe", metavar="ID", action="append", default=[], help="a TO&E or a formation of it: GF20/Panzer Company"
    )
    parser.add_argument("--set", metavar="LINE=VALUE", action="append", default=[], help="any line of the form")
    parser.add_argument("--lines", action="store_true", help="list all lines with what they may say; write nothing")
    parser.add_argument("--show", action="store_true", help="show both orders of battle; write nothing")
    parser.add_argument("--balance", metavar="N", type=positive, help="let computers play it N times; write nothing")
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder of content to write into (default: your own)")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Build the battle, and write it unless it is only to be shown or tried."""
    from content import catalogue

    given = _given(args)
    plan = catalogue.battle(given)
    if args.lines:
        _list(plan, as_json=args.json)
        return 0
    if plan.refused:
        first, *more = map(str, plan.refused)
        raise CommandError(f"{first}{f' (and {len(more)} more: {more[0]})' if more else ''}")
    if args.balance:
        return _balance(plan, given, args)
    paths: tuple[Path, ...] = ()
    if not args.show:
        paths = _written(plan, args.out)
    if args.json:
        print_json(_document(plan, paths))
        return 0
    _tell(plan)
    if paths:
        print(f"\nwritten: {', '.join(map(str, paths))}")
        print(f"play it with: panzerhex play {plan.id}")
    return 0


def _given(args: argparse.Namespace) -> dict[str, str]:
    given = {name: value for name, _, _ in OPTIONS if (value := getattr(args, name.replace("-", "_"))) is not None}
    if args.toe:
        given["toe"] = ",".join(args.toe)
    for setting in args.set:
        line, sign, value = setting.partition("=")
        if line.count(":") > 1 and "=" in value:
            # Of a pick of a TO&E, sub:CARD=CARD: what stands before the last sign is the line.
            line, _, value = setting.rpartition("=")
        if not sign:
            raise CommandError(f"--set {setting!r} should be like points=1500; --lines lists all lines")
        given[line] = value
    return given


def _written(plan: Plan, out: Path | None) -> tuple[Path, ...]:
    from content import catalogue
    from saves.library import data_directory

    folder = out or data_directory() / "content"
    try:
        return catalogue.keep_battle(plan, folder)
    except OSError as error:
        raise CommandError(f"cannot write {error.filename or folder}: {error.strerror}") from error


# -- telling ---------------------------------------------------------------------------------------


def _tell(plan: Plan) -> None:
    say(f"{plan.title} ({plan.id})")
    for words, rule in plan.facts:
        say(f"  {words} [{rule}]")
    for force in plan.forces:
        say(f"\n{force.card.title}, {force.card.subtitle}")
        for section in force.card.sections:
            units = ", ".join(f"{row.text} ({row.label})" if row.text else row.label for row in section.rows)
            say(f"  {section.title}: {units}")


def _list(plan: Plan, *, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"line": one.id, "value": one.value, "values": [value for value, _ in one.values], "rule": one.rule}
                for one in plan.lines
            ]
        )
        return
    for one in plan.lines:
        values = ", ".join(value or '""' for value, _ in one.values) or "any text"
        say(f"{one.id} = {one.value or one.empty}  [{one.rule}]\n    {one.about}\n    {values}")


def _document(plan: Plan, paths: tuple[Path, ...]) -> dict[str, Any]:
    return {
        "id": plan.id,
        "title": plan.title,
        "files": [str(path) for path in paths],
        "lines": {line.id: line.value for line in plan.lines},
        "facts": [{"text": words, "rule": rule} for words, rule in plan.facts],
        "sides": [
            {
                "id": force.side.id,
                "force": force.title,
                "points": force.points,
                "units": force.units,
                "formations": [
                    {
                        "name": section.title,
                        "units": [
                            {"unit": row.text, "points": int(row.label.replace(",", ""))} for row in section.rows
                        ],
                    }
                    for section in force.card.sections
                    if section.title != NOT_YET
                ],
                "not_available": list(force.missing),
            }
            for force in plan.forces
        ],
    }


def _balance(plan: Plan, given: dict[str, str], args: argparse.Namespace) -> int:
    from content import catalogue
    from tui.menu.trial import Trial, TrialGame, told, tried

    games: list[TrialGame] = []
    for game in Trial(plan, args.balance).results():
        games.append(game)
        if not args.json:
            scores = ", ".join(f"{side} {points}" for side, points in game.scores.items())
            print(f"game {len(games)}: {game.winner or 'nobody'} wins; {scores}", flush=True)
    so_far = tried(plan, games)
    proposal = catalogue.proposal(given, so_far)
    if args.json:
        print_json(
            {
                "games": [{"winner": one.winner, "scores": one.scores} for one in games],
                "attacker": {"won": so_far.first, "lost": so_far.second, "drawn": so_far.drawn},
                "interval": [so_far.share.lowest, so_far.share.highest],
                "proposal": proposal.words,
                "changes": dict(proposal.changes),
            }
        )
        return 0
    say(told(plan, so_far))
    say(proposal.words)
    return 0
