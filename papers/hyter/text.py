"""What the page says beside its tables. What it says of numbers was written from the full run."""

OPENING = """\
the processor, from the data that stand beside the project. The paper is Dreyer & Marcu (2012); how the metric works
is in [hyter.md](../../docs/explanation/hyter.md), how networks are made in
[networks.md](../../docs/how-to/networks.md).
People drew the paper's networks,
several for each sentence. Ours are made by programs:

* **strict**: the references as they are;
* **merged**: parts of the references recombine (`tertium network from-references`);
* **merged+synonyms**: in a merged network every content word is a card of itself and of up to five synonyms that
  share a quarter of its WordNet meanings (thresholds as in `tertium network from-paraphrases`). English only.

HyTER compares words in lowercase with punctuation apart (13a), BLEU lowercase too, with +1 smoothing. METEOR
and TERp have their own normalisation and the tables that come with the package (stems; synonyms and paraphrases
for English). All scores run from 0 (best) to 100, are computed from summed statistics, and cut at 100. The
number behind a metric is that of references; HyTER without more is strict.
"""

SAMPLES = """\
Every segment that has all references and all systems is in. Where there are references alone, all of them must have
five words or more, and of Fisher, Indian and WMT21–23 a thousand such segments are chosen at random. WMT14 has no
outputs into German and French in our data, and WMT22 none at all: they are in the part on references alone. The
outputs of MLQE et-en also have post-edits, found by their text in the larger MLQE file, and so HTER.
"""

READING = """\
## What of the paper holds

* **HyTER separates people from machines best (1.9 against 1.1–1.5): not here.** Under every metric the systems of
  WMT21 and WMT23 are nearer to a reference than another human translation is (m/h 0.78–0.99), and on en-de HyTER with
  merged references has the lowest quotient of all. Merging helps machines more than people (en-de: people 50.7 →
  45.5, machines 40.8 → 35.3). Two or three references, merged or not, are no list of all correct translations; our
  guess is that free human translations stay far from them and literal ones by machines do not. Nor are all references
  independent of machines: the first one of he-en is 16.6 from ONLINE-B and 43.2 from the other reference, as if it
  had been made from that output. On MLQE et-en, where the system is plainly worse than people, m/h is 1.18 for HyTER,
  above BLEU (1.13) and METEOR (1.09) and below TERp (1.23).
* **HyTER ranks systems as people do: as well as the others or slightly better.** With all references, merged networks
  have the highest τ on he-en (0.73 with synonyms; BLEU and TERp 0.67) and, level with BLEU, on en-de (0.71; there one
  strict reference has 0.76). No metric ranks ru-en as people did (τ −0.20 to −0.02; 250 segments). With 8 to 12
  systems, one pair in the other order changes τ by 0.03 to 0.07. As in the paper, losses lie further apart in
  networks: merging raises `worst / best` everywhere (1.18 → 1.22, 1.22 → 1.29, 3.00 → 3.55).
* **HyTER agrees best on single sentences: not here.** There TERp with all references is best on four of the five
  targets, and METEOR with one on ru-en. HyTER merged is best on the *large* documents of en-de (32 and 64 segments)
  and he-en (16 and more). With HTER, HyTER merged lies between BLEU and TERp, and at one sentence (0.585) about where
  what people judged lies (0.602). Merged networks mostly agree better than strict ones, except on ru-en, where a
  second reference does harm under nearly all metrics.
* **Reordering brings nothing consistent: holds.** A window of 5 changes r by 0.015 at most, mostly by less than
  0.005.
* **Correlation rises to .96 with the size of documents: not here.** It rises to 0.46 (en-de) and 0.73 (he-en); a
  reason may be that systems lie close together (`worst / best` 1.2 on en-de), another that the target is not HTER.
  With one system (et-en) it does not rise at all: averaging takes away the differences between documents as fast as
  the noise.
* **Networks come close to independent translations: more references do it.** Ten merged references leave 17.0 %
  (German) and 12.6 % (French); the paper's annotators 19 % and 34 %, on other languages and texts. Merging is worth
  about twice as many references: five merged (24.7 %, 17.2 %) do what ten strict ones do (24.9 %, 17.7 %). Spoken
  Spanish (Fisher) needs fewer than the crowd's translations (Indian), which differ so much that three others still
  leave 67 %. The first, official reference of WMT14 en-de is nearer to the rest than others are
  ([networks.md](../../docs/how-to/networks.md) leaves out that one and has 9.5 %).
* **Synonyms from WordNet bring next to nothing**: 0.4 to 0.8 points of distance for 20 to 130 times the paths, and
  hardly any change in quotients, ranks and correlations.
* **The search is fast in the middle and has a long tail.** In networks of 10^9 to 10^12 paths one hypothesis takes
  0.07, 0.13 and 0.36 ms with windows 1, 3 and 5 (the paper: from 30 ms to 8 s). 94.5 % stay under 1 ms with window 3
  and 96.0 % under 5 ms with window 5; the slowest of all took 0.54 s, in a network of fewer than 10^9 paths. Against
  the outputs of systems every search stayed under the bars; the slow ones are references that were left out, above
  all of WMT14, whose networks are merged from ten.

Limits: no network here was drawn or corrected by anybody, so the paper's central claim is neither confirmed nor
refuted; [another page](hyter-drawn.md) has networks that were drawn. Machine outputs come with two or three
references only, not with four or eleven. Nobody judged how many paths of merged networks are wrong sentences.
Differences in ranking and correlation were not tested. German and French have no synonyms and no paraphrases in
the package.
"""

PEOPLE = """\
## People and machines (Table 2)

Each reference is left out once and plays the human output; it and all systems are scored against the others. `m/h`
has a 95 % interval from 500 resamples of segments. The worst system is the one that people judge to be so. In the
paper, with three references, m/h was 1.38/1.39 (Arabic/Chinese) for BLEU, 1.12/1.12 for METEOR, 1.46/1.45 for TERp
and 1.93/1.88 for HyTER (SPU).
"""

DISTANCES = """\
### Each reference alone

HyTER (strict) of the other references and of the systems against each single reference.
"""

RANKING = """\
## Ranking systems (Figure 3)

Systems in the order of their mean judgement, with losses and, in brackets, ranks. Agreement with people is positive;
`worst / best` is the quotient of the highest and lowest loss.
"""

DOCUMENTS = """\
## Correlation by size of documents (Table 3)

Pearson's r over 50 random documents of each size, each by all systems, as in the paper; but the mean of 20 such
draws, and `±` is the standard deviation from one draw to the next, averaged over columns. In brackets: HyTER with a
window of 5, a moved word costing 1. A document's judgement is the mean of its segments. HTER is TER to the
post-edits. The paper's range for single sentences: HyTER .64–.71, BLEU with 4 references .61–.68, METEOR .54–.56,
TERp .55–.59.
"""

COVERAGE = """\
## A reference that was left out

One reference of each segment, chosen at random, against 1, 2, … of the others. BLEU, METEOR and TERp are of the whole
sample; HyTER is the mean over segments, as the paper gives it (19 % Arabic, 34 % Chinese from the networks of
annotators). `paths` is the median. `contained` is the share of references that are wholly in the network, for each
kind.
"""

TIMES = """\
## How long a search takes

Milliseconds of the processor for one hypothesis, one search after the other, once each, on a machine that other work
kept busy; compiling the network is not counted. The bars are for networks of 10^9 paths. `refused`: searches that
would need more than the limit.
"""

TIMES_BY_PATHS = """\
The same searches by the paths of the network:
"""
