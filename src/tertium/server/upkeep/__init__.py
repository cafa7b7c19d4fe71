"""Looking after the data of all rooms: versions of the tables, copies, checks."""
