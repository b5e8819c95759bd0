"""The window: shelf, tabs, foot, and what floats over them."""
