"""Choosing from n-best lists: minimum Bayes risk, reranking, and what the best and the worst choice would be."""
