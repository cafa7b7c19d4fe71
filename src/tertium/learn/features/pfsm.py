"""What a trained edit automaton says about a pair, as a feature of other learners."""

from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.learn.model import Model
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.lattices import lattices
from tertium.learn.pfsm.model import predictions
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

# Trained on direct assessment of WMT13 alone, so that WMT14 and all later years stay test data of what it feeds.
MODEL = "ppda+f-en-13"


@register("ppda")
class EditFeatures(FeatureSet):
    """The judgement that pPDA+f predicts: the summed weight of all edits from reference to hypothesis. English."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return ("ppda.prediction",)

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        model = Model.load(MODEL, metrics=["ppda+f"])
        pairs = lattices(pairing, EditSettings.of(model.options, model.language))
        return predictions(model, pairs, pairing.threads)[:, None]
