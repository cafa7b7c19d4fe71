"""Many-facet Rasch measurement: how able candidates, how hard passages and how severe graders are, on one scale."""
