"""One module per agent: each holds a `READER` (see `conversations.base`)."""
