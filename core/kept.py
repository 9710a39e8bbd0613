"""What was worked out once and may be wanted again: how much of it is kept, and how long."""

from __future__ import annotations

from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Owner = TypeVar("Owner")
K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """Answers by what they depend on, no more than `most`: a full one begins anew.

    Looking up costs what it costs in any dict; to forget answers one by one would cost more than to find them again.
    """

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most and key not in self:
            self.clear()
        super().__setitem__(key, value)


class KeptFor(Generic[Owner, K, V]):
    """Answers for each owner, such as a board or a scenario: no more than `most` for one, and forgotten with it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._of: WeakKeyDictionary[Owner, Kept[K, V]] = WeakKeyDictionary()

    def of(self, owner: Owner) -> Kept[K, V]:
        """What is kept for an owner."""
        found = self._of.get(owner)
        if found is None:
            found = self._of[owner] = Kept(self.most)
        return found

    def __len__(self) -> int:
        """How many answers are kept for all owners there are."""
        return sum(len(kept) for kept in self._of.values())
