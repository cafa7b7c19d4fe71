"""Put another metric's segment scores beside ours: OtherScores."""

import tertium

comet = tertium.OtherScores("COMET", {"ours": [0.81, 0.64]})
print(tertium.score({"ours": ["The cat sat.", "Rain."]}, ["The cat sat down.", "It rains."], other_scores=[comet]))
