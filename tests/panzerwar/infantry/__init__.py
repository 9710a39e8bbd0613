"""Tests of infantry."""
