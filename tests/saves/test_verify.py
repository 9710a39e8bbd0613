"""Verifying: every order legal, every result as the rules make it, the first bad line named."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from core.event import Event, OrderGiven, TakenBack
from core.hexes import Hex
from core.play.aside import GameStopped
from saves.reading import read_journal
from saves.session import write_journal
from saves.verify import Verification, verify
from tests.saves.conftest import begin, play
from tests.toy.pieces import BLUE, RED, Pace
from tests.toy.running import Rolled, RollOrder, RoundBegun
from tests.toy.system import Toy, open_toy


def rewritten(journal: Path, events: list[Event]) -> Verification:
    """What verify says of the same game with other events, properly chained and summed."""
    path = journal.with_name("rewritten.journal")
    write_journal(path, read_journal(journal).header, events)
    return verify(path, open_toy)


def index(events: list[Event], kind: type[Event], after: int = 4) -> int:
    """Where the next event of a kind is."""
    return next(i for i, e in enumerate(events) if i >= after and isinstance(e, kind))


@pytest.fixture
def events(journal: Path) -> list[Event]:
    return list(read_journal(journal).events)


def test_a_game_as_it_was_played_is_good(journal: Path, events: list[Event]) -> None:
    found = verify(journal, open_toy)
    assert found.good
    assert found.events == len(events)
    assert found.orders == sum(isinstance(e, OrderGiven) for e in events)
    assert found.rolls == sum(len(e.rolls) for e in events)
    assert found.warnings == ()


def test_a_finished_game_is_good(tmp_path: Path) -> None:
    with begin(tmp_path / "game.journal", seed=None) as session:
        play(session, 200)
        assert session.game.over
    assert verify(tmp_path / "game.journal", open_toy).good


def test_a_result_that_the_rules_do_not_give_is_named(journal: Path, events: list[Event]) -> None:
    at = index(events, Rolled)
    events[at] = evolve(events[at], points=99)  # type: ignore[call-arg]
    fault = rewritten(journal, events).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "different")
    assert "points of toy-rolled is 99" in fault.text


def test_a_changed_die_is_named(journal: Path, events: list[Event]) -> None:
    at = next(i for i, e in enumerate(events) if isinstance(e, Rolled) and e.points)
    roll = events[at].rolls[0]
    events[at] = evolve(events[at], rolls=(evolve(roll, result=roll.result % 100 + 1),))
    fault = rewritten(journal, events).fault
    assert fault
    assert fault.line == at + 2


def test_an_order_of_the_wrong_side_is_named(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven)
    given = events[at]
    assert isinstance(given, OrderGiven)
    events[at] = evolve(given, side=BLUE if given.side == RED else RED)
    fault = rewritten(journal, events).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "illegal")


def test_an_illegal_order_is_named_with_its_rule(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven)
    events[at] = evolve(events[at], order=RollOrder(pace=Pace.BOLD, hex=Hex(1, 1), dice=10))  # type: ignore[call-arg]
    fault = rewritten(journal, events).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "illegal")
    assert "toy:2" in fault.text


def test_a_take_back_beyond_dice_is_named(journal: Path, events: list[Event]) -> None:
    at = index(events, TakenBack)
    events[at] = evolve(events[at], to=0)  # type: ignore[call-arg]
    fault = rewritten(journal, events).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "illegal")


def test_what_older_games_took_back_unasked_is_told(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal stays good though the rules would not let so much be taken back today."""
    monkeypatch.setattr(Toy, "final", lambda self, state, event, side: True)
    found = verify(journal, open_toy)
    assert found.good
    assert "took back unasked" in found.warnings[0]


def test_a_game_that_its_players_ended_is_good(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven, after=20)
    assert rewritten(journal, [*events[:at], GameStopped(text="red resigned; blue wins")]).good


@pytest.mark.parametrize("again", [True, False], ids=["ended again", "played on"])
def test_a_game_does_not_go_on_after_its_players_ended_it(journal: Path, events: list[Event], again: bool) -> None:
    """Whoever lost cannot be made to have resigned long before, with the lines sealed anew."""
    at = index(events, OrderGiven, after=20)
    further = [GameStopped(text="blue resigned; red wins")] if again else events[at:]
    fault = rewritten(journal, [*events[:at], GameStopped(text="red resigned; blue wins"), *further]).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 3, "illegal")
    assert "goes on after its players had ended it" in fault.text


def test_a_game_that_says_not_how_it_was_ended_is_named(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven, after=20)
    fault = rewritten(journal, [*events[:at], GameStopped(text=" ")]).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "illegal")


def test_a_game_that_was_over_cannot_be_given_up(tmp_path: Path) -> None:
    with begin(tmp_path / "game.journal", seed=None) as session:
        play(session, 200)
        session.game.note(GameStopped(text="red resigned; blue wins"))
    found = verify(tmp_path / "game.journal", open_toy)
    assert found.fault
    assert "over by the rules" in found.fault.text


@pytest.mark.parametrize("kind", [Rolled, RoundBegun])
def test_an_event_left_out_is_named(journal: Path, events: list[Event], kind: type[Event]) -> None:
    at = index(events, kind)
    del events[at]
    fault = rewritten(journal, events).fault
    assert fault
    assert fault.line <= at + 2


def test_an_event_too_many_is_named(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven, after=10)
    events.insert(at, RoundBegun(round=77))
    fault = rewritten(journal, events).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 2, "different")


def test_results_that_were_not_written_whole_are_named(journal: Path, events: list[Event]) -> None:
    at = index(events, OrderGiven)
    fault = rewritten(journal, events[: at + 1]).fault
    assert fault
    assert (fault.line, fault.kind) == (at + 3, "torn")


def test_the_first_bad_line_counts_when_the_chain_breaks_later(journal: Path, events: list[Event]) -> None:
    at = index(events, Rolled)
    events[at] = evolve(events[at], points=99)  # type: ignore[call-arg]
    path = journal.with_name("rewritten.journal")
    write_journal(path, read_journal(journal).header, events)
    path.write_bytes(path.read_bytes()[:-7])
    fault = verify(path, open_toy).fault
    assert fault
    assert fault.line == at + 2


def test_what_is_no_game_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("milk\n")
    found = verify(path, open_toy)
    assert not found.good
    assert found.header is None


def test_what_older_rules_or_content_can_have_to_do_with_it_is_told(journal: Path, events: list[Event]) -> None:
    at = index(events, Rolled)
    events[at] = evolve(events[at], points=99)  # type: ignore[call-arg]
    path = journal.with_name("rewritten.journal")
    write_journal(path, read_journal(journal).header, events)
    header = read_journal(path).header
    assert "an older version of the program recorded it" in verify(path, open_toy).apart
    same = verify(path, open_toy, content_hash=lambda scenario: header.content)
    assert "older version" in same.apart
    other = verify(path, open_toy, content_hash=lambda scenario: "feed5eed0123")
    assert f"content {header.content[:8]} then, feed5eed now" in other.apart
    assert header.created[:10] in other.apart
    assert verify(journal, open_toy).apart == ""
