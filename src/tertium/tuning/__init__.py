"""Choosing among candidate translations: weights of features, reranking, minimum Bayes risk, tuning."""
