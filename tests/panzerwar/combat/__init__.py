"""Tests of the chapter Vehicle damage."""
