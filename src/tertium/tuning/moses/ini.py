"""Weights in Moses' configuration."""

from collections.abc import Sequence

from tertium.errors import DataError
from tertium.nbest.lists import grouped
from tertium.nbest.weights import Weights


def with_weights(lines: Sequence[str], weights: Weights, name: str) -> list[str]:
    """Moses' configuration with other weights; weights that it does not name are refused.

    Raises:
        DataError: There is no part [weight], or a weight has no line there.
    """
    groups = {group: [weights.values[n] for n in names] for group, names in grouped(tuple(weights.values))}
    result, inside, seen = [], False, set()
    for line in lines:
        if line.strip().startswith("["):
            inside = line.strip() == "[weight]"
        feature = line.partition("=")[0].strip()
        if inside and feature in groups and not line.lstrip().startswith("#"):
            seen.add(feature)
            line = f"{feature}= {' '.join(map(repr, groups[feature]))}"
        result.append(line)
    if missing := [group for group in groups if group not in seen]:
        raise DataError(
            f"{name}: the part [weight] has no line for {', '.join(missing[:5])}; "
            "are the weights of another configuration?"
        )
    return result
