"""Tests of smoke."""
