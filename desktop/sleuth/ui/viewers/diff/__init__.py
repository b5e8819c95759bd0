"""Shows what a commit says and changed."""
