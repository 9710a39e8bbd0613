"""What the actions of ``panzerhex admin`` have in common: whom they ask, and how they answer."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saves.text import shown
from tui.commands.common import CommandError, print_json, say

if TYPE_CHECKING:
    from tui.host.account import Account
    from tui.host.accounts import AccountBook
    from tui.host.bans import BanList


def data_of_host() -> Path:
    from saves.library import data_directory

    return data_directory()


def ask(do: str, **details: Any) -> dict[str, Any]:
    from tui.host import admin

    return admin.ask(data_of_host() / "host" / admin.FILE, do, **details)


def account_book(*, write: bool = False) -> AccountBook:
    """The accounts on the disk. CommandError if no host was ever started there, or its files would change hands."""
    from tui.host.accounts import AccountBook
    from tui.host.config import FILE

    data = data_of_host()
    if not (data / FILE).is_file():
        raise CommandError(f"{data} is no data directory of a host; name it with --data, or start 'panzerhex serve'")
    if write and hasattr(os, "geteuid") and os.geteuid() != (owner := data.stat().st_uid):
        import pwd

        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"#{owner}"
        raise CommandError(f"{data} belongs to {name}; ask as that user: sudo -u {name} panzerhex admin ...")
    return AccountBook(data / "host" / "accounts")


def ban_list() -> BanList:
    from tui.host.bans import FILE, BanList

    return BanList(data_of_host() / "host" / FILE)


def done(args: argparse.Namespace, answer: Mapping[str, Any], words: str) -> int:
    if args.json:
        print_json(dict(answer))
    else:
        say(words)
    return 0


def document(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "keys": [{"type": k.words, "fingerprint": k.fingerprint, "comment": k.comment} for k in account.keys],
        "password": bool(account.password),
        "created": account.created or None,
        "last_seen": account.last_seen or None,
        "ban": {"reason": account.ban.reason, "since": account.ban.since} if account.ban else None,
        "mute": {"reason": account.mute.reason, "since": account.mute.since} if account.mute else None,
    }


def sessions(count: int) -> str:
    return f"{count} session{'' if count == 1 else 's'}"


def hours(seconds: float) -> str:
    minutes = max(0, int(seconds // 60))
    return f"{minutes // 60}:{minutes % 60:02}"


def print_table(rows: Sequence[Sequence[str]]) -> None:
    rows = [[shown(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
