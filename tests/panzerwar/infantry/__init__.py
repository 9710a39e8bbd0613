"""Tests of Panzer War: infantry."""
