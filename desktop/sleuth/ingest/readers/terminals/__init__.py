"""What was shown in terminals: recordings that lie on the disk, and panes that are open."""
