"""In which order do the candidates come?"""
