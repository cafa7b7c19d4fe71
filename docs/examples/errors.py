"""Catch what is refused: TertiumError, DataError, OptionError, UnknownNameError, MissingExtraError, __version__."""

import tertium

for metrics, references in (("blue", ["a"]), ("bleu(order=5)", ["a"]), ("bleu", ["a", "b"])):
    try:
        tertium.score({"ours": ["a"]}, references, metrics=metrics)
    except tertium.UnknownNameError as error:
        print("unknown name:", error)
    except (tertium.OptionError, tertium.DataError) as error:
        print(type(error).__name__, error)
print(issubclass(tertium.MissingExtraError, tertium.TertiumError), tertium.__version__)
