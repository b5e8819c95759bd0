"""How do coding agents search?"""
