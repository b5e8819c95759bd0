"""What is the history of a workspace, and what do its branches, tags and worktrees stand at?"""
