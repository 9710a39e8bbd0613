"""Tests of Panzer War."""
