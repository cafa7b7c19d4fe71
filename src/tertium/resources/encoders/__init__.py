"""Encoders: small networks like BERT, which give each piece of a text a vector that depends on the text around it."""
