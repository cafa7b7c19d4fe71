"""Types of the public names. Written by `python -m tools.make_index`; do not edit."""

from tertium._version import __version__ as __version__
from tertium.compat.familiar import compute as compute
from tertium.compat.familiar import corpus_bleu as corpus_bleu
from tertium.compat.familiar import corpus_chrf as corpus_chrf
from tertium.compat.familiar import corpus_ter as corpus_ter
from tertium.errors import DataError as DataError
from tertium.errors import MissingExtraError as MissingExtraError
from tertium.errors import OptionError as OptionError
from tertium.errors import TertiumError as TertiumError
from tertium.errors import UnknownNameError as UnknownNameError
from tertium.evaluation.compare import compare as compare
from tertium.evaluation.differences.results import Comparison as Comparison
from tertium.evaluation.explain import explain as explain
from tertium.evaluation.gate import Gate as Gate
from tertium.evaluation.gate import gate as gate
from tertium.evaluation.options import Resampling as Resampling
from tertium.evaluation.options import Scoring as Scoring
from tertium.evaluation.other_scores import OtherScores as OtherScores
from tertium.evaluation.results import Evaluation as Evaluation
from tertium.evaluation.scale.blocks import score_blocks as score_blocks
from tertium.evaluation.scale.rows import keep_rows as keep_rows
from tertium.evaluation.score import score as score
from tertium.io.inputs import read as read
from tertium.io.judgements.formats import read_judgements as read_judgements
from tertium.io.scale.blocks import read_blocks as read_blocks
from tertium.io.scale.segment_files import segment_file as segment_file
from tertium.io.testsets.formats import read_test_set as read_test_set
from tertium.io.testsets.formats import write_test_set as write_test_set
from tertium.learn.pfsm.pfsm import PFSM as PFSM
from tertium.learn.pfsm.ppda import PPDA as PPDA
from tertium.learn.pfsm.ppda import PPDAF as PPDAF
from tertium.learn.ranking.beer import BEER as BEER
from tertium.learn.ranking.tertium import Tertium as Tertium
from tertium.learn.ranking.treepel import Treepel as Treepel
from tertium.learn.regression.metric import Regression as Regression
from tertium.learn.svm.metric import SVM as SVM
from tertium.meta.study.study import StudyOptions as StudyOptions
from tertium.meta.study.study import study as study
from tertium.metrics.base import Metric as Metric
from tertium.metrics.bertscore import BERTScore as BERTScore
from tertium.metrics.bleu import BLEU as BLEU
from tertium.metrics.bleurt import BLEURT as BLEURT
from tertium.metrics.chrf import CHRF as CHRF
from tertium.metrics.chrf import CHRFPlusPlus as CHRFPlusPlus
from tertium.metrics.comet import COMET as COMET
from tertium.metrics.comet import CometKiwi as CometKiwi
from tertium.metrics.comet import XComet as XComet
from tertium.metrics.fmeasure import FMeasure as FMeasure
from tertium.metrics.function import function_metric as function_metric
from tertium.metrics.hter import HTER as HTER
from tertium.metrics.hyter import HyTER as HyTER
from tertium.metrics.mer import MER as MER
from tertium.metrics.mer import WIL as WIL
from tertium.metrics.mer import WIP as WIP
from tertium.metrics.meteor import METEOR as METEOR
from tertium.metrics.metricx import MetricX as MetricX
from tertium.metrics.nist import NIST as NIST
from tertium.metrics.paraeval import ParaEval as ParaEval
from tertium.metrics.spec import parse as _metric
from tertium.metrics.ter import TER as TER
from tertium.metrics.terp import TERp as TERp
from tertium.metrics.wer import CER as CER
from tertium.metrics.wer import PER as PER
from tertium.metrics.wer import WER as WER
from tertium.nbest.forms.formats import read_nbest as read_nbest
from tertium.nbest.lists import NBest as NBest
from tertium.nbest.mbr import MBROptions as MBROptions
from tertium.nbest.mbr import mbr as mbr
from tertium.nbest.rerank import rerank as rerank
from tertium.nbest.weights import Weights as Weights
from tertium.text.testset import References as References
from tertium.text.testset import Segment as Segment
from tertium.text.testset import TestSet as TestSet
from tertium.tuning.loop import tune_decoder as tune_decoder
from tertium.tuning.mert import Mert as Mert
from tertium.tuning.mira import Mira as Mira
from tertium.tuning.pro import Pro as Pro
from tertium.tuning.tuning import tune as tune

metric = _metric
HOMES: dict[str, tuple[str, str]]
__all__: list[str]

def __dir__() -> list[str]: ...
