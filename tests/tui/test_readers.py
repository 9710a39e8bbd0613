"""Who may see what of a journal: while a game runs its readers tell nothing that a spectator may not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.ai import player
from core.event import Event, OrderGiven, SideId
from core.panzer.command.events import CommandPlaced
from core.panzer.pieces.unit import Command
from core.play.aside import DiceCommitted, DiceRevealed
from saves.audience import audience
from saves.line import Header, SaveError
from saves.reading import read_journal
from saves.session import fork_game, open_replay, start_game, write_journal
from tests.asking import Ask, asking
from tui.replay.reel import eyes_open
from tui.replay.words import eye_lines

SCENARIO = "the-pimple"
HOTSEAT = {"british": "human", "italian": "human"}
SOLO = {"british": "human", "italian": "ai:greedy"}
POST = {"british": "human", "italian": "post:0123abcd"}


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    return asking(capsys, monkeypatch, tmp_path / "data")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which every command of the turn lies face down."""
    path = tmp_path_factory.mktemp("games") / "running.journal"
    with start_game(SCENARIO, catalogue.open_system, path, sides=HOTSEAT, created="", seed="readers") as session:
        game: Any = session.game
        minds = {look.id: player("greedy", look.id) for look in game.system.sides}
        while game.state.step != "initiative":
            side = game.active[0]
            game.submit(side, minds[side].order(game.system, game.view(side), side))
    return path


def otherwise(path: Path, name: str, **changes: Any) -> Path:
    """The same game with other seats or other events before it, in a file of the same name."""
    journal, to = read_journal(path), path.parent / name / path.name
    to.parent.mkdir(exist_ok=True)
    if not to.exists():
        write_journal(
            to, evolve(journal.header, sides=changes.get("sides", HOTSEAT)), changes["events"](journal.events)
        )
    return to


def as_it_was(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return events


def hidden_otherwise(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """With OVERWATCH under every counter."""
    return tuple(evolve(e, command=Command.OVERWATCH) if isinstance(e, CommandPlaced) else e for e in events)


def at_a_table(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return (DiceCommitted(commitment="0" * 64), *events)


READERS = [
    ("export", "--to", "text"),
    ("export", "--to", "html"),
    ("export", "--to", "cast"),
    *(("render", "--zoom", zoom) for zoom in ("close", "middle", "plain")),
]


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_tells_nothing_of_what_lies_face_down(ask: Ask, running: Path, reader: tuple[str, ...]) -> None:
    """Two games that differ in the commands face down alone are told alike; the owner may ask for what differs."""
    twin = otherwise(running, "twin", events=hidden_otherwise)
    command, *options = reader
    shown = [ask(command, str(path), *options) for path in (running, twin)]
    assert shown[0] == shown[1]
    status, out, err = shown[0]
    assert status == 0
    assert out
    assert "a spectator may know" in err
    whole = [ask(command, str(path), *options, "--view", "all") for path in (running, twin)]
    assert "secrets of both sides" in whole[0][2]
    assert whole[0][1] != whole[1][1] or "plain" in options
    _, _, told = ask(command, str(running), *options, "--view", "british")
    assert "secrets of British" in told


def test_one_sees_of_a_side_what_it_knows(ask: Ask, running: Path) -> None:
    """`--view SIDE` has the commands of the side and none of the other; to whom they are his own they are no secret."""
    solo = otherwise(running, "solo", sides=SOLO, events=as_it_was)
    status, out, err = ask("export", str(solo), "--to", "text", "--view", "british")
    assert (status, err) == (0, "")
    assert "face down" in out
    whole = ask("export", str(solo), "--to", "text", "--view", "all")[1]
    assert whole.count("face down") > out.count("face down")
    assert "secrets of Italian" in ask("render", str(solo), "--view", "italian")[2]


@pytest.mark.parametrize("view", ["all", "italian"])
@pytest.mark.parametrize("command", ["export", "render"])
@pytest.mark.parametrize("kind", ["table", "post"])
def test_of_other_peoples_games_nothing_more_is_shown(
    ask: Ask, running: Path, kind: str, command: str, view: str
) -> None:
    """Of a table's game and of a game by file nobody gets more than a spectator while it runs."""
    path = (
        otherwise(running, kind, events=at_a_table)
        if kind == "table"
        else otherwise(running, kind, sides=POST, events=as_it_was)
    )
    options = ["--to", "text"] if command == "export" else []
    status, out, err = ask(command, str(path), *options, "--view", view)
    assert (status, out) == (2, "")
    assert "while the game is played" in err
    status, out, err = ask(command, str(path), *options)
    assert status == 0
    assert "face down" not in out
    assert "--view" not in err
    status, out, _ = ask(command, str(path), *options, "--view", "british")
    assert status == (2 if kind == "table" else 0)


def test_when_a_game_is_over_all_of_it_is_shown() -> None:
    """Over by the rules, or given up or closed: then a table has opened its dice."""
    header = Header("panzer", "hex", SCENARIO, sides=HOTSEAT)
    sides = (SideId("british"), SideId("italian"))
    sealed = (DiceCommitted(commitment="0"),)
    assert audience(header, sealed, sides, over=True).open
    assert audience(header, (*sealed, DiceRevealed(secret="")), sides, over=False).open
    assert not audience(header, sealed, sides, over=False).open
    finished = open_replay(next(Path("saves/samples").glob("the-pimple*")), catalogue.open_system)
    assert finished.audience.open
    assert len(eyes_open(finished.game.system, finished.audience)) == 4


def test_the_replay_offers_the_eyes_that_one_may_have(running: Path) -> None:
    def offered(path: Path) -> list[str]:
        replay = open_replay(path, catalogue.open_system)
        eyes = eyes_open(replay.game.system, replay.audience)
        return [line.plain for _, line in eye_lines(eyes, eyes[-1], replay.audience)]

    warned = "  shows secrets of a game in progress"
    assert offered(running) == [
        f"all that happened{warned}",
        f"as British{warned}",
        f"as Italian{warned}",
        "as a spectator  (now)",
    ]
    assert offered(otherwise(running, "table", events=at_a_table)) == ["as a spectator  (now)"]
    post = otherwise(running, "post", sides=POST, events=as_it_was)
    assert offered(post) == ["as British", "as a spectator  (now)"]


def test_a_table_in_progress_is_not_played_on_from(running: Path, tmp_path: Path) -> None:
    """A copy with all its secrets would be one's own game."""
    table = otherwise(running, "table", events=at_a_table)
    with pytest.raises(SaveError, match="shown when it is over"):
        fork_game(table, 10, tmp_path / "mine.journal", catalogue.open_system, created="")


def test_what_is_wrong_with_a_game_in_progress_is_told_without_its_secrets(ask: Ask, running: Path) -> None:
    """verify names the line; that a command is FIRE and no OVERWATCH it tells when the game is over."""
    twin = otherwise(running, "twin", events=hidden_otherwise)
    for words in ((), ("--json",)):
        status, out, _ = ask("verify", str(twin), *words)
        assert status == 1
        assert "not what the rules make of it" in out
        assert not any(command.value in out for command in Command)


def test_how_many_orders_were_given_in_secret_is_not_told_while_a_game_runs(ask: Ask, running: Path) -> None:
    """With one command fewer face down `verify` says the same of it; of a game that is over it counts all."""
    given = read_journal(running).events
    last = max(n for n, event in enumerate(given) if isinstance(event, CommandPlaced))
    first = max(n for n, event in enumerate(given[:last]) if isinstance(event, OrderGiven))
    fewer = otherwise(running, "fewer", events=lambda events: events[:first])
    for words in ((), ("--json",)):
        texts = [ask("verify", str(path), *words)[1].replace(str(path), "") for path in (running, fewer)]
        assert texts[0] == texts[1]
        assert "good" in texts[0]
    over = next(Path("saves/samples").glob("the-pimple*"))
    assert " orders, " in ask("verify", str(over))[1]
