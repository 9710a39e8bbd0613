"""Games on a Dask cluster of this machine, where it is installed (the extra `farm`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from content import catalogue
from core.yardstick.result import GameResult
from tests.patience import PATIENCE
from tests.tui.farm.test_playing import QUICK, pretend, task
from tests.tui.test_cli import Ask, ask, refused
from tui.farm.build import build
from tui.farm.cluster import Cluster
from tui.farm.game import Task
from tui.farm.places import PlaceGoneError
from tui.farm.playing import play_all

__all__ = ["ask"]

distributed = pytest.importorskip("distributed", reason="the extra `farm` is not installed")


def _cluster(**wanted: Any) -> Any:
    facts = {"n_workers": 1, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0", **wanted}
    return distributed.LocalCluster(host="127.0.0.1", scheduler_port=0, silence_logs=50, **facts)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler with two workers, each a process of its own, and others in their place.

    One that a game kills before its nanny has heard that it runs is not started again, so that on a busy machine
    nobody may be left.
    """
    with _cluster(n_workers=2) as running, pytest.MonkeyPatch.context() as patient:
        patient.setattr("tui.farm.cluster._RETURN", PATIENCE)
        running.adapt(minimum=2, maximum=2, interval="200 ms")
        yield running


def test_games_are_played_there_and_kept_here(ask: Ask, cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = ("simulate", "the-pimple", *QUICK, "--games", "2", "--out", str(out), "--json")
    said = ask(*words, "--on", cluster.scheduler_address)
    assert (said.status, said.err) == (0, "")
    there = json.loads(said.out)["games"]
    assert sorted(json.loads(line)["seed"] for line in out.read_bytes().splitlines()) == ["1", "2"]
    here = json.loads(ask("simulate", "the-pimple", *QUICK, "--games", "1", "--json").out)["games"]
    told = ("seed", "scores", "winner", "orders", "events", "leads", "openings", "version", "content")
    assert [there[0][name] for name in told] == [here[0][name] for name in told], "the same game wherever it is played"


def test_whatever_happens_to_a_game_there_the_others_are_played(cluster: Any) -> None:
    """A game that kills its worker is given up after the scheduler has tried it again."""
    seeds = ["1", "raise", "kill", "2", "other"]
    found = {one.key.seed: one for one in play_all(map(task, seeds), Cluster(cluster.scheduler_address, pretend))}
    assert sorted(found) == sorted(seeds)
    assert {seed for seed, one in found.items() if not one.failed} == {"1", "2"}
    assert found["raise"].failed == "RuntimeError: two lines"
    assert "worker" in found["kill"].failed
    assert "another version" in found["other"].failed


def test_who_waited_where_another_killed_the_workers_is_played(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler gives up all games that were at workers which one of them killed, not that one alone."""
    place = Cluster(cluster.scheduler_address, pretend)
    started = place.start

    def given_up(one: Task) -> Future[GameResult]:
        if one.key.seed == "1":
            return started(one)
        future: Future[GameResult] = Future()
        future.set_exception(distributed.KilledWorker("pretend", None, 3))
        return future

    monkeypatch.setattr(place, "start", given_up)
    found = {one.key.seed: one for one in play_all(map(task, ("1", "2", "raise")), place)}
    assert {seed for seed, one in found.items() if not one.failed} == {"1", "2"}
    assert found["raise"].failed == "RuntimeError: two lines"
    alone = Cluster(cluster.scheduler_address, pretend)
    monkeypatch.setattr(alone, "start", given_up)
    (lost,) = play_all([task("2")], alone)
    assert "lost amid it, more than once" in lost.failed


def test_workers_of_another_version_or_content_are_named(cluster: Any) -> None:
    with distributed.Client(cluster) as client:
        client.wait_for_workers(1, timeout=PATIENCE)  # those that a game before has killed are started anew
    place = Cluster(cluster.scheduler_address, pretend)
    content = catalogue.content_hash("the-pimple")
    try:
        place.check(build(), {"the-pimple": content})
        with pytest.raises(PlaceGoneError, match=r"worker tcp://127.0.0.1:\d+ has version 0.1.0\+\w+, this is 0.0.9;"):
            place.check("0.0.9", {})
        with pytest.raises(PlaceGoneError, match="has other content for the-pimple; copy the files"):
            place.check(build(), {"the-pimple": "feedbeef"})
        with pytest.raises(PlaceGoneError, match="has no content for my-hill"):
            place.check(build(), {"my-hill": "feedbeef"})
    finally:
        place.close()


def test_a_cluster_that_goes_away_costs_what_is_under_way(tmp_path: Path) -> None:
    with _cluster() as running:
        place = Cluster(running.scheduler_address, pretend)
        results = play_all(map(task, ("1", "wait", "2")), place)
        assert next(results).seed == "1"
        running.close(timeout=5)
        with pytest.raises(PlaceGoneError, match=r"the cluster at tcp://.* is gone"):
            list(results)


def test_where_nobody_works_any_more_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.farm.playing._PATIENCE", 0.2)
    monkeypatch.setattr("tui.farm.cluster._RETURN", 0.5)
    with _cluster() as running:
        results = play_all(map(task, ("1", "wait")), Cluster(running.scheduler_address, pretend))
        assert next(results).seed == "1"
        running.scale(0)
        with pytest.raises(PlaceGoneError, match=r"nobody works at .* any more; start some"):
            list(results)


def test_workers_play_one_game_at_a_time() -> None:
    with _cluster(threads_per_worker=2) as running:
        place = Cluster(running.scheduler_address, pretend)
        with pytest.raises(PlaceGoneError, match="has 2 threads; start it with --nthreads 1"):
            place.check(build(), {})
        place.close()
    with _cluster(n_workers=0) as running:
        place = Cluster(running.scheduler_address, pretend)
        with pytest.raises(PlaceGoneError, match="nobody works at"):
            place.check(build(), {})
        place.close()


def test_no_scheduler_is_told_in_one_line(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.farm.cluster._PATIENCE", 1)
    words = ("simulate", "the-pimple", "--games", "1", "--on")
    assert "there is no Dask scheduler at tcp://127.0.0.1:9" in refused(ask(*words, "tcp://127.0.0.1:9"))
    assert "there is no Dask scheduler at nowhere://x" in refused(ask(*words, "nowhere://x"))
