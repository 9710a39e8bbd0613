"""``panzerhex post``: invitations, files to and fro, lists, and checking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from content.catalogue import open_system
from saves.post.game import PostGame
from saves.post.opening import open_game
from saves.post.places import games
from tests.post.post_games import Table, minds, order_on
from tests.post.test_from_a_table import keyboard
from tui import cli

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Runs a command as one of two players, "a" or "b"."""

    def run(who: str, *words: object) -> tuple[int, str, str]:
        monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / who))
        status = cli.main([str(w) for w in words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_an_invitation_its_answer_and_the_list(ask: Ask, tmp_path: Path) -> None:
    first = tmp_path / "first.turn"
    status, out, err = ask("a", "post", "new", "the-bridge", "--side", "soviet", "--out", first)
    assert (status, err) == (0, "")
    assert "you play Soviet" in out
    status, _, err = ask("a", "post", "new", "the-bridge", "--side", "soviet", "--out", first)
    assert status == 2
    assert "exists already" in err
    status, out, _ = ask("b", "post", "import", first)
    assert status == 0
    assert "you play German" in out
    assert ask("b", "post", "import", first)[1].count("had this file already") == 1
    status, _, err = ask("a", "post", "import", first)
    assert status == 2
    assert "your own file" in err

    (entry,) = games(tmp_path / "b", open_system)
    assert entry.side == "german"
    status, _, err = ask("b", "post", "takeback", entry.game[:8], "--orders", "3")
    assert (status, "no order of yours is in a letter yet" in err) == (2, True), err
    with open_game(tmp_path / "b", entry.game, open_system) as game:
        order_on(game, minds("commands", ("german", "soviet")))
    reply = tmp_path / "reply.turn"
    status, out, _ = ask("b", "post", "export", entry.game[:8], "--out", reply)
    assert status == 0
    assert "letter 1" in out
    status, out, _ = ask("a", "post", "import", reply)
    assert status == 0
    assert "post list" not in out
    mind = minds("to and fro", ("german", "soviet"))
    for _ in range(9):  # whoever sets up first, there comes the turn of the inviter
        (listed,) = orjson.loads(ask("a", "post", "list", "--json")[1])
        assert (listed["game"], listed["side"]) == (entry.game, "soviet")
        if listed["turn"] == "mine":
            break
        for one, other in (("a", "b"), ("b", "a")):
            with open_game(tmp_path / one, entry.game, open_system) as game:
                order_on(game, mind)
            sent = tmp_path / f"{game.outgoing.name}"
            assert ask(one, "post", "export", entry.game[:8], "--out", sent)[0] == 0
            assert ask(other, "post", "import", sent)[0] == 0
    assert listed["turn"] == "mine"
    assert entry.game[:8] in ask("b", "post", "list")[1]
    status, _, err = ask("a", "post", "export", entry.game[:8], "--out", tmp_path / "x.turn")
    assert status == 2
    assert "your side that has to order first" in err


def test_what_is_no_file_of_a_game_is_said_in_one_line(ask: Ask, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.turn"
    nothing.write_bytes(b"not a game\n")
    for words in (
        ("post", "import", nothing),
        ("post", "import", tmp_path / "missing.turn"),
        ("post", "export", "abcdef", "--out", nothing),
        ("post", "new", "the-bridge", "--side", "roman", "--out", tmp_path / "a.turn"),
        ("post", "new", "the-brigde", "--side", "soviet", "--out", tmp_path / "a.turn"),
        ("post", "verify", nothing),
        ("post",),
    ):
        status, out, err = ask("a", *words)
        assert status == 2, words
        assert out == ""
        assert err.startswith("panzerhex: ")
        assert err.count("\n") == 1
    assert ask("a", "post", "list")[1].startswith("no games by file yet")


def test_verify_finds_a_game_good_and_a_change(
    ask: Ask, tmp_path: Path, played: tuple[Table, dict[str, PostGame]]
) -> None:
    table, _ = played
    whole, early, changed = (tmp_path / f"{name}.turn" for name in ("whole", "early", "changed"))
    whole.write_bytes(table.files[-1])
    early.write_bytes(table.files[7])
    changed.write_bytes(table.files[-1].replace(b'"pending":false', b'"pending":true', 1))
    status, out, _ = ask("a", "post", "verify", whole)
    assert status == 0
    assert "every letter from its orders" in out
    status, out, _ = ask("a", "post", "verify", early, "--json")
    found = orjson.loads(out)
    assert (status, found["good"], found["whole"]) == (0, True, False)
    status, out, _ = ask("a", "post", "verify", changed)
    assert status == 1
    assert "letter" in out


def test_what_is_said_besides_play(ask: Ask, tmp_path: Path) -> None:
    """A take-back asked for and refused, a table agreed on and written, in the words of the command line."""
    first = tmp_path / "first.turn"
    assert ask("b", "post", "new", "the-bridge", "--side", "soviet", "--out", first)[0] == 0
    assert ask("a", "post", "import", first)[0] == 0
    (entry,) = games(tmp_path / "a", open_system)
    name, mind = entry.game[:8], minds("said", ("german", "soviet"))

    def to_order() -> str:
        """Who is to order, once what needs no orders has gone to and fro."""
        for _ in range(9):
            listed = {who: orjson.loads(ask(who, "post", "list", "--json")[1])[0] for who in "ab"}
            for who, game in listed.items():
                if game["turn"] == "mine":
                    return who
            hand_over(max(listed, key=lambda who: listed[who]["letters"]))
        raise AssertionError("nobody is to order")

    def hand_over(who: str) -> str:
        sent = tmp_path / f"from-{who}.turn"
        sent.unlink(missing_ok=True)
        assert ask(who, "post", "export", name, "--out", sent)[0] == 0
        status, out, _ = ask("b" if who == "a" else "a", "post", "import", sent)
        assert status == 0
        return out

    status, _, err = ask("a", "post", "takeback", name)
    assert (status, err.count("\n")) == (2, 1)
    for _ in range(6):
        who = to_order()
        with open_game(tmp_path / who, entry.game, open_system) as game:
            order_on(game, mind)
        hand_over(who)
    who = to_order()
    other = "b" if who == "a" else "a"
    for words in (("agree",), ("refuse",), ("takeback", "--orders", "5000"), ("takeback", "--orders", "0")):
        status, _, err = ask(who, "post", words[0], name, *words[1:])
        assert (status, err.count("\n")) == (2, 1), words
    for words in (("resign",), ("table",)):
        assert ask(other, "post", *words, name)[0] == 2
    assert "asked for a take-back" in ask(who, "post", "takeback", name)[1]
    assert "asks to take back its orders" in hand_over(who)
    assert ask(other, "post", "refuse", name)[0] == 0
    hand_over(other)
    assert "asked to go on at a table" in ask(who, "post", "table", name)[1]
    assert "asks to go on at a table" in hand_over(who)
    assert "agreed" in ask(other, "post", "agree", name)[1]
    assert "it goes on at a table" in hand_over(other)
    hand_over(who)
    status, out, _ = ask(other, "post", "table", name)
    assert status == 0
    assert "panzerhex resume" in out
    journal = out.split("resume ")[-1].strip()
    assert ask(other, "verify", journal)[0] == 0


def test_a_game_of_one_keyboard_goes_on_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(who: str, *words: str) -> tuple[int, str]:
        monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / who))
        capsys.readouterr()
        status = cli.main(["post", *words])
        said = capsys.readouterr()
        return status, said.out + said.err

    path = keyboard(tmp_path / "hot", orders=30)
    name, out = path.name.removesuffix(".journal"), tmp_path / "out"
    assert "has to agree" in run("hot", "split", name, "--agreed", "british", "--out", str(out))[1]
    status, said = run("hot", "split", name, "--agreed", "british", "--agreed", "italian", "--out", str(out))
    assert status == 0, said
    assert not path.exists()
    mine, theirs = out / "the-pimple-british.half", out / "the-pimple-italian.half"
    assert (mine.stat().st_mode & 0o777, theirs.stat().st_mode & 0o777) == (0o600, 0o600)
    first = tmp_path / "invitation.turn"
    assert run("a", "begin", str(mine), "--out", str(first))[0] == 0
    assert "exists already" in run("a", "begin", str(mine), "--out", str(first))[1]
    assert "already" in run("a", "begin", str(mine), "--out", str(tmp_path / "more.turn"))[1]
    assert "--half" in run("b", "import", str(first))[1]
    status, said = run("b", "import", str(first), "--half", str(theirs))
    assert (status, "you play Italian" in said) == (0, True)
    assert "signatures" in run("b", "verify", str(first))[1]
    for bad in (b"\x1b[2J", b'{"panzerhex-half":1}', theirs.read_bytes()[:100]):
        (tmp_path / "bad.half").write_bytes(bad)
        status, said = run("c", "begin", str(tmp_path / "bad.half"), "--out", str(tmp_path / "bad.turn"))
        assert (status, "\x1b" in said, "should not happen" in said) == (2, False, False)
