"""Shows notebooks, cell by cell."""
