"""What results of evaluations show: the words, tables, records and data that every format is written from."""
