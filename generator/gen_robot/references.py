"""In which axes, and about which point, motions of a frame are given; the names are Pinocchio's."""

from __future__ import annotations

LOCAL_WORLD_ALIGNED = "local_world_aligned"
LOCAL = "local"
WORLD = "world"

REFERENCES = {
    LOCAL_WORLD_ALIGNED: "of the frame's origin, in the axes of the base",
    LOCAL: "of the frame's origin, in the frame's own axes",
    WORLD: "of the point that is at the base's origin, in the axes of the base",
}
