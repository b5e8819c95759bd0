"""The lake: what was read, kept so that it is found at once. The only floor that knows SQLite."""
