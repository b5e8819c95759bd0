"""Where could the answer be? Each retriever is one way to find candidates."""
