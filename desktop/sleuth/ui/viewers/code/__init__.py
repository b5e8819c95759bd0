"""Any text, of any size, as its file has it."""
