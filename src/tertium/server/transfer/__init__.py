"""Projects in and out: whole ones as a zip, segments and networks from files, tables for spreadsheets."""
