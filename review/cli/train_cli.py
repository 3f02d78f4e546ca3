"""`benchgate train`: weights into what the product runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import SettingsWrong

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def train() -> None:
    """Train detector and number reader. Needs `pip install 'benchgate[train]'` (torch and ultralytics)."""


RecipeFile = Annotated[Path, typer.Argument(help="A training recipe (TOML).", show_default=False)]
WeightsRoot = Annotated[Path, typer.Option(help="Folder of the starting and teaching weights.")]


@app.command()
def prepare(
    recipe: RecipeFile,
    data: Annotated[Path, typer.Option(help="Folder that the recipe's sets lie in.", show_default=False)],
    rendered: Annotated[Path | None, typer.Option(help="Folder of rendered clips with their truth.")] = None,
    weights: WeightsRoot = Path("models"),
    out: Annotated[Path, typer.Option(help="Folder for the prepared pictures.")] = Path("out/training"),
) -> None:
    """Make pictures and labels ready for training: one size, tiles, unlabelled people painted over.

    Stopped and started again it goes on. Games that the recipe holds out are refused.

    Example: `benchgate train prepare models/recipes/yolo11n_hockey_v1.toml --data DATA --weights WEIGHTS`
    """
    from review.train.prepare import prepare as make_ready
    from review.train.recipe import load_recipe
    from review.train.teacher import teaching

    plan = load_recipe(recipe)
    teacher = plan.pictures.teacher
    teach = teaching(teacher, weights) if teacher is not None else None
    made = make_ready(plan, out, data=data, rendered=rendered, teach=teach, progress=_count)
    typer.echo(f"{made.dataset}: {_tally(made.pictures)} pictures; {_tally(made.people)}")


@app.command()
def fit(
    recipe: RecipeFile,
    out: Annotated[Path, typer.Option(help="The folder that `train prepare` filled.")] = Path("out/training"),
    weights: WeightsRoot = Path("models"),
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
) -> None:
    """Train on prepared pictures, stage by stage, and write the weights as safetensors.

    Stopped and started again it goes on after the last whole epoch.

    Example: `benchgate train fit models/recipes/yolo11n_hockey_v1.toml --weights WEIGHTS`
    """
    from review.train.fit import fit as train_through
    from review.train.prepare import read_prepared
    from review.train.recipe import load_recipe

    plan = load_recipe(recipe)
    if device not in ("auto", "cpu", "cuda"):
        raise SettingsWrong(f"--device {device} is unknown.", remedy="Choose auto, cpu or cuda.")
    made = train_through(
        plan, read_prepared(out, plan), out, weights_root=weights, device=device, progress=typer.echo
    )
    typer.echo(f"{made}: export it with `benchgate train export {made} --recipe {recipe} --data …`")


@app.command()
def score(
    data: Annotated[Path, typer.Option(help="Folder of the labelled real pictures.", show_default=False)],
    weights: Annotated[Path | None, typer.Option(help="A .safetensors file; runs in torch.")] = None,
    model: Annotated[str | None, typer.Option(help="A registered model; runs as the product does.")] = None,
    precision: Annotated[str, typer.Option(help="Of a registered model: int8 or f32.")] = "int8",
    size: Annotated[list[int] | None, typer.Option(help="Long side in px; may be repeated.")] = None,
    conf: Annotated[list[float] | None, typer.Option(help="Confidence; may be repeated.")] = None,
) -> None:
    """Score a detector on the games kept for measuring; prints the table of a model card.

    Example: `benchgate train score --weights out/training/yolo11n_hockey_v1.safetensors --data DATA`
    """
    from review.adapters.choose_detector import choose_detector
    from review.adapters.letterbox import input_size_for
    from review.train.measure import HEADER, KEPT_SETS, LEAST_CONF, measured, model_of, row

    if (weights is None) == (model is None):
        raise SettingsWrong("Give --weights or --model, one of the two.", remedy="See --help.")
    typer.echo(HEADER)
    for long_side in size or [960]:
        detector = choose_detector(
            "cpu",
            model=model_of(weights) if weights else model,
            runtime="torch" if weights else "openvino",
            precision=precision,
            input_size_px=input_size_for((1280, 720), long_side),
            conf_min=LEAST_CONF,
        )
        for test in KEPT_SETS:
            for at, scores in measured(detector, test, data, confs=conf or [0.1, 0.25]):
                typer.echo(row(test.name, long_side, at, scores))
        detector.close()


def _count(done: int, name: str) -> None:
    if done % 50 == 0:
        typer.echo(f"  {done} pictures, {name}")


def _tally(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))


@app.command()
def export(
    weights: Annotated[Path, typer.Argument(help="A .safetensors state dict.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for the ONNX and OpenVINO files.")] = Path("out"),
    recipe: Annotated[
        Path | None, typer.Option(help="Export recipe with calibration pictures; without it no int8.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder that the recipe's pictures lie in.")] = None,
) -> None:
    """Export weights to ONNX and, calibrated on real pictures, to OpenVINO int8; print the registry's lines.

    The same weights and recipe give the same bytes.

    Example: `benchgate train export models/yolo11n_hockey_v0.safetensors
    --recipe models/recipes/yolo11n_hockey_v0.toml --data DATA --out out`
    """
    from review.train.calibration import calibration_inputs, read_recipe
    from review.train.export import export_detector

    if (recipe is None) != (data is None):
        raise SettingsWrong("--recipe and --data go together.", remedy="Give both, or neither.")
    pictures = calibration_inputs(read_recipe(recipe), data) if recipe and data else None
    try:
        typer.echo(export_detector(weights, out, calibration=pictures).entries())
    except ImportError as error:
        raise SettingsWrong(
            f"Exporting needs {error.name}, which is not installed.",
            remedy="`pip install 'benchgate[train]'`.",
        ) from error


@app.command()
def numbers(
    recipe: Annotated[Path, typer.Argument(help="A number reader's recipe (TOML).", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for crops and the ONNX file.")] = Path("out/numbers"),
) -> None:
    """Make the reader of numbers on backs from nothing: draw crops, fit a network, write ONNX.

    Prints the registry's line. Drawing goes on where it was stopped; it and the fit take half an hour of one
    core each. Without network or data.

    Example: `benchgate train numbers models/recipes/numbers_v0.toml`
    """
    from review.train.numbers import fit_numbers, load_number_recipe, make_crops, write_onnx

    plan = load_number_recipe(recipe)
    try:
        network = fit_numbers(plan, make_crops(plan, out, typer.echo), typer.echo)
        typer.echo(write_onnx(network, plan.temperature, out / f"{plan.model}.onnx"))
    except ImportError as error:
        raise SettingsWrong(
            f"Training needs {error.name}, which is not installed.",
            remedy="`pip install 'benchgate[train]'`.",
        ) from error


@app.command("score-numbers")
def score_numbers(
    crops: Annotated[
        Path, typer.Argument(help="Folder of crops called nNN_… or none_….", show_default=False)
    ],
    weights: Annotated[Path | None, typer.Option(help="An ONNX file; the registered one without it.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Where to write the reliability plot (SVG).")] = None,
) -> None:
    """Score the number reader on crops of men: accuracy of what is answered, share answered, calibration.

    Example: `benchgate train score-numbers DATA/crops/numbers --plot out/numbers.svg`
    """
    from review.train.score_numbers import score_lines

    for line in score_lines(crops, weights, plot):
        typer.echo(line)
