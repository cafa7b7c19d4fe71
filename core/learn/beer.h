#pragma once
#include "base/batch.h"
#include "matching/matching.h"

namespace core {

constexpr int kBeerCharOrder = 6;
// P, R and F1 of character n-grams of orders 1 .. 6, of words matched by each kind, of matched function words
// and of matched content words; then Kendall and its three scaled forms, the share of trees, and the shares
// of the four kinds of nodes.
constexpr std::size_t kBeerColumns = 3 * kBeerCharOrder + 3 * kMatchKinds + 6 + 4 + 1 + 4;

// The features of BEER 1.1 (Stanojević & Sima'an 2014, 2015), one row for each reference of each hypothesis,
// in their order.
//
// Characters are those of the words joined by single spaces; `words` holds the text of each word of the
// batch. Words are matched as METEOR 1.5 chooses (meteor.h); shares of function and content words are of all
// words of their side. The permutation has the matches in the order of the hypothesis, each as a run of its
// reference words, unmatched reference words left out. A ratio without a denominator is 0.
// Time O(characters) and that of METEOR's aligner; see permutation_trees.h for word order.
Table beer_features(const Batch& batch, const Texts& words, const Pairing& pairing, const Lexicon& lexicon,
                    std::span<const std::uint8_t> function_words, int beam, int threads);

constexpr int kBeer2WordOrder = 4;
constexpr std::size_t kSkips = 5;
// The widest gap between the words of a skip-bigram; wider ones do not count in the family without a limit.
constexpr std::size_t kWidestSkip = 200;
constexpr std::size_t kBeer2Columns = 4 * (kBeer2WordOrder + kBeerCharOrder + kSkips) + 2;

// The features of BEER 2.0 (Stanojević & Sima'an 2016), rows as above. For each family (word n-grams 1 .. 4;
// character n-grams 1 .. 6; skip-bigrams with at most 1, 2, 3, 4 and any number of words between) the smaller
// and the larger of precision and recall, their F1, and the root of their product; then how much longer the
// longer side is, in words and in characters (the quotient less 1, at most 1e5). Time O(characters + words *
// gap).
//
// As the original program counts, word n-grams of order n have two more: the first n words behind a sign for
// the start and the last n before one for the end, or all words of a shorter sentence; and character n-grams
// have n - 1 characters, the last of them left out, so that order 1 counts characters. By the plain rules the
// signs are words of the sentence from order 2 on, and character n-grams have n characters.
enum class Beer2Rules { original, plain };

Table beer2_features(const Batch& batch, const Texts& words, const Pairing& pairing, Beer2Rules rules,
                     int threads);

}  // namespace core
