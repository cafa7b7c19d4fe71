"""Test which differences are significant: compare, Comparison, Resampling, Scoring."""

import tertium

test_set = tertium.read(sample=True)
result = tertium.compare(
    test_set,
    metrics="chrf",
    resampling=tertium.Resampling(n_samples=500, seed=1),
    scoring=tertium.Scoring(threads=2),
    n_contrasts=0,
)
print(result)
