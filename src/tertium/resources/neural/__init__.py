"""Neural metrics as data: checkpoints that are read and not run, graphs made of them, and what stands on top."""
