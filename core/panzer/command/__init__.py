"""Placing commands, initiative, instructions (na:4.2, na:4.3, na:6.2.1.1.3, na:6.3)."""
