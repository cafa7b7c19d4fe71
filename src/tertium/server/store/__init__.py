"""What the application keeps: tables, the log of every sheet, migrations and backups."""
