"""What systems differ in, and what their differences are worth."""
