"""What does a typed text mean?"""
