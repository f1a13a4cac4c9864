"""python -m gen_robot: the command line."""

from __future__ import annotations

import sys

from gen_robot.cli import main

sys.exit(main())
