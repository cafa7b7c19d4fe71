"""One factory for each kind of result: it takes a name that may be anything and puts it wherever a text may stand."""

from collections.abc import Callable

from tertium.results.base import Result
from tests.meta.samples import study
from tests.report.samples import hostile_comparison
from tests.results import factories

Factory = Callable[[str], Result]
"""Given a name, a small result that says it."""

KINDS: dict[str, Factory] = {
    "Accuracy": factories.accuracy,
    "Acquisition": factories.acquisition,
    "BandRubric": factories.band_rubric,
    "Challenge": factories.challenge_pairs,
    "ChallengeScores": factories.challenge_scores,
    "Checkup": factories.checkup,
    "Choices": factories.choices,
    "ClosestSentences": factories.closest,
    "CommonErrors": factories.errors,
    "Comparison": lambda name: hostile_comparison([name, "other"], name),
    "Decision": factories.decision,
    "Description": factories.description,
    "Evaluation": lambda name: hostile_comparison([name, "other"], name).evaluation,
    "Explanations": factories.explanations,
    "FairScores": factories.fair_scores,
    "FairnessStudy": factories.fairness,
    "FeatureValues": factories.features,
    "Gate": factories.gate,
    "Grades": factories.grades,
    "HumanRankings": factories.rankings,
    "JudgementSheet": factories.judgement_sheet,
    "Lookup": factories.lookup,
    "MBRChoices": factories.mbr_choices,
    "Membership": factories.membership,
    "MetricList": factories.metric_list,
    "MetricOptions": factories.metric_options,
    "MetricPapers": factories.metric_papers,
    "NBestStatistics": factories.nbest_statistics,
    "NetworkCheck": factories.network_check,
    "NetworkReport": factories.networks,
    "Outcomes": factories.outcomes,
    "PointRubric": factories.point_rubric,
    "PostEdits": factories.post_edits,
    "Reranking": factories.reranking,
    "ResourceCheck": factories.resource_check,
    "ResourceDescription": factories.resource_description,
    "ResourceList": factories.resource_list,
    "RuleTable": factories.rules,
    "RunsComparison": factories.runs,
    "Sentences": factories.sentences,
    "Study": study,
    "SvmTraining": factories.svm_training,
    "TagCheck": factories.tag_check,
    "Training": factories.training,
    "Tuning": factories.tuning,
    "ValidityReport": factories.validity,
    "Validations": factories.validations,
    "Verification": factories.verification,
    "Weights": factories.weights,
}
"""Every kind, by the name of its class. A new kind is tested by a line here."""
