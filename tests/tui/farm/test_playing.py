"""Many games: each is a result, whatever happens to it; stopped at once, and nothing stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from attrs import evolve

from core.play import simulate
from core.yardstick.result import GameResult, Key
from tests.tui.test_cli import Ask, ask, refused
from tui.farm import game as playing
from tui.farm.build import build
from tui.farm.game import Task, play, result_of
from tui.farm.places import Here, PlaceGoneError, Processes
from tui.farm.playing import play_all

__all__ = ["ask"]

#: Two that give any order: the quickest there is.
QUICK = ("--side", "british=random", "--side", "italian=random")


def task(seed: str) -> Task:
    """A game that nobody plays to its end."""
    return Task(Key("the-pimple", (), (("british", "random"), ("italian", "random")), seed, ""), "0.1.0+here")


def pretend(task: Task) -> GameResult:
    """In place of a game: what its seed says."""
    if "kill" in task.key.seed:
        os.kill(os.getpid(), signal.SIGKILL)
    if "raise" in task.key.seed:
        raise RuntimeError("two\nlines")
    if "wait" in task.key.seed:
        signal.pause()
    version = "0.2.0+other" if "other" in task.key.seed else task.build
    return evolve(result_of(task.key), version=version, winner="italian")


# -- places ------------------------------------------------------------------------------------------


def test_whatever_happens_to_a_game_the_others_are_played() -> None:
    seeds = ["1", "raise", "2", "kill", "3", "other", "4", "5", "6"]
    found = {one.key.seed: one for one in play_all(map(task, seeds), Processes(2, pretend))}
    assert sorted(found) == sorted(seeds)
    assert {seed for seed, one in found.items() if not one.failed} == {"1", "2", "3", "4", "5", "6"}
    assert found["raise"].failed == "RuntimeError: two lines"
    assert "its process was ended" in found["kill"].failed
    assert "another version: 0.2.0+other" in found["other"].failed


def test_not_more_is_begun_than_is_wanted() -> None:
    """So that a match may stop, and what is drawn from a run can be endless."""
    asked: list[str] = []

    def endless() -> Iterator[Task]:
        for number in range(10_000):
            asked.append(str(number))
            yield task(str(number))

    results = play_all(endless(), Processes(2, pretend))
    for _ in range(5):
        next(results)
    results.close()
    assert len(asked) <= 5 + 2 * 2


def test_whoever_waits_for_games_can_be_stopped() -> None:
    """From another thread, as a screen does it, while games go on that would never end."""
    place = Processes(2, pretend)
    results = play_all(map(task, ("1", "wait", "wait more")), place)
    assert next(results).seed == "1"
    timer = Timer(0.0, place.close)
    timer.start()
    with pytest.raises(PlaceGoneError, match="stopped"):
        list(results)
    timer.join()


def test_one_process_after_the_other_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.farm.places._GAMES", 2)
    found = [one.seed for one in play_all((task(str(n)) for n in range(5)), Processes(1, pretend))]
    assert sorted(found) == ["0", "1", "2", "3", "4"]


_IN_AN_APP = """
import sys
from tests.tui.farm.test_playing import pretend, task
from tui.farm.places import Processes
from tui.farm.playing import play_all

class Captured:
    def fileno(self):
        return -1
    def write(self, text):
        return len(text)
    def flush(self):
        pass

sys.stderr = Captured()
print([one.winner for one in play_all([task("1")], Processes(1, pretend))])
"""


def test_processes_begin_while_an_app_has_the_terminal() -> None:
    """Which puts something in the place of standard error that has no descriptor."""
    found = subprocess.run([sys.executable, "-c", _IN_AN_APP], capture_output=True, text=True, check=True)
    assert found.stdout == "['italian']\n"


# -- games -------------------------------------------------------------------------------------------


def test_a_game_is_refused_to_another_program_or_content() -> None:
    here = build()
    assert here.startswith("0.1.0+")
    key = task("1").key
    assert f"another version: {here} instead of 0.0.9" in play(Task(key, "0.0.9")).failed
    assert "other content of the-pimple" in play(Task(evolve(key, content="feedbeef"), here)).failed
    assert "ContentError" in play(Task(evolve(key, scenario="the-pimpel"), here)).failed


def test_a_game_that_fails_says_why_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a rule\nbroke")

    monkeypatch.setattr(simulate, "play_game", broken)
    (result,) = play_all([Task(task("1").key, build())], Here())
    assert result.failed.startswith("ZeroDivisionError: a rule broke, test_playing.py line")
    assert (result.seed, result.winner) == ("1", None)


def test_a_game_without_end_is_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ORDER_LIMIT", 20)
    monkeypatch.setattr(simulate.play_out, "__defaults__", (20,))
    (result,) = play_all([Task(task("1").key, build())], Here())
    assert result.failed == "it was not over after 20 orders"


# -- the command ---------------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_stopped(ask: Ask, tmp_path: Path) -> None:
    out = str(tmp_path / "results.jsonl")
    words = ("simulate", "the-pimple", *QUICK, "--run", "a", "--out", out)
    assert ask(*words, "--games", "1").status == 0
    said = ask(*words, "--games", "2", "--json")
    games = json.loads(said.out)["games"]
    assert "has 1 of these games already; the others are played" in said.err
    lines = [json.loads(line) for line in Path(out).read_bytes().splitlines()]
    assert len(lines) == 2
    assert games == lines
    assert {"thought", "slowest", "amiss", "leads", "openings", "version", "content"} <= lines[0].keys()
    assert len(lines[0]["leads"]) == lines[0]["turns"]
    with (tmp_path / "results.jsonl").open("ab") as file:
        file.write(b'{"scenario":"the-pim')
    again = ask(*words, "--games", "2")
    assert again.out.count("\n") == 3
    report = ask("report", out)
    assert "| the-pimple | random" in report.out
    assert "Balance of 2 games between random computer players: British" in ask("report", out, "--notes").out
    document = json.loads(ask("report", out, "--json").out)
    assert document["scenarios"][0]["games"] == 2


def test_a_grid_of_options_plays_what_goes_together(ask: Ask, tmp_path: Path) -> None:
    words = ("simulate", "the-pimple", *QUICK, "--games", "1", "--options-grid", "snow,mud", "--json")
    said = ask(*words)
    document = json.loads(said.out)
    played = [game.get("options", []) for game in document["games"]]
    assert played == [[], ["snow"]]
    assert "mud is left out" in said.err
    assert "snow mud is left out" in said.err
    assert [one["options"] for one in document["grid"]] == played
    assert "did you mean snow?" in refused(ask(*words[:-2], "sno"))


def test_a_game_that_fails_is_a_line(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a rule broke")

    monkeypatch.setattr(playing, "_played", broken)
    out = tmp_path / "results.jsonl"
    said = ask("simulate", "the-pimple", "--games", "2", "--seed", "7", "--out", str(out))
    assert said.status == 1
    assert "seed 7: failed: ZeroDivisionError: a rule broke" in said.out
    assert [json.loads(line)["failed"][:17] for line in out.read_bytes().splitlines()] == ["ZeroDivisionError"] * 2
    assert "2 without a result: ZeroDivisionError" in ask("report", str(out)).out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_on_a_full_disk_the_games_go_on(ask: Ask) -> None:
    said = ask("simulate", "the-pimple", *QUICK, "--games", "2", "--out", "/dev/full")
    assert said.status == 0
    assert "cannot write /dev/full: No space left on device; the games go on" in said.err
    assert "2 results could not be written" in said.err
    assert said.out.count('{"scenario":"the-pimple"') == 2


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["simulate", "the-pimple", "--games", "1", "--side", "british=vetern"], "unknown computer player"),
        (["simulate", "the-pimple", "--games", "1", "--out", "/"], "cannot write /"),
        (["report", "nothing.jsonl"], "cannot read nothing.jsonl"),
        (["report"], "FILE"),
    ],
)
def test_a_mistake_is_one_line(ask: Ask, words: list[str], text: str) -> None:
    assert text in refused(ask(*words))


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_nothing_is_lost_if_the_program_is_killed(tmp_path: Path) -> None:
    """Killed outright as soon as a result is told: the line is in the file, its processes end, the rest is played."""
    out = tmp_path / "results.jsonl"
    words = [sys.executable, "-m", "tui.cli", "simulate", "the-pimple", *QUICK, "--jobs", "2", "--out", str(out)]
    env = {**os.environ, "PANZERHEX_DATA": str(tmp_path)}
    with subprocess.Popen([*words, "--games", "500"], stdout=subprocess.PIPE, env=env) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith(b"seed ")
        running.kill()
        # The pipe of its output is closed when the last of its processes has ended.
        running.stdout.read()
    whole = out.read_bytes()
    there = whole[: whole.rfind(b"\n") + 1].count(b"\n")
    assert 1 <= there < 500
    told = subprocess.run([*words, "--games", str(there + 1)], capture_output=True, text=True, env=env, check=True)
    assert "of these games already" in told.stderr
    assert f"{there + 1} games in" in told.stdout


def test_a_simulated_game_is_saved_with_why_each_order_was_given(ask: Ask, tmp_path: Path) -> None:
    """The same game, with a note on each order that says something."""
    words = ("simulate", "the-pimple", "--games", "1", "--seed", "3", "--side", "italian=regular", "--json", "--save")
    found = []
    for folder, why in ((tmp_path / "plain", ()), (tmp_path / "told", ("--why",))):
        (played,) = json.loads(ask(*words, str(folder), *why).out)["games"]
        (path,) = folder.iterdir()
        assert ask("verify", str(path)).status == 0
        lines = [json.loads(line) for line in path.read_bytes().splitlines()[1:]]
        notes = sum(line["event"] == "considered" for line in lines)
        chain = ("n", "prev", "sum")
        game = [{k: v for k, v in one.items() if k not in chain} for one in lines if one["event"] != "considered"]
        found.append((played["events"], game, notes))
    (events, plain, none), (same, told, notes) = found
    assert events == same == len(plain)
    assert plain == told
    assert not none
    assert notes > 20
    assert "add --save" in refused(ask("simulate", "the-pimple", "--games", "1", "--why"))
