"""``panzerhex serve``: a host that players reach over SSH."""

from __future__ import annotations

import argparse
from pathlib import Path

from tui.commands.common import Commands, command, port, say


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "serve",
        run,
        "let players come in over SSH",
        "panzerhex serve --port 2222 --data /var/lib/panzerhex",
        "The host is set up in host.toml of its data directory, which is written with comments on the first start; "
        "options hold for this time only. SIGTERM or ctrl+c stops it, with every game saved.",
    )
    parser.add_argument("--host", metavar="H", help="the address to listen on; '' is every address")
    parser.add_argument("--port", metavar="P", type=port, help="the port to listen on")
    parser.add_argument("--init", action="store_true", help="write host.toml with comments, say where, and stop")
    parser.add_argument("--data", metavar="DIR", type=Path, help="the data directory (else $PANZERHEX_DATA)")


def run(args: argparse.Namespace) -> int:
    """Run a host until it is stopped."""
    from saves.library import data_directory
    from tui.host import config
    from tui.host.serve import run as run_host

    data = data_directory()
    if args.init:
        path, there = data / config.FILE, (data / config.FILE).exists()
        config.load(data)
        did = "is there already and without a mistake; nothing was changed" if there else "is written"
        say(f"{path} {did}; change what you like in it, then start the host with 'panzerhex serve'")
        return 0
    return run_host(data, config.overridden(config.load(data), args.host, args.port))
