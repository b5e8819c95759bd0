"""Which things does a source file declare?"""
