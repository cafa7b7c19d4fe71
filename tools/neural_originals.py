"""Make tiny random checkpoints by the programs that neural metrics come from, and score our own sentences with them.

    python tools/neural_originals.py FOLDER [--seed N] [--triples N] [--large]

It runs in an environment of its own with torch and the originals (`make test-neural` installs it), and imports nothing
of Tertium. What ships in `tests/golden/neural` was made by seed 1; `make test-neural` makes others and compares.
`--large` makes one checkpoint with the shapes of XLM-RoBERTa-large and 32,000 pieces instead, in 16 bits, and says how
long the original took.
"""

import argparse
import json
import random
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

# fmt: off
SUBJECTS = [
    "The old captain", "A young doctor", "My neighbour", "The whole village", "Our teacher", "Nobody here",
    "The second train",
]
VERBS = ["has not seen", "found", "would never sell", "painted", "forgot", "carried", "cannot afford", "repaired"]
OBJECTS = [
    "the wooden boat", "a letter from Lisbon", "two baskets of apples", "the broken clock", "his umbrella",
    "the last ticket",
]
ENDS = [
    "in the rain", "before breakfast", "on Tuesday", "without a word", "near the harbour", "at 7:45 p.m.",
    "for €3,50",
]
OTHER = ["Der alte Kapitän", "Meine Nachbarin", "Das ganze Dorf", "Niemand", "Der zweite Zug"]
OTHER_ENDS = [
    "hat das Boot nie gesehen", "fand einen Brief aus Lissabon", "vergaß den Schirm", "malt die Uhr",
    "trägt Äpfel",
]
# fmt: on
SPECIAL = [
    ("Danke 👍🏽 bis morgen 🎉", "Thanks 👍🏽 see you tomorrow 🎉", "Thank you 👍🏽 until tomorrow 🎉"),
    ("Er liest שלום und مرحبا.", "He reads שלום and مرحبا.", "He is reading שלום and مرحبا."),
    ("Nichts.", "", "Nothing."),
    ("", "Something from nothing.", "Something."),
    ("ﬁnale Größe ２０２４", "ﬁnal size ２０２４", "The final size in 2024"),
    ("  viel   Platz  ", "  much   room  ", "a lot of  room "),
    ("Langer Satz. " * 40, "Long sentence. " * 40, "A long sentence. " * 40),
]


def triples(count: int, seed: int) -> list[dict[str, str]]:
    """Sources, outputs and references that nobody else wrote, the special ones last."""
    chance = random.Random(seed)

    def some(parts: list[list[str]]) -> str:
        return " ".join(chance.choice(part) for part in parts) + chance.choice([".", "!", "?", ""])

    rows = []
    for _ in range(count - len(SPECIAL)):
        reference = some([SUBJECTS, VERBS, OBJECTS, ENDS])
        words = reference.split()
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(words))
            words[at : at + 1] = chance.choice([[], [words[at], words[at]], [chance.choice(OBJECTS).split()[-1]]])
        rows.append({"src": some([OTHER, OTHER_ENDS]), "mt": " ".join(words), "ref": reference})
    return rows + [dict(zip(("src", "mt", "ref"), row, strict=True)) for row in SPECIAL]


def unigram(folder: Path, texts: list[str], pieces: int, kind: str) -> Any:
    """A tokeniser of the kind that XLM-RoBERTa has, or BERT's or mT5's marks around the same."""
    marks = {"xlm-roberta": ["<s>", "<pad>", "</s>", "<unk>"], "mt5": ["<pad>", "</s>", "<unk>"]}
    own = marks.get(kind, ["[PAD]", "[CLS]", "[SEP]", "[UNK]"])
    last = ["<mask>"] if kind == "xlm-roberta" else []
    rules = Tokenizer(models.Unigram())
    rules.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    rules.pre_tokenizer = pre_tokenizers.Metaspace()
    unknown = next(mark for mark in own if "unk" in mark.lower())
    trainer = trainers.UnigramTrainer(vocab_size=pieces, special_tokens=own, unk_token=unknown, show_progress=False)
    rules.train_from_iterator(texts, trainer)
    if last:
        rules.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    first, end = {"xlm-roberta": ("<s>", "</s>"), "mt5": ("", "</s>")}.get(kind, ("[CLS]", "[SEP]"))
    between = f"{end} {end}" if kind == "xlm-roberta" else end
    second = "" if kind in marks else ":1"
    rules.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {end}".strip(),
        pair=f"{first} $A {between} $B{second} {end}{second}".strip(),
        special_tokens=[(mark, rules.token_to_id(mark)) for mark in (first, end) if mark],
    )
    folder.mkdir(parents=True, exist_ok=True)
    rules.save(str(folder / "tokenizer.json"))
    return rules


def shaken(model: torch.nn.Module, amount: float) -> None:
    """Random weights that are far enough from each other for scores to differ."""
    with torch.no_grad():
        for value in model.parameters():
            if value.dtype.is_floating_point:
                value.add_(amount * torch.randn_like(value))


def save_comet(model: Any, folder: Path, kind: str, settings: dict[str, Any], storage: torch.dtype) -> None:
    """A checkpoint as Lightning writes it, with numbers of some type."""
    (folder / "checkpoints").mkdir(parents=True)
    weights = {
        name: value.to(storage) if value.is_floating_point() else value for name, value in model.state_dict().items()
    }
    told = {**dict(model.hparams), **settings}
    content = {
        **{"epoch": 1, "global_step": 10, "pytorch-lightning_version": "2.5.6", "state_dict": weights, "loops": None},
        **{"callbacks": {}, "optimizer_states": [], "lr_schedulers": [], "hparams_name": "kwargs"},
        "hyper_parameters": told,
    }
    torch.save(content, folder / "checkpoints" / "model.ckpt")
    plain = {"class_identifier": kind, **{k: v for k, v in told.items() if k not in ("class_identifier", "layer")}}
    if "sent_layer" not in told:
        plain["layer"] = told.get("layer", "mix")
    (folder / "hparams.yaml").write_text(yaml.dump(plain, default_flow_style=False), "utf-8")


COMETS: dict[str, tuple[str, float, dict[str, Any], torch.dtype]] = {
    "regression": ("regression_metric", 0.3, {"layer_transformation": "sparsemax"}, torch.float32),
    "regression-half": ("regression_metric", 0.3, {"layer_transformation": "sparsemax_patch"}, torch.float16),
    "regression-layer": ("regression_metric", 0.3, {"layer": 2, "pool": "max"}, torch.bfloat16),
    "referenceless": ("referenceless_regression_metric", 0.3, {"final_activation": "Sigmoid"}, torch.float32),
    "unified-qe": ("unified_metric", 0.3, {"input_segments": ["mt", "src"]}, torch.float32),
    "unified": ("unified_metric", 0.3, {"word_level_training": True, "word_layer": 2}, torch.float32),
    "xcomet": ("xcomet_metric", 0.12, {"word_layer": 2}, torch.float32),
}


def comets(folder: Path, rows: list[dict[str, str]], seed: int) -> None:
    """Checkpoints of COMET's classes on a tiny XLM-RoBERTa, and what unbabel-comet gives."""
    from comet import load_from_checkpoint
    from comet.models import str2model
    from transformers import XLMRobertaConfig

    encoder = folder / "encoder"
    rules = unigram(encoder, [text for row in rows for text in row.values()], 260, "xlm-roberta")
    config = XLMRobertaConfig(
        vocab_size=rules.get_vocab_size(), hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=24, max_position_embeddings=66, type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1,
        bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    config.save_pretrained(encoder)
    sizes = {"regression_metric": [24, 8], "referenceless_regression_metric": [20, 8]}
    for number, (name, (kind, amount, more, storage)) in enumerate(COMETS.items()):
        torch.manual_seed(100 * seed + number)
        settings: dict[str, Any] = {
            **{"pretrained_model": str(encoder), "load_pretrained_weights": False, "local_files_only": True},
            **{"hidden_sizes": sizes.get(kind, [12, 8]), **more},
        }
        model = str2model[kind](**settings)
        shaken(model, amount)
        if hasattr(model, "hidden2tag"):
            with torch.no_grad():  # labels of all kinds
                model.hidden2tag.weight.mul_(2.5 / amount)
                model.hidden2tag.bias.mul_(0.1)
                model.encoder.model.embeddings.word_embeddings.weight.mul_(1 / amount)
        save_comet(model, folder / name, kind, {**more, "pretrained_model": "tiny/encoder"}, storage)
        told = {"hyper_parameters": {**dict(model.hparams), **more}}
        own = torch.load(folder / name / "checkpoints" / "model.ckpt", weights_only=False)
        torch.save({**own, **told}, folder / "with-path.ckpt")
        place = folder / "again" / "checkpoints"
        place.mkdir(parents=True)
        shutil.move(folder / "with-path.ckpt", place / "model.ckpt")
        shutil.copy(folder / name / "hparams.yaml", folder / "again" / "hparams.yaml")
        loaded = load_from_checkpoint(str(place / "model.ckpt"), local_files_only=True).eval()
        shutil.rmtree(folder / "again")
        ways: dict[str, tuple[str, ...]] = {"src+ref": ("src", "mt", "ref")}
        if kind in ("unified_metric", "xcomet_metric"):
            ways = (
                {"src": ("src", "mt")}
                if "input_segments" in more
                else {**ways, "src": ("src", "mt"), "ref": ("mt", "ref")}
            )
        answers = {}
        for way, columns in ways.items():
            samples = [{column: row[column] for column in columns} for row in rows]
            found = loaded.predict(
                samples, batch_size=8, gpus=0, progress_bar=False, num_workers=0, length_batching="src" in columns
            )
            spans = (
                found["metadata"]["error_spans"] if "metadata" in found and "error_spans" in found["metadata"] else None
            )
            answers[way] = {"scores": found["scores"], **({"spans": spans} if spans is not None else {})}
        (folder / name / "golden.json").write_text(json.dumps(answers, ensure_ascii=False), "utf-8")


def large(folder: Path, rows: list[dict[str, str]], seed: int) -> None:
    """A checkpoint with the shapes of a real one, and what unbabel-comet gives and takes."""
    import time

    from comet.models import str2model
    from transformers import XLMRobertaConfig

    chance = random.Random(seed)
    parts = [a + b for a in ("", *"bcdfgklmnprstvwz", "st", "tr", "pl") for b in (*"aeiou", "au", "ei")]
    words = ["".join(chance.choices(parts, k=chance.randrange(1, 5))) for _ in range(120_000)]
    made_up = [" ".join(chance.choices(words, k=12)) for _ in range(40_000)]
    for number, row in enumerate(rows):  # no text twice, and as long as those of real test sets
        row.update({name: f"{text} {made_up[3 * number + i]}" for i, (name, text) in enumerate(row.items())})
    (folder.parent / "triples.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    encoder = folder / "encoder"
    rules = unigram(encoder, [*made_up, *(text for row in rows for text in row.values())], 32_000, "xlm-roberta")
    config = XLMRobertaConfig(
        vocab_size=rules.get_vocab_size(), hidden_size=1024, num_hidden_layers=24, num_attention_heads=16,
        intermediate_size=4096, max_position_embeddings=514, type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1,
        bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    config.save_pretrained(encoder)
    torch.manual_seed(seed)
    model = str2model["regression_metric"](
        pretrained_model=str(encoder), load_pretrained_weights=False, local_files_only=True, hidden_sizes=[3072, 1024]
    )
    shaken(model, 0.01)
    with torch.no_grad():  # texts of random weights are alike: what tells them apart is made larger
        model.encoder.model.embeddings.word_embeddings.weight.mul_(8)
        model.estimator.ff[0].weight.mul_(4)
    model.half().float()
    save_comet(model, folder / "large", "regression_metric", {"pretrained_model": "large/encoder"}, torch.float16)
    torch.set_num_threads(1)
    start = time.process_time()
    found = model.eval().predict(rows, batch_size=8, gpus=0, progress_bar=False, num_workers=0)
    seconds = time.process_time() - start
    answers = {"src+ref": {"scores": found["scores"]}, "cpu_seconds": seconds, "texts": 3 * len(rows)}
    (folder / "large" / "golden.json").write_text(json.dumps(answers), "utf-8")


def encoders(folder: Path, rows: list[dict[str, str]], seed: int) -> None:
    """A tiny encoder of each kind, the vectors that transformers gives, and what BERTScore makes of them."""
    import transformers
    from bert_score import BERTScorer

    tall = {"hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 24}
    long = {"max_position_embeddings": 512, **tall}
    kinds: dict[str, tuple[Any, Any, dict[str, Any]]] = {
        "bert": (transformers.BertConfig, transformers.BertModel, long),
        "roberta": (transformers.RobertaConfig, transformers.RobertaModel, {**long, "max_position_embeddings": 514}),
        "xlm-roberta": (
            transformers.XLMRobertaConfig, transformers.XLMRobertaModel, {**long, "max_position_embeddings": 514},
        ),
        "xlm-roberta-xl": (
            transformers.XLMRobertaXLConfig, transformers.XLMRobertaXLModel, {**long, "max_position_embeddings": 514},
        ),
        "deberta-v2": (
            transformers.DebertaV2Config,
            transformers.DebertaV2Model,
            {
                **long, "relative_attention": True, "position_buckets": 16, "norm_rel_ebd": "layer_norm",
                "share_att_key": True, "pos_att_type": ["p2c", "c2p"], "position_biased_input": False,
                "max_relative_positions": -1, "type_vocab_size": 0,
            },
        ),
        "rembert": (transformers.RemBertConfig, transformers.RemBertModel, {**long, "input_embedding_size": 8}),
        "mt5": (
            transformers.MT5Config,
            transformers.MT5EncoderModel,
            {"d_model": 16, "d_kv": 6, "d_ff": 24, "num_layers": 3, "num_heads": 2, "feed_forward_proj": "gated-gelu"},
        ),
    }  # fmt: skip
    texts = [text for row in rows for text in row.values()]
    for number, (kind, (config, model, settings)) in enumerate(kinds.items()):
        torch.manual_seed(1000 * seed + number)
        own = folder / kind
        marks = "xlm-roberta" if "roberta" in kind else kind
        rules = unigram(own, texts, 220, marks)
        fills = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2} if "roberta" in kind else {"pad_token_id": 0}
        made = model(config(vocab_size=rules.get_vocab_size(), **fills, **settings)).eval()
        shaken(made, 0.3)
        made.save_pretrained(own, safe_serialization=number % 2 == 0)
        known = {"xlm-roberta": ("<s>", "</s>", "<pad>", "<unk>"), "mt5": ("</s>", "</s>", "<pad>", "<unk>")}
        mark = known.get(marks, ("[CLS]", "[SEP]", "[PAD]", "[UNK]"))
        fast = transformers.PreTrainedTokenizerFast(
            tokenizer_object=rules, cls_token=mark[0], sep_token=mark[1], pad_token=mark[2], unk_token=mark[3],
            model_max_length=512,
        )  # fmt: skip
        answers: dict[str, Any] = {"texts": [], "scores": {}}
        for text in [rows[0]["mt"], rows[1]["src"], rows[-1]["mt"]]:
            told = fast(text, return_tensors="pt", truncation=True, max_length=64, return_token_type_ids=False)
            with torch.no_grad():
                found = made(**told, output_hidden_states=True).hidden_states
            states = [np.round(layer[0, ::5].numpy().astype(float), 6).tolist() for layer in found]
            answers["texts"].append({"ids": told["input_ids"][0].tolist(), "states": states})
        if kind != "mt5":
            fast.save_pretrained(own)
            answers["scores"] = bertscores(own, kind, rows, BERTScorer)
            for left in ("tokenizer_config.json", "special_tokens_map.json"):
                (own / left).unlink()
        (own / "golden.json").write_text(json.dumps(answers), "utf-8")


def bertscores(folder: Path, kind: str, rows: list[dict[str, str]], scorer: Any) -> dict[str, Any]:
    """Precision, recall and F1 of two layers, without and with the rarity of pieces."""
    outputs, references = [row["mt"] for row in rows], [row["ref"] for row in rows]
    found = {}
    for layer, idf in ((2, False), (3, True)):
        own = scorer(
            model_type=str(folder), num_layers=layer, idf=idf, idf_sents=references if idf else None, nthreads=0,
            device="cpu", use_fast_tokenizer=True,
        )  # fmt: skip
        values = own.score(outputs, references)
        found[f"{layer}{'-idf' if idf else ''}"] = [part.double().tolist() for part in values]
    return found


def bleurts(folder: Path, rows: list[dict[str, str]], seed: int) -> None:
    """A tiny BLEURT in both of its forms."""
    from bleurt_pytorch.bleurt.configuration_bleurt import BleurtConfig
    from bleurt_pytorch.bleurt.modeling_bleurt import BleurtForSequenceClassification

    texts = [text for row in rows for text in row.values()]
    for number, (name, more) in enumerate({"bleurt": {}, "bleurt-narrow": {"embedding_size": 8}}.items()):
        torch.manual_seed(2000 * seed + number)
        own = folder / name
        rules = unigram(own, texts, 220, "bert")
        config = BleurtConfig(
            vocab_size=rules.get_vocab_size(), hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=24, max_position_embeddings=96, pad_token_id=0, **more,
        )  # fmt: skip
        if not more:
            config.embedding_size = None
        model = BleurtForSequenceClassification(config).eval()
        shaken(model, 0.3)
        model.save_pretrained(own, safe_serialization=number == 0)
        rules.enable_truncation(96, strategy="longest_first")
        scores = []
        for row in rows:
            told = rules.encode(row["ref"], row["mt"])
            with torch.no_grad():
                found = model(torch.tensor([told.ids]), token_type_ids=torch.tensor([told.type_ids]))
            scores.append(float(found.logits[0, 0]))
        (own / "golden.json").write_text(json.dumps({"scores": scores}), "utf-8")


def metricx(folder: Path, rows: list[dict[str, str]], seed: int) -> None:
    """A tiny MetricX: mT5 with its answer in the last piece instead of piece 250,089."""
    from transformers import MT5Config, MT5ForConditionalGeneration

    written = [f"source: {row['src']} candidate: {row['mt']} reference: {row['ref']}" for row in rows]
    for number, is_tied in enumerate((False, True)):
        torch.manual_seed(3000 * seed + number)
        own = folder / f"metricx-24-tiny{'-tied' if is_tied else ''}"
        rules = unigram(own, written, 220, "mt5")
        config = MT5Config(
            vocab_size=rules.get_vocab_size(), d_model=16, d_kv=6, d_ff=24, num_layers=2, num_decoder_layers=3,
            num_heads=2, feed_forward_proj="gated-gelu", decoder_start_token_id=0, tie_word_embeddings=is_tied,
        )  # fmt: skip
        model = MT5ForConditionalGeneration(config).eval()
        shaken(model, 0.25)
        model.save_pretrained(own, safe_serialization=not is_tied)
        scores = []
        for text in written:
            ids = torch.tensor([rules.encode(text).ids[:1536][:-1]])
            with torch.no_grad():
                found = model(ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)).logits[0, 0, -1]
            scores.append(float(found))
        if sum(scores) < 0:  # or most would be 0
            with torch.no_grad():
                model.lm_head.weight[-1].neg_()
            scores = [-score for score in scores]
            model.save_pretrained(own, safe_serialization=not is_tied)
        scores = [min(25.0, max(0.0, score)) for score in scores]
        (own / "generation_config.json").unlink(missing_ok=True)
        (own / "golden.json").write_text(json.dumps({"scores": scores, "piece": rules.get_vocab_size() - 1}), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--triples", type=int, default=24)
    parser.add_argument("--large", action="store_true")
    told = parser.parse_args()
    warnings.filterwarnings("ignore")
    shutil.rmtree(told.folder, ignore_errors=True)
    told.folder.mkdir(parents=True)
    rows = triples(told.triples, told.seed)
    (told.folder / "triples.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    if told.large:
        large(told.folder / "comet", rows, told.seed)
        return
    comets(told.folder / "comet", rows, told.seed)
    encoders(told.folder / "encoders", rows, told.seed)
    bleurts(told.folder / "bleurt", rows, told.seed)
    metricx(told.folder / "metricx", rows, told.seed)


if __name__ == "__main__":
    main()
