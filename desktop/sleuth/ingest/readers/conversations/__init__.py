"""What the readers of agents' chats are made of."""
