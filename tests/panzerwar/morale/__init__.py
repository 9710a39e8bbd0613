"""Tests of general morale."""
