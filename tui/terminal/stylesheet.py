"""A style sheet that the apps of a process share."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

#: Sets of variables whose parsed style sheets are kept: more than there are themes.
_THEMES_KEPT: Final = 16
#: Parsed rules by their source.
_Shelf = dict[tuple[object, ...], list[RuleSet]]


class SharedStylesheet(Stylesheet):
    """A style sheet whose parsed rules are shared by all apps of the process that show the same theme.

    Parsing takes most of the time until an app shows anything, and the rules most of its memory; nothing changes
    them once they are parsed.
    """

    _parsed: ClassVar[dict[frozenset[tuple[str, str]], _Shelf]] = {}

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._kept = self._shelf(self._variables)

    @classmethod
    def of(cls, app: App[Any]) -> SharedStylesheet:
        """The style sheet for an app that has not run yet."""
        return cls(variables=app.get_css_variables())

    @classmethod
    def _shelf(cls, variables: dict[str, str]) -> _Shelf:
        key = frozenset(variables.items())
        if key not in cls._parsed:
            while len(cls._parsed) >= _THEMES_KEPT:
                del cls._parsed[next(iter(cls._parsed))]
            cls._parsed[key] = {}
        return cls._parsed[key]

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of another theme."""
        super().set_variables(variables)
        self._kept = self._shelf(variables)

    def reparse(self) -> None:
        """Parse for the variables as they are now, or take what another app parsed for them."""
        self.parse()

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = (css, read_from, is_default_rules, tie_breaker, scope)
        rules = self._kept.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            self._kept[key] = rules
            self._parse_cache.clear()
        return rules
