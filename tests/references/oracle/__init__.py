"""Each algorithm once more, in plain NumPy: slow, short, and independent of the generator."""
