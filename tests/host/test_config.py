"""host.toml: written on the first start, read strictly, every mistake told with its key."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from content.kit.load import ContentError
from tui.host import config
from tui.host.config import HostConfig, Limits, Listen


def written(data: Path, text: str) -> HostConfig:
    data.mkdir(exist_ok=True)
    (data / config.FILE).write_text(text, encoding="utf-8")
    return config.load(data)


def refused(data: Path, text: str) -> list[str]:
    """What is said of a file with mistakes, without the path."""
    with pytest.raises(ContentError) as raised:
        written(data, text)
    path = str(data / config.FILE)
    assert all(mistake.file == path for mistake in raised.value.mistakes)
    return [str(mistake).removeprefix(f"{path}: ") for mistake in raised.value.mistakes]


def test_the_first_start_writes_a_file_that_says_what_holds(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    assert config.load(data) == HostConfig()
    path = data / config.FILE
    assert path.stat().st_mode & 0o077 == 0
    assert data.stat().st_mode & 0o077 == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for table, key, attribute, _ in config.settings(HostConfig()):
        at = next(n for n, line in enumerate(lines) if line.startswith(f"{key} = "))
        assert lines[at - 1].startswith("# "), f"{table}.{key} has no comment"
        assert attribute.metadata["about"].split()[0] in "".join(lines[:at])
    assert max(map(len, lines)) <= 100
    before = path.read_bytes()
    assert config.load(data) == HostConfig()
    assert path.read_bytes() == before


def test_a_file_of_any_configuration_is_read_as_the_same(tmp_path: Path) -> None:
    odd = HostConfig(
        name='The "Den"',
        welcome="Be kind.\nAsk anna.",
        listen=Listen("::1", 0),
        accounts=config.Admission("invitation", ("panther-44", 'with "signs"'), guests=True, passwords=True),
        limits=Limits(idle_minutes=0),
        log=config.Logging("debug"),
    )
    assert written(tmp_path, config.as_text(odd)) == odd


def test_every_key_may_be_left_out(tmp_path: Path) -> None:
    assert written(tmp_path, "") == HostConfig()
    assert written(tmp_path, "[limits]\nsessions = 7\n").limits == Limits(sessions=7)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nmae = 'x'", "nmae: found the unknown key 'nmae'; allowed: name, welcome,"),
        ("nmae = 'x'", "did you mean 'name'"),
        ("[limits]\nsesions = 3", "limits.sesions: found the unknown key 'sesions'"),
        ("[limits]\nsesions = 3", "did you mean 'sessions'"),
        ("port = 22", "it belongs under [listen]"),
        ("[limits]\nname = 'x'", "it belongs above all tables"),
        ("[listen]\nport = '22'", "listen.port: found '22'; allowed: a whole number"),
        ("[listen]\nport = 70000", "listen.port: found 70000; allowed: 0 to 65535; the nearest is 65535"),
        ("[limits]\nlogin_tries = 0", "limits.login_tries: found 0; allowed: 1 to 100; the nearest is 1"),
        ("[limits]\nlogin_tries = true", "limits.login_tries: found true; allowed: a whole number"),
        ("[accounts]\nguests = 'yes'", "accounts.guests: found 'yes'; allowed: true or false"),
        ("[accounts]\nregistration = 'opn'", "allowed: open, invitation, closed; did you mean 'open'"),
        ("[accounts]\nregistration = 'invitation'", "accounts.invitation_codes: found no code"),
        ("[accounts]\ninvitation_codes = ['abcdef', 'x']", "accounts.invitation_codes[2]: found a code of 1"),
        ("[accounts]\ninvitation_codes = 'abcdef'", "accounts.invitation_codes: found 'abcdef'; allowed: a list"),
        ("[log]\nlevel = 'warn'", "log.level: found 'warn'"),
        ('name = "x\\u001b[2J"', "name: found a control character"),
        ('name = "x\\ny"', "name: found several lines"),
        (f"welcome = '{'x' * 601}'", "welcome: found 601 characters; allowed: at most 600"),
        ("name = ", "no valid TOML"),
    ],
)
def test_a_mistake_is_told_with_its_key_and_what_would_be_right(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text)[0]


def test_all_mistakes_are_told_together(tmp_path: Path) -> None:
    assert len(refused(tmp_path, "[limits]\nsessions = 0\nlogin_tries = 0\n[listen]\nport = -1")) == 3


def test_the_command_line_has_the_last_word() -> None:
    config_ = config.overridden(HostConfig(), "::1", 22)
    assert config_.listen == Listen("::1", 22)
    assert config.overridden(HostConfig()) == HostConfig()
    with pytest.raises(ContentError):
        config.overridden(HostConfig(), port=70000)


def test_the_readme_explains_every_key() -> None:
    text = (Path(config.__file__).parent / "README.md").read_text(encoding="utf-8")
    for table, key, _, value in config.settings(HostConfig()):
        row = next(
            (line for line in text.splitlines() if line.startswith(f"| `{table + '.' if table else ''}{key}`")), ""
        )
        shown = tomllib.loads(f"x = {row.split('|')[2].strip().strip('`')}")["x"] if row else None
        assert shown == (list(value) if isinstance(value, tuple) else value), f"{table}.{key}: {row}"


def test_the_readme_explains_every_event_of_the_log() -> None:
    folder = Path(config.__file__).parent
    text = (folder / "README.md").read_text(encoding="utf-8")
    told = {
        name for line in text.splitlines() if line.startswith("| `") for name in line.split("|")[1].split("`")[1::2]
    }
    logged = {
        part.value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        for named in node.args[: {"event": 1, "failure": 2}.get(node.func.attr, 0)]
        for part in ast.walk(named)
        if isinstance(part, ast.Constant)
    }
    assert {"session-opened", "app-failed", "host-failed"} <= logged
    assert logged <= told
