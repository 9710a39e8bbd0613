"""Processes that think: the same orders as here, stopped at once, replaced when they fail, gone with the program."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from attrs import evolve

from core.play.game import Game
from tests.patience import PATIENCE
from tests.tui.thinking.positions import begun, decision
from tui.thinking import process
from tui.thinking.pool import Pool

#: A worker that is ready and then never comes to an end of any thought.
ENDLESS = (
    "import sys, time; sys.path[:] = sys.argv[1:]; from core.ai.decision import Decision\n"
    "Decision.__call__ = lambda self, budget: time.sleep(10_000)\n"
    "from tui.thinking.worker import main; main()"
)
FAILING = ENDLESS.replace("time.sleep(10_000)", "{}['g17 lies in wait']")


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noted does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(what: Callable[[], bool]) -> None:
    """Wait for something. TimeoutError if it does not come."""
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def pool(processes: int = 1, seconds: float = PATIENCE, **more: object) -> AsyncIterator[Pool]:
    """A pool that leaves nothing behind."""
    made = Pool(processes, seconds, **more)  # type: ignore[arg-type]
    pids: set[int] = set()
    try:
        yield made
        pids = set(made.pids)
    finally:
        made.close()
    await until(lambda: not any(map(alive, pids)))


async def test_orders_are_the_same_wherever_they_are_thought() -> None:
    here, there = begun(), begun()
    async with pool() as thoughts:
        for number in range(50):
            apart = await thoughts.think(decision(there, seed=str(number)))
            assert apart == decision(here, seed=str(number))()
            there.submit(there.active[0], apart.order)
            here.submit(here.active[0], apart.order)
        assert len(thoughts.pids) == 1
        assert thoughts.pids != (os.getpid(),)
    assert here.journal == there.journal


async def test_a_process_that_is_killed_is_replaced_and_greedy_orders_meanwhile() -> None:
    told: list[str] = []
    game = begun()
    async with pool(failed=lambda decision, why: told.append(f"{decision.level}: {why}")) as thoughts:
        await thoughts.think(decision(game))
        (first,) = thoughts.pids
        os.kill(first, signal.SIGKILL)
        await until(thoughts._all[0].ended)
        answer = await thoughts.think(decision(game, "random"))
        (second,) = thoughts.pids
        assert second != first
        assert answer.amiss == ""
        assert told == []
        os.kill(second, signal.SIGSTOP)
        thinking = asyncio.ensure_future(thoughts.think(decision(game, "random", "y")))
        await asyncio.sleep(0.05)  # it may be asked before or after the process dies: both are told
        os.kill(second, signal.SIGKILL)
        answer = await thinking
        if answer.amiss:
            assert answer.order == decision(game, seed="y")().order
            assert answer.amiss == "greedy plays for random: its process was ended by signal 9"
            assert told == ["random: its process was ended by signal 9"]


async def test_whoever_is_too_late_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_BEGIN", ENDLESS)
    monkeypatch.setattr("tui.thinking.pool.OPENING", 0.0)
    game = begun()
    async with pool(seconds=0.2) as thoughts:
        answer = await thoughts.think(decision(game, "random"))
        assert answer.order == decision(game)().order
        assert answer.amiss == "greedy plays for random: it had no answer within 0.4 seconds"
        assert thoughts.pids == ()


async def test_a_failure_is_told_without_a_word_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_BEGIN", FAILING)
    game = begun()
    async with pool() as thoughts:
        answer = await thoughts.think(decision(game, "random"))
        assert answer.order == decision(game)().order
        assert answer.amiss == "greedy plays for random: KeyError in line 2 of <string>"


async def test_a_thought_is_stopped_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_BEGIN", ENDLESS)
    game = begun()
    async with pool() as thoughts:
        thinking = asyncio.ensure_future(thoughts.think(decision(game)))
        await until(lambda: bool(thoughts.pids))
        (pid,) = thoughts.pids
        thinking.cancel()
        await asyncio.wait([thinking])
        assert thinking.cancelled()
        assert thoughts.pids == ()
        await until(lambda: not alive(pid))
        monkeypatch.undo()
        assert (await thoughts.think(decision(game))).amiss == ""


async def test_the_one_who_has_waited_longest_is_next() -> None:
    game, done = begun(), list[str]()

    async def think(name: str) -> None:
        await thoughts.think(decision(game))
        done.append(name)

    async with pool() as thoughts:
        names = ("first", "second", "given up", "third")
        tasks = {name: asyncio.ensure_future(think(name)) for name in names}
        await asyncio.sleep(0)
        tasks["given up"].cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    assert done == ["first", "second", "third"]


async def test_another_content_and_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    async with pool() as thoughts:
        monkeypatch.setattr("tui.thinking.pool.catalogue.content_hash", lambda scenario: "another")
        answer = await thoughts.think(decision(game))
        assert answer.order == decision(game)().order
        assert "the files of the-pimple have been changed since the game was opened" in answer.amiss
    monkeypatch.undo()
    monkeypatch.setattr(process, "version", lambda: "99.0 3.11")
    async with pool() as thoughts:
        answer = await thoughts.think(decision(game))
        assert "this is 99.0 3.11" in answer.amiss


async def test_a_level_that_is_barred_is_played_by_greedy() -> None:
    game: Game[object] = begun()
    async with pool(0, barred=("random",)) as thoughts:
        answer = await thoughts.think(decision(game, "random"))
        assert answer.order == decision(game)().order
        assert answer.amiss == "greedy plays for random: random is not played on this host"
        assert (await thoughts.think(decision(game))).amiss == ""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell who runs")
def test_nothing_is_left_of_a_program_that_is_killed(tmp_path: Path) -> None:
    """Its process ends in the midst of a thought, whatever ended the program."""
    begin = f"import tui.thinking.process as p\np._BEGIN = {ENDLESS!r}\n"
    script = (
        begin + "import asyncio, sys\n"
        "from tests.tui.thinking.positions import begun, decision\n"
        "from tui.thinking.pool import Pool\n"
        "async def main():\n"
        "    pool = Pool()\n"
        "    thinking = asyncio.ensure_future(pool.think(decision(begun())))\n"
        "    while not pool.pids: await asyncio.sleep(0.01)\n"
        "    print(*pool.pids, flush=True)\n"
        "    await thinking\n"
        "asyncio.run(main())\n"
    )
    root = Path(__file__).parents[3]
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=root)
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    parent.wait()
    patient = time.monotonic() + PATIENCE
    while alive(pid):
        assert time.monotonic() < patient, "it thinks on for nobody"
        time.sleep(0.01)


async def test_where_many_wait_a_level_that_takes_long_has_another_decide() -> None:
    """What it has in mind stays as it is."""
    game = begun()
    asked = evolve(decision(game, "veteran"), intent='[1,"veteran/hold",0.5,{}]')
    async with pool() as thoughts:
        thoughts._waiting.append(asyncio.get_running_loop().create_future())
        thought = await thoughts.think(asked)
        thoughts._waiting.clear()
    assert thought.order == decision(game, "regular")().order
    assert (thought.level, thought.intent) == ("veteran", asked.intent)
    assert thought.why[0].text == "Many wait to think: regular has decided this for veteran."
