"""Colours, spaces and type: nothing is styled elsewhere."""
