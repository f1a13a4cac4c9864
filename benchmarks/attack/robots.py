"""Random robots: all algorithms agree with Pinocchio, and what is generated compiles and runs."""

from __future__ import annotations

from random import Random

from attack.commands import WAYS
from attack.compiling import Sources
from attack.drawn_robot import Drawn, drawn
from attack.examine import EVERY_WAY, Result, examined_file, folder_of_its_own
from attack.robot_texts import urdf_text, yaml_text


def made(seed: int, number: int) -> tuple[str, bytes, tuple[str, ...]]:
    """Return a robot's file, the same for the same seed and number, and options to try it with."""
    draw = Random(f"robot {seed} {number}")
    urdf = draw.random() < 0.5
    robot = drawn(draw, number, urdf=urdf)
    text = urdf_text(robot) if urdf else yaml_text(robot)
    options = (*_kernels(draw, number), *_options(draw, robot, urdf))
    return f"{robot.name}{'.urdf' if urdf else '.yaml'}", text.encode(), options


def _kernels(draw: Random, number: int) -> tuple[str, ...]:
    """Return all kernels by what auto takes for some robots, for the others some by drawn ways."""
    if number % EVERY_WAY == 0:
        return ("--kernels=all",)
    ways = {kernel: draw.choice(each) for kernel, each in WAYS.items()}
    return (f"--kernels={','.join(ways)}", *(f"--algorithm={k}={way}" for k, way in ways.items()))


def _options(draw: Random, robot: Drawn, urdf: bool) -> tuple[str, ...]:
    links = [link.name for link in robot.links]
    moving = [
        link for link in robot.links if link.kind in ("revolute", "prismatic") and not link.mimic
    ]
    options = ["--no-snap"]
    options += ["--lang=c", "--lang=f77"] if draw.random() < 0.2 else []
    options += ["--floating"] if draw.random() < 0.15 else []
    options += ["--no-regroup"] if draw.random() < 0.2 else []
    options += ["--friction"] if draw.random() < 0.2 else []
    options += ["--precision=single"] if draw.random() < 0.15 else []
    options += [f"--tip={draw.choice(links)}"] if draw.random() < 0.1 else []
    options += [f"--payload={draw.choice(links)}"] if draw.random() < 0.15 else []
    if draw.random() < 0.08 and len(links) > 2:
        options.append(f"--root={links[0]}")
    elif moving and draw.random() < 0.15:
        joint = draw.choice(moving).name
        options.append(f"--lock={'joint_' if urdf else ''}{joint}=0.3")
    return tuple(options)


def examined_robot(seed: int, number: int, sources: Sources) -> Result:
    """Try a random robot, then all algorithms on it."""
    file, content, options = made(seed, number)
    with folder_of_its_own() as folder:
        path = folder / file
        path.write_bytes(content)
        return examined_file(path, options, number, is_robot=True, sources=sources)
