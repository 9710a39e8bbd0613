"""Run every bench of this folder: ``make bench``. Benches print tables; they assert nothing."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import tests.bench


def main() -> int:
    """Run the benches named on the command line, or all."""
    names = sys.argv[1:] or [m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name != "__main__"]
    for name in names:
        sys.stdout.write(f"\n== {name}\n")
        sys.stdout.flush()
        importlib.import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
