"""Pages: thin routes around templates; data come from the API."""
