"""Which events can be undone and redone, from the log alone, so that it works after a reload too."""

from collections.abc import Iterable


def stacks(events: Iterable[tuple[str, str | None, bool]]) -> tuple[list[str], list[str]]:
    """The edit ids that undo and redo would take back, the next one last.

    Each event is its edit id, the edit id that it undoes if any, and whether it has an inverse.
    """
    undo: list[str] = []
    redo: list[str] = []
    for edit_id, undoes, reversible in events:
        if not reversible:
            undo, redo = [], []
        elif undoes is not None and undo and undo[-1] == undoes:
            undo.pop()
            redo.append(edit_id)
        elif undoes is not None and redo and redo[-1] == undoes:
            redo.pop()
            undo.append(edit_id)
        else:
            undo.append(edit_id)
            redo = []
    return undo, redo
