"""What annotation knows, without a database or the web: documents, commands, answers, protocols."""
