"""One metric at a time: metric, and the class of every metric."""

import tertium

bleu = tertium.BLEU(tok="intl", effective_order=True)
print(bleu.segment_scores(["The cat sat on the mat."], ["The cat is on the mat."]))
print(tertium.metric("chrf(word_order=2)").segment_scores(["The cat sat."], ["The cat is sitting."]))
print(tertium.metric("bleu", "zh"))
