"""Training runs end to end: scenes → both networks → ONNX files → a reading.

A few steps teach nothing; what is proved is that every stage meets the next, that a stopped run
goes on where it was, and that losses fall on a handful of pictures.
"""

import re
import shutil
import subprocess

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make torch")
pytest.importorskip("onnx", reason="onnx is not installed: make torch")


def has_chinese_typeface() -> bool:
    if shutil.which("fc-list") is None:
        return False
    listed = subprocess.run(["fc-list", ":charset=4e07"], capture_output=True, check=True).stdout
    return bool(listed.strip())


pytestmark = [
    pytest.mark.skipif(not has_chinese_typeface(), reason="no Chinese typeface: make fonts"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    from models.scenes import write_scenes

    folder = tmp_path_factory.mktemp("scenes")
    write_scenes(folder, first=7, count=5)
    return folder


def test_scenes_have_exact_corners_inside_the_tiles(scenes) -> None:
    from models.scenes import read_scenes

    examples = read_scenes(scenes)
    assert len(examples) == 5
    assert all(example.complete for example in examples)
    for example in examples:
        for quad in example.quads:
            sides = np.roll(quad, -1, 0) - quad
            turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1]
            turns -= sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
            assert (turns > 0).all() or (turns < 0).all(), "a tile's outline is convex"


def test_a_scene_is_the_same_every_time() -> None:
    from models.scenes import random_scene

    first, again = random_scene(3), random_scene(3)
    assert (first[0] == again[0]).all()
    assert [s.tile for s in first[1]] == [s.tile for s in again[1]]


def test_training_exports_models_that_read(scenes, tmp_path) -> None:
    from models.classifier_data import face_patches, joined, scene_patches
    from models.export import export_classifier, export_detector
    from models.scenes import read_scenes
    from models.train_classifier import train as train_classifier
    from models.train_detector import train as train_detector
    from recognizer.reader import Reader

    examples = read_scenes(scenes)
    run = tmp_path / "detector"
    small = {"rendered": 1.0, "workers": 0, "batch_size": 2}
    train_detector([], examples, run, steps=2, **small)
    detector = train_detector([], examples, run, steps=4, **small)
    saved = torch.load(run / "checkpoint.pt", weights_only=True)
    assert saved["step"] == 4

    patches = joined([scene_patches(scenes), face_patches(1)])
    classifier = train_classifier(None, patches, tmp_path / "classifier", steps=3, batch_size=8)

    export_detector(detector, tmp_path / "detector.onnx")
    export_classifier(classifier, tmp_path / "classifier.onnx", temperature=1.0)
    frame = examples[0].image
    models = Reader(tmp_path).models()
    image = np.zeros((1, 3, 64, 64), np.float32)
    with torch.no_grad():
        wanted = detector(torch.from_numpy(image)).numpy()
    (answer,) = models[0]._session.run(None, {"image": image})
    np.testing.assert_allclose(answer, wanted, rtol=1e-3, atol=1e-3)
    named = models[1].name(frame, examples[0].quads[:3])
    np.testing.assert_allclose(named.chances.sum(1), 1, rtol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(named.embeddings, axis=1), 1, rtol=1e-4)


def test_a_flower_is_as_likely_one_but_its_number_less_sure() -> None:
    from models.export import FLOWERS, flowers_nearer
    from recognizer.labels import LABELS

    logits = torch.randn(5, len(LABELS), generator=torch.Generator().manual_seed(1)) * 4
    before, after = logits.softmax(1), flowers_nearer(logits).softmax(1)
    assert [LABELS[i] for i in range(len(LABELS))[FLOWERS]] == [f"{n}f" for n in range(1, 9)]
    torch.testing.assert_close(before[:, FLOWERS].sum(1), after[:, FLOWERS].sum(1))
    torch.testing.assert_close(before[:, : FLOWERS.start], after[:, : FLOWERS.start])
    assert (before[:, FLOWERS].argmax(1) == after[:, FLOWERS].argmax(1)).all()
    assert (before[:, FLOWERS].max(1).values > after[:, FLOWERS].max(1).values).all()


def test_the_weights_of_two_stages_are_averaged(tmp_path) -> None:
    from models.export import averaged

    for name, value in (("early", 1.0), ("late", 4.0)):
        (tmp_path / name).mkdir()
        weights = {"w": torch.tensor([value, 0.0]), "batches": torch.tensor(int(value))}
        torch.save({"step": 1, "average": weights}, tmp_path / name / "checkpoint.pt")
    mean = averaged([tmp_path / "early", tmp_path / "late"])
    assert mean["w"].tolist() == [2.5, 0.0]
    assert mean["batches"] == 4


def test_the_classifier_learns_a_handful_by_heart(tmp_path, capsys) -> None:
    from models.classifier_data import Patches, face_patches
    from models.train_classifier import train

    every = face_patches(1)
    some = slice(0, 4)
    few = Patches(
        every.pictures[some],
        every.quads[some],
        every.labels[some],
        every.upright[some],
        every.rough[some],
    )
    train(None, few, tmp_path, steps=100, batch_size=8)
    first, second = re.findall(r"loss ([0-9.]+) right ([0-9.]+)", capsys.readouterr().out)
    assert float(second[0]) < float(first[0]) * 0.8
    assert float(second[1]) > 0.5, "four kinds at random would be right one time in four"
