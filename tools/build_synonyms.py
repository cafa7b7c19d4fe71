"""Make the dictionary of English synonyms from the database files of WordNet 3.0 (Debian's package wordnet-base).

Usage: python tools/build_synonyms.py /usr/share/wordnet src/tertium/data/lexicons/synonyms.en.bin
"""

import sys
from pathlib import Path

from tertium.resources.synonyms import ENGLISH_RULES, build, read_wordnet

LICENCE = "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. See WORDNET-LICENSE."


def main() -> None:
    sources = read_wordnet(Path(sys.argv[1]))
    build(
        Path(sys.argv[2]),
        sources,
        language="en",
        rules=ENGLISH_RULES,
        made_from="WordNet 3.0 (wordnet-base)",
        licence=LICENCE,
    )


if __name__ == "__main__":
    main()
