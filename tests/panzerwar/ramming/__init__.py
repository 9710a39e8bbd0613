"""Tests of Panzer War: ramming."""
