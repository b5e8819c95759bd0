"""What is on the disk, and what of it changed?"""
