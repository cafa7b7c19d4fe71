"""Make the lists of word frequencies that the package ships, from the data of `wordfreq` (CC BY-SA 4.0).

    python -m tools.make_frequencies WHEEL_OR_FOLDER LANGUAGE WORDS > src/tertium/data/lexicons/frequencies.LANGUAGE.txt

Its files hold, after a header, one list of words for each hundredth of a bel below 1, as msgpack.
"""

import gzip
import sys
import zipfile
from pathlib import Path

import msgspec

NOTICE = "# Word frequencies from wordfreq 3.1.1 (Robyn Speer), CC BY-SA 4.0; see FREQUENCIES-LICENSE."


def bins(source: Path, language: str) -> list[list[str]]:
    """The words of each hundredth of a bel, from the larger list if there is one."""
    for size in ("large", "small"):
        name = f"wordfreq/data/{size}_{language}.msgpack.gz"
        if source.is_dir() and (source / name).is_file():
            packed = (source / name).read_bytes()
        elif source.is_file() and name in zipfile.ZipFile(source).namelist():
            packed = zipfile.ZipFile(source).read(name)
        else:
            continue
        _, *words = msgspec.msgpack.decode(gzip.decompress(packed))
        return msgspec.convert(words, list[list[str]])
    raise SystemExit(f"{source}: no list for {language!r}")


def main(arguments: list[str]) -> None:
    source, language, most = arguments
    sys.stdout.write(f"{NOTICE}\n")
    left = int(most)
    for centibels, words in enumerate(bins(Path(source), language)):
        for word in words[:left]:
            if word.split() == [word] and not word.isdigit() and not word.startswith("#"):
                sys.stdout.write(f"{word}\t{9 - centibels / 100:.2f}\n")
                left -= 1
        if left <= 0:
            break


if __name__ == "__main__":
    main(sys.argv[1:])
