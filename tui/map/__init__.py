"""The map: projection of hexes to terminal cells, painter, text output, and the two map widgets."""
