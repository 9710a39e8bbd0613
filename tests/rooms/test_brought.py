"""From files to a host's table: each brings the keys of his side, and what somebody does to a file by hand is found.

The files are edited here as their format says, by whoever holds them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from core.event import SideId
from core.play.aside import LettersBrought
from core.play.honest import Dice
from saves.post.bring import Brought, bring_data, read_bring, whole_of
from saves.post.compare import compare_letters
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.keys import Keys, PostError, own_secret
from saves.post.saying import Say, Saying
from saves.post.verify import verify_post
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.verify import verify
from tests.post.post_games import begin, minds, order_on, play
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, ITALIAN, PIMPLE, house, open_system, played
from tests.rooms.test_forged_dice import lines, written
from tui.cli import main

Line = dict[str, Any]


@define
class Post:
    """A game by file of Anna (British) and Ben (Italian)."""

    tmp: Path
    halves: dict[str, PostGame]

    def mine(self) -> PostGame:
        """The half of who is to order, when nothing is under way."""
        mind = minds("brought", self.halves)
        for _ in range(80):
            game = next((h for h in self.halves.values() if h.turn == "mine"), None)
            if game is None:
                writer = max(self.halves.values(), key=lambda half: len(half.half.mail.letters))
                self.pass_on(writer)
            elif game.system.settled(game.half.replica.state) and game.half.guess is None:
                return game
            else:
                order_on(game, mind)
        raise AssertionError("something is always under way")

    def pass_on(self, game: PostGame) -> PostGame:
        """The file goes over."""
        other = self.halves[str(game.half.replica.other)]
        assert other.take(read(game.half.mail.data))
        return other

    def agreed(self) -> dict[str, bytes]:
        """Both agree to go on at a host's table; what each brings."""
        game = self.mine()
        game.ask_host()
        other = self.pass_on(game)
        other.answer(agree=True)
        self.pass_on(other)
        return {side: bring_data(h.half.mail, side, h.half.keys) for side, h in self.halves.items()}


@pytest.fixture
def post(tmp_path: Path) -> Any:
    """A game by file that has got under way."""
    table, game = begin(tmp_path / "post", PIMPLE)
    made = Post(tmp_path, play(table, game, minds("brought", table.data, "greedy"), most=30))
    yield made
    for half in made.halves.values():
        half.close()


def brought(where: House, player: PlayerName, data: bytes) -> Room:
    """A player brings a file, as over SSH."""
    one = read_bring(data, open_system)
    room = where.of_letters(one.mail.last.digest)
    if room is None:
        plan = RoomPlan(PIMPLE, spectators=False, letters=one.mail.last.digest)
        room = where.create(player, plan)
    no = room.post.may_bring(player, SideId(one.side))
    if no:
        raise RoomError(no)
    path = room.post.brought_by_the_other(SideId(one.side))
    whole = whole_of((one, read_bring(path.read_bytes(), open_system))) if path is not None else None
    room.post.bring(player, one, data, whole)
    return room


def seated(where: House, files: dict[str, bytes]) -> Room:
    """Both have brought their files and sit down."""
    brought(where, ANNA, files["british"])
    room = brought(where, BEN, files["italian"])
    room.join(ANNA, BRITISH, "words of anna")
    room.join(BEN, ITALIAN, "words of ben")
    return room


# -- what is there ---------------------------------------------------------------------------------------


def test_a_game_by_file_goes_on_at_a_table_with_nothing_lost_and_its_dice_are_proved(
    post: Post, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = post.agreed()
    here = house(tmp_path / "host")
    room = seated(here, files)
    for player, side in ((ANNA, BRITISH), (BEN, ITALIAN)):
        known = post.halves[side].half.replica.state.units
        assert dict(room.view(player).units) == dict(
            post.halves[side].system.view(post.halves[side].half.replica.state, side).units
        )
        assert known.keys() == room.view(player).units.keys()
    played(room, 20)
    # Another process has the same dice.
    room.rest()
    room = house(tmp_path / "host").room(room.id)
    played(room, 20)
    room.resign(ANNA)
    found = verify(room.path, open_system)
    assert (found.good, found.dice, found.holds()) == (True, Dice.HONEST, False)
    assert main(["verify", str(room.path)]) == 1
    assert "until --letters" in capsys.readouterr().err
    # Both open their seals, now that nothing is secret any more.
    first = next(h for h in post.halves.values() if h.half.leads)
    first.open_seals()
    other = post.pass_on(first)
    other.open_seals()
    post.pass_on(other)
    assert verify_post(other.system, other.half.mail).good
    assert compare_letters(found, room.path, other.half.mail.data, open_system).holds()
    last = tmp_path / "last.turn"
    last.write_bytes(other.half.mail.data)
    assert main(["verify", str(room.path), "--letters", str(last)]) == 0
    assert "by file up to letter" in capsys.readouterr().out


def test_it_goes_back_into_files_from_there(post: Post, tmp_path: Path) -> None:
    room = seated(house(tmp_path / "host"), post.agreed())
    system: Any = room.system
    while room.game is not None and not system.settled(room.game.state):
        played(room, 1)
    assert not room.post.go_by_file(ANNA)
    assert room.post.go_by_file(BEN)
    assert room.post.half(ANNA).exists()


# -- by hand ---------------------------------------------------------------------------------------------


def raw(data: bytes) -> Line:
    """What stands in a file that is brought."""
    found: Line = json.loads(data)
    return found


def packed(line: Line) -> bytes:
    """A line as it stands in a file."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


def test_only_who_has_the_keys_of_a_side_brings_it_and_only_he_sits_there(post: Post, tmp_path: Path) -> None:
    files = post.agreed()
    mine, theirs = raw(files["british"]), raw(files["italian"])
    for forged in (mine | {"side": "italian"}, theirs | {"seal": mine["seal"]}, theirs | {"chain": "0" * 64}):
        with pytest.raises(PostError, match="not those of italian"):
            read_bring(packed(forged), open_system)
    here = house(tmp_path / "host")
    room = brought(here, ANNA, files["british"])
    for player, side in ((CLARA, BRITISH), (CLARA, ITALIAN), (BEN, ITALIAN), (ANNA, ITALIAN)):
        with pytest.raises(RoomError, match="who brings its keys"):
            room.join(player, side, "words")
    with pytest.raises(RoomError, match="brought by anna already"):
        brought(here, CLARA, files["british"])
    with pytest.raises(RoomError, match="other side of this game"):
        brought(here, ANNA, files["italian"])
    brought(here, BEN, files["italian"])
    assert (room.may_watch(BEN), room.may_watch(CLARA)) == ("", "the owner of this game lets nobody watch")
    room.join(ANNA, BRITISH, "words of anna")
    with pytest.raises(RoomError, match="who brings its keys"):
        room.join(CLARA, ITALIAN, "words")
    room.join(BEN, ITALIAN, "words of ben")
    with pytest.raises(RoomError, match="goes on here already"):
        brought(here, ANNA, files["british"])
    room.leave(BEN)
    with pytest.raises(RoomError, match="who brings its keys"):
        room.join(CLARA, ITALIAN)


def test_letters_before_both_agreed_are_not_taken(post: Post) -> None:
    """Else one could bring an older letter, after which he liked the game better."""
    game = post.mine()
    with pytest.raises(PostError, match="have to agree"):
        bring_data(game.half.mail, str(game.side), game.half.keys)
    whole = raw(post.agreed()["british"])
    older = b"\n".join(whole["mail"].encode().split(b"\n")[:-2]) + b"\n"
    with pytest.raises(PostError, match="have not agreed"):
        read_bring(packed(whole | {"mail": older.decode()}), open_system)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line | {"panzerhex-bring": 2},
        lambda line: line | {"side": "\x1b[2J"},
        lambda line: line | {"side": 1},
        lambda line: line | {"seal": "xx"},
        lambda line: line | {"mail": ""},
        lambda line: line | {"mail": line["mail"][:-40]},
        lambda line: line | {"mail": line["mail"].replace("overwatch", "overwitch", 1)},
        lambda line: line | {"more": 1},
        lambda line: {},
        lambda line: [line],
    ],
)
def test_what_is_no_file_to_be_brought_is_refused_in_words(post: Post, change: Callable[[Line], Any]) -> None:
    line = raw(post.agreed()["british"])
    changed = change(line)
    if changed != line:
        with pytest.raises(PostError):
            read_bring(packed(changed), open_system)
    for data in (b"", b"\xff", b"x" * ((16 << 20) + 1)):
        with pytest.raises(PostError):
            read_bring(data, open_system)


def _signed(line: Line, keys: Keys) -> str:
    body = packed({k: v for k, v in line.items() if k != "sig"})[:-1]
    signature = Ed25519PrivateKey.from_private_bytes(keys.sign).sign(body).hex()
    return (body + b',"sig":"' + signature.encode() + b'"}').decode()


def test_two_who_bring_different_letters_are_refused(post: Post) -> None:
    """Who agreed signs his agreement again with another seal in it: the letters differ, if only there."""
    files = post.agreed()
    by = post.halves["british"].half.mail.last.by
    half = post.halves[by]
    mail = raw(files[by])["mail"].rstrip("\n").split("\n")
    last = json.loads(mail[-1])
    nonce = json.loads(mail[1])["nonce"] if half.half.mail.invitation.by != by else half.game
    keys = Keys.derive(own_secret(half.data / "post"), half.game, by, nonce)
    assert keys.opened == half.half.keys
    seal = keys.opened.seal_up(b"[]", f"panzerhex {half.game}/{by}/{last['n']}".encode())
    again = _signed(last | {"sealed": base64.b64encode(seal).decode()}, keys)
    forged = packed(raw(files[by]) | {"mail": "\n".join([*mail[:-1], again]) + "\n"})
    other = "italian" if by == "british" else "british"
    with pytest.raises(PostError, match="different letters"):
        whole_of((read_bring(forged, open_system), read_bring(files[other], open_system)))
    with pytest.raises(PostError, match="brought twice"):
        whole_of((read_bring(files[by], open_system), read_bring(files[by], open_system)))


def test_a_letter_that_lied_is_found_before_the_table_begins(post: Post) -> None:
    """The host decides every letter again: a secret that was changed after it was sealed is no use."""
    files = post.agreed()
    both = [read_bring(data, open_system) for data in files.values()]
    one = both[0]
    n = next(k for k, m in enumerate(one.mail.letters) if m.by == one.side and m.events and m.n > 4)
    letter = one.mail.letters[n]
    lied = evolve(letter, events=letter.events[:-1])
    mail = evolve(one.mail, letters=(*one.mail.letters[:n], lied, *one.mail.letters[n + 1 :]))
    found = [Brought(b.system, mail, b.side, b.opened) for b in both]
    with pytest.raises(PostError, match=f"letter {letter.n} is not good"):
        whole_of(found)


# -- by letter ---------------------------------------------------------------------------------------------


def test_nothing_is_opened_by_letter_before_the_table_is_over(post: Post) -> None:
    """Who has agreed has opened nothing to his enemy; and no letter makes his machine open it without him."""
    post.agreed()
    mail = post.halves["british"].half.mail
    assert not mail.opened
    assert {half.turn for half in post.halves.values()} == {"over"}
    first = next(h for h in post.halves.values() if h.half.leads)
    other = post.halves[str(first.half.replica.other)]
    with pytest.raises(PostError, match="other side to open first"):
        other.open_seals()
    first.open_seals()
    assert other.take(read(first.half.mail.data))
    assert other.side not in other.half.mail.opened
    assert "opened" not in json.loads(other.half.mail.letters[-1].line) or other.half.mail.last.by != other.side
    with pytest.raises(PostError, match="open already"):
        first.open_seals()


def test_play_does_not_go_on_by_letter_after_both_agreed(post: Post) -> None:
    """Else who keeps the host could read the keys that were brought, and go on by letter with dice that he knows."""
    post.agreed()
    first = next(h for h in post.halves.values() if h.half.leads)
    with pytest.raises(PostError, match="over"):
        first.resign()
    with pytest.raises(PostError, match="over"):
        first.ask_table()
    half = first.half.copy()
    from core.play.replica import Stop

    letter = half.letter(Stop.CHOICE, first._keys, first._nonce)
    with pytest.raises(PostError, match="goes on after"):
        first.half.mail.with_letter(letter)


def test_a_host_is_asked_for_only_where_no_roll_is_due(post: Post) -> None:
    mind = minds("under way", post.halves, "greedy")
    for _ in range(300):
        game = next((h for h in post.halves.values() if h.turn == "mine"), None)
        if game is None:
            post.pass_on(max(post.halves.values(), key=lambda half: len(half.half.mail.letters)))
        elif _under_way(game):
            before = game.half.mail.data
            with pytest.raises(PostError, match="under way"):
                game.ask_host()
            assert game.half.mail.data == before
            return
        else:
            replica = game.shown
            game.give(mind[game.side].order(game.system, game.system.view(replica.state, game.side), game.side))
    raise AssertionError("a roll is due now and then")


def _under_way(game: PostGame) -> bool:
    """Whether something has yet to be settled, also without what was ordered since the last letter."""
    if game.system.settled(game.half.replica.state):
        return False
    half = game.half.copy()
    half.unordered()
    return not half.replica.system.settled(half.replica.state)


def test_refusing_a_host_leaves_everything_as_it_was(post: Post) -> None:
    game = post.mine()
    game.ask_host()
    other = post.pass_on(game)
    assert other.question == Saying(Say.HOST)
    other.answer(agree=False)
    game = post.pass_on(other)
    assert game.turn == "mine"
    assert not game.half.mail.taken


# -- whoever keeps the host ----------------------------------------------------------------------------------


@pytest.fixture
def over(post: Post, tmp_path: Path) -> tuple[Path, bytes]:
    """The journal of a table that came from letters and is over, and the letters, opened."""
    room = seated(house(tmp_path / "host"), post.agreed())
    played(room, 60)
    if not room.over:
        room.resign(ANNA)
    first = next(h for h in post.halves.values() if h.half.leads)
    first.open_seals()
    other = post.pass_on(first)
    other.open_seals()
    return room.path, other.half.mail.data


def test_what_the_keeper_forges_in_the_part_of_the_letters_is_found(over: tuple[Path, bytes], tmp_path: Path) -> None:
    path, letters = over
    good = lines(path)
    at = next(n for n, line in enumerate(good) if line.get("event") == "letters-brought")
    rolls = sum(len(line.get("rolls", ())) for line in good)
    bent = [n for n, line in enumerate(good) if n > at and line.get("rolls")]
    fakes: list[list[Line]] = []
    # More rolls are said to be of the letters than are: those that he bends afterwards.
    fakes.append([*good[:at], good[at] | {"dice": rolls}, *good[at + 1 :]])
    fakes.append([*good[:at], good[at] | {"dice": rolls + 5}, *good[at + 1 :]])
    fakes.append([*good[:at], good[at] | {"dice": -1}, *good[at + 1 :]])
    # The letters are said to be others, or are brought twice, or later.
    fakes.append([*good[:at], good[at] | {"digest": "0" * 64}, *good[at + 1 :]])
    fakes.append([*good[:at], good[at] | {"letter": 3}, *good[at + 1 :]])
    fakes.append([*good[: at + 1], good[at], *good[at + 1 :]])
    fakes.append([*good[:at], *good[at + 1 : -2], good[at], *good[-2:]])
    # They are left out, or a roll of them is another.
    fakes.append([*good[:at], *good[at + 1 :]])
    if bent:
        k = bent[0]
        roll = dict(good[k]["rolls"][0])
        roll["result"] = roll["result"] % 10 + 1
        fakes.append([*good[:k], good[k] | {"rolls": [roll, *good[k]["rolls"][1:]]}, *good[k + 1 :]])
    for number, fake in enumerate(fakes):
        forged = written(tmp_path / f"{number}.journal", fake)
        found = verify(forged, open_system)
        assert not compare_letters(found, forged, letters, open_system).holds(from_host=True), number


def test_letters_of_another_game_prove_nothing(over: tuple[Path, bytes], tmp_path: Path) -> None:
    path, letters = over
    found = verify(path, open_system)
    assert compare_letters(found, path, letters, open_system).holds()
    lines_ = letters.split(b"\n")
    for other in (b"", b"\x1b[2J", b"\n".join(lines_[:-2]) + b"\n", b"\n".join(lines_[:5]) + b"\n"):
        assert not compare_letters(found, path, other, open_system).holds()


def test_a_journal_says_which_letters_it_came_from(over: tuple[Path, bytes]) -> None:
    path, _ = over
    said = [line for line in lines(path) if line.get("event") == "letters-brought"]
    assert len(said) == 1
    assert LettersBrought(**{k: said[0][k] for k in ("letter", "digest", "dice")}).report().level == 2
