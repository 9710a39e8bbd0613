"""``panzerhex render``: the map as text."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from core.hexes import Hex
from core.system import RuleSystem
from tui.commands.common import CommandError, Commands, command, near, number
from tui.commands.moment import VIEW_HELP, eye_of, moment_of, scene_of, seen, size_of

ZOOMS = ("close", "middle", "far", "plain")


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "render",
        run,
        "print the map",
        "panzerhex render the-bridge --zoom plain --hex E9 --size 80x24",
        "Of a scenario at its beginning, or of a game at its end or after event N. The last line names the sides. "
        "While a game runs the default is what a spectator knows; --view shows more of your own game, and says so.",
    )
    parser.add_argument("what", metavar="SCENARIO|FILE", help="id of a scenario, a game file or the name of a game")
    parser.add_argument("--at", metavar="N", type=number, help="after event N of a game")
    parser.add_argument("--zoom", choices=ZOOMS, default="middle", help="close, middle (default), far or plain ASCII")
    parser.add_argument("--view", metavar="SIDE|all", help=VIEW_HELP)
    parser.add_argument("--hex", metavar="ID", help="the hex in the middle")
    parser.add_argument("--size", metavar="WxH", help="cells, such as 120x40 (default: the whole map)")


def run(args: argparse.Namespace) -> int:
    """Print the map."""
    from tui.map.glyphs import ASCII, UNICODE
    from tui.map.projection import Zoom
    from tui.map.text import render_text, side_line

    width, height = size_of(args.size) if args.size else (0, 0)
    # One line is the sides'.
    size = (width, max(1, height - 1)) if args.size else None
    moment = moment_of(args.what, args.at)
    eye = eye_of(moment.system, moment.audience, args.view)
    view = seen(moment.system, moment.state, eye)
    centre = hex_named(moment.system, args.hex) if args.hex else None
    utf8 = (sys.stdout.encoding or "ascii").lower().startswith("utf")
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and args.zoom != "plain"
    scene = scene_of(moment.system, view, centre)
    sys.stdout.write(render_text(scene, Zoom[args.zoom.upper()], size, centre, colour=colour, ascii=not utf8))
    print(side_line(UNICODE if utf8 and args.zoom != "plain" else ASCII, moment.system.sides))
    return 0


def hex_named(system: RuleSystem[Any], text: str) -> Hex:
    """A hex of the board by its map id. CommandError names hexes most like it."""
    try:
        return system.board.hex(text)
    except ValueError as error:
        ids = [str(h) for h in system.board.ids()]
        raise CommandError(f"{error}; {near(text.upper(), ids)}") from error
