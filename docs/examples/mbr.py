"""Choose by minimum Bayes risk: mbr, MBROptions."""

import tertium

candidates = [["the cat sat", "a cat sat", "the cat slept"], ["it rains", "it is raining"]]
chosen = tertium.mbr(candidates, "chrf", options=tertium.MBROptions(leave_out_self=True))
print([choice.text for choice in chosen])
