"""``panzerhex settings``: what is set, and where the program keeps what."""

from __future__ import annotations

import argparse

import attrs

from tui.commands.common import Commands, command, note, print_json, say


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "settings",
        run,
        "show what is set, and where it is kept",
        "panzerhex settings --json",
        "The settings are changed on their screen, or in the file; what is not understood there counts as not set.",
    )
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Show the settings and the places of the files."""
    from saves.library import Library, data_directory
    from tui.settings import FILE, load

    data = data_directory()
    settings, problem = load(data)
    if problem:
        note(problem)
    values = attrs.asdict(settings)
    places = {"data": str(data), "settings": str(data / FILE), "games": str(Library(data).games_directory)}
    if args.json:
        print_json({"places": places, "settings": values})
        return 0
    for name, place in places.items():
        say(f"{name:10} {place}")
    say("")
    for name, value in values.items():
        told = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else _told(value)
        say(f"{name:10} {told}")
    return 0


def _told(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value)) or "none"
    return ", ".join(map(str, value)) or "none" if isinstance(value, dict) else f"{value}"
