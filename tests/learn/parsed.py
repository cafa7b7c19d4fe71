"""Sentences with parses."""

# Each word: form, tag, head, relation.
SENTENCES = [
    "The,DET,2,det cat,NOUN,3,nsubj sat,VERB,0,root",
    "The,DET,2,det dog,NOUN,3,nsubj sat,VERB,0,root",
    "A,DET,2,det cat,NOUN,3,nsubj sat,VERB,0,root there,ADV,3,advmod",
    "cat,NOUN,2,nsubj:pass sat,VERB,0,root cat,NOUN,2,odd",
    "Sat,VERB,0,root",
]


def text(sentence: str) -> str:
    return " ".join(word.split(",")[0] for word in sentence.split())
