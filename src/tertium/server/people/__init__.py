"""Who people are: accounts, sessions, invites, signing in with an account from elsewhere."""
