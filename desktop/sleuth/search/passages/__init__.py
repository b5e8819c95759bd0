"""What in a text answers, where does it stand, and is it still there?"""
