"""What the page says beside its tables. What it says of numbers was written from the full run."""

OPENING = """\
from the data that stand beside the project. The paper is Dreyer & Marcu (2012); how the metric works is in
[hyter.md](../../docs/explanation/hyter.md). [Networks that nobody drew](hyter.md) are on another page.

**Who drew and who judged: language models, no people.** Two of them drew a network for each sentence,
independently of each other and by the [annotators' tutorial](../../docs/tutorial/annotators-first-hour.md),
from the source and one reference; they saw none of the others. Others judged, without being told whose a
sentence was; where a network was repaired, new sentences alone were judged again. `A` and `B` are the
annotators' networks, `U` their union, `SPU` the union in which their phrases combine.

The **machines** are of the paper's time: Thot, phrase-based, trained on 2,000 to 16,000 other sentences and
tuned towards BLEU on 300; the last one was not tuned. Nobody has judged their outputs. The **people** are the
held-out references, each in turn.

All scores run from 0 (best) to 100 and are cut there. `1`: against the reference that annotators saw. `all`:
against all references but the one that plays the person. Intervals are 95 % by 1,000 resamples of sentences.
"""

READING = """\
## What of the paper holds

* **HyTER separates people from machines best: yes, with networks that were drawn.** m/h is 2.27 on Fisher (SPU;
  2.01–2.63) and 3.02 on the verses (2.44–3.78), where the paper has 1.93 and 1.88. BLEU, METEOR and TERp stay
  below, also with all references: at most 1.70 and 1.79, both TERp. One annotator's network is enough for it
  (2.03 and more), and what the references alone give as networks is not (1.47 and 1.36). The reason is on the
  side of people: against networks they lose 17 and 10 instead of 39 and 39, and machines lose less too, but by
  less.
* **Systems in the order that one expects: as the other metrics.** All of them put more training before less on
  Fisher, but HyTER with strict networks. On the verses HyTER with B's networks, and so with both, has the
  machines of 4,000 and 8,000 sentences the other way round, by 0.8. Nobody judged the outputs, so that the
  order is that of the training data and no more.
* **Networks come close to translations that nobody drew from**: 17.3 % on Fisher and 10.1 % on the verses (19 %
  and 34 % in the paper), and 21.1 % and 39.2 % of the held-out references are wholly inside. With 10^3 to 10^4
  paths in the middle, far fewer than the paper's. On the verses the figure says little, see below.
* **Phrases of two annotators combine to little more than both**: SPU is nearer than U by 0.3 and 0.4.
* **Reordering brings nothing**: as on the other page, and as in the paper.
* **Most paths are good translations**: after one round of repair of Fisher's networks, 96.6 % of random paths
  pass (93.0 % before), of the verses' 97.3 % without repair. Of the held-out references on Fisher 60.0 % pass:
  they translate what was said, and the judge saw what a program had heard.
* **A network is no judge of free paraphrases.** Of twenty full paraphrases none is nearer to the networks than
  a change of one to three words that does harm, by any metric here. The networks hold orders, synonyms and
  constructions of a careful translator; a sentence that says the same from another side stays as far away as a
  bad one.
* **Tuning to HyTER runs**: on sentences that were left out the decoder is nearer to the networks by 2.3 than
  one tuned to BLEU, and no worse by any other metric; with 20 sentences no interval excludes 0.

Limits: language models drew and judged. They know English as it is written today, machines of the paper's time
do not, and whoever draws and judges in the same way may agree on what is fluent; people may draw narrower
networks. Annotators saw one of the references, so that metrics against `1` have what annotators had. 60
sentences each; the rule by which Fisher's were chosen was made stricter after a look at a first sample, before
anything was drawn. Fisher's sources have errors of the recogniser, which annotators mended by the reference.
"""

MATERIALS = {
    "fisher": (
        "60 utterances of telephone calls, 8 to 20 words, as a program heard them: chosen at random from "
        "those of Fisher's test part in which no word is said twice running and whose references are all "
        "different, with six words or more, the first one about as long as the source and ended by a stop. "
        "Four references each, of which annotators saw the first. All metrics get lowercase words without "
        "punctuation. The networks hold what Fisher's licence covers and are not part of the project"
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

Twenty references, each with a paraphrase and with a small change that does harm, written by another hand who
saw no network. A's networks were there before; B drew meanwhile, without seeing them. How often the paraphrase
scores better; against the single reference where it is not HyTER.
"""
