"""Tests of ramming."""
