"""The write river: from what is on the disk to what the index holds."""
