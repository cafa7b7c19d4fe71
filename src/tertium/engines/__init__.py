"""Where the work is done: on this machine by DuckDB, or on a cluster by Spark. The SQL is the same text."""
