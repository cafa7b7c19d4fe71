"""Fine-tuning of encoders on what people prefer; what it changes is kept as a small file."""
