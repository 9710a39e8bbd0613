"""``panzerhex admin``: what the keeper of a host does, mostly while it runs."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.commands.common import CommandError, Parser, Run, command, note, number, print_json

if TYPE_CHECKING:
    from tui.host.accounts import Account, AccountBook


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Describe the command and its actions."""
    parser = command(
        commands,
        "admin",
        _list,
        "keep a host",
        "panzerhex admin list",
        "Speaks to the host that runs on the data directory; accounts can be changed while none runs, too.",
    )
    _everywhere(parser, None, as_json=False)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", parser_class=Parser, required=True)

    _action(actions, "list", _list, "list the sessions", "list --json")
    action = _action(actions, "kick", _kick, "end the sessions of a player, or one session", "kick anna")
    action.add_argument("who", metavar="PLAYER|SESSION", help="name of a player, or id of a session")
    action.add_argument("--reason", metavar="TEXT", help="what the player is told")
    action = _action(actions, "ban", _ban, "keep a player out", "ban anna --reason 'come back in May'")
    action.add_argument("name", metavar="NAME", help="name of the account")
    action.add_argument("--reason", metavar="TEXT", default="", help="what the player is told")
    action = _action(actions, "unban", _unban, "let a player in again", "unban anna")
    action.add_argument("name", metavar="NAME", help="name of the account")
    action = _action(actions, "say", _say, "show a text to everybody", "say 'back in ten minutes'")
    action.add_argument("text", metavar="TEXT", nargs="+", help="the text")
    action = _action(actions, "stop", _stop, "stop the host; every game is kept", "stop --minutes 5")
    action.add_argument("--minutes", metavar="N", type=number, default=0, help="tell everybody, and wait (default 0)")
    _action(actions, "accounts", _accounts, "list the accounts", "accounts --json")
    action = _action(actions, "add", _add, "make an account", "add anna --key anna.pub")
    action.add_argument("name", metavar="NAME", help="name of the account, free as yet")
    action.add_argument("--key", metavar="FILE|LINE", required=True, help="a .pub file, or its line")
    action = _action(
        actions,
        "password",
        _password,
        "set a password",
        "password anna",
        "It is asked for twice; without a terminal it is the first line of the input.",
    )
    action.add_argument("name", metavar="NAME", help="name of the account")
    action.add_argument("--remove", action="store_true", help="take the password away")


def _action(
    actions: argparse._SubParsersAction[Parser], name: str, run: Run, about: str, example: str, details: str = ""
) -> Parser:
    parser = command(actions, name, _explained(run), about, f"panzerhex admin {example}", details)
    _everywhere(parser, argparse.SUPPRESS, as_json=argparse.SUPPRESS)
    return parser


def _everywhere(parser: Parser, data: Any, *, as_json: Any) -> None:
    """The options that may stand before the action or behind it."""
    about = "the data directory of the host (else $PANZERHEX_DATA)"
    parser.add_argument("--data", metavar="DIR", type=Path, default=data, help=about)
    parser.add_argument("--json", action="store_true", default=as_json, help="as one JSON document")


def _explained(run: Run) -> Run:
    """The action, with what hosts and accounts refuse as mistakes of the command."""

    def explained(args: argparse.Namespace) -> int:
        from tui.host.accounts import AccountError
        from tui.host.admin import AdminError

        try:
            return run(args)
        except (AccountError, AdminError) as error:
            raise CommandError(str(error)) from error

    return explained


# -- while the host runs -----------------------------------------------------------------------------


def _list(args: argparse.Namespace) -> int:
    from tui.host.admin import SessionLine

    answer = _ask("list")
    if args.json:
        print_json(answer)
        return 0
    lines = [SessionLine(**line) for line in answer["sessions"]]
    head = ("SESSION", "PLAYER", "FROM", "OPEN", "IDLE", "TERMINAL", "WHERE")
    now = time.time()
    rows = [
        (
            line.id,
            f"{line.player} (guest)" if line.guest else line.player,
            line.address,
            _hours(now - line.since),
            _hours(line.idle),
            f"{line.terminal} {line.size}".strip(),
            line.place,
        )
        for line in lines
    ]
    _print_table([head, *rows] if rows else [])
    print(f"{len(rows)} session{'' if len(rows) == 1 else 's'}")
    return 0


def _kick(args: argparse.Namespace) -> int:
    answer = _ask("kick", who=args.who, reason=args.reason)
    return _done(args, answer, f"{_sessions(answer['ended'])} of {args.who} ended")


def _say(args: argparse.Namespace) -> int:
    answer = _ask("say", text=" ".join(args.text))
    return _done(args, answer, f"shown in {_sessions(answer['shown'])}")


def _stop(args: argparse.Namespace) -> int:
    answer = _ask("stop", minutes=args.minutes)
    when = f"in {args.minutes} minute{'' if args.minutes == 1 else 's'}" if args.minutes else "now"
    return _done(args, answer, f"the host stops {when}")


# -- whether it runs or not --------------------------------------------------------------------------


def _ban(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError

    try:
        answer = _ask("ban", who=args.name, reason=args.reason)
    except NoHostError:
        _book(write=True).ban(args.name, args.reason)
        answer = {"ended": 0}
    ended = f"; {_sessions(answer['ended'])} ended" if answer["ended"] else ""
    return _done(args, answer, f"{args.name} is banned{ended}")


def _unban(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError

    try:
        answer = _ask("unban", who=args.name)
    except NoHostError:
        _book(write=True).unban(args.name)
        answer = {}
    return _done(args, answer, f"{args.name} may come in again")


def _accounts(args: argparse.Namespace) -> int:
    book = _book()
    accounts = book.accounts()
    for problem in book.problems():
        note(problem)
    if args.json:
        print_json([_document(account) for account in accounts])
        return 0
    head = ("NAME", "KEYS", "PASSWORD", "MADE", "LAST SEEN", "")
    rows = [
        (
            account.name,
            str(len(account.keys)),
            "yes" if account.password else "no",
            account.created[:10],
            account.last_seen[:10] or "never",
            f"banned: {account.ban.reason}".removesuffix(": ") if account.ban else "",
        )
        for account in accounts
    ]
    _print_table([head, *rows] if rows else [])
    print(f"{len(rows)} account{'' if len(rows) == 1 else 's'}")
    return 0


def _add(args: argparse.Namespace) -> int:
    from tui.host.keys import public_key

    path = Path(args.key).expanduser()
    line = args.key
    if " " not in line or path.is_file():
        try:
            line = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "no text"
            raise CommandError(f"cannot read the key in {path}: {why}; name a .pub file") from error
    key = public_key(line)
    account = _book(write=True).register(args.name, key=key)
    return _done(args, _document(account), f"{account.name} may come in with {key.words} {key.fingerprint}")


def _password(args: argparse.Namespace) -> int:
    book = _book(write=True)
    if args.remove:
        book.remove_password(args.name)
        return _done(args, {}, f"{args.name} has no password any more")
    book.known(args.name)  # Whoever mistypes a name should not have to type a password first.
    book.set_password(args.name, _asked_password(args.name))
    return _done(args, {}, f"{args.name} has a new password")


def _asked_password(name: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass(f"New password of {name}: ")
    if getpass.getpass("Once more: ") != password:
        raise CommandError("the two passwords differ; nothing was changed, try again")
    return password


# -- what they have in common ------------------------------------------------------------------------


def _data() -> Path:
    from saves.library import data_directory

    return data_directory()


def _ask(do: str, **details: Any) -> dict[str, Any]:
    from tui.host import admin

    return admin.ask(_data() / "host" / admin.FILE, do, **details)


def _book(*, write: bool = False) -> AccountBook:
    """The accounts on the disk. CommandError if no host was ever started there, or its files would change hands."""
    from tui.host.accounts import AccountBook
    from tui.host.config import FILE

    data = _data()
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


def _done(args: argparse.Namespace, answer: Mapping[str, Any], words: str) -> int:
    if args.json:
        print_json(dict(answer))
    else:
        print(words)
    return 0


def _document(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "keys": [{"type": k.words, "fingerprint": k.fingerprint, "comment": k.comment} for k in account.keys],
        "password": bool(account.password),
        "created": account.created or None,
        "last_seen": account.last_seen or None,
        "ban": {"reason": account.ban.reason, "since": account.ban.since} if account.ban else None,
    }


def _sessions(count: int) -> str:
    return f"{count} session{'' if count == 1 else 's'}"


def _hours(seconds: float) -> str:
    minutes = max(0, int(seconds // 60))
    return f"{minutes // 60}:{minutes % 60:02}"


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
