"""Labels that a model proposes for passages: features, training, and how sure it is."""
