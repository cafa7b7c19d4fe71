"""Whether grades are defensible: agreement of people and machine, and differences between groups."""
