"""Drop-ins for other tools' interfaces: their names and arguments, our kernels.

from tertium.compat import sacrebleu
"""
