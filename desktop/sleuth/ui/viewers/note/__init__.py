"""A person's own note: how it reads, and a small editor for it."""
