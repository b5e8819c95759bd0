"""What runs beside the event loop: the only folder that names threads."""
