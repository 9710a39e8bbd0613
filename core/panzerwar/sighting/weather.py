"""Weather: what comes of the spells of an Engagement, and how far it lets anybody see (pw:7.15, pw:7.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event
from core.panzerwar.pieces.engagement import Spell, Weather
from core.panzerwar.sighting.events import StarShellBurst, WeatherChanged
from core.panzerwar.state import WarState
from core.plane import Point

RULE: Final = "pw:7.15.1"
#: A D6 of rain or snow up to this is heavy (pw:7.15.1).
_HEAVY: Final = 3


def due(state: WarState) -> bool:
    """Whether the weather of this turn is yet to be found: a spell begins, or the one that came is over."""
    return state.turn > 0 and (_ended(state) or _beginning(state) is not None)


def _ended(state: WarState) -> bool:
    spell = state.sky.spell
    return spell is not None and state.engagement.spells[spell].last < state.turn


def _beginning(state: WarState) -> int | None:
    """The number of a spell that begins now and has not been rolled for."""
    for number, spell in enumerate(state.engagement.spells):
        if spell.first <= state.turn <= spell.last and number not in state.sky.decided:
            return number
    return None


def happens(state: WarState, dice: Dice) -> Iterator[Event]:
    """The weather changes: what is over clears up, what begins comes by its chance (pw:7.15)."""
    number = _beginning(state)
    if number is None:
        yield WeatherChanged(weather=Weather.CLEAR)
        return
    spell = state.engagement.spells[number]
    rolls: tuple[Roll, ...] = ()
    if spell.chance:
        die = dice.roll("d6", f"{spell.weather.value} comes on {spell.chance} or more", "pw:7.15")
        rolls = (die,)
        if die.result < spell.chance:
            yield _stays(state, number, rolls)
            return
    most, row, more = visibility(state, spell, dice)
    yield WeatherChanged(weather=spell.weather, most=most, row=row, spell=number, decided=number, rolls=(*rolls, *more))


def _stays(state: WarState, number: int, rolls: tuple[Roll, ...]) -> WeatherChanged:
    sky = state.sky
    if _ended(state):
        return WeatherChanged(weather=Weather.CLEAR, decided=number, rolls=rolls)
    return WeatherChanged(weather=sky.weather, most=sky.most, row=sky.row, spell=sky.spell, decided=number, rolls=rolls)


def visibility(state: WarState, spell: Spell, dice: Dice) -> tuple[int | None, str, tuple[Roll, ...]]:
    """GSU that are seen at most in a spell, its line of the weather chart, and the dice: fog 50, haze 3D6 x 100, rain
    and snow D6 x 100, of which 1 to 3 is heavy (pw:7.15.1)."""
    chart = state.charts.sighting.weather
    if spell.weather is Weather.CLEAR:
        return None, "", ()
    if spell.weather in (Weather.FOG, Weather.HAZE):
        effect = chart[spell.weather.value]
        rolls = tuple(dice.roll("d6", f"visibility in {effect.id}", RULE) for _ in range(effect.dice))
        return (sum(roll.result for roll in rolls) or 1) * effect.times, effect.id, rolls
    die = dice.roll("d6", f"visibility in {spell.weather.value}", RULE)
    row = "heavy" if die.result <= _HEAVY and not spell.light else "light"
    return die.result * chart[row].times, row, (die,)


def light_up(state: WarState, at: Point) -> Iterator[Event]:
    """A flare or star shell bursts above a point: it lights a circle for two complete turns (pw:7.8.3)."""
    yield StarShellBurst(at=at, until=state.turn + state.charts.whole("star-shell-turns"))
