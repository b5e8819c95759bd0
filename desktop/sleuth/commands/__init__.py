"""What can be done, as data: menus, the palette and the table of shortcuts are views of it."""
