"""Smoke screens and dust: what they are made by, what they hide, how they drift and go (pw:11)."""
