"""Tests of Panzer War: obstacles."""
