"""The first computer player of Panzer War: greedy judgement, step by step, from its own view."""
