"""``panzerhex admin``: what the keeper of a host does, mostly while it runs."""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.commands.admin_common import account_book, ask, ban_list, document, done, hours, print_table, sessions
from tui.commands.common import CommandError, Commands, Parser, Run, command, note, number, print_json

if TYPE_CHECKING:
    pass


def add(commands: Commands) -> None:
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
    actions = parser.add_commands("actions", "ACTION", required=True)

    _action(actions, "list", _list, "list the sessions", "list --json")
    action = _action(actions, "kick", _kick, "end the sessions of a player, or one session", "kick anna")
    action.add_argument("who", metavar="PLAYER|SESSION", help="name of a player, or id of a session")
    action.add_argument("--reason", metavar="TEXT", help="what the player is told")
    about = "keep an account, a key or a network out"
    action = _action(actions, "ban", _ban, about, "ban anna --reason 'come back in May'")
    what = "name of an account, fingerprint of a key (SHA256:...), address or network (192.0.2.0/24)"
    action.add_argument("name", metavar="WHO", help=what)
    action.add_argument("--reason", metavar="TEXT", default="", help="what the player is told")
    action = _action(actions, "unban", _unban, "let in again", "unban anna")
    action.add_argument("name", metavar="WHO", help=what)
    _action(actions, "bans", _bans, "list all bans", "bans --json")
    action = _action(actions, "mute", _mute, "let a player say nothing", "mute anna --reason 'shouting'")
    action.add_argument("name", metavar="NAME", help="name of the account")
    action.add_argument("--reason", metavar="TEXT", default="", help="what the player is told")
    action = _action(actions, "unmute", _unmute, "let a player talk again", "unmute anna")
    action.add_argument("name", metavar="NAME", help="name of the account")
    action = _action(actions, "tables", _tables, "list the tables", "tables --finished")
    action.add_argument("--finished", action="store_true", help="the last of those that are over and were put away")
    action = _action(actions, "close", _close, "end the game at a table, whoever plays", "close bridge-7k2")
    action.add_argument("table", metavar="TABLE", help="id of the table")
    about = "remove a finished or empty table, with its journal"
    action = _action(actions, "remove", _remove, about, "remove bridge-7k2")
    action.add_argument("table", metavar="TABLE", help="id of the table")
    _action(actions, "reload", _reload, "read host.toml again", "reload")
    _action(actions, "counters", _counters, "show how much there is of what", "counters --json")
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


def _action(actions: Commands, name: str, run: Run, about: str, example: str, details: str = "") -> Parser:
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

    answer = ask("list")
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
            hours(now - line.since),
            hours(line.idle),
            f"{line.terminal} {line.size}".strip(),
            line.place,
        )
        for line in lines
    ]
    print_table([head, *rows] if rows else [])
    print(f"{len(rows)} session{'' if len(rows) == 1 else 's'}")
    return 0


def _kick(args: argparse.Namespace) -> int:
    answer = ask("kick", who=args.who, reason=args.reason)
    return done(args, answer, f"{sessions(answer['ended'])} of {args.who} ended")


def _say(args: argparse.Namespace) -> int:
    answer = ask("say", text=" ".join(args.text))
    return done(args, answer, f"shown in {sessions(answer['shown'])}")


def _stop(args: argparse.Namespace) -> int:
    answer = ask("stop", minutes=args.minutes)
    when = f"in {args.minutes} minute{'' if args.minutes == 1 else 's'}" if args.minutes else "now"
    return done(args, answer, f"the host stops {when}")


def _tables(args: argparse.Namespace) -> int:
    answer = ask("tables", finished=args.finished)
    if args.json:
        print_json(answer)
        return 0
    now = time.time()
    rows = [
        (
            line["id"],
            line["title"],
            line["owner"],
            ", ".join(line["players"]) or "nobody",
            line["stage"],
            hours(now - line["since"]),
        )
        for line in answer["tables"]
    ]
    print_table([("TABLE", "TITLE", "OWNER", "PLAYERS", "STATE", "SINCE"), *rows] if rows else [])
    print(f"{len(rows)} table{'' if len(rows) == 1 else 's'}")
    return 0


def _close(args: argparse.Namespace) -> int:
    return done(args, ask("close", table=args.table), f"{args.table} is closed")


def _remove(args: argparse.Namespace) -> int:
    return done(args, ask("remove", table=args.table), f"{args.table} is removed")


def _reload(args: argparse.Namespace) -> int:
    answer = ask("reload")
    later = f"; {', '.join(answer['later'])} holds from the next start" if answer["later"] else ""
    return done(args, answer, f"host.toml is read again{later}")


def _counters(args: argparse.Namespace) -> int:
    answer = ask("counters")
    if args.json:
        print_json(answer)
        return 0
    events = answer.pop("events", {})
    rows = [(name.replace("_", " "), str(value)) for name, value in answer.items()]
    print_table([*rows, *((f"log: {name}", str(value)) for name, value in events.items())])
    return 0


# -- whether it runs or not --------------------------------------------------------------------------


def _ban(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError
    from tui.host.bans import of_key_or_network

    try:
        answer = ask("ban", who=args.name, reason=args.reason)
    except NoHostError:
        book = account_book(write=True)
        if of_key_or_network(args.name):
            ban_list().ban(args.name, args.reason)
        else:
            book.ban(args.name, args.reason)
        answer = {"ended": 0}
    ended = f"; {sessions(answer['ended'])} ended" if answer["ended"] else ""
    return done(args, answer, f"{args.name} is banned{ended}")


def _unban(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError
    from tui.host.bans import of_key_or_network

    try:
        answer = ask("unban", who=args.name)
    except NoHostError:
        book = account_book(write=True)
        if of_key_or_network(args.name):
            ban_list().unban(args.name)
        else:
            book.unban(args.name)
        answer = {}
    return done(args, answer, f"{args.name} may come in again")


def _bans(args: argparse.Namespace) -> int:
    found: list[tuple[str, str, str]] = [
        (a.name, a.ban.reason, a.ban.since) for a in account_book().accounts() if a.ban is not None
    ]
    listed = ban_list()
    found += [(entry.what, entry.reason, entry.since) for entry in listed.entries]
    if listed.problem:
        note(listed.problem)
    if args.json:
        print_json([{"who": who, "reason": reason, "since": since} for who, reason, since in found])
        return 0
    rows = [(who, since[:10], reason) for who, reason, since in found]
    print_table([("WHO", "SINCE", "REASON"), *rows] if rows else [])
    print(f"{len(found)} ban{'' if len(found) == 1 else 's'}")
    return 0


def _mute(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError

    try:
        answer = ask("mute", who=args.name, reason=args.reason)
    except NoHostError:
        account_book(write=True).mute(args.name, args.reason)
        answer = {}
    return done(args, answer, f"{args.name} may say nothing")


def _unmute(args: argparse.Namespace) -> int:
    from tui.host.admin import NoHostError

    try:
        answer = ask("unmute", who=args.name)
    except NoHostError:
        account_book(write=True).unmute(args.name)
        answer = {}
    return done(args, answer, f"{args.name} may talk again")


def _accounts(args: argparse.Namespace) -> int:
    book = account_book()
    accounts = book.accounts()
    for problem in book.problems():
        note(problem)
    if args.json:
        print_json([document(account) for account in accounts])
        return 0
    head = ("NAME", "KEYS", "PASSWORD", "MADE", "LAST SEEN", "")
    rows = [
        (
            account.name,
            str(len(account.keys)),
            "yes" if account.password else "no",
            account.created[:10],
            account.last_seen[:10] or "never",
            "; ".join(
                f"{word}: {why.reason}".removesuffix(": ")
                for word, why in (("banned", account.ban), ("muted", account.mute))
                if why
            ),
        )
        for account in accounts
    ]
    print_table([head, *rows] if rows else [])
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
    account = account_book(write=True).register(args.name, key=key)
    return done(args, document(account), f"{account.name} may come in with {key.words} {key.fingerprint}")


def _password(args: argparse.Namespace) -> int:
    book = account_book(write=True)
    if args.remove:
        book.remove_password(args.name)
        return done(args, {}, f"{args.name} has no password any more")
    book.known(args.name)  # Whoever mistypes a name should not have to type a password first.
    book.set_password(args.name, _asked_password(args.name))
    return done(args, {}, f"{args.name} has a new password")


def _asked_password(name: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass(f"New password of {name}: ")
    if getpass.getpass("Once more: ") != password:
        raise CommandError("the two passwords differ; nothing was changed, try again")
    return password
