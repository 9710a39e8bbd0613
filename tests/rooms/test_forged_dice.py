"""Journals of tables forged by whoever keeps the host: he knows the secret, can write any line, and makes it fit.

The lines are made here from what the format says, not by the program that is to find them out.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.play.aside import Aside, DiceCommitted, DiceMixed, DiceRevealed, GameStopped, Seat, Seated
from core.play.honest import Dice
from saves.rooms.plan import RoomPlan
from saves.session import start_game
from saves.verify import Verification, verify
from tests.rooms.table import ANNA, BEN, BRITISH, ITALIAN, PIMPLE, house, laid, open_system, played
from tui.cli import main

Line = dict[str, Any]
Forge = Callable[[list[Line]], list[Line]]


def lines(path: Path) -> list[Line]:
    """The lines of a journal without what chains them."""
    read = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{k: v for k, v in line.items() if k not in ("n", "prev", "sum")} for line in read]


def written(path: Path, forged: list[Line]) -> Path:
    """A journal of these lines, numbered, chained and summed as it must be."""
    out: list[bytes] = []
    for n, line in enumerate(forged):
        head = {"n": n, "prev": hashlib.sha256(out[-1]).hexdigest()[:16]} if n else {}
        body = json.dumps({**head, **line}, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        out.append(body + b',"sum":"%08x"}' % zlib.crc32(body))
    path.write_bytes(b"\n".join(out) + b"\n")
    return path


def seed(secret: str, words: list[tuple[str, str]]) -> str:
    """The seed of the dice."""
    digest = hashlib.sha256(b"panzerhex seed " + secret.encode())
    for said in words:
        for word in said:
            digest.update(len(word.encode()).to_bytes(4, "big") + word.encode())
    return digest.hexdigest()


def d100(seed: str, k: int) -> int:
    """The k-th die, if it is a d100; the few values that would bias it are left out of account."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{k}/0".encode()).digest()[:4], "big") % 100 + 1


def sealed(secret: str) -> DiceCommitted:
    """The seal of a secret."""
    return DiceCommitted(commitment=hashlib.sha256(f"panzerhex dice {secret}".encode()).hexdigest())


WORDS = [("anna", "words of anna"), ("ben", "words of ben")]
SEATS = Seated(seats=(Seat(BRITISH, player="anna"), Seat(ITALIAN, player="ben")))
RESIGNED = GameStopped(text="anna resigned for British; Italian wins")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a game at a table, given up in the middle."""
    room = laid(house(tmp_path_factory.mktemp("house")))
    played(room, 40)
    room.resign(ANNA)
    assert verify(room.path, open_system).dice is Dice.HONEST
    return room.path


def replayed(path: Path, asides: list[Aside], dice: str, last: list[Aside], orders: int = 30) -> Path:
    """A game with other dice, as somebody makes it up at home who has the program."""
    from core.ai import player

    sides = {"british": "human", "italian": "human"}
    with start_game(PIMPLE, open_system, path, sides=sides, created="", asides=asides, dice_seed=dice) as session:
        game = session.game
        for k in range(orders):
            side = game.active[0]
            game.submit(side, player("greedy", f"{k}").order(game.system, game.view(side), side))
        for aside in last:
            game.note(aside)
    return path


def ground(words: list[tuple[str, str]], rolls: int = 2) -> str:
    """A secret with which the first dice are high, found when the words are known."""
    return next(
        secret for k in range(100_000) if all(d100(seed(secret := f"{k}", words), n) > 80 for n in range(rolls))
    )


def found_out(path: Path, at: int, words: str) -> Verification:
    """What verify says: this line is wrong, and the dice with it."""
    found = verify(path, open_system)
    assert found.dice is Dice.WRONG
    assert found.fault is not None
    assert (found.fault.line, found.fault.kind) == (at, "dice")
    assert words in found.fault.text
    assert not found.holds()
    assert main(["verify", str(path)]) == 1
    return found


def test_what_was_played_at_a_table_holds(real: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "copy.journal", lines(real))
    found = verify(path, open_system)
    assert found.good, found.fault
    assert found.dice is Dice.HONEST
    assert found.judged is not None
    assert found.judged.values == tuple(WORDS)
    assert found.judged.seats == SEATS.seats
    assert found.judged.stopped == RESIGNED.text
    assert found.judged.words.count("follow") == 1
    assert main(["verify", "--from-host", str(path)]) == 0


# -- before the game -------------------------------------------------------------------------------------


def test_a_secret_that_was_ground_to_fit_the_words(tmp_path: Path) -> None:
    secret = ground(WORDS)
    said: list[Aside] = [DiceMixed(by=by, value=value) for by, value in WORDS]
    path = tmp_path / "ground.journal"
    replayed(path, [SEATS, *said, sealed(secret)], seed(secret, WORDS), [RESIGNED, DiceRevealed(secret=secret)])
    rolls = [roll["result"] for line in lines(path) for roll in line.get("rolls", ())]
    assert min(rolls[:2]) > 80
    found_out(path, 3, "not sealed before")


def test_words_of_the_host_that_were_ground_to_fit_the_secret(tmp_path: Path) -> None:
    words = next(w for k in range(100_000) if d100(seed("secret", w := [*WORDS, ("host", f"{k}")]), 0) > 95)
    said: list[Aside] = [DiceMixed(by=by, value=value) for by, value in words]
    path = tmp_path / "extra.journal"
    replayed(path, [SEATS, sealed("secret"), *said], seed("secret", words), [RESIGNED, DiceRevealed(secret="secret")])
    found_out(path, 6, "host, who does not sit at the table")


@pytest.mark.parametrize(
    ("words", "at", "why"),
    [
        ([], 4, "anna gave no words"),
        (WORDS[:1], 5, "ben gave no words"),
        ([WORDS[0], WORDS[0], WORDS[1]], 5, "anna gives words for the dice twice"),
        (WORDS[::-1], 4, "not in the order"),
        ([WORDS[0], ("clara", "x")], 5, "clara, who does not sit"),
    ],
)
def test_words_that_are_not_those_of_the_players(
    tmp_path: Path, words: list[tuple[str, str]], at: int, why: str
) -> None:
    said: list[Aside] = [DiceMixed(by=by, value=value) for by, value in words]
    path = tmp_path / "words.journal"
    asides = [SEATS, sealed("secret"), *said]
    replayed(path, asides, seed("secret", words), [RESIGNED, DiceRevealed(secret="secret")], orders=3)
    found_out(path, at, why)


def test_words_after_the_first_roll(tmp_path: Path) -> None:
    path = tmp_path / "late.journal"
    replayed(path, [SEATS, sealed("secret")], seed("secret", WORDS), [RESIGNED, DiceRevealed(secret="secret")])
    forged = lines(path)
    rolled = next(n for n, line in enumerate(forged) if line.get("rolls"))
    after = next(n for n, line in enumerate(forged) if n > rolled and line.get("event") == "order-given")
    said = [{"event": "dice-mixed", "by": by, "value": value} for by, value in WORDS]
    found_out(written(path, [*forged[:after], *said, *forged[after:]]), 4, "anna gave no words")
    found_out(written(path, [*forged[:3], said[0], *forged[3:after], said[1], *forged[after:]]), 5, "ben gave no words")


def moved(line: int, to: int) -> Forge:
    """A line at another place."""

    def forge(forged: list[Line]) -> list[Line]:
        forged.insert(to, forged.pop(line))
        return forged

    return forge


def without(kind: str) -> Forge:
    """No lines of a kind."""
    return lambda forged: [line for line in forged if line.get("event") != kind]


def twice(kind: str) -> Forge:
    """A line twice, the second time with another seal."""
    seal = {"event": kind, "commitment": "0" * 64}
    return lambda forged: [*forged[:3], seal, *forged[3:]]


def altered(kind: str, **fields: Any) -> Forge:
    """Other facts in the first line of a kind."""

    def forge(forged: list[Line]) -> list[Line]:
        next(line for line in forged if line.get("event") == kind).update(fields)
        return forged

    return forge


def seats(*seats: tuple[str, str, str]) -> Forge:
    """Others at the table: side, player, computer."""
    return altered("seated", seats=[{"side": s, "player": p, "computer": c} for s, p, c in seats])


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (moved(3, 1), "not written down before"),
        (moved(1, 4), "not written down before"),
        (moved(2, 4), "not sealed before"),
        (without("dice-committed"), "not sealed before"),
        (twice("dice-committed"), "anna gave no words"),
        (altered("dice-committed", commitment="0" * 64), "not the one that was sealed"),
        (altered("dice-mixed", value="others"), "the dice were"),
        (altered("dice-mixed", value="words of anna "), "cannot be seen"),
        (altered("dice-mixed", value="words\u00a0of anna"), "cannot be seen"),
        (seats(("british", "anna", ""), ("italian", "b\u0435n", "")), "is no name"),
        (altered("dice-mixed", rolls=[{"die": "d100", "result": 1, "for": "", "rule": ""}]), "nothing is rolled"),
        (altered("dice-revealed", secret="another"), "not the one that was sealed"),
        (seats(("british", "anna", "")), "nobody plays italian"),
        (seats(("british", "anna", ""), ("italian", "anna", "")), "at the table twice"),
        (seats(("british", "anna", ""), ("italian", "", "greedy")), "ben, who does not sit"),
        (seats(("british", "anna", ""), ("italian", "ben", ""), ("german", "carl", "")), "no side of this game"),
        (seats(("british", "anna", ""), ("italian", "", "")), "who plays italian"),
        (seats(("italian", "ben", ""), ("british", "anna", "")), "not in the order"),
    ],
)
def test_a_beginning_that_was_rewritten(real: Path, tmp_path: Path, forge: Forge, why: str) -> None:
    path = written(tmp_path / "forged.journal", forge(lines(real)))
    found = verify(path, open_system)
    assert found.dice is Dice.WRONG
    assert found.fault is not None
    assert why in found.fault.text
    assert not found.holds(), "whatever is forged, nothing is proved"


def test_a_second_seal_in_the_game(real: Path, tmp_path: Path) -> None:
    forged = lines(real)
    forged.insert(len(forged) - 2, {"event": "dice-committed", "commitment": "0" * 64})
    found_out(written(tmp_path / "forged.journal", forged), len(forged) - 2, "sealed twice")


# -- in the game -----------------------------------------------------------------------------------------


def between_orders(forged: list[Line]) -> Iterator[int]:
    """Where an order begins after which dice are rolled."""
    given = [n for n, line in enumerate(forged) if line.get("event") == "order-given"]
    rolled = [n for n, line in enumerate(forged) if line.get("rolls")]
    return (n for n in given if any(r > n for r in rolled))


@pytest.mark.parametrize(
    "event",
    [
        {"event": "seated", "seats": [{"side": "british", "player": "anna"}, {"side": "italian", "player": "ben"}]},
        {"event": "game-stopped", "text": "x"},
    ],
)
def test_a_bad_die_that_is_thrown_away_beside_the_rules(real: Path, tmp_path: Path, event: Line) -> None:
    """Dice in an event that nobody evolves would use up what the sealed dice would have shown."""
    forged = lines(real)
    at = list(between_orders(forged))[-1]
    die = {"die": "d100", "result": 1, "for": "nothing", "rule": ""}
    forged.insert(at, {**event, "rolls": [die]})
    found = verify(written(tmp_path / "burnt.journal", forged), open_system)
    assert found.fault is not None
    assert (found.fault.line, found.dice) == (at + 1, Dice.WRONG)
    assert "nothing is rolled for it" in found.fault.text


def test_a_bad_die_that_is_thrown_away_after_a_take_back(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    played(room, 20)
    side = room.waits_for()[0]
    player = room.players(side)[0]
    room.ask_take_back(player)
    room.answer_take_back(BEN if player == ANNA else ANNA, True)
    played(room, 10)
    room.resign(ANNA)
    found = verify(room.path, open_system)
    assert found.dice is Dice.HONEST
    assert found.judged is not None
    assert found.judged.taken_back == (side,)
    forged = lines(room.path)
    at = next(n for n, line in enumerate(forged) if line.get("event") == "taken-back")
    die = {"die": "d100", "result": 1, "for": "nothing", "rule": ""}
    thrown = next(line for line in forged if line.get("rolls"))
    path = tmp_path / "burnt.journal"
    for forgery, line in (
        ([*forged[:at], {**forged[at], "rolls": [die]}, *forged[at + 1 :]], at + 1),
        ([*forged[: at + 1], thrown, *forged[at + 1 :]], at + 2),
    ):
        found = verify(written(path, forgery), open_system)
        assert found.fault is not None
        assert found.fault.line <= line
        assert not found.holds()


def test_a_die_that_is_rolled_for_something_else(real: Path, tmp_path: Path) -> None:
    forged = lines(real)
    at = next(n for n, line in enumerate(forged) if line.get("rolls"))
    for change in ({"for": "luck"}, {"rule": "na:0"}, {"die": "d99999999999"}, {"die": "d0"}, {"die": "\x1b[2J"}):
        forged[at]["rolls"][0] |= change
        found = verify(written(tmp_path / "forged.journal", forged), open_system)
        assert found.fault is not None
        assert found.fault.line == at + 1
        assert not found.holds()


# -- the end ---------------------------------------------------------------------------------------------


def test_a_game_that_is_broken_off_before_a_bad_roll(real: Path, tmp_path: Path) -> None:
    """The host opens the secret in the middle, and says that this was the end."""
    forged = lines(real)
    at = list(between_orders(forged))[-1]
    path = tmp_path / "broken.journal"
    found_out(written(path, [*forged[:at], forged[-1]]), at + 1, "before the game is over")
    found_out(written(path, [*forged[:at], forged[-1], *forged[at:]]), len(forged) + 1, "opened twice")
    found_out(written(path, [*forged[:at], forged[-1], *forged[at:-2]]), at + 1, "before the game is over")
    found_out(written(path, [*forged[:at], forged[-2], *forged[at:]]), at + 2, "goes on")
    unopened = verify(written(path, forged[:at]), open_system)
    assert (unopened.good, unopened.dice, unopened.holds()) == (True, Dice.SEALED, False)
    assert main(["verify", str(path)]) == 1
    assert verify(written(path, forged[:-1]), open_system).dice is Dice.SEALED


def test_who_is_said_to_have_given_up_is_printed(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A made-up end cannot be told from a real one: whoever is said to have resigned knows."""
    forged = lines(real)
    at = list(between_orders(forged))[-1]
    path = written(tmp_path / "broken.journal", [*forged[:at], *forged[-2:]])
    assert main(["verify", str(path)]) == 0
    assert "ended: anna resigned for British; Italian wins" in capsys.readouterr().out


# -- another kind of game --------------------------------------------------------------------------------


def test_a_table_that_is_passed_off_as_a_local_game(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = {"seated", "dice-committed", "dice-mixed", "dice-revealed", "game-stopped"}
    path = written(tmp_path / "local.journal", [line for line in lines(real) if line.get("event") not in beside])
    assert verify(path, open_system).dice is Dice.OPEN
    assert main(["verify", str(path)]) == 0
    assert "dice: open; nobody sealed the dice of this game, nothing is proved" in capsys.readouterr().out
    assert main(["verify", "--from-host", str(path)]) == 1


def test_a_table_that_is_passed_off_as_one_of_an_earlier_version(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = [line for line in lines(real) if line.get("event") not in ("seated", "game-stopped")]
    path = written(tmp_path / "old.journal", old)
    found = verify(path, open_system)
    assert (found.good, found.dice, found.holds()) == (True, Dice.EARLIER, False)
    assert main(["verify", str(path)]) == 1
    assert "dice: earlier" in capsys.readouterr().out
    old.insert(1, old.pop(3))
    assert verify(written(path, old), open_system).dice is Dice.WRONG


def test_a_table_that_is_passed_off_as_played_on_from_another_game(real: Path, tmp_path: Path) -> None:
    forged = lines(real)
    forged[0]["forked"] = {"from": "another.journal", "at": 5}
    path = written(tmp_path / "forked.journal", forged)
    assert verify(path, open_system).dice is Dice.OPEN
    assert main(["verify", str(path)]) == 1


# -- what a journal cannot tell --------------------------------------------------------------------------


def test_a_host_that_plays_and_speaks_last_bends_the_dice(tmp_path: Path) -> None:
    """Nothing in a journal tells of it; it is said wherever the fingerprint is shown."""
    here = house(tmp_path)
    room = here.create(BEN, RoomPlan(PIMPLE))
    room.join(ANNA, BRITISH, "words of anna")
    secret = (room.path.parent / "dice.secret").read_text().strip()
    mine = next(w for k in range(100_000) if d100(seed(secret, [WORDS[0], ("ben", w := f"{k}")]), 0) > 95)
    assert any("bend them" in sentence for sentence in room.dice_words())
    room.join(BEN, ITALIAN, mine)
    played(room, 20)
    room.resign(ANNA)
    found = verify(room.path, open_system)
    assert found.dice is Dice.HONEST
    assert next(roll["result"] for line in lines(room.path) for roll in line.get("rolls", ())) > 95


# -- what is printed -------------------------------------------------------------------------------------


def test_what_a_player_compares_is_printed(real: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(real)]) == 0
    told = capsys.readouterr().out
    seal = next(line["commitment"] for line in lines(real) if line.get("event") == "dice-committed")
    for words in (f"fingerprint: {seal}", "british: anna", "words of ben: words of ben", "Compare"):
        assert words in told
    assert main(["verify", "--json", str(real)]) == 0
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert dice["fingerprint"] == seal
    assert dice["words"] == [{"player": by, "words": value} for by, value in WORDS]
    assert (dice["state"], dice["table"]) == ("honest", True)
    assert main(["verify", "--fingerprint", seal.upper(), str(real)]) == 0
    capsys.readouterr()
    assert main(["verify", "--fingerprint", seal[::-1], str(real)]) == 1
    assert "not the one that you were shown" in capsys.readouterr().err


def test_words_that_only_look_like_those_of_a_player_are_printed_so_that_it_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "words of \u0430nna")
    room.resign(ANNA)
    assert main(["verify", str(room.path)]) == 0
    assert "words of \\u0430nna" in capsys.readouterr().out


def test_nothing_in_a_strangers_journal_is_obeyed_by_a_terminal(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = "\x1b[2J\x9b2J\u202e\r\n"
    for change in (
        altered("dice-mixed", by=bad, value=bad),
        altered("dice-committed", commitment=bad),
        altered("game-stopped", text=bad),
        seats(("british", bad, ""), (bad, "", bad)),
    ):
        main(["verify", str(written(tmp_path / "forged.journal", change(lines(real))))])
        told = capsys.readouterr()
        assert not [c for c in told.out + told.err if not c.isprintable() and c != "\n"]
