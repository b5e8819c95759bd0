"""The one door to the product: open a workspace, scan, search, ask why. Synchronous, no Qt, no threads."""
