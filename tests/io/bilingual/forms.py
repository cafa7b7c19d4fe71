# ruff: noqa: E501  (programs write such lines)
"""Bilingual files of every form that is read, written by hand from the specifications and vendors' documentation."""

from typing import NamedTuple


class Form(NamedTuple):
    text: str
    ids: list[str]  # of the segments that are there to be translated
    sources: list[str]
    targets: list[str | None]


XLIFF_10 = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/committees/xliff/documents/xliff.dtd">
<xliff version="1.0">
 <file original='a.txt' source-language="en" target-language="de" datatype="plaintext">
  <header/>
  <body>
   <trans-unit id="1"><source>One house.</source><target>Ein Haus.</target></trans-unit>
   <trans-unit id="2"><source>Two</source></trans-unit>
  </body>
 </file>
</xliff>
""",
    ["1", "2"],
    ["One house.", "Two"],
    ["Ein Haus.", None],
)

XLIFF_11 = Form(
    """<?xml version='1.0' encoding='UTF-8' standalone='no'?>
<!-- <trans-unit id="0"><source>not a unit</source></trans-unit> -->
<xliff version="1.1" xmlns="urn:oasis:names:tc:xliff:document:1.1">
  <file original="b.txt" source-language="en" target-language="de" datatype="plaintext"
        date='2020-01-01T00:00:00Z'><body><?tool keep <target>me</target>?>
    <group id="g" translate="no"><trans-unit id="1"><source>Tertium</source></trans-unit></group>
    <trans-unit   id = "2"
       resname='x > y'>
      <source>
        Fish &amp;   <![CDATA[<chips> & peas]]>
      </source>
      <target state="translated"  ></target >
      <note from="dev">A &lt;note&gt;</note>
    </trans-unit>
  </body></file>
</xliff>
""",
    ["2"],
    ["Fish & <chips> & peas"],
    [""],
)

XLIFF_12 = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:o="urn:other">
  <file original="c.html" source-language="en" target-language="de" datatype="html">
    <header><skl><internal-file form="text">&lt;target&gt;skeleton&lt;/target&gt;</internal-file></skl></header>
    <body>
      <trans-unit id="1" approved="yes">
        <source>Press <x id="1"/> <g id="2">now</g>.</source>
        <target state="needs-review-translation" state-qualifier='mt-suggestion'><g id="2">Jetzt</g> <x id="1"/> drücken.</target>
        <alt-trans match-quality="85%" origin="tm"><source>Press</source><target xml:lang="de">Drücken</target></alt-trans>
        <alt-trans alttranstype="reference"><target>Drücken Sie jetzt.</target></alt-trans>
      </trans-unit>
      <trans-unit id="2" xml:space="preserve">
        <source>two  spaces</source>
        <target/>
        <o:target>not a target</o:target>
      </trans-unit>
      <trans-unit id="3" translate="no"><source>v1.0</source><target>v1.0</target></trans-unit>
      <trans-unit id="4">
        <source>The <bpt id="1">&lt;b&gt;</bpt>bold<ept id="1">&lt;/b&gt;</ept><ph id="2" ctype="lb">&lt;br/&gt;</ph>line</source>
      </trans-unit>
      <trans-unit id="5"><source>Naïve café</source><target>Naïves Café</target></trans-unit>
    </body>
  </file>
</xliff>
""",
    ["1", "2", "4", "5"],
    ["Press now.", "two  spaces", "The bold line", "Naïve café"],
    ["Jetzt drücken.", "", None, "Naïves Café"],
)

XLIFF_12_PREFIXED = Form(
    """<xlf:xliff version="1.2" xmlns:xlf="urn:oasis:names:tc:xliff:document:1.2">
<xlf:file original="d" source-language="en" target-language="de" datatype="plaintext"><xlf:body>
<xlf:trans-unit id="1"><xlf:source>One</xlf:source></xlf:trans-unit>
<xlf:trans-unit id="2">
\t<xlf:source>Two <xlf:x id="a"/></xlf:source>
\t<xlf:target>Zwei <xlf:x id="a"/></xlf:target>
</xlf:trans-unit>
</xlf:body></xlf:file></xlf:xliff>""",
    ["1", "2"],
    ["One", "Two"],
    [None, "Zwei"],
)

XLIFF_12_SEGMENTED = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="e" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1">
 <source>First one. Second one.</source>
 <seg-source><mrk mtype="seg" mid="0">First one.</mrk> <mrk mtype="seg" mid="1">Second <mrk mtype="term">one</mrk>.</mrk></seg-source>
 <target><mrk mtype="seg" mid="0">Das Erste.</mrk> <mrk mtype="seg" mid="1"/></target>
 <alt-trans mid="1" origin="MT"><target>Das Zweite.</target></alt-trans>
</trans-unit>
<trans-unit id="2">
 <source>Third. Fourth.</source>
 <seg-source><mrk mtype="seg" mid="0">Third.</mrk> <mrk mtype="seg" mid="1">Fourth.</mrk></seg-source>
</trans-unit>
<trans-unit id="3">
 <source>Fifth. Sixth.</source>
 <seg-source><mrk mtype="seg" mid="0">Fifth.</mrk> <mrk mtype="seg" mid="1">Sixth.</mrk></seg-source>
 <target><mrk mtype="seg" mid="1">Sechster.</mrk></target>
</trans-unit>
</body></file>
</xliff>
""",
    ["1#0", "1#1", "2#0", "2#1", "3#0", "3#1"],
    ["First one.", "Second one.", "Third.", "Fourth.", "Fifth.", "Sixth."],
    ["Das Erste.", "", None, None, None, "Sechster."],
)

SDLXLIFF = Form(
    """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0">
<doc-info xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><rep-defs/></doc-info>
<file original="f.docx" datatype="x-sdlfilterframework2" source-language="en-US" target-language="de-DE">
<header><file-info xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><value key="SDL:FileId">1</value></file-info></header>
<body>
<trans-unit id="u1"><source>Hello world. <g id="5">Bye.</g></source><seg-source><mrk mtype="seg" mid="1">Hello world.</mrk> <g id="5"><mrk mtype="seg" mid="2">Bye.</mrk></g></seg-source><target><mrk mtype="seg" mid="1">Hallo <mrk mtype="x-sdl-comment" sdl:cid="c1">Welt</mrk>.</mrk> <g id="5"><mrk mtype="seg" mid="2">Tschüss.</mrk></g></target><sdl:seg-defs><sdl:seg id="1" conf="Translated" origin="interactive"><sdl:prev-origin origin="mt" origin-system="NMT"><sdl:value key="x">y</sdl:value></sdl:prev-origin></sdl:seg><sdl:seg id="2" conf="Draft" origin="tm" percent="87"/></sdl:seg-defs></trans-unit>
<trans-unit id="u2"><source>Kept.</source><seg-source><mrk mtype="seg" mid="3">Kept.</mrk></seg-source><target><mrk mtype="seg" mid="3">Behalten.</mrk></target><sdl:seg-defs><sdl:seg id="3" locked="true" conf="ApprovedSignOff" origin="document-match" percent="100"/></sdl:seg-defs></trans-unit>
</body></file></xliff>""",
    ["u1#1", "u1#2"],
    ["Hello world.", "Bye."],
    ["Hallo Welt.", "Tschüss."],
)

MQXLIFF = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff" mq:version="1">
<file original="g.docx" source-language="en" target-language="de" datatype="x-memoq"><body>
<trans-unit id="1" mq:status="ManuallyConfirmed" mq:percent="92" mq:segmentguid="a-b">
<source xml:space="preserve"><bpt id="1" rid="1">{}</bpt>Bold<ept id="2" rid="1">{}</ept>  text</source>
<target xml:space="preserve"><bpt id="1" rid="1">{}</bpt>Fetter<ept id="2" rid="1">{}</ept>  Text</target>
<mq:insertedmatch matchtype="1" source="MT / Engine" matchrate="0"><source>Bold text</source><target>Fett Text</target></mq:insertedmatch>
</trans-unit>
<trans-unit id="2" mq:status="MachineTranslated" mq:locked="locked"><source xml:space="preserve">L</source><target xml:space="preserve">L</target></trans-unit>
</body></file></xliff>
""",
    ["1"],
    ["Bold  text"],
    ["Fetter  Text"],
)

MXLIFF = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:m="http://www.memsource.com/mxlf/2.0" version="1.2" m:version="2.4">
<file original="h.docx" source-language="en" target-language="de" datatype="x-docx"><body>
<group id="0" m:para-id="0"><trans-unit id="job:0" xml:space="preserve" m:score="0.87" m:trans-origin="tm" m:confirmed="1" m:locked="false">
<source>Gain {1}30%{2}</source><target>Gewinne {1}30%{2}</target>
<alt-trans origin="memsource-tm"><target>Gewinn {1}30%{2}</target></alt-trans>
<alt-trans origin="machine-trans"><target>Gewinnen {1}30%{2}</target></alt-trans>
<m:tunit-metadata><m:mark id="1"><m:type>b</m:type></m:mark></m:tunit-metadata>
<m:editing-stats><m:thinking-time>1500</m:thinking-time><m:editing-time>2500</m:editing-time></m:editing-stats>
</trans-unit></group>
<group id="1"><trans-unit id="job:1" m:trans-origin="null" m:confirmed="0" m:locked="true"><source>x</source><target/></trans-unit></group>
</body></file></xliff>
""",
    ["job:0"],
    ["Gain {1}30%{2}"],
    ["Gewinne {1}30%{2}"],
)

XLIFF_20 = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"
  xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" xmlns:ctr="urn:oasis:names:tc:xliff:changetracking:2.0">
 <file id="f1" original="i.html">
  <skeleton><!-- <unit id="0"/> --></skeleton>
  <unit id="u1">
   <mtc:matches>
    <mtc:match ref="#s1" type="mt" origin="engine"><source>Quick.</source><target>Schnell!</target></mtc:match>
    <mtc:match ref="#m1" type="tm" similarity="88.5"><source>Fox</source><target>Füchse</target></mtc:match>
   </mtc:matches>
   <notes><note id="n1">careful</note></notes>
   <originalData><data id="d1">&lt;b></data><data id="d2">&lt;/b></data><data id="d3">&lt;br/></data></originalData>
   <segment id="s1" state="translated" subState="my:mt"><source>Quick <pc id="1" dataRefStart="d1" dataRefEnd="d2">brown</pc>.</source>
    <target>Schnell <pc id="1" dataRefStart="d1" dataRefEnd="d2">braun</pc>.</target></segment>
   <ignorable><source> </source></ignorable>
   <segment id="s2"><source><mrk id="m1" type="term">Fox</mrk><ph id="2" dataRef="d3" canDelete="no"/><cp hex="0001"/></source>
   </segment>
   <ctr:changeTrack><ctr:revisions appliesTo="target" ref="s1"><ctr:revision><ctr:item property="content">Alt.</ctr:item></ctr:revision></ctr:revisions></ctr:changeTrack>
  </unit>
  <group id="g" translate="no"><unit id="u2"><segment><source>no</source></segment></unit></group>
 </file>
</xliff>
""",
    ["u1#s1", "u1#s2"],
    ["Quick brown.", "Fox\ufffd"],
    ["Schnell braun.", None],
)

XLIFF_21 = Form(
    """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f1"><unit id="1"><segment><source>Open <sc id="1"/>a <ec startRef="1"/>door</source><target>Öffne <sc id="1"/>eine <ec startRef="1"/>Tür</target></segment></unit>
<unit id="2" xml:space="preserve"><segment state="initial"><source> a  b </source><target/></segment></unit></file></xliff>
""",
    ["1", "2"],
    ["Open a door", " a  b "],
    ["Öffne eine Tür", ""],
)

XLIFF_22 = Form(
    """<?xml version="1.0"?>
<xliff version="2.2" xmlns="urn:oasis:names:tc:xliff:document:2.2" srcLang="en" trgLang="de">
  <file id="f1">
    <unit id="1">
      <segment>
        <source>Only this</source>
      </segment>
    </unit>
  </file>
</xliff>
""",
    ["1"],
    ["Only this"],
    [None],
)

TMX_11 = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx11.dtd">
<tmx version="1.1">
<header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="EN" datatype="rtf"/>
<body>
<tu tuid='a'><tuv lang="EN"><seg>One <ut>{\\b </ut>two</seg></tuv><tuv lang="DE"><seg>Eins zwei</seg></tuv></tu>
<tu><tuv lang="EN"><seg>Only</seg></tuv></tu>
</body></tmx>
""",
    ["a", "2"],
    ["One two", "Only"],
    ["Eins zwei", None],
)

TMX_14 = Form(
    """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en-GB" datatype="xml">
    <prop type="project">p</prop>
  </header>
  <!-- a memory -->
  <body>
    <tu tuid="1" creationdate="20200101T000000Z">
      <tuv xml:lang="en-GB"><seg>Fish &amp; chips</seg></tuv>
      <tuv xml:lang="de-DE"><seg>Fisch &amp;  Pommes</seg></tuv>
    </tu>
    <tu tuid="2"><note>careful</note>
      <tuv xml:lang="en-GB"><seg>A <bpt i="1" x="1">&lt;i&gt;</bpt>big<ept i="1">&lt;/i&gt;</ept> <hi>house</hi></seg></tuv>
      <tuv xml:lang="de-DE" creationid="MT!"><seg>Ein <bpt i="1" x="1">&lt;i&gt;</bpt>großes<ept i="1">&lt;/i&gt;</ept> Haus</seg></tuv>
    </tu>
    <tu tuid="3">
      <tuv xml:lang="de-DE" changedate="20200101T000000Z"><seg>alt</seg></tuv>
      <tuv xml:lang="en-GB"><seg>old</seg></tuv>
      <tuv xml:lang="de-DE" changedate="20210101T000000Z"><seg>neu</seg></tuv>
    </tu>
    <tu tuid="4"><tuv xml:lang="de-DE"><seg>Vier</seg></tuv><tuv xml:lang="en-GB"><seg>Four</seg></tuv></tu>
  </body>
</tmx>
""",
    ["1", "2", "3", "4"],
    ["Fish & chips", "A big house", "old", "Four"],
    ["Fisch &  Pommes", "Ein großes Haus", "neu", "Vier"],
)

FORMS = {
    "xliff-1.0": XLIFF_10,
    "xliff-1.1": XLIFF_11,
    "xliff-1.2": XLIFF_12,
    "xliff-1.2-prefixed": XLIFF_12_PREFIXED,
    "xliff-1.2-segmented": XLIFF_12_SEGMENTED,
    "sdlxliff": SDLXLIFF,
    "mqxliff": MQXLIFF,
    "mxliff": MXLIFF,
    "xliff-2.0": XLIFF_20,
    "xliff-2.1": XLIFF_21,
    "xliff-2.2": XLIFF_22,
    "tmx-1.1": TMX_11,
    "tmx-1.4": TMX_14,
}

ENCODINGS = {
    "utf-8": ("utf-8", b"", "UTF-8"),
    "utf-8-bom": ("utf-8", b"\xef\xbb\xbf", "UTF-8"),
    "utf-16-le": ("utf-16-le", b"\xff\xfe", "UTF-16"),
    "utf-16-be": ("utf-16-be", b"\xfe\xff", "UTF-16"),
    "latin-1": ("latin-1", b"", "ISO-8859-1"),
    "ascii": ("ascii", b"", "US-ASCII"),
}


def encoded(text: str, encoding: str, crlf: bool = False) -> bytes:
    """A form in an encoding, which it declares; characters that the encoding lacks are written as references."""
    import re

    codec, mark, declared = ENCODINGS[encoding]
    if text.startswith("<?xml"):
        text = re.sub(r"^<\?xml.*?\?>", f'<?xml version="1.0" encoding="{declared}"?>', text, count=1)
    elif codec not in ("utf-8", "utf-16-le", "utf-16-be"):
        text = f'<?xml version="1.0" encoding="{declared}"?>' + text
    if crlf:
        text = text.replace("\n", "\r\n")
    return mark + text.encode(codec, "xmlcharrefreplace")
