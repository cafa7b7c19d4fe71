"""Functions under the names of other tools: corpus_bleu, corpus_chrf, corpus_ter, compute."""

import tertium

hypotheses, references = ["The cat sat on the mat."], [["The cat is on the mat."]]
print(tertium.corpus_bleu(hypotheses, references).score, tertium.corpus_chrf(hypotheses, references).score)
print(tertium.corpus_ter(hypotheses, references).score)
print(tertium.compute("chrf", predictions=hypotheses, references=["The cat is on the mat."])["score"])
