"""`tertium challenge make`: pairs on standard output, the same from the same seed."""

from pathlib import Path

from tests.support.command import run_here


def test_pairs_are_lines_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("However, the bridge is not open.\nPerhaps she bought 3 cars.\n", "utf-8")
    call = ("challenge", "make", str(tmp_path / "ref.txt"), "-l", "en", "--harmful", "negation,number")
    ran = run_here(*call)
    assert ran.returncode == 0, ran.stderr
    header, *rows = ran.stdout.splitlines()
    assert header == "segment\tphenomenon\tchange\treference\tgood\tbad"
    assert [row.split("\t")[:2] for row in rows] == [["1", "negation"], ["2", "number"]]
    assert rows[0].split("\t")[5] == "However, the bridge is open."
    assert run_here(*call).stdout == ran.stdout
    assert run_here(*call, "--rate", "number=0").stdout.splitlines() == [header, rows[0]]


def test_paraphrases_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("The bridge is not open.\n", "utf-8")
    (tmp_path / "other.txt").write_text("That bridge is closed.\n", "utf-8")
    call = ("challenge", "make", str(tmp_path / "ref.txt"), "--paraphrases", str(tmp_path / "other.txt"))
    ran = run_here(*call, "-l", "en", "--harmful", "negation")
    assert ran.stdout.splitlines()[1:] == [
        "1\tnegation\tparaphrase\tThe bridge is not open.\tThat bridge is closed.\tThe bridge is open."
    ]


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("x\n", "utf-8")
    ran = run_here("challenge", "make", str(tmp_path / "ref.txt"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "which language the references are in is not clear; pass -l, such as -l en" in ran.stderr
    ran = run_here("challenge", "make", str(tmp_path / "ref.txt"), "-l", "en", "--rate", "number")
    assert "--rate 'number': expected NAME=SHARE, such as number=0.5" in ran.stderr
