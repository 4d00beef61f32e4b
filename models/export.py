"""Trained checkpoints → the two ONNX files: ``python -m models.export``.

The classifier's answers are softened by one temperature, fitted on the ``val`` fold to tiles as the
detector finds them, and written into the file, so that a confidence is a chance.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.classifier import Classifier
from models.detector import Detector
from models.label_faults import corrected
from models.matching import FOUND, overlaps
from models.photos import LabelledPhoto, photos_folder, training_photos
from recognizer.classify import TileClassifier
from recognizer.detect import TileDetector
from recognizer.labels import LABELS
from recognizer.rectify import rectify

OPSET = 17
LARGE = 1024
"""Weights of at least this many numbers are kept as half floats."""


FLOWERS = slice(LABELS.index("1f"), LABELS.index("8f") + 1)
SET_BY_SET = 0.6
"""How far a flower's number is believed: which plant has which number differs from set to set.

Fitted (least log loss of 0.4 to 1) on the flowers of ``hong-kong-sets`` by models that never saw
them; ``val`` shows sets that were trained on, so the temperature fitted there knows nothing of it.
"""


class _Named(nn.Module):
    """The classifier with chances instead of logits, softened by a temperature."""

    def __init__(self, classifier: Classifier, temperature: float) -> None:
        super().__init__()
        self.classifier, self.temperature = classifier, temperature

    def forward(self, tiles: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        logits, rotation, embedding = self.classifier(tiles)
        logits = flowers_nearer(logits) / self.temperature
        return logits.softmax(1), rotation.softmax(1), embedding


def flowers_nearer(logits: Tensor) -> Tensor:
    """Logits of which the flowers among themselves are nearer; that it is one is as likely."""
    flowers = logits[:, FLOWERS]
    nearer = flowers * SET_BY_SET
    nearer = nearer + flowers.logsumexp(1, keepdim=True) - nearer.logsumexp(1, keepdim=True)
    return torch.cat([logits[:, : FLOWERS.start], nearer, logits[:, FLOWERS.stop :]], 1)


def _write(
    model: nn.Module,
    example: Tensor,
    path: Path,
    names: list[str],
    free: dict[str, dict[int, str]],
) -> None:
    torch.onnx.export(
        model.eval(),
        (example,),
        str(path),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes=free,
        opset_version=OPSET,
        dynamo=False,
    )
    written = onnx.load(str(path))
    _halve(written)
    onnx.checker.check_model(written)
    onnx.save(written, str(path))


def _halve(model: onnx.ModelProto) -> None:
    """Keep the large weights as half floats, widened again when the model is loaded.

    The file is half as large; ONNX Runtime folds the widening, so that it runs as before.
    """
    graph = model.graph
    widened = []
    for weights in graph.initializer:
        if weights.data_type != onnx.TensorProto.FLOAT or np.prod(weights.dims) < LARGE:
            continue
        values, name = onnx.numpy_helper.to_array(weights), weights.name
        weights.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        widened.append(
            onnx.helper.make_node("Cast", [weights.name], [name], to=onnx.TensorProto.FLOAT)
        )
    for node in reversed(widened):
        graph.node.insert(0, node)


def averaged(runs: Sequence[Path]) -> dict[str, Tensor]:
    """The weights that a run reached, or the mean of those that several stages of it did."""
    stages = []
    for run in runs:
        saved = torch.load(run / "checkpoint.pt", weights_only=True)
        print(f"{run}: step {saved['step']}")
        stages.append(saved["average"])
    last = stages[-1]
    return {
        name: sum(stage[name] for stage in stages) / len(stages)
        if last[name].is_floating_point()
        else last[name]
        for name in last
    }


def export_detector(model: Detector, path: Path) -> None:
    """Write the detector: ``image (1, 3, H, W)`` → ``answer (1, 13, H/8, W/8)``."""
    free = {"image": {2: "height", 3: "width"}, "answer": {2: "rows", 3: "columns"}}
    _write(model, torch.zeros(1, 3, 256, 256), path, ["image", "answer"], free)


def export_classifier(model: Classifier, path: Path, temperature: float) -> None:
    """Write the classifier: ``tiles (n, 3, 64, 64)`` → ``chances``, ``turns``, ``embeddings``."""
    names = ["tiles", "chances", "turns", "embeddings"]
    free = {name: {0: "n"} for name in names}
    _write(_Named(model, temperature), torch.zeros(2, 3, 64, 64), path, names, free)


def found_tiles(
    photos: list[LabelledPhoto], detector: TileDetector
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Rectified tiles ``(n, 64, 64, 3)`` of photographs as the detector cuts them, with labels."""
    tiles, labels = [], []
    for photo in photos:
        frame = photo.image()
        found = detector.find(frame)
        if not len(found):
            continue
        shares = overlaps(found.quads, photo.boxes)
        kept, names = [], []
        for tile, share in zip(photo.tiles, shares, strict=True):
            if tile.tile in LABELS and share.max() >= FOUND:
                kept.append(int(share.argmax()))
                names.append(LABELS.index(tile.tile))
        if kept:
            tiles.append(rectify(frame, found.quads[kept]))
            labels += names
    return np.concatenate(tiles), np.array(labels, np.int64)


def fitted_temperature(
    classifier: Path, tiles: NDArray[np.uint8], labels: NDArray[np.int64]
) -> float:
    """The temperature under which an untempered ONNX classifier's chances are likeliest."""
    named = TileClassifier(classifier, 2)
    chances = np.concatenate(
        [named.name_tiles(tiles[i : i + 64])[0] for i in range(0, len(tiles), 64)]
    )
    logs = np.log(np.maximum(chances.astype(np.float64), 1e-12))

    def loss(temperature: float) -> float:
        softer = logs / temperature
        softer -= softer.max(1, keepdims=True)
        softer -= np.log(np.exp(softer).sum(1, keepdims=True))
        return float(-softer[np.arange(len(labels)), labels].mean())

    return min(np.exp(np.linspace(np.log(0.3), np.log(4), 80)), key=loss)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--detector",
        type=Path,
        nargs="+",
        default=[Path("runs/detector")],
        help="a run's folder; the weights of several stages of one run are averaged",
    )
    parser.add_argument("--classifier", type=Path, default=Path("runs/classifier"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--without", help="leave one source of photographs out")
    options = parser.parse_args()
    detector, classifier = Detector(), Classifier()
    detector.load_state_dict(averaged(options.detector))
    classifier.load_state_dict(averaged([options.classifier]))
    export_detector(detector, options.out / "detector.onnx")
    path = options.out / "classifier.onnx"
    export_classifier(classifier, path, 1.0)
    folder = photos_folder()
    if folder is None:
        parser.error("no labelled photographs to fit the temperature on (models/README.md)")
    photos = corrected(training_photos(folder, "val", options.without))
    tiles, labels = found_tiles(photos, TileDetector(options.out / "detector.onnx", 2))
    temperature = fitted_temperature(path, tiles, labels)
    export_classifier(classifier, path, float(temperature))
    print(f"temperature {temperature:.3f} on {len(labels)} tiles of the val fold")
    sums = ""
    for name in ("detector.onnx", "classifier.onnx"):
        sums += f"{hashlib.sha256((options.out / name).read_bytes()).hexdigest()}  {name}\n"
        print(f"{name}: {(options.out / name).stat().st_size / 1e6:.2f} MB")
    (options.out / "SHA256SUMS").write_text(sums)  # what `paizhuo doctor` compares with


if __name__ == "__main__":
    main()
