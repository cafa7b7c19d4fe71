"""What stands on top of encoders: from vectors of pieces to scores, one file for each kind of metric."""
