"""What is made when the program is built: the list of the rule ids that its code and its tests name."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CitationsHook(BuildHookInterface):
    """Puts `tui/citations.json` into a wheel; in an editable checkout it is asked of the sources, which change."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the list, before the files are gathered."""
        if version == "editable":
            return
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("citations", root / "tui" / "citations.py")
        citations = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(citations)
        self._directory = tempfile.TemporaryDirectory()
        path = Path(self._directory.name) / citations.BUILT
        citations.write(root, path)
        build_data["force_include"][str(path)] = f"tui/{citations.BUILT}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the list away; it is in the wheel."""
        if version != "editable":
            self._directory.cleanup()
