"""Shows Markdown as it reads."""
