"""Every part of every line is vouched for: what is changed is refused, by reading or by deciding again."""

from __future__ import annotations

import hashlib
import itertools
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import orjson
import pytest
from attrs import evolve
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from content.catalogue import open_system
from core.event import OrderGiven
from core.panzer.movement.events import UnitMoved
from core.play.replica import Stop
from saves.post.correspondence import LARGEST, Correspondence, data_of, invited, read, read_invitation
from saves.post.game import PostGame
from saves.post.half import Half
from saves.post.keys import MOST_SEALED, Keys, OpenedKeys, PostError, own_secret
from saves.post.letter import Letter
from saves.post.opening import open_game
from saves.post.seals import seal_text
from saves.post.verify import verify_post
from tests.post.post_games import Table, begin, minds, now, order_on

Played = tuple[Table, dict[str, PostGame]]


def _changes(value: Any) -> list[Any]:
    """Other values that a part of a line might be given."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case str():
            flipped = "0" if value[:1] != "0" else "1"
            return [flipped + value[1:], "", value + "0"]
        case list():
            return [[*value, *value[:1]] if value else ["x"], value[:-1] if value else [{}]]
        case dict():
            return [{**value, key: other} for key, old in value.items() for other in _changes(old)[:1]]
    return [1]


def test_a_change_of_any_part_is_refused(played: Played) -> None:
    table, _ = played
    lines = table.files[-1].split(b"\n")[:-1]
    tried = 0
    for n in (0, 1, 2, 7, len(lines) - 1):
        whole = orjson.loads(lines[n])
        for key, value in whole.items():
            for other in _changes(value):
                changed = orjson.dumps({**whole, key: other})
                if changed == lines[n]:
                    continue
                tried += 1
                with pytest.raises(PostError):
                    read(b"\n".join([*lines[:n], changed, *lines[n + 1 :], b""]))
        with pytest.raises(PostError):
            read(b"\n".join([*lines[:n], orjson.dumps({"more": 1, **whole}), *lines[n + 1 :], b""]))
    assert tried > 60


def test_lines_cannot_be_left_out_moved_or_cut(played: Played) -> None:
    table, _ = played
    lines = table.files[-1].split(b"\n")[:-1]
    for made in (
        [*lines[:3], *lines[4:]],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
        [*lines[:5], lines[4], *lines[5:]],
        lines[1:],
    ):
        with pytest.raises(PostError):
            read(b"\n".join([*made, b""]))
    with pytest.raises(PostError, match="breaks off"):
        read(table.files[-1][:-40])
    for nothing in (b"", b"\n", b"{}\n", b"no json\n", b"\xff\xfe\n", b'{"panzerhex":1}\n'):
        with pytest.raises(PostError):
            read(nothing)


def test_a_stranger_cannot_sign(played: Played) -> None:
    table, _ = played
    mail = read(table.files[5])
    forged = _signed_again(mail.letters[-1], Keys.derive(b"a stranger" * 4, table.game, mail.last.by, "n"))
    with pytest.raises(PostError, match="not signed"):
        _without_last(mail).with_letter(forged)


def _without_last(mail: Correspondence) -> Correspondence:
    found = invited(mail.invitation)
    for letter in mail.letters[:-1]:
        found = found.with_letter(letter)
    return found


def _signed_again(letter: Letter, keys: Keys) -> Letter:
    return evolve(letter, line=b"", digest="").signed_by(keys)


# -- a player who cheats with a changed program, and signs what he does --------------------------------


def _cheater(tmp_path: Path) -> tuple[Table, PostGame, Keys]:
    """A game in which a side has just been asked to answer dice, its half not yet run, and its keys."""
    table, game = begin(tmp_path, "the-pimple")
    mind = minds("cheat", table.data, "greedy")
    while True:
        order_on(game, mind)
        table.files.append(game.half.mail.data)
        letter = game.half.mail.letters[-1]
        other = str(game.half.replica.other)
        if letter.opens and letter.stop is Stop.NEEDS and game.half.replica.state.fire.announced:
            break
        game.close()
        game = table.send(other)
    mail = read(table.files[-1])
    secret = own_secret(table.data[other] / "post")
    nonce = mail.letters[0].nonce if other != mail.invitation.by else table.game
    return table, game, Keys.derive(secret, table.game, other, nonce)


def _half_of(table: Table, keys: Keys, mail: Correspondence) -> Half:
    half = Half(
        open_system(mail.invitation.scenario, ()), str(_other(table, mail)), keys.opened, invited(mail.invitation)
    )
    for letter in mail.letters:
        half.recall(letter) if letter.by == half.side else half.receive(letter)
    return half


def _other(table: Table, mail: Correspondence) -> str:
    return next(side for side in table.data if side != mail.last.by)


def test_rolls_other_than_the_dice_are_refused_at_once(tmp_path: Path) -> None:
    table, game, keys = _cheater(tmp_path)
    mail = game.half.mail
    half = _half_of(table, keys, mail)
    stop = half.run()
    letter = half.letter(stop or Stop.CHOICE, keys)
    at = next(n for n, e in enumerate(letter.events) if e.rolls)
    roll = letter.events[at].rolls[0]
    better = evolve(letter.events[at], rolls=(evolve(roll, result=roll.result % 100 + 1), *letter.events[at].rolls[1:]))
    forged = _signed_again(evolve(letter, events=(*letter.events[:at], better, *letter.events[at + 1 :])), keys)
    with pytest.raises(PostError, match="the dice were"):
        game.take(mail.with_letter(forged))
    assert game.half.mail.data == mail.data
    forged = _signed_again(evolve(letter, answers="0" * 64), keys)
    with pytest.raises(PostError, match="bound to"):
        mail.with_letter(forged)
    game.close()


def test_an_order_for_the_other_side_is_refused(tmp_path: Path) -> None:
    table, game, keys = _cheater(tmp_path)
    half = _half_of(table, keys, game.half.mail)
    letter = half.letter(half.run() or Stop.CHOICE, keys)
    given = next(
        e for m in game.half.mail.letters for e in m.events if isinstance(e, OrderGiven) and e.side == game.side
    )
    forged = _signed_again(evolve(letter, events=(*letter.events, given)), keys)
    with pytest.raises(PostError, match="gives an order for"):
        game.take(game.half.mail.with_letter(forged))
    game.close()


def test_what_a_changed_program_decides_otherwise_is_found_at_the_end(played: Played) -> None:
    """A letter whose events its writer's orders do not lead to: its signatures are good, but it cannot be verified."""
    table, halves = played
    mail = read(table.files[-1])
    secrets = _all_keys(table, mail)
    found = 0
    for n, letter in enumerate(mail.letters):
        if found == 4:
            break
        moved = next((k for k, e in enumerate(letter.events) if e.name in ("unit-moved", "step-begun")), None)
        if moved is None or n < 6:
            continue
        found += 1
        without = (*letter.events[:moved], *letter.events[moved + 1 :])
        event = letter.events[moved]
        otherwise = (
            evolve(event, spent=event.spent + 1) if isinstance(event, UnitMoved) else evolve(event, step="adjust")
        )
        for events in (without, (*letter.events[:moved], otherwise, *letter.events[moved + 1 :])):
            judged = verify_post(halves[letter.by].system, _forge(mail, secrets, n, events))
            assert not judged.good
            assert judged.letter == n + 1
    assert found


def _all_keys(table: Table, mail: Correspondence) -> dict[str, Keys]:
    """The keys of both sides, which nobody has but this test."""
    nonces = dict.fromkeys(table.data, mail.letters[0].nonce) | {mail.invitation.by: table.game}
    return {
        side: Keys.derive(own_secret(data / "post"), table.game, side, nonces[side])
        for side, data in table.data.items()
    }


def test_a_letter_belongs_to_the_one_before(played: Played) -> None:
    """Whoever writes a letter again, and signs it, cannot have the answer to the first stand for an answer to it."""
    table, _ = played
    mail = read(table.files[-1])
    keys = _all_keys(table, mail)
    made = invited(mail.invitation)
    for letter, answer in itertools.pairwise(mail.letters[:12]):
        again = made.with_letter(_signed_again(evolve(letter, sealed=letter.sealed[::-1]), keys[letter.by]))
        with pytest.raises(PostError, match="does not follow"):
            again.with_letter(answer)
        made = made.with_letter(letter)


def _forge(mail: Correspondence, keys: dict[str, Keys], n: int, events: tuple[Any, ...]) -> Correspondence:
    """The correspondence with other events in one letter, and all that follows signed anew."""
    made = invited(mail.invitation)
    for k, letter in enumerate(mail.letters):
        about = f"panzerhex {mail.invitation.game}/{letter.by}/{letter.n}".encode()
        changed = evolve(letter, prev=made.last.digest)
        if k == n:
            text = seal_text(events, [(e,) for e in events])
            changed = evolve(changed, events=events, sealed=keys[letter.by].opened.seal_up(text, about))
        made = made.with_letter(_signed_again(changed, keys[letter.by]))
    return made


def test_what_was_sealed_cannot_be_put_elsewhere(played: Played) -> None:
    table, halves = played
    mail = read(table.files[-1])
    side = mail.letters[0].by
    own = [letter for letter in mail.letters if letter.by == side]
    half = Half(halves[side].system, side, mail.opened[side], invited(mail.invitation))
    assert half.unseal(own[0]) is not None
    with pytest.raises(PostError, match="does not open"):
        half.unseal(evolve(own[0], sealed=own[1].sealed))


def test_a_file_of_another_course_is_refused(tmp_path: Path) -> None:
    """Whoever goes back to an older copy of his data and orders something else is found out by the next file."""
    import shutil

    table, game = begin(tmp_path, "the-pimple")
    copy = tmp_path / "older"
    shutil.copytree(table.data[game.side], copy)
    order_on(game, minds("one", table.data))
    with open_game(copy, table.game, open_system, now=now) as again:
        order_on(again, minds("two", table.data))
        other_course = again.half.mail.data
    table.files.append(game.half.mail.data)
    assert table.files[-1] != other_course
    with table.send(str(game.half.replica.other)) as reader:
        before = reader.half.mail.data
        with pytest.raises(PostError, match="another course"):
            reader.take(read(other_course))
        assert reader.half.mail.data == before
    game.close()


def test_hashes_bind_the_lines(played: Played) -> None:
    table, _ = played
    lines = table.files[-1].split(b"\n")[:-1]
    for before, line in itertools.pairwise(lines):
        assert orjson.loads(line)["prev"] == hashlib.sha256(before).hexdigest()


# -- seals that were made to do harm ------------------------------------------------------------------


def bomb(keys: OpenedKeys, about: bytes, size: int) -> bytes:
    """A seal that unpacks to so many bytes, made as nobody makes one who plays."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)) + packer.flush()
    nonce = bytes(12)
    return nonce + ChaCha20Poly1305(keys.seal).encrypt(nonce, len(packed).to_bytes(4, "big") + packed, about)


def test_a_seal_is_unpacked_only_as_far_as_a_letter_can_be_long() -> None:
    keys = OpenedKeys(bytes(32), bytes(32))
    sealed = bomb(keys, b"about", 256 << 20)
    assert len(sealed) < 1 << 20
    tracemalloc.start()
    with pytest.raises(PostError, match="more than 4 MB"):
        keys.open_up(sealed, b"about")
    assert tracemalloc.get_traced_memory()[1] < 3 * MOST_SEALED
    tracemalloc.stop()
    assert keys.open_up(bomb(keys, b"about", MOST_SEALED), b"about") == bytes(MOST_SEALED)
    with pytest.raises(PostError, match="may seal"):
        keys.seal_up(bytes(MOST_SEALED + 1), b"about")


def test_a_seal_that_breaks_off_is_refused() -> None:
    keys = OpenedKeys(bytes(32), bytes(32))
    packed = zlib.compress(b"what was sealed")[:-3]
    plain = len(packed).to_bytes(4, "big") + packed
    sealed = bytes(12) + ChaCha20Poly1305(keys.seal).encrypt(bytes(12), plain, b"")
    with pytest.raises(PostError, match="breaks off"):
        keys.open_up(sealed, b"")


def test_a_file_that_is_far_too_large_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "huge.turn"
    with path.open("wb") as file:
        file.truncate(1 << 36)
    data = data_of(path)
    assert len(data) == LARGEST + 1
    with pytest.raises(PostError, match="too large"):
        read_invitation(data)
