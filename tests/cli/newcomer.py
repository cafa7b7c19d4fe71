"""What a newcomer types in the first hour, right and wrong, and what is printed.

`python -m tests.cli.newcomer` writes newcomer.txt anew; read the difference before you commit it.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

RECORD = Path(__file__).with_name("newcomer.txt")
FILES = {
    "ref.txt": "The cat sat on the mat.\nIt had been raining since early morning.\nNobody knew where the key was.\n",
    "a.txt": "The cat sat on the mat.\nIt had rained since the morning.\nNobody knew where the key was.\n",
    "b.txt": "A cat is sitting on mat.\nIt is raining from early morning.\nNo one knows the place of the key.\n",
    "short.txt": "The cat sat on the mat.\nIt had rained. Nobody knew where the key was.\n",
    "de.ref.txt": "Der Hund schläft unter dem Tisch, weil es draußen regnet.\nWir haben nicht gewusst, wo er ist.\n",
    "de.txt": "Der Hund schläft unter dem Tisch, da es draußen regnet.\nWir wussten nicht, wo er ist.\n",
    "zh.ref.txt": "明天我们要去北京看我的父母。\n这本书是昨天我从图书馆借来的。\n",
    "zh.txt": "我们明天去北京看望我的父母。\n这本书是我昨天在图书馆借的。\n",
    "comet.txt": "0.91\n0.80\n0.95\n0.71\n0.62\n0.66\n",
    "set.csv": 'system,seg_id,hypothesis,reference\na,1,"the cat, sat",the cat sat\nb,1,a cat,the cat sat\n',
    "program": "\x7fELF\x00\xd0",
}
COMMANDS = r"""
tertium score --sample
tertium compare --sample -m chrf --swaps 100 --examples 1
tertium score a.txt -r ref.txt
tertium score a.txt b.txt -r ref.txt --confidence --samples 50
tertium score ours=a.txt theirs=b.txt -r ref.txt -m 'bleu(tok=intl,smooth=add-k),chrf(word_order=2)'
tertium score a.txt -r ref.txt -m bleu --segments -f tsv
tertium score a.txt -r ref.txt -m 'bleu(effective_order=yes)' --segments -f csv
tertium score a.txt -r ref.txt -m bleu -f latex
tertium score a.txt -r ref.txt -m bleu -f json
tertium score a.txt -r ref.txt -m wer,per,nist -w 3
tertium score set.csv -m chrf
tertium score a.txt b.txt -r ref.txt --scores comet=comet.txt -m chrf
tertium compare a.txt b.txt -r ref.txt --swaps 100 --samples 50 --primary ter --by length --examples 1
tertium compare a.txt b.txt -r ref.txt --name newstest -m chrf --swaps 100 --samples 50 --examples 0
tertium explain a.txt -r ref.txt -m ter --segment 2
tertium explain a.txt b.txt -r ref.txt --worst 1 --system b --against a -m ter
tertium explain --text 'on the mat sat the cat' -r 'the cat sat on the mat' -m ter
tertium score short.txt -r ref.txt
tertium score short.txt -r ref.txt --resegment -m wer
tertium score zh.txt -r zh.ref.txt
tertium score zh.txt -r zh.ref.txt -l zh
tertium score zh.txt -r zh.ref.txt -l en-zh -m bleu,beer
tertium score zh.txt -r zh.ref.txt -m regression
tertium score zh.txt -r zh.ref.txt -l zh -m 'ter(asian_support=no)'
tertium score de.txt -r de.ref.txt -m meteor,tertium
tertium score de.txt -r de.ref.txt -m meteor,tertium -l de
tertium score a.txt -r ref.txt -l xx
tertium score a.txt -r ref.txt -l de -m bleu
tertium score a.txt -r ref.txt -m 'beer(model=a.txt)'
tertium score a.txt -r ref.txt -m bleau
tertium score a.txt -r ref.txt -m 'bleu(tok=inlt)'
tertium score a.txt -r ref.txt -m 'bleu(token=intl)'
tertium score a.txt -r ref.txt -m 'bleu(tok=flores200)'
tertium score a.txt -r ref.txt -m hyter
tertium score program -r ref.txt
tertium score missing.txt -r ref.txt
tertium score a.txt
tertium score a.txt b.txt
tertium score
tertium scor a.txt
tertium score -t wmt22 -l zh-en a.txt
tertium score -t wmt22 a.txt
tertium compare a.txt -r ref.txt
tertium paraphrases lookup "don't like"
tertium metrics bleu
tertium metrics pfsm
""".strip().splitlines()


def write_files(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).write_bytes(text.encode("latin-1" if name == "program" else "utf-8"))


def shown(command: str, code: int, out: str, err: str) -> str:
    printed = f"$ {command}\n{out}{'--- ' if err else ''}{err}[{code}]\n\n"
    # Lists of all names change whenever one is added; the last digits are those of the machine.
    printed = re.sub(r"known: [^;\n]+", "known: (all)", printed)
    return re.sub(r"\d+\.\d{7,}", lambda number: f"{float(number[0]):.6f}", printed)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder)
        environment = {**os.environ, "HOME": "/nowhere", "COLUMNS": "100"}
        environment.pop("SACREBLEU", None)
        parts = []
        for command in COMMANDS:
            program = [sys.executable, "-m", "tertium", *shlex.split(command)[1:]]
            ran = subprocess.run(program, capture_output=True, text=True, cwd=folder, env=environment, check=False)
            parts.append(shown(command, ran.returncode, ran.stdout, ran.stderr))
    RECORD.write_text("".join(parts), "utf-8")


if __name__ == "__main__":
    main()
