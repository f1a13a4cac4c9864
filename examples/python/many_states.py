"""Evaluate ten million states on all processors, or on as many machines as there are.

    python many_states.py                               workers on this machine, one a processor
    python many_states.py --robot arm.urdf --states 1e8
    python many_states.py --scheduler tcp://host:8786   workers that wait for it, on any machines

It asks how strong a robot's joints have to be: the largest torques that inverse dynamics finds among
random states within the joints' limits. Each worker opens the robot once and draws its states itself,
so that only block numbers and largest torques travel. Needs dask: pip install "gen-robot[dask]".
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from dask.distributed import Client, LocalCluster, WorkerPlugin, as_completed, get_worker
from tqdm import tqdm

import gen_robot

BLOCK = (
    100_000  # states of one task: long enough that handing it out costs nothing, and few megabytes
)


class Robot(WorkerPlugin):
    """Open the robot in each worker, when it starts."""

    def __init__(self, file: str) -> None:
        self.file = file

    def setup(self, worker) -> None:
        """Build the kernels on the worker's own machine, if they are not in its cache."""
        worker.robot = gen_robot.load(self.file)


def largest_torques(block: int, count: int) -> tuple[int, np.ndarray]:
    """Return how many states a block has, and the largest torque of each joint; runs in a worker."""
    robot = get_worker().robot
    q, qd, qdd = robot.random_state([2026, block], shape=count)
    return count, np.abs(robot.inverse_dynamics(q, qd, qdd)).max(axis=0)


def evaluate(client: Client, file: str, states: int) -> np.ndarray:
    """Return the largest torque of each joint among so many states."""
    robot = gen_robot.load(file)  # builds what workers on this machine then find
    client.register_plugin(Robot(file))
    counts = [min(BLOCK, states - first) for first in range(0, states, BLOCK)]
    tasks = client.map(largest_torques, range(len(counts)), counts, pure=False)
    largest = np.zeros(robot.nv)
    with tqdm(total=states, unit=" states", unit_scale=True, file=sys.stderr) as bar:
        for _, (count, torques) in as_completed(tasks, with_results=True):
            largest = np.maximum(largest, torques)
            bar.update(count)
    return largest


def main() -> None:
    """Read the options, find or start the workers, and print a line for each joint."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robot", default="puma560", help="a robot's file, or one that ships")
    parser.add_argument("--states", type=float, default=1e7)
    parser.add_argument(
        "--workers", type=int, help="processes on this machine; default: all processors"
    )
    parser.add_argument("--scheduler", help="address of a dask scheduler whose workers are used")
    options = parser.parse_args()
    if options.scheduler:
        cluster = options.scheduler
    else:
        # Processes, for each has an interpreter of its own; one thread, for a block fills a processor.
        cluster = LocalCluster(
            n_workers=options.workers, threads_per_worker=1, processes=True, dashboard_address=None
        )
    with Client(cluster) as client:
        largest = evaluate(client, options.robot, int(options.states))
    for joint in gen_robot.load(options.robot).joints:
        print(f"{joint.name:16}", *(f"{torque:10.3f}" for torque in largest[joint.in_qd]))


if __name__ == "__main__":
    main()
