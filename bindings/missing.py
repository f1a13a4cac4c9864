"""What is said of a kernel or frame that a library does not have."""

from __future__ import annotations

from collections.abc import Sequence


def missing_kernel(name: str, kernels: Sequence[str], others: Sequence[str]) -> str:
    """Say how to get a kernel, or what it may have been meant to be.

    Private names are what other packages look for on any object; they need no explanation, and
    come often.
    """
    if name.startswith("_"):
        return f"'Library' object has no attribute '{name}'"
    from difflib import get_close_matches

    public = [other for other in others if not other.startswith("_")]
    close = get_close_matches(name, [*kernels, *public], n=1, cutoff=0.75)
    # "inverse_dynamics_fext" is another kernel than "inverse_dynamics", and no misspelling of it.
    close = [c for c in close if not (name.startswith(f"{c}_") or c.startswith(f"{name}_"))]
    text = f"no kernel '{name}' was generated for this robot; it has: {', '.join(kernels)}"
    if close:
        return f"{text}; did you mean '{close[0]}'?"
    return (
        f"{text}; others are made by gen_robot.load(..., kernels=[..., '{name}'])"
        f" or gen-robot ... --kernels ...,{name}"
    )


def missing_frame(name: str, frames: Sequence[str], links: Sequence[str]) -> str:
    """Say how to get a frame, or what it may have been meant to be."""
    from difflib import get_close_matches

    known = ", ".join(frames) or "none"
    text = f"no kernels were made for a frame '{name}' of this robot; frames: {known}"
    if name in links:
        return f"{text}; gen_robot.load(..., frames=['{name}']) makes them, or gen-robot --frames"
    close = get_close_matches(name, [*frames, *links], n=1, cutoff=0.6)
    if close:
        return f"{text}; did you mean '{close[0]}'?"
    return f"{text}; any link is one, and frame={{name: 'LINK:x,y,z,r,p,y'}} adds others"
