"""The HTTP interface of people."""
