"""Shows what was said to agents, and by them."""
