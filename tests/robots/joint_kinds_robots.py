"""Small robots whose joints are of all kinds: what each lacks, another has."""

AXES = """\
name: kinds
convention: transform
links:
  - name: nut
    joint: {type: helical, pitch: 0.05}
    axis: [0, 0.6, 0.8]
    mass: 2
    com: [0.1, 0.02, 0.3]
    inertia: {xx: 0.1, yy: 0.12, zz: 0.05, xy: 0.01}
  - name: piston
    parent: nut
    joint: cylindrical
    axis: [1, 0, 0]
    mass: 1
    com: [0, 0.1, 0.05]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.02}
  - name: shaft
    parent: piston
    joint: {type: universal, name: cardan, second_axis: [0, 1, 0]}
    axis: [1, 0, 0]
    mass: 1
    com: [0, 0, 0.1]
    inertia: {xx: 0.01, yy: 0.01, zz: 0.001}
  - name: ball
    parent: nut
    joint: {type: spherical, coordinates: [z, y, x]}
    mass: 1
    com: [0.1, 0, 0.1]
    inertia: {xx: 0.01, yy: 0.01, zz: 0.01}
"""
"""A helical joint that leans, a cylindrical, a universal one; three angles on a limb of their own."""

FLYING = """\
name: flying
convention: transform
base: {type: floating, mass: 3, com: [0.1, 0, 0.02], inertia: {xx: 0.1, yy: 0.2, zz: 0.15, xy: 0.01}}
gravity: [1, 2, -9]
links:
  - name: leg
    parent: base
    joint: revolute
    origin: {xyz: [0.1, 0, -0.2]}
    axis: [0, 0.6, 0.8]
    mass: 1
    com: [0, 0.03, -0.1]
    inertia: {xx: 0.02, yy: 0.02, zz: 0.01}
  - name: arm
    parent: base
    joint: prismatic
    origin: {xyz: [0, 0.1, 0.2], rpy: [0.3, 0, 0]}
    axis: [1, 0, 0]
    mass: 0.5
    com: [0.1, 0, 0]
    inertia: {xx: 0.001, yy: 0.002, zz: 0.002}
"""

CART = """\
name: cart
convention: transform
links:
  - name: cart
    joint: planar
    origin: {rpy: [0.4, 0.3, 0], xyz: [0.1, 0.2, 0.3]}
    mass: 5
    com: [0.1, 0.2, 0.05]
    inertia: {xx: 0.1, yy: 0.1, zz: 0.2, xz: 0.01}
  - name: pole
    parent: cart
    joint: revolute
    axis: [0.6, 0, 0.8]
    mass: 1
    com: [0, 0.03, 0.4]
    inertia: {xx: 0.02, yy: 0.02, zz: 0.01}
"""

BALL = """\
name: ball
convention: transform
links:
  - name: stick
    joint: revolute
    axis: [0, 0.6, 0.8]
    mass: 1
    com: [0, 0.03, 0.4]
    inertia: {xx: 0.02, yy: 0.02, zz: 0.01}
  - name: ball
    parent: stick
    joint: spherical
    origin: {xyz: [0, 0, 0.5]}
    mass: 2
    com: [0.02, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01, yz: 0.001}
    rotor: {inertia: 0.01}
"""

FINGERS = """\
name: fingers
convention: transform
links:
  - name: crank
    joint: revolute
    axis: [0, 0.6, 0.8]
    mass: 1
    com: [0, 0.03, 0.4]
    inertia: {xx: 0.02, yy: 0.02, zz: 0.01}
  - name: half
    parent: crank
    joint: {type: revolute, mimic: {joint: crank, multiplier: 0.5}}
    origin: {xyz: [0, 0, 0.5]}
    axis: [1, 0, 0]
    mass: 1
    com: [0.02, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01}
  - name: double
    parent: base
    joint: {type: revolute, mimic: {joint: crank, multiplier: -2, offset: 0.25}}
    axis: [0, 1, 0]
    mass: 1
    com: [0.02, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01}
  - name: back
    parent: base
    joint: {type: revolute, mimic: {joint: crank, multiplier: -0.3}}
    axis: [1, 0, 0]
    mass: 1
    com: [0.02, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01}
  - name: screw
    parent: crank
    joint: {type: helical, pitch: 0.1, mimic: {joint: crank, multiplier: 0.3}}
    axis: [1, 0, 0]
    mass: 1
    com: [0.02, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01}
"""
"""Multipliers that are halves, whole numbers, and neither."""

ROBOTS = {"axes": AXES, "flying": FLYING, "cart": CART, "ball": BALL, "fingers": FINGERS}
