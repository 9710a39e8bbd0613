"""Games of older formats: their journals are read, watched and played on; see `tests/post` for games by file."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from pathlib import Path

import orjson
import pytest

from content import catalogue
from core.ai import player
from core.codec import decode, encode
from core.event import OrderGiven, SideId
from core.panzer.chapters import BOOK
from core.panzerblitz.chapters import BOOK as BLITZ_BOOK
from core.step_end import FinishStep, StepFinished
from saves.line import SCHEMA, SaveError
from saves.post.seals import events_digest, is_digest
from saves.reading import read_journal
from saves.session import open_game, open_replay
from saves.upcast import UPCASTERS, former, upcast, upcast_order

#: Journals as version 1 wrote them: two whole games, and one in the middle of its first turn.
FILES = sorted((Path(__file__).parent / "format_1").glob("*.journal"))
#: The orders and events of version 1 that ended steps, in the order of the sequence of play.
ENDS = ("set-up", "plotting", "commands", "air", "indirect", "fire", "assaults", "movement", "adjustment")
FINISHED = ("air-phase" if end == "air" else end for end in ENDS)


def test_every_version_has_its_step() -> None:
    assert set(UPCASTERS) == set(range(1, SCHEMA))
    with pytest.raises(SaveError, match="not known any more"):
        upcast({"event": "x"}, 0)


@pytest.mark.parametrize("order", [*(f"finish-{end}" for end in ENDS), "pb-finish-step", "pb-finish-set-up"])
def test_orders_of_version_1_that_ended_a_step(order: str) -> None:
    given = decode(upcast({"event": "order-given", "side": "red", "order": {"order": order}}, 1))
    assert given == OrderGiven(side=SideId("red"), order=FinishStep())
    assert upcast_order({"order": order}, 1) == {"order": "finish-step"}


@pytest.mark.parametrize("event", [*(f"{end}-finished" for end in FINISHED), "pb-step-finished", "pb-set-up-finished"])
def test_events_of_version_1_that_ended_a_step(event: str) -> None:
    """That nobody is left without a command was what the other side was told."""
    made = decode(upcast({"event": event, "side": "red"}, 1))
    assert made == StepFinished(side=SideId("red"), rest=event == "commands-finished")
    assert {"event": event, "side": "red"} in former(encode(made), 1)
    told = {"event": event, "side": "red", "units": []}
    if event == "commands-finished":
        assert decode(upcast(dict(told), 1)) == StepFinished(side=SideId("red"))
        assert told in former(encode(StepFinished(side=SideId("red"))), 1)


def test_todays_terms_stay_as_they_are() -> None:
    for line in ({"event": "step-finished", "side": "red"}, {"event": "turn-begun", "turn": 2}, {"panzerhex": 1}):
        assert upcast(dict(line), 1) == line


def test_what_was_foreseen_in_version_1_is_known_again() -> None:
    """Its hash was made of the old terms."""
    finished = StepFinished(side=SideId("red"))
    before = [{"event": "movement-finished", "side": "red"}, {"event": "turn-begun", "turn": 2}]
    events = [finished, decode({"event": "turn-begun", "turn": 2})]
    digest = hashlib.sha256(orjson.dumps(before)).hexdigest()
    assert is_digest(digest, events, 1)
    assert not is_digest(digest, events, SCHEMA)
    assert not is_digest(digest, events[1:], 1)
    assert is_digest(events_digest(events), events, SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_a_journal_of_version_1_is_watched(path: Path) -> None:
    """Line by line what it was: an event more or less would move the numbers of all others."""
    replay = open_replay(path, catalogue.open_system)
    assert (replay.header.schema, replay.fault) == (1, None)
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()[1:]]
    old = Counter(line["event"].removeprefix("pb-") for line in lines)
    new = Counter(event.name.removeprefix("pb-") for event in replay.game.journal)
    ended = {name for name in old if name.endswith("-finished")}
    assert new["step-finished"] == sum(old[name] for name in ended) > 3
    assert {name: n for name, n in new.items() if name != "step-finished"} == {
        name: n for name, n in old.items() if name not in ended
    }
    assert replay.game.over == ("begun" not in path.stem)


def test_a_game_of_version_1_is_played_on(tmp_path: Path) -> None:
    """In a new file beside it; at a table of several players in its own."""
    begun = next(p for p in FILES if "begun" in p.stem)
    for in_place in (False, True):
        path = tmp_path / str(in_place) / "game.journal"
        path.parent.mkdir()
        shutil.copy(begun, path)
        with open_game(path, catalogue.open_system, in_place=in_place) as session:
            assert (session.path == path) is in_place
            game = session.game
            mind = player("random", "on")
            for _ in range(5):
                game.submit(game.active[0], mind.order(game.system, game.view(game.active[0]), game.active[0]))
        journal = read_journal(session.path)
        assert (journal.header.schema, journal.fault) == (SCHEMA, None)
        assert journal.events == tuple(game.journal)
        assert in_place or path.read_bytes() == begun.read_bytes()


def test_steps_that_end_of_their_own_accord_can_be_ended() -> None:
    """The other half of it: what ends a step is said by the step."""
    for book in (BOOK, BLITZ_BOOK):
        assert any(rules.ending is not None for rules in book.steps.values())
        assert FinishStep in book.orders
