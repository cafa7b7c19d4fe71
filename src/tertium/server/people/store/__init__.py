"""People, their sessions, invites and roles in the database."""
