"""One database for all rooms: the engine, tables, versions of them, copies, and what every store uses."""
