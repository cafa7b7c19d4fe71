"""What the page says beside its tables."""

ABOUT = """\
from the judgements and bitexts beside the project. Each row is a ranker that learned from `pairs_wmt12_rr_to-en` and
`pairs_wmt14_rr_to-en`, with the penalty (.01) and the signs of weights that `tertium-en` had then, and no calibration.
The first row of a table has what the baseline reaches, the others how far they are above it: means over language
pairs, in brackets where 95 in 100 bootstrap samples of segments lie (500 samples, the same ones for both); **bold**
where the interval leaves 0 out. The interval knows nothing of which rankings were learned from, and "not significant"
is not "not real". More than thirty rankers were looked at, so a few bold cells come by chance alone. All segments are
used; where there are two references, the first.

* *windows*: vectors of the pieces of `vectors.en` from the English side of Tatoeba, eBible and the Indian corpora: the
  words within four of each word, positive pointwise mutual information, 128 singular vectors. *translations*: the same
  from the words of aligned German, French, Spanish and Portuguese sentences and of other English translations of the
  same sentence. *joined*: both side by side. *chance*: random vectors for the same pieces with the same weights, which
  tell what is owed to pieces and weights alone.
* Out of English: the sets of `tertium-any`, learned from the rankings of WMT08–12 into German and French and every
  fourth segment of those into English of WMT12 and WMT14; vectors of German (Tatoeba, a Bible of 1912) and French
  (Tatoeba) words, *windows* and *translations* in one decomposition.
* Near words: pairs of whole words whose cosine in `vectors.en` is at least a threshold, joined with the shipped table
  of paraphrases, so that BEER's and METEOR's features match them; *without opposites* leaves out those that WordNet 3.0
  calls antonyms, and words with the stems of antonyms.
* Transport: the cost of moving the pieces of one text to those of the other, where a step costs 1 less the cosine in
  `vectors.en`; two columns, all pieces weighing the same and each by its weight. Sinkhorn's method, 50 steps, softness
  `0.05`, which was set before anything was measured. *One to one*: precision, recall and F1 of the assignment that has
  most similarity in all. *Greedy* is what `vectors` has: each piece with the nearest of the other side, which may
  serve for many.
"""

# What the full run of the tables below says; to be read again when they change.
READING = """\
## Reading

* **Transport helps a little and hurts nowhere.** In place of greedy matching it brings .0035 τ on WMT15, .0035 and
  .0031 in r on DA15 and DA16 and .0014 in accuracy on MQM23; the .0007 in ρ on DA21 may be nothing. Greedy matching
  beside it adds nothing. The two other softnesses say the same; that of 0.1 is best on WMT15, DA15 and DA16, which
  would be a choice made on test sets. Masses by weight bring most of it, one to one half of it or more. Beside all
  features of `tertium-en` .0026 τ are left, and on DA21 and MQM23 .0002 and .0007, inside the interval: what
  transport sees, `beer2` and `classes` see in part. Whether it holds for other years to learn from was not looked at.
  `tertium-en` has had it since, and `tertium-en-neural` at its last layer ([agreement](agreement.md)).
* Out of English, vectors of the bitexts bring .0047 τ into German and .0077 into French, inside the interval; with
  transport over them .0082 and .0109, outside it. Vectors by chance bring nothing, so it is the vectors. On MQM en-de
  of 2023 none of it is left.
* Into English, vectors of our bitexts are worth more than half of what `vectors.en` is on WMT15 (without vectors
  -.0236, joined -.0097, chance -.0198), and less on later judgements. Beside `vectors.en` they bring nothing: a few
  million words of everyday sentences, verses and encyclopaedia tell nothing that its encoder did not know.
* Near words as matches bring nothing at any threshold. With METEOR's features r on DA16 falls, but so it does with the
  shipped table (-.0030). The guard against opposites changes no figure by more than .0004: opposites are about one in a
  hundred of the pairs, and the features of vectors see near words already, opposites or not.
"""
