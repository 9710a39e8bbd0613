"""Morale: losses of formations, Morale Checks, recovery (or:7.1)."""
