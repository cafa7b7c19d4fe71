"""Stems: words with one stem get one number."""

from tertium import _core
from tertium.errors import OptionError
from tertium.text.arrays import Ids, PackedTexts

# The languages that have a Snowball stemmer, by their codes.
SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip

# Porter's algorithm of 1980 for English, as TERp has it; it stands beside the languages.
PORTER = "porter"

# Those that the core has, in the form of METEOR 1.5: fast, and the same whatever is installed.
_OWN = ("de", "en")


def stems(words: PackedTexts, language: str) -> PackedTexts:
    """The stem of each word; words are in lowercase."""
    if language == PORTER:
        return PackedTexts.of(_core.porter_stems(words))
    if language in _OWN:
        return PackedTexts.of(_core.snowball_stems(words, language))
    if language not in SNOWBALL:
        raise OptionError(f"there is no stemmer for {language!r}; there is one for: {', '.join(sorted(SNOWBALL))}")
    import snowballstemmer  # type: ignore[import-untyped]

    stemmer = snowballstemmer.stemmer(SNOWBALL[language])
    return PackedTexts.pack(stemmer.stemWords([words[row] for row in range(len(words))]))


def signature(language: str) -> str:
    """Which stemmer it is. Our own do not change; those of a package may do so with its version."""
    if language == PORTER:
        return PORTER
    if language in _OWN:
        return "snowball-2"
    from importlib.metadata import version

    return f"snowball-{version('snowballstemmer')}"


def classes(texts: PackedTexts) -> Ids:
    """A number for each text; equal texts have equal ones."""
    return texts.different()[1]


def hash_classes(texts: PackedTexts) -> Ids:
    """The same by Java's hash, which a few different words share."""
    return _core.java_hashes(texts)
