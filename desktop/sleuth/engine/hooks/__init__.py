"""How do coding agents come to tell Sleuth that a turn began or ended?"""
