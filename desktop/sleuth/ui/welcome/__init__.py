"""What a window without a workspace shows."""
