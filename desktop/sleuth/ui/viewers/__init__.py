"""What shows an item, in a tab or beside the list of hits."""
