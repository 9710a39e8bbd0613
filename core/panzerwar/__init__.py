"""Panzer War: simultaneous orders, distances in GSU (1 GSU = 2 m of ground), positions finer than hexes."""
