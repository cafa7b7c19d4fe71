"""What the page says beside its tables. What it says of numbers was written from the full run."""

OPENING = """\
from the data that stand beside the project. The paper is Dreyer & Marcu (2012); how the metric works is in
[hyter.md](../../docs/explanation/hyter.md). [Networks that nobody drew](hyter.md) are on another page.

**Who drew and who judged: language models, no people.** Two of them drew a network for each sentence,
independently of each other and by the [annotators' tutorial](../../docs/tutorial/annotators-first-hour.md),
from the source and one reference; they saw none of the others. A third one judged, without being told whose a
sentence was. `A` and `B` are the annotators' networks, `U` their union, `SPU` the union in which their phrases
combine.

The **machines** are of the paper's time: Thot, phrase-based, trained on 2,000 to 16,000 other sentences and
tuned towards BLEU on 300; the last one was not tuned. Nobody has judged their outputs. The **people** are the
held-out references, each in turn.

All scores run from 0 (best) to 100 and are cut there. `1`: against the reference that annotators saw. `all`:
against all references but the one that plays the person. Intervals are 95 % by 1,000 resamples of sentences.
"""

READING = ""

MATERIALS = {
    "fisher": (
        "60 utterances of telephone calls, 8 to 20 words, as a program heard them: chosen at random from "
        "those of Fisher's test part in which no word is said twice running and whose references are all "
        "different, with six words or more. Four references each, of which annotators saw the first. All "
        "metrics get lowercase words without punctuation. The networks hold what Fisher's licence covers and "
        "are not part of the project"
    ),
    "verses": (
        "60 Spanish verses that come with the package, and English versions: annotators saw the Berean "
        "Standard Bible, the World English Bible and the Bible in Basic English are held out. Take this part "
        "with care: these versions were not made from the Spanish, and a language model may know all of them "
        "by heart. All metrics get lowercase words, punctuation apart"
    ),
}

TABLE_2 = """\
### People and machines (Table 2)

In the paper m/h was 1.38/1.39 (Arabic/Chinese) for BLEU, 1.12/1.12 for METEOR, 1.46/1.45 for TERp and 1.93/1.88
for HyTER (SPU), with networks by three annotators.
"""

RANKING = """\
### Machines (Figure 3)

Losses and, in brackets, ranks; machines by the sentences that they learned from.
"""

COVERAGE = """\
### How near the networks come

HyTER of held-out references, the mean over sentences; the paper's annotators left 19 % (Arabic) and 34 %
(Chinese). `contained`: held-out references that are wholly in the networks.
"""

JUDGED = """\
### What the judge said

`pass`: faithful, and grammatical or slightly odd. A sentence may be of several kinds.
"""

TUNING = """\
### Tuning to HyTER

The decoder that learned most, tuned by MERT with five seeds on 40 of the sentences, towards their networks or
towards BLEU with the reference that annotators saw; losses on the other 20, BLEU, METEOR and TERp against all
references. This decoder's sentences are not among those above.
"""

TRIPLES = """\
### Paraphrases and small harm

Twenty references, each with a paraphrase and with a small change that does harm, written by another hand after
the networks were drawn. How often the paraphrase scores better; against the single reference where it is not
HyTER.
"""
