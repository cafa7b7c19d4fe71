"""How people's marks become a result: bands by criterion, points for errors, or labels of passages."""
