"""The scenarios of one rule system: which there are, where each has its file, and what that states."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Generic, TypeVar

from attrs import frozen

from content.kit import folders
from core.alike import Alike

F = TypeVar("F")

_KIND: Final = "scenarios"


@frozen(eq=False, repr=False)
class Shelf(Alike, Generic[F]):
    """The files of scenarios of a system, one for each id. form: what such a file states."""

    system: str
    form: type[F]

    def ids(self) -> tuple[str, ...]:
        """The ids of all scenarios there are."""
        return folders.ids(self.system, _KIND)

    def path(self, scenario_id: str) -> Path:
        """The file of a scenario. ContentError, with the ids most like it, if there is none."""
        return folders.path_of(self.system, _KIND, scenario_id)

    def label(self, scenario_id: str) -> str:
        """The file as messages name it."""
        return folders.label(self.path(scenario_id))

    def stated(self, scenario_id: str) -> F:
        """What the file of a scenario states, its form proved and nothing else read."""
        return _stated(self, scenario_id)


@folders.kept
def _stated(shelf: Shelf[F], scenario_id: str) -> F:
    return folders.stated(shelf.system, _KIND, scenario_id, shelf.form)
