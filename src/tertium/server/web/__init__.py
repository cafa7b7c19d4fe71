"""What all rooms share towards the web: how routes and pages are declared, problems, guards, texts, browser code."""
