"""Robots of few joints for tests that compile: an arm, a ball joint on a slide, a body that flies."""

from __future__ import annotations

BODY = "mass: 2, com: [0.1, 0.02, 0.2], inertia: {xx: 0.05, yy: 0.04, zz: 0.03, xy: 0.01}"

ARM = f"""
name: arm
convention: transform
links:
  - {{name: hip, joint: revolute, axis: [0, 0, 1], {BODY}, friction: {{viscous: 0.3}}}}
  - {{name: knee, joint: revolute, origin: {{xyz: [0.3, 0, 0.1]}}, axis: [0, 0.6, 0.8], {BODY}}}
  - {{name: tip, joint: fixed, origin: {{xyz: [0, 0.2, 0.3], rpy: [0.1, 0.2, 0.3]}}}}
"""
BALL = f"""
name: ball
convention: transform
links:
  - {{name: boom, joint: prismatic, axis: [0, 0.6, 0.8], {BODY}}}
  - {{name: tip, joint: spherical, origin: {{xyz: [0.1, 0.2, 0.3]}}, {BODY}}}
"""
SLED = f"""
name: sled
convention: transform
links:
  - {{name: sled, joint: planar, origin: {{rpy: [0.3, 0.2, 0]}}, {BODY}}}
  - {{name: tip, joint: revolute, origin: {{xyz: [0.1, 0.2, 0.3]}}, axis: [0, 1, 0], {BODY}}}
"""
FLYER = f"""
name: flyer
convention: transform
base: {{type: floating, mass: 3, com: [0.1, 0, 0.05], inertia: {{xx: 0.2, yy: 0.3, zz: 0.25}}}}
links:
  - {{name: tip, joint: revolute, origin: {{xyz: [0.2, 0, 0.1]}}, axis: [0, 1, 0], {BODY}}}
"""

SMALL = {"arm": ARM, "ball": BALL, "sled": SLED, "flyer": FLYER}
