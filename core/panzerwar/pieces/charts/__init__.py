"""The printed charts, by the chapters of the book that read them."""
