"""Looking after the data: versions of the tables, copies, checks, and the folder they are in."""
