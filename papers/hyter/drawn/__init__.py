"""HyTER with networks that were drawn: Table 2, Figure 3 and tuning, on spoken Spanish and on verses."""
