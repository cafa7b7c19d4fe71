"""What graders said of an exam, side by side: how they agree, and as tables for the command line."""
