"""The counters, from ``units/*.toml``, and their cards."""
