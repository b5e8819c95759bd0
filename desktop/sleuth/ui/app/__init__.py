"""The application: one process for all windows."""
