"""The words the product is written in: plain data, errors and protocols, standard library only."""
