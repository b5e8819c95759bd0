"""The palette: one field for files, passages and commands."""
