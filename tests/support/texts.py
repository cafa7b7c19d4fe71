"""The texts of the built-in test set."""

import json

from tertium.data import SAMPLE
from tertium.text.testset import References

LINES = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
SYSTEMS = {system: [line["hypotheses"][system] for line in LINES] for system in LINES[0]["hypotheses"]}
STREAMS = [list(stream) for stream in zip(*(line["references"] for line in LINES), strict=True)]
REFERENCES = References.by_stream(*STREAMS)
DOCUMENTS = [line["document"] for line in LINES]
TEXTS = [text for texts in [*SYSTEMS.values(), *STREAMS] for text in texts]
