"""Why a text is not covered: edits sorted by what they are about, as the paper does."""

from collections import Counter

from tertium.resources.store import function_words
from tertium.server.annotate.rules.answers import Answer
from tertium.text.spelling import american


def causes(answer: Answer, language: str) -> dict[str, int]:
    """How many edits of the closest path have which cause."""
    if answer.closest is None:
        return {}
    functions = function_words(language)
    causes: Counter[str] = Counter()
    for step in answer.closest.steps:
        word = answer.words[step.word] if step.word is not None else None
        target = answer.closest.words[step.place] if step.place is not None else None
        if step.kind != "keep":
            causes[_cause(word, target, functions)] += 1
    return dict(sorted(causes.items()))


def _cause(output: str | None, target: str | None, functions: frozenset[str]) -> str:
    words = [word for word in (output, target) if word is not None]
    if all(not any(sign.isalnum() for sign in word) for word in words):
        return f"punctuation: {words[0]}"
    if output is not None and target is not None:
        if output.casefold() == target.casefold():
            return "case"
        if american(output.casefold()) == american(target.casefold()):
            return "spelling"
        if {output.casefold(), target.casefold()} <= functions:
            return f"function word: {' – '.join(sorted((output.casefold(), target.casefold())))}"
        return "other word"
    if words[0].casefold() in functions:
        return f"function word: {words[0].casefold()}"
    return "word that is not in the network" if output is not None else "word that the text leaves out"
