"""What could have been tried for agreement with people and was not: vectors of our bitexts, as matches, transport."""
