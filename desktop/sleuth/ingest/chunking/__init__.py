"""How is a text cut, and which words are inside its words?"""
