"""Unit Summary Charts and their readers."""
