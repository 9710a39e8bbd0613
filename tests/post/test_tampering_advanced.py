"""The Advanced Game by file against somebody who edits his files by hand: each lie is refused, or found at the end.

He has his own keys, so he can open, change, seal and sign what he wrote; what the other wrote he can only send again.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from saves.post.correspondence import LARGEST, read
from saves.post.game import PostGame
from saves.post.keys import Keys, PostError, own_secret
from saves.post.verify import Verified, verify_post
from tests.post.conftest import _same_luck
from tests.post.post_games import Table, begin, minds, order_on
from tui import cli

SCENARIO = "mersa-el-brega"
#: More letters than it takes until a command face down is asked for between the machines.
MOST = 300
#: Of the players of games that are tried until one has what is looked for.
LIARS = ("cheat", "liar", "deceiver")
Line = dict[str, Any]


@define
class Cheat:
    """A game in which a letter has just been written that is worth bending, and was not sent yet. writer: its side."""

    table: Table
    halves: dict[str, PostGame]
    writer: str
    mind: dict[str, Any]

    @property
    def mine(self) -> PostGame:
        """The game of the cheat."""
        return self.halves[self.writer]

    @property
    def other(self) -> PostGame:
        """The game of the other."""
        return self.halves[str(self.mine.half.replica.other)]

    @property
    def letter(self) -> Any:
        """The last letter of the cheat."""
        return self.mine.half.mail.letters[-1]

    @property
    def keys(self) -> Keys:
        """The keys of the cheat, out of his own directory."""
        mail = self.mine.half.mail
        nonce = mail.letters[0].nonce if self.writer != mail.invitation.by else self.table.game
        return Keys.derive(own_secret(self.table.data[self.writer] / "post"), self.table.game, self.writer, nonce)

    @property
    def lines(self) -> list[bytes]:
        """The lines of his file."""
        return self.mine.half.mail.data.split(b"\n")[:-1]

    def sealed(self, line: Line) -> list[Any]:
        """What he has sealed in a letter."""
        found: list[Any] = json.loads(self.keys.opened.open_up(base64.b64decode(line["sealed"]), self._about(line)))
        return found

    def seal(self, line: Line, text: list[Any]) -> str:
        """Another seal for a letter."""
        data = json.dumps(text, separators=(",", ":")).encode()
        return base64.b64encode(self.keys.opened.seal_up(data, self._about(line))).decode()

    def _about(self, line: Line) -> bytes:
        return f"panzerhex {self.table.game}/{self.writer}/{line['n']}".encode()

    def signed(self, line: Line) -> bytes:
        """A line with his signature."""
        body = packed({k: v for k, v in line.items() if k != "sig"})[:-1]
        signature = Ed25519PrivateKey.from_private_bytes(self.keys.sign).sign(body).hex()
        return body + b',"sig":"' + signature.encode() + b'"}'

    def forged(self, change: Callable[[Line], Line]) -> bytes:
        """His file with another last letter."""
        *before, last = self.lines
        return b"\n".join([*before, self.signed(change(json.loads(last)))]) + b"\n"

    def goes_on_with(self, forged: bytes) -> None:
        """His own machine takes the forged file for what it wrote."""
        folder = self.table.data[self.writer] / "post" / self.table.game
        self.mine.close()
        (folder / "mail.turn").write_bytes(forged)
        self.halves[self.writer] = self.table.open(self.writer)

    def ends(self, files: int = 3) -> Verified:
        """A few letters more, then the honest one gives up, and both open; what is found of it."""
        game = self.other
        for _ in range(files):
            order_on(game, self.mind)
            game = self._pass_on(game)
        while game.turn != "mine" or game.side == self.writer:
            if game.turn == "mine":
                order_on(game, self.mind)
            game = self._pass_on(game)
        game.resign()
        last = self._pass_on(game)
        return verify_post(game.system, last.half.mail)

    def _pass_on(self, game: PostGame) -> PostGame:
        other = self.halves[str(game.half.replica.other)]
        assert other.take(read(game.half.mail.data))
        return other

    def close(self) -> None:
        """Leave both."""
        for half in self.halves.values():
            half.close()


def packed(line: Any) -> bytes:
    """A line as it stands in a file."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


def cheating(tmp: Path, worth: Callable[[Cheat], bool], word: str) -> Cheat:
    """Play until a letter is worth bending, one game after another."""
    for seed in LIARS:
        (tmp / seed).mkdir()
        if (found := _cheating(tmp / seed, worth, seed)) is not None:
            return found
    raise AssertionError(f"no letter has {word}")


def _cheating(tmp: Path, worth: Callable[[Cheat], bool], seed: str) -> Cheat | None:
    table, game = begin(tmp, SCENARIO)
    mind = minds(seed, table.data)
    halves = {str(game.side): game}
    while len(table.files) < MOST:
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        side = str(game.side)
        other = str(game.half.replica.other)
        cheat = Cheat(table, halves, side, mind)
        if len(halves) == 2 and len(table.files) > 12 and worth(cheat):
            return cheat
        if other in halves:
            assert halves[other].take(read(table.files[-1]))
        else:
            halves[other] = table.send(other)
        game = halves[other]
    for half in halves.values():
        half.close()
    return None


@pytest.fixture
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The luck in which it is soon asked for a command face down."""
    _same_luck(monkeypatch, "liar")


def has(name: str) -> Callable[[Cheat], bool]:
    """Whether the last letter tells of an event."""
    return lambda cheat: any(event.name == name for event in cheat.letter.events)


def rolls(cheat: Cheat) -> bool:
    """Whether dice fall in the last letter."""
    return any(event.rolls for event in cheat.letter.events)


def secret(cheat: Cheat) -> bool:
    """Whether commands that were placed face down are sealed in the last letter."""
    if cheat.letter.pending:
        return False
    text = cheat.sealed(json.loads(cheat.lines[-1]))
    return any(item != 0 and item[0]["event"] == "command-placed" for item in text)


# -- found at the end --------------------------------------------------------------------------------------


def test_an_answer_about_a_command_face_down_that_lies_is_found(tmp_path: Path, luck: None) -> None:
    """The other machine cannot know; it rolls by what it is told. When the seals are open, the command is there."""
    cheat = cheating(tmp_path, has("facts-told"), "facts-told")

    def lies(line: Line) -> Line:
        events = json.loads(json.dumps(line["events"]))
        told = next(e for e in events if e["event"] == "facts-told")
        told["facts"] = [[fact, not answer] for fact, answer in told["facts"]]
        text = [[item[0], item[1]] if item != 0 else 0 for item in cheat.sealed(line)]
        return line | {"events": events, "sealed": cheat.seal(line, text)}

    forged = cheat.forged(lies)
    assert cheat.other.take(read(forged))
    cheat.goes_on_with(forged)
    n = cheat.mine.half.mail.letters[-1].n
    found = cheat.ends(1)
    assert not found.good
    assert found.letter <= n + 1
    assert "facts" in found.words or "rules" in found.words
    cheat.close()


@pytest.mark.parametrize("what", ["another order", "another command", "one order less"])
def test_a_secret_that_was_changed_in_its_seal_is_found(tmp_path: Path, luck: None, what: str) -> None:
    """The seal is opened before it is sent, by its owner, and holds something else afterwards."""
    cheat = cheating(tmp_path, secret, "sealed commands")

    def bends(line: Line) -> Line:
        text = cheat.sealed(line)
        placed = [n for n, item in enumerate(text) if item != 0 and item[0]["event"] == "command-placed"]
        given = [n for n, item in enumerate(text) if item != 0 and item[0]["event"] == "order-given"]
        assert placed
        assert given
        if what == "another order":
            # One that places a command of one unit and in which it is another's that is placed.
            other = next(n for n in placed if text[n][0]["unit"] != text[given[0] + 1][0].get("unit"))
            text[given[-1] : given[-1]] = [text[n] for n in (given[0], other)]
        elif what == "another command":
            command = text[placed[-1]][0]["command"]
            text[placed[-1]][0]["command"] = "MOVE" if command != "MOVE" else "FIRE"
        else:
            del text[placed[-1]]
        return line | {"sealed": cheat.seal(line, text)}

    forged = cheat.forged(bends)
    assert cheat.other.take(read(forged)), "nobody can see into the seal now"
    n = json.loads(forged.split(b"\n")[-2])["n"]
    # The honest one gives up at once, and the cheat opens: his own machine need not believe what it sealed.
    cheat.other.resign() if cheat.other.turn == "mine" else None
    mail = cheat.other.half.mail
    opened = evolve(mail, opened={**mail.opened, **{s: h.half.keys for s, h in cheat.halves.items()}})
    found = verify_post(cheat.other.system, opened)
    assert (found.good, found.letter) == (False, n), found.words
    cheat.close()


# -- refused at once ---------------------------------------------------------------------------------------


def test_a_roll_that_was_changed_is_refused(tmp_path: Path, luck: None) -> None:
    cheat = cheating(tmp_path, rolls, "rolls")
    before = cheat.other.half.mail.data

    def better(line: Line) -> Line:
        events = json.loads(json.dumps(line["events"]))
        roll = next(e for e in events if e.get("rolls"))["rolls"][0]
        roll["result"] = roll["result"] % 10 + 1
        return line | {"events": events}

    for change in (better, lambda line: line | {"answers": "0" * 64} if line["answers"] else better(line)):
        with pytest.raises(PostError, match=r"the dice were|bound to|nobody gave values"):
            cheat.other.take(read(cheat.forged(change)))
    without = cheat.forged(lambda line: line | {"events": [e for e in line["events"] if not e.get("rolls")]})
    try:
        cheat.other.take(read(without))
    except PostError:
        assert cheat.other.half.mail.data == before
    cheat.close()


@pytest.fixture(scope="module")
def under_way(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game whose next letter is not sent yet, with secrets in its seals; only to be read."""
    with pytest.MonkeyPatch.context() as patch:
        _same_luck(patch, "adv")
        cheat = cheating(tmp_path_factory.mktemp("under way"), secret, "sealed commands")
        yield cheat
        cheat.close()


def refused(cheat: Cheat, data: bytes, match: str = ".") -> None:
    """A file is refused in words without anything that a terminal would obey, and changes nothing."""
    other = cheat.other
    before = other.half.mail.data, other.path.read_bytes()
    with pytest.raises(PostError, match=match):
        other.take(read(data, other.half.mail))
    assert (other.half.mail.data, other.path.read_bytes()) == before


def test_an_order_that_was_changed_in_an_old_letter_is_refused(under_way: Cheat) -> None:
    """He opens the seal of a letter that was answered, changes it, and signs it again: the answer is to the other."""
    lines = under_way.lines
    own = [n for n, line in enumerate(lines) if n and json.loads(line)["by"] == under_way.writer]
    line = json.loads(lines[own[-2]])
    again = under_way.signed(line | {"sealed": under_way.seal(line, under_way.sealed(line))})
    assert again != lines[own[-2]]
    refused(under_way, b"\n".join([*lines[: own[-2]], again, *lines[own[-2] + 1 :], b""]), "does not follow")


def test_an_order_of_the_other_side_is_refused(under_way: Cheat) -> None:
    """A secret order of the other is put into his letter, as if it had been given."""
    mine = {"event": "order-given", "side": str(under_way.other.side), "order": {"order": "finish-step"}}
    refused(under_way, under_way.forged(lambda line: line | {"events": [*line["events"], mine]}), "gives an order for")


def test_a_letter_of_the_other_cannot_be_written_for_him(under_way: Cheat) -> None:
    """Signed by the wrong key, however well it fits."""
    line = json.loads(under_way.lines[-1])
    data = under_way.mine.half.mail.data + under_way.signed(
        line
        | {
            "n": line["n"] + 1,
            "by": str(under_way.other.side),
            "prev": hashlib.sha256(under_way.lines[-1]).hexdigest(),
        }
    )
    refused(under_way, data + b"\n", "not signed by the key")


def test_an_old_letter_sent_again_changes_nothing(under_way: Cheat) -> None:
    other = under_way.other
    before = other.half.mail.data
    for n in range(2, len(under_way.lines) - 2, 5):
        old = b"\n".join(under_way.lines[:n]) + b"\n"
        with pytest.raises(PostError, match=r"is old|own file"):
            other.take(read(old, other.half.mail))
    lines = under_way.lines
    refused(under_way, b"\n".join([*lines, lines[-1], b""]), "is missing; found letter")
    assert other.half.mail.data == before


def test_a_letter_of_another_game_is_refused(under_way: Cheat, tmp_path: Path) -> None:
    table, game = begin(tmp_path, SCENARIO, first=1)
    order_on(game, minds("another", table.data))
    foreign = game.half.mail.data
    game.close()
    refused(under_way, foreign, "another course")
    first, letter = foreign.split(b"\n")[:2]
    assert first != under_way.lines[0]
    refused(under_way, b"\n".join([*under_way.lines, letter, b""]), "is missing; found letter")


def test_what_breaks_off_or_never_ends_is_refused(under_way: Cheat) -> None:
    data = under_way.mine.half.mail.data
    for size in (1, 40, 4000):
        refused(under_way, data[:-size])
    for junk in (b"", b"\n", b"\x00" * 100, b"[" * 100_000, b"x" * (LARGEST + 1)):
        refused(under_way, junk)
    deep = b'{"panzerhex-post":1,"game":' + b"[" * 50_000 + b"\n"
    refused(under_way, deep)
    refused(under_way, data + b"[" * 100_000 + b"\n")
    refused(under_way, data + b"9" * 100_000 + b"\n")


ESCAPES = "\x1b[31mfoo\x07\x9b2J\u202e"


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line | {"by": ESCAPES},
        lambda line: line | {"stop": ESCAPES},
        lambda line: line | {ESCAPES: 1},
        lambda line: line | {"says": {"say": ESCAPES}},
        lambda line: line | {"ahead": [{"order": {"order": ESCAPES}, "foreseen": "0" * 64}]},
        lambda line: line | {"events": [{"event": ESCAPES}]},
        lambda line: line | {"events": [*line["events"], {"event": "step-finished", "side": ESCAPES}]},
        lambda line: (
            line | {"events": [*line["events"], {"event": "command-placed", "unit": ESCAPES, "command": "MOVE"}]}
        ),
        lambda line: line | {"n": 10**30},
        lambda line: line | {"n": -1},
        lambda line: line | {"events": [{"event": "facts-told", "side": "british", "facts": [[{}, True]]}]},
    ],
)
def test_a_letter_with_escapes_or_nonsense_is_refused_in_text(
    under_way: Cheat,
    change: Callable[[Line], Line],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By the program that plays, and by both commands that read a file; never with a traceback."""
    forged = under_way.forged(change)
    refused(under_way, forged)
    path = tmp_path / "bad.turn"
    path.write_bytes(forged)
    under_way.other.close()
    try:
        for words in (["post", "import", str(path)], ["post", "verify", str(path)]):
            monkeypatch.setenv("PANZERHEX_DATA", str(under_way.table.data[str(under_way.other.side)]))
            capsys.readouterr()
            assert cli.main(words) != 0 or words[1] == "verify"
            said = capsys.readouterr()
            for bad in ("\x1b", "\x07", "\x9b", "\u202e", "Traceback", "should not happen"):
                assert bad not in said.out + said.err
    finally:
        under_way.halves[str(under_way.other.side)] = under_way.table.open(str(under_way.other.side))
