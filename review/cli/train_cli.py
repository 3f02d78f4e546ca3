"""`benchgate train`: weights into what the product runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import SettingsWrong

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
CALIBRATION_PICTURES, CALIBRATION_PX = 240, 960


@app.callback()
def train() -> None:
    """Work on the detector's weights. Needs `pip install 'benchgate[train]'` (torch and ultralytics)."""


RecipeFile = Annotated[Path, typer.Argument(help="A training recipe (TOML).", show_default=False)]
WeightsRoot = Annotated[Path, typer.Option(help="Folder of the starting and teaching weights.")]


@app.command()
def scenes(
    recipe: RecipeFile,
    bases: Annotated[Path, typer.Option(help="Folder of the scenarios that scenes stand on.")] = Path(
        "sample_clips/scenarios/base"
    ),
    out: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("out/scenes"),
    seed: Annotated[int | None, typer.Option(help="Other scenes than the recipe's, to measure on.")] = None,
    count: Annotated[int | None, typer.Option(min=1, help="How many instead of the recipe's.")] = None,
) -> None:
    """Draw made-up scenes for training: other play, teams, rinks, cameras and graphics each time.

    Stopped and started again it goes on. Needs the extra 'sim'.

    Example: `benchgate train scenes models/recipes/yolo11n_hockey_v1.toml`
    """
    from review.train.recipe import load_recipe
    from review.train.scenes import draw_scenes
    from review.wiring.rinksim import draw_stills

    plan = load_recipe(recipe).scenes
    if plan is None:
        raise SettingsWrong(f"{recipe} has no [scenes].", remedy="Add it, as in docs/training.md.")
    others = {key: value for key, value in (("seed", seed), ("count", count)) if value is not None}
    made = draw_scenes(
        plan.model_copy(update=others), out, bases=bases, shoot=draw_stills, progress=_tell_scene
    )
    typer.echo(f"{out}: {made} pictures")


def _tell_scene(number: int, words: str) -> None:
    typer.echo(f"  scene {number}: {words}")


@app.command()
def frames(
    case: Annotated[
        Path, typer.Argument(help="An analysed case; its tape must be in place.", show_default=False)
    ],
    out: Annotated[Path, typer.Option(help="Folder for pictures and labels.")] = Path("out/frames"),
    every_s: Annotated[float, typer.Option(min=0.1, help="Seconds between frames.")] = 10.0,
) -> None:
    """Write frames of a tape with what was seen in them, to be corrected by a person and trained on.

    Pictures in OUT/images, labels in OUT/labels in YOLO's form with OUT/classes.txt, as labelling tools read
    them; besides the steps, where each finding begins and ends. Labels that are there are left alone.

    Example: `benchgate train frames game.bgcase --out corrections/game --every-s 20`
    """
    from review.train.from_case import frames_to_correct
    from review.wiring import judged, open_reader, open_store

    store = open_store(case)
    try:
        judgement = judged(store, case)
        reader = open_reader(judgement.tape.path)
        try:
            count = sum(1 for _ in frames_to_correct(judgement, store, reader, out, every_s=every_s))
        finally:
            reader.close()
    finally:
        store.close()
    typer.echo(f"{out}: {count} pictures; correct the labels, then name the folder in a recipe's set (yolo)")


@app.command()
def prepare(
    recipe: RecipeFile,
    data: Annotated[Path, typer.Option(help="Folder that the recipe's sets lie in.", show_default=False)],
    rendered: Annotated[Path | None, typer.Option(help="Folder of rendered clips and scenes.")] = None,
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
    precision: Annotated[str, typer.Option(help="Of a registered model: int8, bf16 or f32.")] = "int8",
    size: Annotated[list[int] | None, typer.Option(help="Long side in px; may be repeated.")] = None,
    conf: Annotated[list[float] | None, typer.Option(help="Confidence; may be repeated.")] = None,
    scenes: Annotated[
        Path | None, typer.Option(help="Folder that `train scenes` drew for measuring, by another seed.")
    ] = None,
) -> None:
    """Score a detector on the games kept for measuring; prints the tables of a model card.

    Example: `benchgate train score --weights out/training/yolo11n_hockey_v1.safetensors --data DATA`
    """
    if (weights is None) == (model is None):
        raise SettingsWrong("Give --weights or --model, one of the two.", remedy="See --help.")
    from review.adapters.choose_detector import choose_detector
    from review.adapters.letterbox import input_size_for
    from review.train.measure import LEAST_CONF, model_of
    from review.train.score import score_lines

    for long_side in size or [960]:
        detector = choose_detector(
            "cpu",
            model=model_of(weights) if weights else model,
            runtime="torch" if weights else "openvino",
            precision=precision,
            input_size_px=input_size_for((1280, 720), long_side),
            conf_min=LEAST_CONF,
        )
        for line in score_lines(detector, data, scenes, size_px=long_side, confs=conf or [0.1, 0.25]):
            typer.echo(line)
        detector.close()


@app.command()
def score_numbers(
    crops: Annotated[
        Path, typer.Argument(help="Folder of pictures nNN_TRACKLET_….jpg and none_….jpg.", show_default=False)
    ],
    plot: Annotated[Path | None, typer.Option(help="Where to draw stated against right (SVG).")] = None,
) -> None:
    """Score the number reader on crops of men: accuracy of what is answered, and how much that is.

    Example: `benchgate train score-numbers DATA/crops/numbers --plot out/numbers.svg`
    """
    from review.train.score_numbers import score_lines

    for line in score_lines(crops, plot):
        typer.echo(line)


@app.command()
def score_teams(
    crops: Annotated[
        Path,
        typer.Argument(
            help="Folder with home, away and referee in it, one man a picture.", show_default=False
        ),
    ],
    colour: Annotated[list[str] | None, typer.Option(help="#rrggbb of home, then of away.")] = None,
    model: Annotated[str | None, typer.Option(help="A registered model.")] = None,
) -> None:
    """Score teams and officials on pictures of single men.

    Example: `benchgate train score-teams DATA/crops/teams --colour "#d8a020" --colour "#e8e8e8"`
    """
    if colour and len(colour) != 2:
        raise SettingsWrong(
            f"--colour was given {len(colour)} times.", remedy="Give it twice, or not at all."
        )
    from review.adapters.choose_detector import choose_detector
    from review.train.score_teams import score_lines

    detector = choose_detector("cpu", model=model)
    for line in score_lines(crops, detector, colour):
        typer.echo(line)
    detector.close()


@app.command()
def card(
    model: Annotated[str, typer.Argument(help="A registered model.", show_default=False)],
    recipe: Annotated[Path, typer.Option(help="The recipe it was trained by.", show_default=False)],
    data: Annotated[Path, typer.Option(help="Folder of the labelled real pictures.", show_default=False)],
    scenes: Annotated[
        Path, typer.Option(help="Scenes of another seed than the recipe's.", show_default=False)
    ],
    prepared: Annotated[Path, typer.Option(help="The folder that `train prepare` filled.")] = Path(
        "out/training"
    ),
    out: Annotated[Path, typer.Option(help="Folder of the cards.")] = Path("models/cards"),
) -> None:
    """Write a model's card: its files, what it was trained on, every score, pictures of its worst scenes.

    What a person has written under "Where it fails" stays.

    Example: `benchgate train card yolo11n_hockey_v1 --recipe RECIPE --data DATA --scenes out/measure`
    """
    from review.adapters.choose_detector import choose_detector
    from review.adapters.letterbox import input_size_for
    from review.adapters.weights import find_model
    from review.train.card import write_card
    from review.train.measure import LEAST_CONF
    from review.train.prepare import read_prepared
    from review.train.recipe import load_recipe

    plan = load_recipe(recipe)
    ways = []
    for precision, size_px in (("int8", 960), ("bf16", 960), ("f32", 960), ("int8", 1280)):
        detector = choose_detector(
            "cpu", model=model, precision=precision, conf_min=LEAST_CONF,
            input_size_px=input_size_for((1280, 720), size_px),
        )  # fmt: skip
        ways.append((f"As the product runs it, OpenVINO {precision}", size_px, detector))
    made = write_card(
        out, find_model(model), plan, read_prepared(prepared, plan), ways, data=data, scenes=scenes
    )
    for path in made:
        typer.echo(str(path))


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
    prepared: Annotated[
        Path | None, typer.Option(help="Instead: the folder `train prepare` filled; 240 of its pictures.")
    ] = None,
) -> None:
    """Export weights to ONNX and, calibrated on real pictures, to OpenVINO int8; print the registry's lines.

    The same weights and pictures give the same bytes.

    Example: `benchgate train export out/training/yolo11n_hockey_v1.safetensors --prepared out/training`
    """
    from review.train.calibration import calibration_inputs, prepared_inputs, read_recipe
    from review.train.export import export_detector

    if (recipe is None) != (data is None):
        raise SettingsWrong("--recipe and --data go together.", remedy="Give both, or neither.")
    if recipe and prepared:
        raise SettingsWrong("--recipe and --prepared exclude each other.", remedy="Give one of them.")
    pictures = calibration_inputs(read_recipe(recipe), data) if recipe and data else None
    if prepared:
        pictures = prepared_inputs(prepared, CALIBRATION_PICTURES, CALIBRATION_PX)
    try:
        typer.echo(export_detector(weights, out, calibration=pictures).entries())
    except ImportError as error:
        raise SettingsWrong(
            f"Exporting needs {error.name}, which is not installed.",
            remedy="`pip install 'benchgate[train]'`.",
        ) from error
