"""One module per format: each holds a `READER` (see `base`)."""
