"""A turn of a small fight as its journal lines and as the log tells it, kept as snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from pytest_snapshot.plugin import Snapshot

from content.vignette import read_vignette
from core.ai import player
from core.codec import encode
from core.dice import SeededDice
from core.play.game import Game

SITUATION = Path(__file__).parents[2] / "vignettes" / "panzer" / "overwatch-chain.toml"
SNAPSHOTS = Path(__file__).parent / "snapshots"


def fight() -> Game[Any]:
    """Two tanks a side fight a turn and a half; orders and dice follow from fixed seeds."""
    game: Game[Any] = Game(read_vignette(SITUATION).system, SeededDice("journal"))
    players = {s.id: player("random", f"journal/{s.id}") for s in game.system.sides}
    game.begin()
    for _ in range(24):
        if game.over:
            break
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


def test_journal(snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    lines = [orjson.dumps(encode(event)).decode() for event in fight().journal]
    snapshot.assert_match("\n".join(lines) + "\n", "journal.jsonl")


def test_log(snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    game = fight()
    told = []
    for n, event in enumerate(game.journal, 1):
        found = game.system.face.report(game.at(n), event)
        if found is not None:
            told.append("  " * found.level + found.text + f" [{found.rule}]")
            told += [f"      {detail}" for detail in found.details]
            told += [f"      {roll.for_}: {roll.die} {roll.result} [{roll.rule}]" for roll in found.rolls]
            told += [f"      {reason.label} {reason.amount:+d} [{reason.rule}]" for reason in found.tally]
    snapshot.assert_match("\n".join(told) + "\n", "log.txt")
