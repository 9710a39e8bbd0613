"""Tests of obstacles."""
