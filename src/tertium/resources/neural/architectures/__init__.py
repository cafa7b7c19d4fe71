"""Kinds of encoders, each in a file that names its tensors and says what is computed with them."""

from tertium.resources.neural.architectures.base import ARCHITECTURES, Architecture

__all__ = ["ARCHITECTURES", "Architecture"]
