"""From one keyboard to files: each player takes his half along, and what somebody does to a file by hand is found.

The files are edited here as their format says, by whoever holds them, not by the program that is to find it out.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from content.catalogue import open_system
from content.kit.load import ContentError
from core.event import SideId
from core.panzer.command.orders import PlaceCommands
from core.panzer.pieces.unit import Command
from core.play.game import Game
from saves.library import Library
from saves.post.before import Half, file_of, read_half, whole
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.keys import Keys, PostError, own_secret
from saves.post.opening import begin_from, open_game, take_file
from saves.post.split import split_game
from saves.post.table import write_table
from saves.post.verify import opened_texts, verify_post
from saves.reading import read_journal
from saves.session import open_game as open_session
from saves.session import start_game
from saves.verify import verify
from tests.post.post_games import NOW, minds, now, order_on

PIMPLE = "the-pimple"
SIDES = ("british", "italian")
Line = dict[str, Any]


def keyboard(data: Path, scenario: str = PIMPLE, *options: str, orders: int = 40, seed: str = "hot") -> Path:
    """A game of one keyboard after so many orders, between two of them; its journal."""
    system: Any = open_system(scenario, options)
    path = Library(data).new_path(scenario, NOW)
    path.parent.mkdir(parents=True, exist_ok=True)
    sides = {look.id: "human" for look in system.sides}
    mind = minds(seed, sides)
    with start_game(
        scenario, open_system, path, options=options, sides=sides, created=NOW.isoformat(), seed=seed
    ) as session:
        game, given = session.game, 0
        while given < orders or not system.settled(game.state):
            side = game.active[0]
            game.submit(side, mind[side].order(system, game.view(side), side))
            given += 1
    return path


def halves_of(tmp: Path, path: Path, *sides: str) -> dict[str, Path]:
    """The halves of a game, on which both agree."""
    return split_game(tmp / "hot", path, open_system, agreed=sides or SIDES, out=tmp / "out")


@define
class Pair:
    """Two players who go on by file, each with a data directory of his own."""

    tmp: Path
    halves: dict[str, Path]
    games: dict[str, PostGame] = field(factory=dict)

    def begin(self) -> PostGame:
        """The first invites, the second joins; the game of the second."""
        first, second = self.halves
        game = self.games[first] = begin_from(self.tmp / first, file_of(self.halves[first]), open_system, now=now)
        return self.join(game.half.mail.data, second)

    def join(self, invitation: bytes, side: str, half: Half | None = None) -> PostGame:
        """A side joins, with its own half if no other is named."""
        half = half or file_of(self.halves[side])
        self.games[side] = take_file(self.tmp / side, invitation, open_system, half=half, now=now)[0]
        return self.games[side]

    def play(self, game: PostGame, files: int) -> PostGame:
        """So many files go to and fro; the game whose turn it is."""
        mind = minds("by file", self.halves)
        for _ in range(files):
            order_on(game, mind)
            game = self.pass_on(game)
        while game.turn != "mine":
            game = self.pass_on(game)
        return game

    def pass_on(self, game: PostGame) -> PostGame:
        """The file goes over."""
        other = self.games[str(game.half.replica.other)]
        assert other.take(read(game.half.mail.data))
        return other

    def end(self, game: PostGame) -> PostGame:
        """Who has the turn gives up, and both open; either game."""
        game.resign()
        other = self.pass_on(game)
        assert game.take(read(other.half.mail.data))
        return game

    def close(self) -> None:
        """Leave both."""
        for game in self.games.values():
            game.close()


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    """Two players with their halves of a game in which commands lie face down."""
    made = Pair(tmp_path, halves_of(tmp_path, keyboard(tmp_path / "hot", orders=130)))
    yield made
    made.close()


# -- what is there ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "options", "orders"),
    [
        (PIMPLE, (), 60),
        ("vyazma", ("hidden-deployment",), 40),
        ("minsk", (), 60),
        pytest.param("halfaya-pass", (), 300, marks=pytest.mark.long),
        pytest.param("mersa-el-brega", (), 300, marks=pytest.mark.long),
    ],
)
def test_a_game_goes_on_by_file_with_nothing_lost(
    tmp_path: Path, scenario: str, options: tuple[str, ...], orders: int
) -> None:
    path = keyboard(tmp_path / "hot", scenario, *options, orders=orders)
    kept = path.read_bytes()
    system: Any = open_system(scenario, options)
    before: Game[Any] = Game(system, None, events=read_journal(path).events)  # type: ignore[arg-type]
    sides = [look.id for look in system.sides]
    pair = Pair(tmp_path, halves_of(tmp_path, path, *sides))
    assert not path.exists()
    game = pair.begin()
    for side, half in pair.games.items():
        view = before.view(SideId(side))
        known = half.system.view(half.half.replica.at(half.half.start), SideId(side))
        assert dict(known.units.items()) == dict(view.units.items())
    game = pair.end(pair.play(game, 8))
    found = verify_post(system, game.half.mail)
    assert (found.good, found.whole) == (True, True), found.words
    assert "orders were given at a table" in found.words
    # All of it is a journal again.
    table = game.half.mail.invitation.before
    assert table is not None
    assert whole(table, opened_texts(game.half.mail)) == kept
    pair.close()


def test_it_goes_to_a_table_again(pair: Pair, tmp_path: Path) -> None:
    game = pair.play(pair.begin(), 6)
    game.ask_table()
    other = pair.pass_on(game)
    other.answer(agree=True)
    game = pair.pass_on(other)
    path = write_table(tmp_path / "again", game.system, game.half.mail, NOW)
    assert verify(path, open_system).good
    with open_session(path, open_system) as session:
        for side, half in pair.games.items():
            here, there = session.game.view(SideId(side)).units, half.half.replica.state.units
            assert {u: unit.hex for u, unit in here.items()} == {u: unit.hex for u, unit in there.items()}
        mind = minds("again", pair.halves)
        for _ in range(5):
            side = next(iter(session.game.active))
            session.game.submit(side, mind[side].order(session.game.system, session.game.view(side), side))


def test_a_game_is_restored_from_any_file_and_the_key(pair: Pair, tmp_path: Path) -> None:
    game = pair.play(pair.begin(), 4)
    for side, half in pair.games.items():
        new = tmp_path / f"new-{side}"
        (new / "post").mkdir(parents=True)
        shutil.copy(tmp_path / side / "post" / "key", new / "post" / "key")
        mail = game.half.mail.data
        with take_file(new, mail, open_system, now=now)[0] as restored:
            assert restored.side == side
            assert restored.half.replica.journal[: half.half.start] == half.half.replica.journal[: half.half.start]
        half.close()
        with open_game(tmp_path / side, game.game, open_system, now=now) as again:
            assert again.notices == []


def test_a_half_holds_nothing_that_its_side_may_not_know(tmp_path: Path) -> None:
    """What one side lays face down leaves not a byte in the half of the other."""
    told = []
    for k, command in enumerate((Command.OVERWATCH, Command.MOVE)):
        path = keyboard(tmp_path / f"{k}", orders=0)
        with open_session(path, open_system) as session:
            game, mind = session.game, minds("set-up", SIDES)
            while game.state.step != "commands":
                side = game.active[0]
                game.submit(side, mind[side].order(game.system, game.view(side), side))
            mine = tuple(u.id for u in game.state.of(SideId("british")))
            game.submit(SideId("british"), PlaceCommands(units=mine[: 2 + k], command=command))
        halves = split_game(tmp_path / f"{k}", path, open_system, agreed=SIDES, out=tmp_path / f"out{k}")
        told.append({side: file_of(file).told for side, file in halves.items()})
    assert told[0]["british"] != told[1]["british"]
    assert told[0]["italian"] == told[1]["italian"]


def test_two_halves_of_the_same_cannot_be_told_by_their_hashes(tmp_path: Path) -> None:
    """Nobody tries out what the other has laid face down until the hash fits."""
    path = keyboard(tmp_path / "hot")
    copy = tmp_path / "other" / "games" / path.name
    copy.parent.mkdir(parents=True)
    shutil.copy(path, copy)
    first = halves_of(tmp_path, path)
    second = split_game(tmp_path / "other", copy, open_system, agreed=SIDES, out=tmp_path / "out2")
    for side in SIDES:
        one, two = file_of(first[side]), file_of(second[side])
        assert one.told == two.told
        assert one.before.halves[side] != two.before.halves[side]


# -- when it may not be ------------------------------------------------------------------------------------


def test_both_agree_and_nothing_is_under_way(tmp_path: Path) -> None:
    path = keyboard(tmp_path / "hot")
    kept = path.read_bytes()
    for agreed in ((), SIDES[:1], ("british", "british"), ("british", "german")):
        with pytest.raises(PostError, match="has to agree"):
            split_game(tmp_path / "hot", path, open_system, agreed=agreed, out=tmp_path / "out")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "the-pimple-italian.half").write_text("mine")
    with pytest.raises(PostError, match="exists already"):
        halves_of(tmp_path, path)
    assert path.read_bytes() == kept
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["the-pimple-italian.half"]


def test_no_roll_that_is_due_is_taken_to_other_dice(tmp_path: Path) -> None:
    """Whoever can foresee the dice of a table may not leave it between an order and what is rolled for it."""
    path = keyboard(tmp_path / "hot", orders=0)
    refused = 0
    with open_session(path, open_system) as session:
        game, mind = session.game, minds("under way", SIDES, "greedy")
        while not game.over and refused < 3:
            side = game.active[0]
            game.submit(side, mind[side].order(game.system, game.view(side), side))
            if game.state.fire.announced or game.state.moves.active or game.state.question or game.state.fire.window:
                assert not game.system.settled(game.state)
                refused += 1
    with pytest.raises(PostError, match="under way"):
        halves_of(tmp_path, path)
    assert path.exists()


def test_a_game_against_a_computer_stays(tmp_path: Path) -> None:
    path = Library(tmp_path / "hot").new_path(PIMPLE, NOW)
    path.parent.mkdir(parents=True)
    seats = {"british": "human", "italian": "ai:greedy"}
    start_game(PIMPLE, open_system, path, sides=seats, created=NOW.isoformat()).close()
    with pytest.raises(PostError, match="a computer plays italian"):
        halves_of(tmp_path, path)
    assert path.exists()


# -- by hand: the file of a half -----------------------------------------------------------------------------


def raw(path: Path) -> Line:
    """What stands in a file of a half."""
    found: Line = json.loads(path.read_text())
    return found


def hashed(mine: str) -> str:
    """How a half is hashed."""
    return hashlib.sha256(b"panzerhex half " + mine.encode()).hexdigest()


def packed(line: Line) -> bytes:
    """A line as it stands in a file."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


def stronger(mine: str) -> str:
    """A half in which another command of the player lies face down."""
    inner = json.loads(mine)
    placed = next(e for e, own in reversed(inner["told"]) if own and e["event"] == "command-placed")
    placed["command"] = "OVERWATCH" if placed["command"] != "OVERWATCH" else "N/C"
    return json.dumps(inner, separators=(",", ":"))


def test_a_half_that_was_edited_is_refused(pair: Pair) -> None:
    line = raw(pair.halves["british"])
    bad = packed(line | {"mine": stronger(line["mine"])})
    with pytest.raises(PostError, match="it was changed"):
        read_half(bad)


def test_a_half_whose_hash_was_edited_too_fits_no_other(pair: Pair) -> None:
    """Hash and half fit each other, but the other player has the hash from the table."""
    line = raw(pair.halves["british"])
    mine = stronger(line["mine"])
    line = line | {"mine": mine, "halves": {**line["halves"], "british": hashed(mine)}}
    with begin_from(pair.tmp / "british", read_half(packed(line)), open_system, now=now) as game:
        invitation = game.half.mail.data
    with pytest.raises(PostError, match="not to the game that your half is of"):
        pair.join(invitation, "italian")
    assert not (pair.tmp / "italian" / "post" / game.game).exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line | {"side": "italian"},
        lambda line: line | {"side": "\x1b[2J"},
        lambda line: line | {"halves": {}},
        lambda line: line | {"halves": [1, 2]},
        lambda line: line | {"halves": {"british": 5, "italian": 6}},
        lambda line: line | {"whole": "%%"},
        lambda line: line | {"whole": 7},
        lambda line: line | {"mine": 7},
        lambda line: line | {"mine": "{"},
        lambda line: line | {"options": "x"},
        lambda line: line | {"options": [1]},
        lambda line: line | {"more": 1},
        lambda line: line | {"panzerhex-half": 2},
        lambda line: line | {"panzerhex-half": "1"},
        lambda line: {k: v for k, v in line.items() if k != "system"},
    ],
)
def test_what_is_no_half_is_refused_in_words(pair: Pair, change: Callable[[Line], Line]) -> None:
    with pytest.raises(PostError):
        read_half(packed(change(raw(pair.halves["british"]))))


def test_a_half_that_breaks_off_or_never_ends_is_refused(pair: Pair, tmp_path: Path) -> None:
    data = pair.halves["british"].read_bytes()
    for part in (b"", b"\n", b"[]", b"7", data[:-40], data + data, b"\xff\xfe", b'{"panzerhex-half"'):
        with pytest.raises(PostError):
            read_half(part)
    huge = tmp_path / "huge.half"
    with huge.open("wb") as file:
        file.truncate(1 << 36)
    with pytest.raises(PostError, match="too large"):
        file_of(huge)


@pytest.mark.parametrize("name", ["scenario", "system", "edition"])
def test_a_half_of_what_is_not_here_is_refused_in_words(pair: Pair, name: str) -> None:
    half = read_half(packed(raw(pair.halves["british"]) | {name: "\x1b[31mfoo"}))
    with pytest.raises((PostError, ContentError)):
        begin_from(pair.tmp / "british", half, open_system, now=now)


# -- by hand: the invitation ---------------------------------------------------------------------------------


def signed(line: Line, keys: Keys) -> bytes:
    """A line as whoever has the keys signs it."""
    body = packed({k: v for k, v in line.items() if k != "sig"})[:-1]
    signature = Ed25519PrivateKey.from_private_bytes(keys.sign).sign(body).hex()
    return body + b',"sig":"' + signature.encode() + b'"}'


def keys_of(pair: Pair, side: str, game: str, nonce: str) -> Keys:
    """The keys of a player, which he can read out of his own directory."""
    return Keys.derive(own_secret(pair.tmp / side / "post"), game, side, nonce)


def test_nobody_joins_without_his_half(pair: Pair, tmp_path: Path) -> None:
    pair.begin()
    invitation = pair.games["british"].half.mail.invitation.line + b"\n"
    stranger = tmp_path / "stranger"
    with pytest.raises(PostError, match="import the invitation with your half"):
        take_file(stranger, invitation, open_system, now=now)
    with pytest.raises(PostError, match="that of british"):
        take_file(stranger, invitation, open_system, half=file_of(pair.halves["british"]), now=now)
    other = halves_of(tmp_path / "b", keyboard(tmp_path / "b" / "hot"))
    with pytest.raises(PostError, match="not to the game that your half is of"):
        take_file(stranger, invitation, open_system, half=file_of(other["italian"]), now=now)


def test_nobody_begins_twice_to_have_other_dice(pair: Pair) -> None:
    game = pair.begin()
    again = pair.tmp / "again"
    with pytest.raises(PostError, match="goes on by file already"):
        begin_from(pair.tmp / "british", file_of(pair.halves["british"]), open_system, now=now)
    with begin_from(again, file_of(pair.halves["british"]), open_system, now=now) as second:
        other = second.half.mail.data
    with pytest.raises(PostError, match="goes on by file already"):
        pair.join(other, "italian")
    pair.games["italian"] = game


@pytest.mark.parametrize("part", ["whole", "halves", "sealed"])
def test_an_invitation_whose_table_was_edited_is_refused_or_found(pair: Pair, part: str) -> None:
    """The inviter signs what he likes: another table fits no half, another half of his is found when he opens it."""
    with begin_from(pair.tmp / "british", file_of(pair.halves["british"]), open_system, now=now) as game:
        line = json.loads(game.half.mail.invitation.line)
    keys = keys_of(pair, "british", line["game"], line["game"])
    table = dict(line["before"])
    if part == "whole":
        table["whole"] = base64.b64encode(base64.b64decode(table["whole"])[:-1] + b"x").decode()
    elif part == "halves":
        table["halves"] = {**table["halves"], "italian": "0" * 64}
    else:
        mine = stronger(raw(pair.halves["british"])["mine"])
        about = f"panzerhex {line['game']}/british/before".encode()
        table["sealed"] = base64.b64encode(keys.opened.seal_up(mine.encode(), about)).decode()
    forged = signed(line | {"before": table}, keys) + b"\n"
    if part != "sealed":
        with pytest.raises(PostError, match="not to the game that your half is of"):
            pair.join(forged, "italian")
        return
    joined = pair.join(forged, "italian")
    shutil.rmtree(pair.tmp / "british" / "post" / line["game"])
    (pair.tmp / "british" / "post" / line["game"]).mkdir()
    (pair.tmp / "british" / "post" / line["game"] / "mail.turn").write_bytes(forged)
    (pair.tmp / "british" / "post" / line["game"] / "half").write_bytes(raw(pair.halves["british"])["mine"].encode())
    pair.games["british"] = open_game(pair.tmp / "british", line["game"], open_system, now=now)
    ended = pair.end(pair.play(joined, 4))
    found = verify_post(ended.system, ended.half.mail)
    assert not found.good
    assert "half of british is not the one" in found.words


def test_an_invitation_cannot_be_made_to_come_from_no_table(pair: Pair) -> None:
    """Else the game would begin anew, and the joiner would not see that it is another."""
    with begin_from(pair.tmp / "british", file_of(pair.halves["british"]), open_system, now=now) as game:
        line = json.loads(game.half.mail.invitation.line)
    keys = keys_of(pair, "british", line["game"], line["game"])
    forged = signed({k: v for k, v in line.items() if k != "before"}, keys) + b"\n"
    with pytest.raises(PostError, match="comes from no table"):
        pair.join(forged, "italian")


@pytest.mark.parametrize("change", [lambda t: {**t, "more": 1}, lambda t: [], lambda t: {**t, "sealed": 5}])
def test_an_invitation_with_a_damaged_table_is_refused_in_words(pair: Pair, change: Callable[[Line], Any]) -> None:
    with begin_from(pair.tmp / "british", file_of(pair.halves["british"]), open_system, now=now) as game:
        line = json.loads(game.half.mail.invitation.line)
    keys = keys_of(pair, "british", line["game"], line["game"])
    with pytest.raises(PostError):
        read(signed(line | {"before": change(line["before"])}, keys) + b"\n")


# -- by hand: whoever kept the table -------------------------------------------------------------------------


def test_a_table_that_tells_one_side_something_else_is_found(pair: Pair) -> None:
    """Its keeper makes hash and half fit each other, in both files; what happened is in the whole."""
    lines = {side: raw(file) for side, file in pair.halves.items()}
    inner = json.loads(lines["italian"]["mine"])
    rolled = next(e for e, _ in inner["told"] if e.get("rolls"))
    rolled["rolls"][0]["result"] = rolled["rolls"][0]["result"] % 10 + 1
    mine = json.dumps(inner, separators=(",", ":"))
    for side, line in lines.items():
        line["halves"] = {**line["halves"], "italian": hashed(mine)}
        if side == "italian":
            line["mine"] = mine
        pair.halves[side].write_bytes(packed(line))
    ended = pair.end(pair.play(pair.begin(), 4))
    found = verify_post(ended.system, ended.half.mail)
    assert not found.good
    assert "what italian was told of the game at the table is not what happened" in found.words


def test_a_table_whose_whole_does_not_open_is_found(pair: Pair) -> None:
    for file in pair.halves.values():
        line = raw(file)
        whole = bytearray(base64.b64decode(line["whole"]))
        whole[-1] ^= 1
        file.write_bytes(packed(line | {"whole": base64.b64encode(bytes(whole)).decode()}))
    ended = pair.end(pair.play(pair.begin(), 4))
    found = verify_post(ended.system, ended.half.mail)
    assert not found.good
    assert "do not open the journal" in found.words


def test_the_invited_side_seals_its_half_too(pair: Pair) -> None:
    game = pair.begin()
    order_on(game, minds("one", pair.halves))
    mail = game.half.mail
    line = json.loads(mail.letters[0].line)
    keys = keys_of(pair, "italian", mail.invitation.game, line["nonce"])
    forged = signed({k: v for k, v in line.items() if k != "half"}, keys)
    with pytest.raises(PostError, match="seals its half"):
        read(mail.invitation.line + b"\n" + forged + b"\n")
