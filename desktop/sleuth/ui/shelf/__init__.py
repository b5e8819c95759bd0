"""The files of the workspace, beside the tabs."""
