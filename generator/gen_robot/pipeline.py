"""The whole way on one page: from a robot's file to generated files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.description.description import Description
from gen_robot.description.frames import with_frames
from gen_robot.description.names import check_robot_name
from gen_robot.error_bounds import error_bounds
from gen_robot.errors import UserError, shown
from gen_robot.examples.writing import example_files
from gen_robot.fitting import fitted
from gen_robot.high_effort import HighEffort
from gen_robot.integrators.writing import Integrators, integrators
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import instances, named, wanted
from gen_robot.kernels.frame_names import with_frames_named
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.sines import COSINES, SINES
from gen_robot.kernels.together import TOGETHER
from gen_robot.kernels.trace import trace, trace_beside
from gen_robot.kernels.way import Way
from gen_robot.languages import COMPILED, LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.long_work import room_for
from gen_robot.manifest import Said, manifest
from gen_robot.model.canonical import canonical
from gen_robot.model.chosen_frames import with_chosen_frames
from gen_robot.model.formulation import formulated, formulations
from gen_robot.model.loops import with_loops
from gen_robot.model.model import Model
from gen_robot.model.payload import with_payload
from gen_robot.model.runtime import with_runtime
from gen_robot.options import Options
from gen_robot.output import Findings, Output
from gen_robot.passes import optimise
from gen_robot.passes.give_sines import give_sines
from gen_robot.passes.merge_equal import merge_equal
from gen_robot.passes.take_out import Ahead
from gen_robot.preparing import ahead_of_kernels, with_preparation
from gen_robot.readers.robot_files import read
from gen_robot.render import render
from gen_robot.report.report import remarks, report, warnings
from gen_robot.rewriting import simplified
from gen_robot.search.choice import Choice
from gen_robot.search.effort import FAST, HIGH, NORMAL
from gen_robot.search.memory import remembered
from gen_robot.search.search import Search
from gen_robot.search.structures import Kept, Structures
from gen_robot.search.weighing import OPERATIONS

Progress = Callable[[str], None]


def generate(
    robot: str | Path,
    options: Options,
    progress: Progress = lambda text: None,
    kept: Kept = remembered,
) -> Output:
    """Return the generated files of a robot: a path, or the name of one that ships.

    What a search finds is `kept`, where that is possible.
    """
    description = read(robot, snap=options.snap, edits=options.edits)
    return generate_described(description, options, progress, kept)


def generate_described(
    description: Description,
    options: Options,
    progress: Progress = lambda text: None,
    kept: Kept = remembered,
) -> Output:
    """Return the generated files of a described robot."""
    name = _name(description, options)
    if options.f77_prefix is not None:
        description = replace(description, f77_prefix=options.f77_prefix)
    with room_for(len(description.links)):
        model = modelled(description, options)
        search = searched(model, options, progress, kept=kept)
        kernels, left_out = _possible(
            search, wanted(options.kernels, model, options.together), options
        )
        added = _completing(search, kernels, options, model)
        kernels += named("--lang", [name for names in added.values() for name in names], model)
        chosen = _chosen(search, kernels, model, options, progress, kept)
        precision = PRECISIONS[options.precision]
        choices, notes = fitted(chosen, precision, description.source)
        scheduled = tuple(ScheduledKernel(choice, schedule(choice.graph)) for choice in choices)
        emission = Emission(
            name,
            model,
            scheduled,
            options.words,
            options.precision,
            options.trig,
            description,
            tuple(added),
            options.jacobian,
            options.effort,
            error_bounds(scheduled, description, model, options.precision),
        )
        findings = Findings(name, description, model, choices, left_out, notes, added)
        return Output(**vars(findings), files=_files(emission, findings, options))


def modelled(description: Description, options: Options) -> Model:
    """Return the model of a described robot, with symbols for what is known at run time only."""
    description = with_frames(description, options.frame)
    model = with_loops(canonical(description), description)
    model = with_chosen_frames(model, description, options.frames)
    model = replace(model, drives=options.drives)
    model = with_frames_named(model, asked=options.frames is not None)
    model = with_runtime(model, description, options.runtime)
    return with_payload(model, options.payload) if options.payload is not None else model


def searched(
    model: Model,
    options: Options,
    progress: Progress = lambda text: None,
    ahead: Ahead | None = None,
    kept: Kept = remembered,
) -> Search:
    """Return the search among all ways to a model's kernels: trace, rewrite, compare.

    What may be computed ahead of the kernels is taken out of them before they are compared.
    """
    ahead = ahead or ahead_of_kernels(model)
    known = formulations(model, options.bodies, options.limbs)

    def traced(kernel: Kernel, way: AnyWay) -> KernelGraph:
        progress(f"{kernel.name} by {way}")
        for each in way.formulations:
            if each not in known:  # found by another search for this robot
                known[each] = formulated(model, each)
        graph = trace(kernel, way, known, options.setting)
        if kernel.sines_given:
            graph = give_sines(graph, SINES.name, COSINES.name)
        # What is equal is seen only as long as it is known what is prepared.
        return ahead.take_out(merge_equal(graph)) if ahead else graph

    def beside(pairs: Sequence[tuple[Kernel, Way]]) -> KernelGraph:
        progress(f"{TOGETHER} by {len(pairs)} ways")
        graph = trace_beside(pairs, known, options.setting)
        return ahead.take_out(graph) if ahead else graph

    def optimised(graph: KernelGraph) -> KernelGraph:
        graph = optimise(graph)
        if ahead:
            return ahead.take_out(ahead.collect(graph))
        # Where operations alone count, values may go by which people follow the papers.
        few = options.optimise_for == OPERATIONS and options.searching is NORMAL
        return simplified(graph) if few else graph

    structures = Structures(model, dict(known), options.aim, options.searching, kept)
    search = Search(
        known,
        traced,
        optimised,
        options.algorithms,
        options.aim,
        beside,
        structures.of,
        options.searching is not FAST,
        are_whole=ahead is None,
    )
    for kernel in named("--algorithm", tuple(options.algorithms), model, options.together):
        search.refuse_unknown(kernel, options.algorithms[kernel.name])
    return search


def _chosen(
    search: Search,
    kernels: Sequence[Kernel],
    model: Model,
    options: Options,
    progress: Progress,
    kept: Kept,
) -> tuple[Choice, ...]:
    """Return kernels as they will be generated, behind the one that prepares what they share."""
    high = HighEffort(search, options, progress, kept)
    rewrites = options.searching is HIGH
    if search.are_whole:
        return tuple(high.chosen(k) if rewrites else search.choose(k) for k in kernels)
    chosen = with_preparation(
        [search.choose(kernel) for kernel in kernels],
        model,
        lambda ahead: searched(model, options, progress, ahead),
    )
    return tuple(map(high.rewritten, chosen)) if rewrites else chosen


def _name(description: Description, options: Options) -> str:
    """Return what files and functions are called by; a file may call its robot as it likes."""
    if options.name is not None:
        return options.name
    if reason := check_robot_name(description.name):
        place = f"{description.source}: name"
        cure = f"{reason}: change it, or give another by --name"
        raise UserError(place, f"is {shown(description.name)}", cure)
    return description.name


def _completing(
    search: Search, asked: tuple[Kernel, ...], options: Options, model: Model
) -> dict[str, tuple[str, ...]]:
    """Return by language the kernels of derivatives that come with those asked for."""
    known, taken = instances(model), {kernel.name for kernel in asked}
    found: dict[str, tuple[str, ...]] = {}
    # Kernels of derivatives are in the tangent space, and by the state alone.
    if model.free_nq != model.free_nv or model.parameters:
        return found
    for language in (LANGUAGES[name] for name in options.languages):
        every = dict.fromkeys(n for k in asked for n in k.derivatives if language.wants_derivatives)
        new = (n for n in every if n in known and n not in taken)
        if names := tuple(n for n in new if search.impossible(known[n]) is None):
            found[language.name] = names
            taken |= {*names}
    return found


def _possible(
    search: Search, asked: tuple[Kernel, ...], options: Options
) -> tuple[tuple[Kernel, ...], dict[str, str]]:
    """Return the kernels to generate; whoever asks for a group wants those that there are."""
    by_name = (TOGETHER, *(() if options.wants_all else options.kernels))
    reasons = {k.name: search.impossible(k) for k in asked if k.name not in by_name}
    left_out = {name: reason for name, reason in reasons.items() if reason}
    return tuple(kernel for kernel in asked if kernel.name not in left_out), left_out


def _files(emission: Emission, findings: Findings, options: Options) -> dict[str, str]:
    """Return the texts of all files by their names, the manifest last."""
    languages = [LANGUAGES[name] for name in options.languages]
    files: dict[str, str] = {}
    for language in languages:
        files |= language.files(emission)
    around = Integrators()
    if options.integrators:
        around = integrators(emission, options.languages, options.friction)
    files |= around.files
    # In the order of the table: the build does not depend on the order of asking.
    built = [language for language in COMPILED.values() if language in languages]
    for name in ("meson.build", "meson.options", "CMakeLists.txt") if built else ():
        files[name] = render(
            f"{name}.j2", name=emission.name, languages=built, has_integrators=options.integrators
        )
    examples = example_files(emission, options.examples, options.languages)
    said = Said(
        options.as_dict(),
        warnings=[*warnings(findings), *remarks(findings, options)],
        report=report(findings, options),
        integrators=around.said,
    )
    text = manifest(emission, said, languages, files, examples)
    return {**files, **examples, f"{emission.name}.json": text}
