"""Execute notebooks, each from its beginning in a fresh kernel, and keep what they print and draw.

    python execute.py                                  all notebooks beside this file
    python execute.py first_steps.ipynb
    python execute.py ten_million_states.ipynb -p STATES=1_000_000 -p WORKERS=8

They run in a temporary folder and are then written back with their outputs. What differs from run to
run without meaning anything - times of cells, versions, pieces of progress bars - is left out. A
notebook that fails, or prints what is no use to readers (a warning, a path of this machine), stays as
it was. The drawing of the cell with the tag `picture` goes to docs/figures/notebooks.
Needs: pip install "gen-robot[notebooks]".
"""

from __future__ import annotations

import argparse
import ast
import base64
import copy
import hashlib
import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
LONGEST_CELL = 1800  # seconds
MOST_BYTES = 400_000
"""Of a notebook with its pictures: forges show larger ones slowly, or not at all."""

PARAMETERS = "parameters"
"""The tag of the cell whose numbers may be given from outside."""

PICTURE = "picture"
"""The tag of the cell whose drawing stands for the notebook on the page that lists them."""

FIGURES = HERE.parents[1] / "docs" / "figures" / "notebooks"

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "name": "python", "pygments_lexer": "ipython3"},
}
_PLACE = re.compile(
    r"(?<![\w.:/<-])/(?:home|root|tmp|usr|opt|var|srv|mnt|media|work|builds|Users|private)/\S+"
    r"|[A-Z]:\\\w\S*"
)
_SHOWING = ("print", "display", "show", "SVG")


def executed(
    notebook: NotebookNode,
    folder: Path,
    parameters: Mapping[str, Any] | None = None,
    on_cell: Callable[[], object] = lambda: None,
) -> NotebookNode:
    """Return a notebook with the outputs of a run in this folder; a cell that fails is an error."""
    made = copy.deepcopy(notebook)
    given = _parameter_cell(made, parameters) if parameters else None
    # %%sh finds gen-robot where the environment is not activated.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as private:
        client = _Client(
            made,
            timeout=LONGEST_CELL,
            resources={"metadata": {"path": str(folder)}},
            on_cell_executed=lambda **_: on_cell(),
        )
        client.private = Path(private)
        client.execute(env={**os.environ, "PATH": path, "IPYTHONDIR": private})
    if given is not None:
        made.cells[given].source = notebook.cells[given].source
    return made


class _Client(NotebookClient):
    """Run a kernel of the Python that runs this, whatever else the user has installed."""

    private: Path  # a folder that nobody else can open, for the sockets

    def create_kernel_manager(self) -> AsyncKernelManager:
        self.km = AsyncKernelManager(
            kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
            transport="ipc",
            connection_file=str(self.private / "kernel.json"),
        )
        return self.km


def _parameter_cell(notebook: NotebookNode, parameters: Mapping[str, Any]) -> int:
    """Give parameters other values, behind their own; return which cell that is."""
    for number, cell in enumerate(notebook.cells):
        if PARAMETERS in cell.metadata.get("tags", ()):
            own = {name.id for name in ast.walk(ast.parse(cell.source)) if _is_stored(name)}
            if unknown := sorted(set(parameters) - own):
                raise ValueError(f"no parameter {unknown[0]}; there are {', '.join(sorted(own))}")
            lines = [f"{name} = {value!r}" for name, value in parameters.items()]
            cell.source = "\n".join([cell.source, *lines])
            return number
    raise ValueError(f"no cell has the tag {PARAMETERS}")


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def normalised(notebook: NotebookNode) -> NotebookNode:
    """Return an executed notebook without what the next run would have otherwise, and sealed."""
    made = copy.deepcopy(notebook)
    for cell in made.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _settled(cell.outputs)
    made.metadata = nbformat.from_dict({**METADATA, "gen_robot": {"sources": seal(made)}})
    return made


def picture(notebook: NotebookNode) -> bytes | None:
    """Return the drawing that stands for a notebook, as PNG, if it has one."""
    for cell in notebook.cells:
        if PICTURE in cell.metadata.get("tags", ()):
            for output in cell.outputs:
                if drawn := output.get("data", {}).get("image/png"):
                    return base64.b64decode(drawn)
    return None


def seal(notebook: NotebookNode) -> str:
    """Return the sum of all sources: outputs that were kept belong to these and no others."""
    text = "\0".join(f"{cell.cell_type}\0{cell.source}" for cell in notebook.cells)
    return hashlib.sha256(text.encode()).hexdigest()


def _settled(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Join pieces of streams, and leave of each line what a terminal would show in the end."""
    joined: list[NotebookNode] = []
    for output in outputs:
        if output.output_type == "stream" and joined and joined[-1].get("name") == output.name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    for output in joined:
        if output.output_type == "stream":
            output.text = re.sub(r"(?m)^.*\r(?!\n) *", "", output.text)
    return [each for each in joined if each.output_type != "stream" or each.text.strip()]


def faults(notebook: NotebookNode) -> list[str]:
    """Return what is wrong with a notebook that is to be read with its outputs."""
    found = []
    if notebook.metadata.get("gen_robot", {}).get("sources") != seal(notebook):
        found.append("its sources are not those that were executed")
    size = len(nbformat.writes(notebook).encode())
    if size > MOST_BYTES:
        found.append(f"it has {size} bytes, more than {MOST_BYTES}")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        found += [f"code cell {number}: {fault}" for fault in _cell_faults(cell, number)]
    return found


def _cell_faults(cell: NotebookNode, number: int) -> Iterator[str]:
    if cell.execution_count != number:
        yield f"was executed as number {cell.execution_count}"
    if "execution" in cell.metadata:
        yield "tells when it was executed"
    if not cell.outputs and shows(cell.source):
        yield "shows something, and nothing was kept of it"
    for output in cell.outputs:
        if output.output_type == "error":
            yield f"raised {output.ename}"
        if output.get("name") == "stderr":
            yield f"warns: {output.text[:200]!r}"
        for text in _texts(output):
            if place := _PLACE.search(text):
                yield f"names a place of a machine: {place[0][:80]}"


def shows(source: str) -> bool:
    """Tell whether a cell prints, draws, or ends with a value; a call at its end may give none."""
    if source.startswith("%%"):
        return True
    tree = ast.parse(re.sub(r"(?m)^[%!].*$", "", source))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {getattr(call, "id", getattr(call, "attr", None)) for call in calls}
    last = tree.body[-1] if tree.body else None
    ends = isinstance(last, ast.Expr) and not isinstance(last.value, ast.Call)
    return ends or bool(names & {*_SHOWING})


def _texts(output: NotebookNode) -> Iterator[str]:
    """Yield all that an output says; pictures in base64 say nothing."""
    if "text" in output:
        yield output.text
    for kind, content in output.get("data", {}).items():
        if isinstance(content, str) and not kind.startswith("image/png"):
            yield content


def parameter(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE; a value is a number, a text in quotes, or a tuple of such."""
    name, _, value = text.partition("=")
    try:
        return name, ast.literal_eval(value)
    except (SyntaxError, ValueError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not NAME=VALUE, as in STATES=1_000_000"
        ) from None


def existing(text: str) -> Path:
    """Read a path of a notebook that is there."""
    path = Path(text)
    if path.suffix != ".ipynb" or not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no notebook {text!r}")
    return path


def main() -> int:
    """Execute the notebooks that are named, and write those that are fit to be read."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("notebooks", nargs="*", type=existing, metavar="NOTEBOOK")
    told = "another value for a parameter; the run is then a trial, and not written back"
    parser.add_argument(
        "-p",
        dest="parameters",
        action="append",
        type=parameter,
        default=[],
        metavar="NAME=VALUE",
        help=told,
    )
    asked = parser.parse_args()
    failed = 0
    for path in asked.notebooks or sorted(HERE.glob("*.ipynb")):
        problems = _renewed(path, dict(asked.parameters))
        failed += bool(problems)
        for problem in problems:
            print(f"{path.name}: {problem}", file=sys.stderr)
    return 1 if failed else 0


def _renewed(path: Path, parameters: Mapping[str, Any]) -> list[str]:
    """Execute one notebook and write it; return what kept it from being written."""
    notebook = nbformat.read(path, as_version=4)
    count = sum(cell.cell_type == "code" for cell in notebook.cells)
    with tempfile.TemporaryDirectory() as folder, tqdm(total=count, desc=path.name) as bar:
        try:
            made = executed(notebook, Path(folder), parameters, bar.update)
        except (CellExecutionError, ValueError) as error:
            return [str(error)]
    made = normalised(made)
    found = faults(made)
    if not found and not parameters:
        staged = path.with_suffix(".part")
        nbformat.write(made, staged)
        staged.replace(path)
        if path.resolve().parent == HERE and (drawn := picture(made)):
            FIGURES.mkdir(parents=True, exist_ok=True)
            (FIGURES / f"{path.stem}.png").write_bytes(drawn)
    return found


if __name__ == "__main__":
    sys.exit(main())
