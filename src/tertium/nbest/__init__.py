"""N-best lists: several candidate translations of each sentence; reading them, choosing from them."""
