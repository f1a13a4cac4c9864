"""What identification needs to know of a robot; a bound library has it all."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Robot(Protocol):
    """Name a robot's parameters and give their numbers, as `gen_robot.Library` does."""

    @property
    def name(self) -> str: ...

    @property
    def manifest(self) -> dict[str, Any]: ...

    @property
    def standard_parameter_names(self) -> tuple[str, ...]: ...

    @property
    def base_parameter_names(self) -> tuple[str, ...]: ...

    def standard_parameters(self) -> NDArray[np.float64]: ...

    def base_parameters(self, pi: ArrayLike | None = None) -> NDArray[np.float64]: ...
