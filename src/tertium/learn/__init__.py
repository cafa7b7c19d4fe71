"""Learned metrics: features of pairs, training on human judgements, and model files.

`features` computes numbers for pairs of hypothesis and reference; `trainer` is the register of what can be trained;
`model` reads and writes what training gives. A trained metric satisfies the same protocol as any other.
"""
