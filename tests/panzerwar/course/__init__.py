"""Tests of set-up, turns and the end."""
