"""How smoke and dust change the state (pw:11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event
from core.panzerwar.smoke.events import Blinded, CandlesLit, SmokeDrifted, SmokeLaid, WindRolled
from core.panzerwar.state import WarState


def _wind(state: WarState, event: WindRolled) -> None:
    state.smoke = evolve(state.smoke, wind=event.wind, strong=event.strong)


def _laid(state: WarState, event: SmokeLaid) -> None:
    clouds = {**state.smoke.clouds, **{cloud.id: cloud for cloud in event.clouds}}
    puffs = {**state.smoke.puffs, event.element: event.puffs} if event.puffs else state.smoke.puffs
    state.smoke = evolve(state.smoke, clouds=clouds, puffs=puffs)


def _drifted(state: WarState, event: SmokeDrifted) -> None:
    clouds = {**state.smoke.clouds, **{cloud.id: cloud for cloud in event.clouds}}
    state.smoke = evolve(state.smoke, clouds={id_: one for id_, one in clouds.items() if id_ not in event.gone})


def _lit(state: WarState, event: CandlesLit) -> None:
    element = state.elements.get(event.element)
    if element is not None and not element.apparent:
        state.smoke = evolve(state.smoke, lit={**state.smoke.lit, event.element: state.turn})


def _blinded(state: WarState, event: Blinded) -> None:
    found = state.elements.get(event.element)
    if found is not None:
        state.put(found.with_harm(blinded=event.until))


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    WindRolled: _wind,
    SmokeLaid: _laid,
    SmokeDrifted: _drifted,
    CandlesLit: _lit,
    Blinded: _blinded,
}
