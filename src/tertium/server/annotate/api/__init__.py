"""The HTTP interface of annotation: one module of routes per topic."""
