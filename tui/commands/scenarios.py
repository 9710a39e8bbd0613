"""``panzerhex scenarios``: what there is to play."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tui.commands.common import CommandError, Commands, command, near, note, print_json

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(commands, "scenarios", run, "list the scenarios", "panzerhex scenarios --system panzer --json")
    parser.add_argument("--system", metavar="S", help="only those of one rule system")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """List the scenarios."""
    from content import catalogue

    if args.system and args.system not in catalogue.systems():
        raise CommandError(f"unknown system {args.system!r}; {near(args.system, catalogue.systems())}")
    infos = catalogue.scenarios(args.system)
    for fault in catalogue.faults():
        note(f"left out a scenario with a mistake: {fault}")
    if args.json:
        print_json([_document(info) for info in infos])
        return 0
    width = max((len(info.id) for info in infos), default=0)
    for info in infos:
        columns, rows = info.board_size
        sides = " - ".join(side.name for side in info.sides)
        print(f"{info.id:{width}}  {info.title} ({info.system}, {info.edition})")
        print(f"{'':{width}}  {sides}; {info.units} units, {info.turns} turns, {columns} x {rows} hexes")
        if info.beginning is not None:
            print(f"{'':{width}}  {info.beginning.why}")
        if info.options:
            print(f"{'':{width}}  options: {', '.join(info.options)}")
    return 0


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
