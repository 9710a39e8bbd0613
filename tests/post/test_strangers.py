"""What stands in a letter of a stranger reaches no terminal as anything but text."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from saves.post.correspondence import read_invitation
from saves.post.keys import Keys
from saves.text import shown
from tui import cli
from tui.commands.common import note, say

ESCAPES = "\x1b[31mfoo\x07\x9b2J\u202e\ud800"


def test_orders_to_a_terminal_are_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown("Grüße, 熊") == "Grüße, 熊"
    assert shown(ESCAPES) == r"\x1b[31mfoo\x07\x9b2J\u202e\ud800"
    assert shown("a\nb\r") == r"a\nb\r"
    assert shown("a\nb\r", lines=True) == "a\nb\\r"
    say(f"{ESCAPES}\nnext")
    note(ESCAPES)
    said = capsys.readouterr()
    assert said.out == r"\x1b[31mfoo\x07\x9b2J\u202e\ud800" + "\nnext\n"
    assert said.err == r"panzerhex: \x1b[31mfoo\x07\x9b2J\u202e\ud800" + "\n"


@pytest.mark.parametrize("field", ["system", "edition", "scenario", "by", "options", "content"])
def test_an_invitation_with_escapes_is_refused_in_text(
    field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "mine"))
    path = tmp_path / "invitation.turn"
    assert cli.main(["post", "new", "the-pimple", "--side", "british", "--out", str(path)]) == 0
    keys = Keys.derive(b"x" * 32, "game", "british", "nonce")
    bad = "\x1b[31mfoo"
    real = read_invitation(path.read_bytes())
    forged = evolve(real, **{field: (bad,) if field == "options" else bad}, keys=keys.public(), line=b"", digest="")
    try:
        path.write_bytes(forged.signed_by(keys).line + b"\n")
    except Exception:
        pytest.skip("nobody can write such an invitation")
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "theirs"))
    capsys.readouterr()
    for words in (["post", "import", str(path)], ["post", "verify", str(path)], ["post", "list"]):
        cli.main(words)
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err
