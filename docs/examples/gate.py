"""Let a new system pass, or not: gate, Gate."""

import tertium

references = ["The cat is on the mat.", "It is raining."]
systems = {"old": ["The cat sat on the mat.", "It rains."], "new": ["The cat is on the mat.", "It rains."]}
result = tertium.gate(systems, references, fail_if_worse="chrf", minimum={"bleu": 20})
print(result.passed)
