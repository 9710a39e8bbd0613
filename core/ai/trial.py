"""Computer players on trial: a level some of whose weights are other ones, by a name that says which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final, TypeVar

from attrs import evolve, fields, frozen

from core.alike import Alike

T = TypeVar("T")

#: What stands between a level and its changes in a name, between two changes, and in one.
MARK, NEXT, IS = "~", ",", "="
_WORDS: Final[Mapping[str, bool]] = {"yes": True, "no": False}


@frozen(eq=False, repr=False)
class Trial(Alike):
    """A level with changed weights. level: its id; weights: those that are other than its own."""

    level: str
    weights: Mapping[str, float | bool]

    @property
    def name(self) -> str:
        """As commands and results have it: "regular~coming=1.6,own_mines=no"."""
        return f"{self.level}{MARK}{NEXT.join(f'{name}{IS}{written(value)}' for name, value in self.weights.items())}"


def read(name: str) -> Trial | None:
    """The trial of a name; None of the name of a level. ValueError says what is wrong with one that means neither."""
    level, mark, changes = name.partition(MARK)
    if not mark:
        return None
    found: dict[str, float | bool] = {}
    for change in changes.split(NEXT):
        weight, _, value = change.partition(IS)
        try:
            found[weight] = _WORDS[value] if value in _WORDS else float(value)
            if not isfinite(found[weight]):
                raise ValueError
        except ValueError:
            raise ValueError(f"{change!r} changes no weight; say for instance {level}{MARK}coming{IS}1.6") from None
    return Trial(level, found)


def written(value: float | bool) -> str:
    """A weight as a name has it."""
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value:g}"


def with_trials(tempers: Mapping[str, T], names: Iterable[str]) -> Mapping[str, T]:
    """The tempers of a rule system by level, and those of players on trial by their names.

    A level without a temper of its own has the weights of all. ValueError names a weight that there is not.
    """
    found = dict(tempers)
    for name in names:
        trial = read(name)
        if trial is not None and name not in found:
            found[name] = _changed(_own(tempers, trial.level), trial)
    return found


def weights(tempers: Mapping[str, Any], level: str) -> Mapping[str, float | bool]:
    """The weights of a level that can be tried: all but those that say how much work is done."""
    temper = _own(tempers, level)
    told = {one.name: getattr(temper, one.name) for one in fields(type(temper))}
    return {name: value for name, value in told.items() if isinstance(value, float | bool)}


def _own(tempers: Mapping[str, T], level: str) -> T:
    if level in tempers:
        return tempers[level]
    kind: Any = next((type(one) for one in tempers.values()), None)
    if kind is None:
        raise ValueError("this rule system has no weights that could be tried")
    plain: T = kind()
    return plain


def _changed(temper: T, trial: Trial) -> T:
    own: Any = temper
    known = {one.name: type(getattr(own, one.name)) for one in fields(type(own))}
    for name in trial.weights:
        if name not in known:
            raise ValueError(f"{trial.level} has no weight {name!r}; it has {', '.join(known)}")
        if isinstance(trial.weights[name], bool) is not (known[name] is bool):
            raise ValueError(f"{name} is {'yes or no' if known[name] is bool else 'a number'}")
    changed: T = evolve(own, **{name: known[name](value) for name, value in trial.weights.items()})
    return changed
