from pathlib import Path

import pytest

from tests.tuning.lists import SENTENCES, ten_lists


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, seed in (("dev", 1), ("other", 2)):
        nbest, _ = ten_lists(seed=seed)
        lines = []
        for i in range(len(nbest)):
            for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
                features = zip(nbest.names, nbest.features[c].tolist(), strict=True)
                lines.append(f"{i} ||| {nbest.text(c)} ||| {' '.join(f'{n}= {v!r}' for n, v in features)} ||| 0\n")
        (tmp_path / f"{name}.nbest").write_text("".join(lines), "utf-8")
    (tmp_path / "ref").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
