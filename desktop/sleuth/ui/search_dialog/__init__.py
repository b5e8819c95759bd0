"""The search dialog: everything the engine can do, by keyboard."""
