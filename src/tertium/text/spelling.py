"""Spelling variants of English: British forms that count as the American ones. A short list of our own."""

import unicodedata

# British and American root, and the endings that both take.
_ROOTS = """
colour color - s ed ing ful less
honour honor - s ed ing able
favour favor - s ed ing able ite ites
labour labor - s ed ing er ers
neighbour neighbor - s ing hood hoods ly
behaviour behavior - s al
humour humor - s ed less
rumour rumor - s ed
flavour flavor - s ed ing
harbour harbor - s ed ing
endeavour endeavor - s ed ing
vapour vapor - s
saviour savior - s
armour armor - s ed
parlour parlor - s
odour odor - s less
splendour splendor - s
vigour vigor -
valour valor -
rigour rigor - s
tumour tumor - s
centre center - s d
theatre theater - s
metre meter - s
kilometre kilometer - s
centimetre centimeter - s
litre liter - s
fibre fiber - s
lustre luster -
sombre somber - ly
spectre specter - s
calibre caliber -
manoeuvre maneuver - s d
defence defense - s less
offence offense - s
licence license - s
pretence pretense - s
catalogue catalog - s d
dialogue dialog - s
analogue analog - s
programme program - s
travell travel ed ing er ers
cancell cancel ed ing
labell label ed ing
modell model ed ing er
signall signal ed ing
levell level ed ing
fuell fuel ed ing
counsell counsel ed ing or ors
quarrell quarrel ed ing
marvell marvel ed ing
marvellous marvelous - ly
jewellery jewelry -
grey gray - s er est ish
cheque check - s
tyre tire - s
kerb curb - s
plough plow - s ed ing
mould mold - s ed ing y
moustache mustache - s
sceptic skeptic - s al ism
storey story -
aeroplane airplane - s
aluminium aluminum -
pyjamas pajamas -
ageing aging -
judgement judgment - s
acknowledgement acknowledgment - s
fulfil fulfill - s ment
skilful skillful - ly
wilful willful - ly
enrol enroll - s ment
instalment installment - s
anaemia anemia -
anaesthetic anesthetic - s
encyclopaedia encyclopedia - s
mediaeval medieval -
paediatric pediatric - s
foetus fetus - es
oestrogen estrogen -
diarrhoea diarrhea -
practise practice - s d
learnt learned -
spelt spelled -
dreamt dreamed -
burnt burned -
whilst while -
amongst among -
towards toward -
"""

# Verbs in -ise and -yse, without the endings.
_VERBS = (
    "organ real recogn modern civil emphas critic apolog special general minim maxim optim summar util stabil mobil "
    "author character local global normal standard privat final categor symbol memor centr legal industrial capital "
    "familiar jeopard scrutin prior penal material visual harmon hospital immun neutral popular polar "
    "revolution sensit subsid sympath terror tranquil urban vandal victim"
)
_STEMS_Y = "anal paral catal"
_VERB_ENDINGS = ("e", "es", "ed", "ing", "er", "ers", "ation", "ations", "ational")


def _variants() -> dict[str, str]:
    variants: dict[str, str] = {}
    for line in _ROOTS.split("\n"):
        british, american, *endings = line.split() or ("", "")
        for ending in endings:
            tail = "" if ending == "-" else ending
            variants[british + tail] = american + tail
    for stem in _VERBS.split():
        variants |= {f"{stem}is{ending}": f"{stem}iz{ending}" for ending in _VERB_ENDINGS}
    for stem in _STEMS_Y.split():
        variants |= {f"{stem}ys{ending}": f"{stem}yz{ending}" for ending in ("e", "ed", "ing", "er", "ers")}
    return variants


_AMERICAN = _variants()
# American forms that are British words too, of another meaning or part of speech.
_EITHER = (
    "check checks tire tires story curb curbs practice practices practiced license licenses meter meters program "
    "programs mold molds learned spelled burned dreamed while among toward plow tumor or"
)
_BRITISH = {american: british for british, american in _AMERICAN.items() if american not in _EITHER.split()}


def american(word: str) -> str:
    """The American form of a British one, with its capital or capitals; any other word as it is."""
    return _variant(word, _AMERICAN)


def british(word: str) -> str:
    """The British form of an American one that is no British word itself; any other word as it is."""
    return _variant(word, _BRITISH)


def _variant(word: str, forms: dict[str, str]) -> str:
    small = word.lower()
    form = forms.get(small)
    if form is None:
        return word
    if word == small:
        return form
    return form.upper() if word.isupper() else form.capitalize() if word[:1].isupper() else form


def without_punctuation(word: str) -> str:
    """A word without punctuation at its ends, empty if there is nothing else."""
    start, stop = 0, len(word)
    while start < stop and unicodedata.category(word[start])[0] == "P":
        start += 1
    while stop > start and unicodedata.category(word[stop - 1])[0] == "P":
        stop -= 1
    return word[start:stop]
