"""See how a score was computed: explain."""

import tertium

print(tertium.explain(["The cat sat on the mat."], ["On the mat sat a cat."], metrics="ter"))
