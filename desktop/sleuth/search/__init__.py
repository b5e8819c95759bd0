"""The read river: from what was typed to the hits that answer it."""
