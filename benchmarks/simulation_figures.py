"""The figures of docs/simulation.md: a motion as the command draws it, and what exactness costs."""

from __future__ import annotations

import numpy as np

from figure import FIGURES, panels, save
from gen_robot.bindings import Library
from gen_robot.integrators.methods import METHODS
from gen_robot.simulation.asked import Torques
from gen_robot.simulation.job import Job, loaded, simulated
from gen_robot.simulation.plots import COLOURS, as_picture
from simulation import work

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")


def draw(puma: Library) -> None:
    """Write both."""
    draw_work(puma)
    draw_motion()


def draw_work(puma: Library) -> None:
    figure, (axes,) = panels(1, 7.0, 4.6)
    for k, (name, rows) in enumerate(work(puma).items()):
        _, evaluations, strays = np.array(rows).T
        style = "-" if METHODS[name].is_adaptive else "--"
        axes.loglog(
            evaluations,
            strays,
            style,
            marker=MARKERS[k],
            color=COLOURS[k],
            label=name,
            markersize=4.5,
            linewidth=1.2,
        )
    axes.set_xlabel("evaluations of forward dynamics in 10 s")
    axes.set_ylabel("straying of the energy / greatest kinetic energy")
    title = "free PUMA 560: dashed, steps of one size; solid, steps chosen by a tolerance"
    axes.set_title(title, loc="left")
    axes.legend(frameon=False, fontsize=8, loc="lower left")
    print(f"wrote {save(figure, 'simulation_work')}")


def draw_motion() -> None:
    """Draw what the page's command draws."""
    torques = Torques("pd", to="0.5,-1,1,0.3,0.5,0.2", within=1.0, kp="600", kd="60")
    robot = loaded("puma560", {})
    job = Job(1.5, None, None, torques, {"tolerance": 1e-8})
    path = FIGURES / "simulation_motion.svg"
    path.write_bytes(as_picture(simulated(robot, job, lambda t: None), path))
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")
    print(f"wrote {path}")
