"""Fires that break out under fire (or:7.35)."""
