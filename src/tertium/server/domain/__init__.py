"""What the application knows, without a database or the web: documents, commands, answers, permissions."""
