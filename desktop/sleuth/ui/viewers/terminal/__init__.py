"""Shows what recorded terminals showed, in colours that can be read."""
