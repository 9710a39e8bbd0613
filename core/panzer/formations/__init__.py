"""Formations, their commands and ranges (na:5.8, na:5.9, na:6.2.1)."""
