"""Tests of communication."""
