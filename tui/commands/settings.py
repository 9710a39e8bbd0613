"""``panzerhex settings``: what is set, where the program keeps what, and a player's own keys."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import attrs

from tui.commands.common import FAILED, CommandError, Commands, command, note, print_json, say

#: Where keys are read from if no file is named.
_OWN: Final = Path()


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "settings",
        run,
        "show what is set, and where it is kept; change keys",
        "panzerhex settings --write-keys",
        "The settings are changed on their screen, or in the file; what is not understood there counts as not set. "
        "Keys are changed in keys.toml beside it: --write-keys writes one in which every action stands with the keys "
        "that it has, --check-keys says of each line that is wrong why it is. Where a file is wrong, the keys of the "
        "program hold. At a host they always do.",
    )
    parser.add_argument("--json", action="store_true", help="as one JSON document")
    keys = parser.add_mutually_exclusive_group()
    written, checked = "write a file of keys to be changed, keys.toml if no other is named", "check such a file"
    for name, about in (("--write-keys", written), ("--check-keys", checked)):
        parser.told.append(keys.add_argument(name, metavar="FILE", nargs="?", type=Path, const=_OWN, help=about))
        parser.options.append(name)


def run(args: argparse.Namespace) -> int:
    """Show the settings and the places of the files; or write, or check, a file of keys."""
    from saves.library import Library, data_directory
    from tui.keys.file import FILE as KEYS
    from tui.keys.file import load as load_keys
    from tui.settings import FILE, load

    data = data_directory()
    if args.write_keys is not None:
        return _write_keys(data / KEYS if args.write_keys == _OWN else args.write_keys)
    if args.check_keys is not None:
        return _check_keys(data / KEYS if args.check_keys == _OWN else args.check_keys)
    settings, problem = load(data)
    keys = load_keys(data)
    for wrong in (*filter(None, (problem,)), *keys.wrong):
        note(wrong)
    values = attrs.asdict(settings)
    places = {
        "data": str(data),
        "settings": str(data / FILE),
        "keys": str(data / KEYS),
        "games": str(Library(data).games_directory),
    }
    if args.json:
        print_json({"places": places, "settings": values, "keys": keys.keys.changed})
        return 0
    for name, place in places.items():
        say(f"{name:10} {place}")
    say("")
    for name, value in values.items():
        told = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else _told(value)
        say(f"{name:10} {told}")
    for id_, held in keys.keys.changed.items():
        say(f"{'key':10} {_changed(id_, held)}")
    return 0


def _write_keys(path: Path) -> int:
    """Write a file in which every action stands with its keys; one that is there stays."""
    from saves.files import new_file
    from tui.keys.file import template

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new_file(path, template().encode())
    except FileExistsError:
        raise CommandError(f"{path} exists already; change it, or name another file") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None
    say(f"{path} is written; nothing is changed in it yet. panzerhex settings --check-keys checks it.")
    return 0


def _check_keys(path: Path) -> int:
    """Say which keys a file changes, and what is wrong with it."""
    from tui.keys.file import read_file

    if not path.exists():
        raise CommandError(f"{path} does not exist; panzerhex settings --write-keys writes one")
    found = read_file(path)
    for id_, held in found.keys.changed.items():
        say(_changed(id_, held))
    for wrong in found.wrong:
        note(wrong)
    if found.wrong:
        return FAILED
    say(f"{path} is all right: {len(found.keys.changed)} of the actions have keys of your own.")
    return 0


def _changed(id_: str, held: tuple[str, ...]) -> str:
    from tui.keys.catalogue import actions
    from tui.keys.file import told_in_file

    before = " ".join(map(told_in_file, actions()[id_].keys))
    return f"{id_}: {' '.join(map(told_in_file, held))} in place of {before} ({actions()[id_].about})"


def _told(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value)) or "none"
    return ", ".join(map(str, value)) or "none" if isinstance(value, dict) else f"{value}"
