"""The HTTP interface: structs, one module of routes per topic, and the OpenAPI description made from them."""
