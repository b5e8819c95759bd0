"""Sleuth searches everything a workspace holds."""

__version__ = "0.1.0"
