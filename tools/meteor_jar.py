"""METEOR 1.5's own jar: where it is, and its English lists and tables in our formats.

Tests, benchmarks and experiments compare with it. The jar comes with the package pycocoevalcap, or the variable
METEOR_JAR names it (its data beside it); java must be on the path.
"""

import os
import shutil
import zipfile
from importlib.util import find_spec
from pathlib import Path

from tertium.resources import synonyms
from tertium.resources.paraphrases import formats

_NAMES = {"en": "english", "de": "german", "es": "spanish", "fr": "french", "cs": "czech", "ru": "russian"}


def find_jar() -> Path | None:
    """METEOR's jar, where there is one and a Java to run it."""
    if shutil.which("java") is None:
        return None
    if named := os.environ.get("METEOR_JAR"):
        return Path(named)
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    return Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"


def resources(jar: Path, folder: Path, language: str = "en") -> dict[str, str]:
    """Bring the jar's lists and tables for a language into our formats; options of the metric that name them.

    Stems and exact matches need lists only; synonyms and paraphrases come with English. The jar takes its list of
    English function words for every language.
    """
    name = _NAMES[language]
    with zipfile.ZipFile(jar) as archive:
        for part in ("function/english.words", f"nonbreaking/{name}.prefixes"):
            archive.extract(part, folder)
        archive.extractall(folder, [part for part in archive.namelist() if part.startswith("synonym/english")])
    kept = []
    for line in (folder / f"nonbreaking/{name}.prefixes").read_text("utf-8").splitlines():
        word, *rest = line.split() or ["#"]
        if not word.startswith("#"):
            kept.append(f"{word}\tnumber" if rest[:1] == ["#NUMERIC_ONLY#"] else word)
    (folder / f"abbreviations.{language}.txt").write_text("\n".join(kept) + "\n", encoding="utf-8")
    functions = [line for line in (folder / "function/english.words").read_text("utf-8").splitlines() if line]
    (folder / "function.txt").write_text("\n".join(functions) + "\n", encoding="utf-8")
    files = {"function_words": "function.txt", "abbreviations": f"abbreviations.{language}.txt"}
    if language == "en":
        sources = synonyms.read_meteor(folder / "synonym", "english")
        rules = synonyms.ENGLISH_RULES
        synonyms.build(folder / "synonyms.bin", sources, language="en", rules=rules, made_from="METEOR")
        table = jar.parent / "data/paraphrase-en.gz"
        formats.build(table, folder / "paraphrases.bin", format="meteor", language="en")
        files |= {"synonyms": "synonyms.bin", "paraphrases": "paraphrases.bin"}
    return {option: str(folder / file) for option, file in files.items()}
