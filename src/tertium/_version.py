"""The version, in a file of its own: asking the installed package for it costs 40 ms at every start."""

__version__ = "0.1.0"
