"""What can be set, what the index holds, and which keys there are: pages for tabs."""
