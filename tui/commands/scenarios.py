"""``panzerhex scenarios``: what there is to play, and what a scenario is about."""

from __future__ import annotations

import argparse
import textwrap
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tui.commands.common import CommandError, Commands, command, near, note, print_json, scenario_named

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo
    from content.kit.library import OptionInfo

#: Cells of a line of text.
_LINE = 100


def add(commands: Commands) -> None:
    """Describe the command."""
    example = "panzerhex scenarios halfaya-pass"
    parser = command(commands, "scenarios", run, "list the scenarios, or tell one with its options", example)
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="id of a scenario to tell whole")
    parser.add_argument("--system", metavar="S", help="only those of one rule system")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """List the scenarios, or tell one."""
    from content import catalogue

    if args.scenario and args.system:
        raise CommandError("a scenario belongs to one rule system; leave out --system, or the scenario to list several")
    if args.system and args.system not in catalogue.systems():
        raise CommandError(f"unknown system {args.system!r}; {near(args.system, catalogue.systems())}")
    infos = (scenario_named(args.scenario),) if args.scenario else catalogue.scenarios(args.system)
    for fault in catalogue.faults():
        note(f"left out a scenario with a mistake: {fault}")
    if args.json:
        print_json([_document(info) for info in infos])
        return 0
    if args.scenario:
        _tell(*infos)
        return 0
    width = max((len(info.id) for info in infos), default=0)
    for info in infos:
        _list(info, width)
    if any(info.options for info in infos):
        print(f"\npanzerhex scenarios {infos[0].id} tells one whole, with what its options change.")
    return 0


def _list(info: ScenarioInfo, width: int) -> None:
    """A scenario in a few lines."""
    print(f"{info.id:{width}}  {info.title} ({info.system}, {info.edition})")
    print(f"{'':{width}}  {_size(info)}{f'; {len(info.options)} options' if info.options else ''}")
    if info.beginning is not None:
        print(f"{'':{width}}  {info.beginning.why}")


def _tell(info: ScenarioInfo) -> None:
    """A scenario whole: where and when, what it is about, its options by their headings."""
    print(f"{info.title} ({info.system}, {info.edition})")
    print(", ".join(filter(None, (info.place, info.date))) + f"; {_size(info)}")
    for text in (info.situation, info.beginning.why if info.beginning is not None else ""):
        if text:
            print("\n" + textwrap.fill(text, _LINE))
    for heading, options in groupby(info.told, key=lambda option: option.group):
        print(f"\n{heading}")
        for option in options:
            print(_option(option))
    if info.told:
        print(f"\npanzerhex play {info.id} --option {info.told[-1].id} plays it with one; several may be given.")


def _option(option: OptionInfo) -> str:
    """An option: its id, what it changes, its rule."""
    words = f"{option.id}: {option.about or option.title}"
    if option.rule:
        words += f" [{option.rule}]"
    return textwrap.fill(words, _LINE, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def _size(info: ScenarioInfo) -> str:
    """Who meets whom, with how much, for how long, where."""
    columns, rows = info.board_size
    sides = " - ".join(side.name for side in info.sides)
    return f"{sides}; {info.units} units, {info.turns} turns, {columns} x {rows} hexes"


def _document(info: ScenarioInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "system": info.system,
        "edition": info.edition,
        "title": info.title,
        "options": list(info.options),
        "sides": [{"id": s.id, "name": s.name, "nation": s.nation, "units": s.units} for s in info.sides],
        "turns": info.turns,
        "units": info.units,
        "board_size": {"columns": info.board_size[0], "rows": info.board_size[1]},
        "beginning": {"rank": info.beginning.rank, "why": info.beginning.why} if info.beginning else None,
    }
