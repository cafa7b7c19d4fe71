"""Texts that tokenisers and metrics find hard."""

from hypothesis import strategies as st

SPACES = "".join(chr(c) for c in range(0x110000) if chr(c).isspace())
CONTROLS = "\0\x01\x07\x08\x1b\x7f\x80\x9f\u200b\u200d\u202e\ufeff\ufffe"
PIECES = [
    *("the cat", "a", "Zoë", "I", "ß", "İ", "Σ", "ΑΣ", "1", "23", "0", "٣", "½", "²"),
    *(".", ",", "-", "--", "'", "''", '"', "&", ";", ":", "<", ">", "(", ")", "/", "$", "%", "+", "_", "`", "…", "«"),
    *("3.5", "1,000.", ".5", "10-20", "-3", "U.S.", "e.g.,", "'s", "Poor's,", "dogs' ", "'s.", "don't"),
    *("&amp;", "&lt;", "&gt;", "&quot;", "&amp;lt;", "&AMP;", "&amp", "<skipped>", "<skip<skipped>ped>"),
    *("-\n", "\n-", "\n", "\r\n", "\t", " ", "  ", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000"),
    *("中文", "日本語", "か", "カタ", "ー", "々", "ㇰ", "。", "、", "！", "（", "Ａ", "１", "ﾊ", "㈱", "㌔", "𠀀"),
    *("\u2001", "⩭", "⾁", "〇", "ก", "한국", "العربية", "،", "हिन्दी", "।"),
    *("😀", "👩‍💻", "🇩🇪", "e\u0301", "\u0301", "é", "ﬁ", "Å", "\u212b", "\0", "\x07", "\ufeff", "\u200b"),
]

any_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=25)
pieced_texts = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
dotted_texts = st.text("12ab.,- '&", max_size=14)
spaced_texts = st.text(SPACES + CONTROLS + "a1.中", max_size=12)

hard_texts = st.one_of(pieced_texts, dotted_texts, spaced_texts, any_texts)
