"""Score systems against references: score, Evaluation, References."""

import tertium

references = tertium.References.by_stream(
    ["The cat is on the mat.", "It is raining."],
    ["There is a cat on the mat.", "It's raining."],
)
systems = {"ours": ["The cat sat on the mat.", "It rains."], "theirs": ["Cat on mat.", "It is raining."]}
result = tertium.score(systems, references, metrics="bleu,chrf", segments=True)
print(result)
print(result.systems[0]["chrf"].segments)
