"""The smallest rule system: a race of two runners, to see how one is made, and to save and open in tests."""
