"""A view knows who stands where by its own units, though it takes over what the state has kept of that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.play.game import Game
from core.secrecy import SECRETS


def positions(options: tuple[str, ...]) -> Iterator[tuple[Game[Any], SideId]]:
    game: Game[Any] = Game(catalogue.open_system("halfaya-pass", options), SeededDice("views"))
    players = {look.id: player("greedy", f"views/{look.id}") for look in game.system.sides}
    game.begin()
    for _ in range(160):
        for side in players:
            yield game, side
        if game.over:
            break
        active = game.active[0]
        game.submit(active, players[active].order(game.system, game.view(active), active))


def where(state: PanzerState) -> tuple[Any, ...]:
    hexes = {unit.hex for unit in state.units.values() if unit.hex is not None}
    return state.there, state.carried, {hex_: state.in_hex(hex_) for hex_ in sorted(hexes)}


def test_where_a_unit_is_everybody_knows() -> None:
    secrets = SECRETS[Unit]
    assert not {"hex", "presence", "carrier"} & {name for name, *_ in (*secrets.own, *secrets.told, *secrets.shared)}


@pytest.mark.parametrize("options", [(), ("hidden-units",)])
def test_views_know_where_their_units_are(options: tuple[str, ...]) -> None:
    for game, side in positions(options):
        where(game.state)  # which keeps it
        view = game.system.copy(game.view(side))
        found = where(view)
        for name in ("_there", "_carried", "_standing_in"):
            view.keep(name, None)
        assert found == where(view)
