"""How a host is set up: ``host.toml`` in its data directory, written with comments on the first start."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import tomli_w
from attrs import evolve, frozen

from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from core.ai import LEVELS
from saves.files import replace_file

FILE: Final = "host.toml"

#: Text that a terminal takes as an order instead of showing it.
_UNSEEN: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_HEAD: Final = (
    "How this panzerhex host is set up. Every key may be left out; the value written here at first is its default. "
    "What is changed here holds from the next start of the host."
)


def _setting(
    default: Any, about: str, *, lowest: int = 0, highest: int = 0, choices: tuple[str, ...] = (), longest: int = 0
) -> Any:
    """A key with its default, what it means, and what it may be; all bounds inclusive, longest in characters."""
    bounds = {"about": about, "lowest": lowest, "highest": highest, "choices": choices, "longest": longest}
    return attrs.field(default=default, metadata=bounds)


@frozen
class Listen:
    """Where players reach the host."""

    host: str = _setting("", 'The address to listen on, such as "192.0.2.7" or "::1"; "" is every address.')
    port: int = _setting(2222, "The port to listen on. 0 takes any free one.", lowest=0, highest=65535)


@frozen
class Admission:
    """Who may come in."""

    registration: str = _setting(
        "open",
        'Who may make an account: "open" - anyone who comes with a key; "invitation" - who knows one of the codes '
        'below; "closed" - nobody, you add accounts yourself (panzerhex admin add).',
        choices=("open", "invitation", "closed"),
    )
    invitation_codes: tuple[str, ...] = _setting(
        (), "The codes for registration by invitation. Take one out and it is worth nothing from the next start."
    )
    guests: bool = _setting(False, "Whether anyone may come in without an account (ssh guest@...) and watch.")
    passwords: bool = _setting(
        False, "Whether a player may set a password and come in with it where he has no key. Keys always work."
    )


@frozen
class Limits:
    """What one address, one account or one session may take of the host."""

    connections_in_all: int = _setting(
        1000,
        "Connections of all together, playing or not; fewer if the system gives the host too few open files.",
        lowest=1,
        highest=100_000,
    )
    connections_per_account: int = _setting(
        8,
        "Connections of one account at the same time; of more the oldest without a session goes.",
        lowest=1,
        highest=1000,
    )
    connections_per_address: int = _setting(
        10, "Connections at the same time from one address (IPv6: from one /64).", lowest=1, highest=10_000
    )
    connections_per_minute: int = _setting(
        30, "New connections in a minute from one address (IPv6: from one /64).", lowest=1, highest=100_000
    )
    login_tries: int = _setting(
        6, "Failed logins before an address has to wait, each time twice as long.", lowest=1, highest=100
    )
    sessions_per_account: int = _setting(4, "Sessions of one account at the same time.", lowest=1, highest=1000)
    sessions: int = _setting(300, "Sessions of all players together.", lowest=1, highest=100_000)
    idle_minutes: int = _setting(
        120,
        "Minutes without a key after which a session ends; 0 is never. Games are kept.",
        lowest=0,
        highest=100_000,
    )
    queued_bytes: int = _setting(
        262_144,
        "Bytes that may wait for a terminal on a slow line; beyond it frames are left out and the newest is drawn.",
        lowest=16_384,
        highest=67_108_864,
    )
    typed_bytes: int = _setting(
        4096, "Bytes of one thing typed or pasted; what is longer is not taken.", lowest=256, highest=1_048_576
    )
    games_per_account: int = _setting(
        20,
        "Games that one account may have against the computer, and unfinished ones with others.",
        lowest=1,
        highest=10_000,
    )
    accounts_per_day: int = _setting(
        10, "Accounts that may be made in a day from one address (IPv6: from one /64).", lowest=1, highest=10_000
    )
    tables_per_day: int = _setting(
        30, "Tables that one account may lay in a day, whatever became of them.", lowest=1, highest=10_000
    )
    finished_days: int = _setting(
        60,
        "Days for which finished games of others stand in the lobby; 0 is for ever. Players keep their own for good.",
        lowest=0,
        highest=36_500,
    )


@frozen
class Computers:
    """What computer players may take of the host."""

    processes: int = _setting(
        2,
        "Processes in which computer players think, for all tables; 0 is in the host's own, which makes screens late.",
        lowest=0,
        highest=64,
    )
    seconds: int = _setting(
        10,
        "Seconds for one decision. After twice as long it is given up, and greedy plays instead.",
        lowest=1,
        highest=600,
    )
    barred: tuple[str, ...] = _setting(
        (), 'Levels that are not played here, such as ["elite"]; greedy plays in their place.'
    )


@frozen
class Logging:
    """What stands in host/host.log."""

    level: str = _setting(
        "info",
        'The least that is logged: "debug", "info", "warning" or "error".',
        choices=("debug", "info", "warning", "error"),
    )


@frozen
class HostConfig:
    """Everything that is set for a host; what the keys mean is said in the file itself."""

    name: str = _setting("panzerhex", "What the host is called where players meet it.", longest=40)
    welcome: str = _setting(
        "", "What a player reads when he comes in for the first time: house rules, whom to write to.", longest=600
    )
    listen: Listen = Listen()
    accounts: Admission = Admission()
    limits: Limits = Limits()
    computers: Computers = Computers()
    log: Logging = Logging()


def load(data: Path) -> HostConfig:
    """The configuration in a data directory; its file is written if there is none.

    ContentError has every mistake with file, key, what was found and what is allowed; OSError if it cannot be written.
    """
    path = data / FILE
    if not path.exists():
        # Hidden units and sealed dice are nobody's business on a machine with other users, and codes neither.
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, as_text(HostConfig()).encode(), 0o600)
    return read(path)


def read(path: Path) -> HostConfig:
    """The configuration in a file. ContentError as in `load`."""
    file = str(path)
    try:
        config = structure(read_toml(path, file), HostConfig, file)
    except ContentError as error:
        raise ContentError(*map(_placed, error.mistakes)) from None
    return checked(config, file)


def checked(config: HostConfig, file: str = "") -> HostConfig:
    """The same configuration; ContentError if a value is out of bounds."""
    proof = Proof(file)
    for table, key, attribute, value in settings(config):
        _check(proof, f"{table}.{key}" if table else key, attribute.metadata, value)
    if "\n" in config.name:
        proof.mistake("name", "several lines", "one line", "remove the line breaks")
    codes = config.accounts.invitation_codes
    if config.accounts.registration == "invitation" and not codes:
        allowed = "at least one code while registration is by invitation"
        proof.mistake("accounts.invitation_codes", "no code", allowed, 'write one, such as ["panther-44"]')
    for n, code in enumerate(codes, start=1):
        if not 6 <= len(code) <= 64 or not code.isprintable() or code != code.strip():
            allowed = "6 to 64 characters that can be typed, no blanks around them"
            proof.mistake(f"accounts.invitation_codes[{n}]", f"a code of {len(code)} characters", allowed)
    for n, level in enumerate(config.computers.barred, start=1):
        proof.among(f"computers.barred[{n}]", level, LEVELS, "the level")
    proof.done()
    return config


def overridden(config: HostConfig, host: str | None = None, port: int | None = None) -> HostConfig:
    """The configuration with what the command line says instead."""
    listen = config.listen
    if host is not None:
        listen = evolve(listen, host=host)
    if port is not None:
        listen = evolve(listen, port=port)
    return checked(evolve(config, listen=listen), "the command line")


def settings(config: HostConfig) -> Iterator[tuple[str, str, attrs.Attribute[Any], Any]]:
    """Every key in the order of the file: its table ("" for none), its name, how it is declared, its value."""
    tables = []
    for attribute in attrs.fields(HostConfig):
        value = getattr(config, attribute.name)
        if attrs.has(type(value)):
            tables.append((attribute.name, value))
        else:
            yield "", attribute.name, attribute, value
    for table, values in tables:
        for attribute in attrs.fields(type(values)):
            yield table, attribute.name, attribute, getattr(values, attribute.name)


def as_text(config: HostConfig) -> str:
    """The file that says this, with comments."""
    lines = [*_comment(_HEAD)]
    last = ""
    for table, key, attribute, value in settings(config):
        lines.append("")
        if table != last:
            lines += [f"[{table}]"]
            last = table
        lines += _comment(f"{attribute.metadata['about']}{_bounds(attribute.metadata)}")
        lines.append(tomli_w.dumps({key: list(value) if isinstance(value, tuple) else value}).rstrip())
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _bounds(bounds: Mapping[str, Any]) -> str:
    if bounds["highest"]:
        return f" {bounds['lowest']} to {bounds['highest']}."
    return f" At most {bounds['longest']} characters." if bounds["longest"] else ""


def _check(proof: Proof, key: str, bounds: Mapping[str, Any], value: Any) -> None:
    if bounds["choices"] and value not in bounds["choices"]:
        proof.mistake(key, repr(value), listed(bounds["choices"]), near(value, bounds["choices"]))
    if bounds["highest"] and not bounds["lowest"] <= value <= bounds["highest"]:
        nearest = min(max(value, bounds["lowest"]), bounds["highest"])
        allowed = f"{bounds['lowest']} to {bounds['highest']}"
        proof.mistake(key, str(value), allowed, f"the nearest is {nearest}")
    if bounds["longest"] and len(value) > bounds["longest"]:
        proof.mistake(key, f"{len(value)} characters", f"at most {bounds['longest']}", "make it shorter")
    if bounds["longest"] and _UNSEEN.search(value):
        proof.mistake(key, "a control character", "text and line breaks", "remove it")


def _placed(mistake: Mistake) -> Mistake:
    """The mistake of an unknown key that belongs to another table says so."""
    *tables, key = mistake.key.split(".")
    if not mistake.found.startswith("the unknown key"):
        return mistake
    for table, name, _, _ in settings(HostConfig()):
        if name == key and [table] != (tables or [""]):
            return evolve(mistake, remedy=f"it belongs under [{table}]" if table else "it belongs above all tables")
    return mistake
