"""Starting, resuming, watching and forking games."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from core.event import OrderGiven
from core.hexes import Hex
from core.order import IllegalOrder
from saves.line import SCHEMA, SaveError
from saves.reading import read_journal
from saves.session import fork_game, open_game, open_replay
from saves.verify import verify
from tests.saves.conftest import SIDES, begin, play
from tests.toy.pieces import RED, Pace
from tests.toy.running import RollOrder
from tests.toy.system import open_toy


def test_the_first_line_is_the_header_of_the_interface(journal: Path) -> None:
    header = orjson.loads(journal.read_bytes().split(b"\n")[0])
    assert list(header)[:8] == ["panzerhex", "system", "edition", "scenario", "options", "sides", "content", "created"]
    assert header["panzerhex"] == SCHEMA == 2
    assert header["sides"] == SIDES


def test_a_line_carries_number_link_event_and_fields(journal: Path) -> None:
    line = orjson.loads(journal.read_bytes().split(b"\n")[3])
    assert list(line)[:3] == ["n", "prev", "event"]
    assert line["event"] == "toy-rolled"
    assert line["rolls"][0]["die"] == "d100"
    assert line["hex"] == "A1"


def test_a_resumed_game_stands_where_it_was_left(journal: Path) -> None:
    with begin(journal.with_name("other")) as other:
        play(other, 10)
        with open_game(journal, open_toy) as session:
            assert session.notices == ()
            assert session.game.state == other.game.state
            assert session.game.journal == other.game.journal


def test_a_seeded_game_comes_out_the_same_with_and_without_a_break(journal: Path) -> None:
    with begin(journal.with_name("other")) as other, open_game(journal, open_toy) as session:
        play(other, 10)
        for game in (other.game, session.game):
            game.submit(game.active[0], RollOrder(pace=Pace.BOLD, hex=Hex(1, 1), dice=9))
        assert session.game.journal == other.game.journal
    assert verify(journal, open_toy).good


def test_an_unseeded_game_does_not_foretell_its_dice(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    begin(path, seed=None, scenario="toy-race-long").close()
    seen = set()
    for _ in range(3):
        with open_game(path, open_toy) as session:
            game = session.game
            events = game.submit(game.active[0], RollOrder(pace=Pace.BOLD, hex=Hex(1, 1), dice=9))
            seen.add(tuple(r.result for e in events for r in e.rolls))
    assert len(seen) == 3


def test_a_refused_order_leaves_no_trace_in_the_file(journal: Path) -> None:
    with open_game(journal, open_toy) as session:
        before = journal.read_bytes()
        with pytest.raises(IllegalOrder):
            session.game.submit(session.game.active[0], RollOrder(pace=Pace.BOLD, hex=Hex(1, 1), dice=10))
        assert journal.read_bytes() == before


def test_a_failed_beginning_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(LookupError):
        begin(tmp_path / "a.journal", scenario="nonsense")
    assert not list(tmp_path.iterdir())


def test_an_order_cut_short_is_carried_out_to_its_end(journal: Path) -> None:
    with open_game(journal, open_toy) as session:
        session.game.submit(session.game.active[0], RollOrder(pace=Pace.BOLD, hex=Hex(1, 1), dice=4))
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-2]) + lines[-2][:20])
    with open_game(journal, open_toy) as session:
        assert len(session.notices) == 2
    assert journal.read_bytes() == whole


def test_a_watched_game_can_be_watched_while_it_is_played(journal: Path) -> None:
    with open_game(journal, open_toy) as session:
        replay = open_replay(journal, open_toy)
        assert replay.game.state == session.game.state
        assert replay.game.at(5) == session.game.at(5)


def test_playing_on_from_a_moment_leaves_the_old_game_alone(journal: Path) -> None:
    before = journal.read_bytes()
    at = next(
        i for i, e in enumerate(open_replay(journal, open_toy).game.journal) if isinstance(e, OrderGiven) and i > 9
    )
    path = journal.with_name("fork.journal")
    with fork_game(journal, at, path, open_toy, created="later", sides={"red": "ai", "blue": "human"}) as session:
        assert len(session.game.journal) == at
        play(session, 3)
    assert journal.read_bytes() == before
    header = read_journal(path).header
    assert (header.forked, header.created, header.sides["red"]) == (("game.journal", at), "later", "ai")
    assert verify(path, open_toy).good


def test_playing_on_beyond_the_end_is_refused(journal: Path) -> None:
    with pytest.raises(SaveError, match="has no event 999"):
        fork_game(journal, 999, journal.with_name("fork.journal"), open_toy, created="")


def test_a_damaged_game_goes_on_in_a_new_file(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if i > 6 and b'"toy:4"' in line)
    lines[at] = lines[at].replace(b'"toy:4"', b'"toy:5"')
    damaged = b"".join(lines)
    journal.write_bytes(damaged)
    with open_game(journal, open_toy) as session:
        assert session.path.name == "game-recovered.journal"
        assert f"line {at + 1}:" in session.notices[0]
        assert session.game.active
    assert journal.read_bytes() == damaged
    assert verify(journal.with_name("game-recovered.journal"), open_toy).good


def test_changed_content_is_said(journal: Path) -> None:
    def today(scenario: str) -> str:
        return "other"

    with open_game(journal, open_toy, content_hash=today) as session:
        assert "have changed" in session.notices[0]
    assert "have changed" in open_replay(journal, open_toy, content_hash=today).notices[0]
    assert verify(journal, open_toy, content_hash=today).warnings


def test_a_game_that_ended_is_over_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with begin(path) as session:
        play(session, 100)
        assert session.game.over
    with open_game(path, open_toy) as session:
        assert session.game.over
        with pytest.raises(IllegalOrder):
            session.game.submit(RED, RollOrder(pace=Pace.BOLD, hex=Hex(1, 1)))
