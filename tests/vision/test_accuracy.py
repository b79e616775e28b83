"""Figures over labelled folders, their intervals, and pictures that people corrected."""

import json

import pytest

from tablekeeper.vision.errors import LabelsError
from tablekeeper.vision.measure.accuracy import measure, spell_summary, summarise
from tablekeeper.vision.measure.contact_sheet import draw_contact_sheet
from tablekeeper.vision.measure.intervals import clopper_pearson
from tablekeeper.vision.measure.labelled import load_labels, save_corrected
from tablekeeper.vision.picture import load_picture
from tablekeeper.vision.reading import Die, Reading
from tests.vision.drawing import table


@pytest.mark.parametrize(
    ("events", "trials", "low", "high"),
    [
        (0, 115, 0.0, 0.0315682),
        (5, 100, 0.0164319, 0.1128349),
        (0, 3000, 0.0, 0.0012289),
        (10, 10, 0.6915029, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_clopper_pearson_against_published_values(events, trials, low, high):
    assert clopper_pearson(events, trials) == pytest.approx((low, high), abs=1e-6)


def die(value, body="white"):
    return Die(value, 0.9, body, "black", (5, 5, 20, 20))


@pytest.fixture
def folder(tmp_path):
    for name, values in (("right", (2, 3)), ("wrong", (4,)), ("unsure", (5, 6))):
        save_corrected(tmp_path, table(size=(60, 80)), [die(v) for v in values], light="lamp", name=name)
    return tmp_path


def test_a_corrected_picture_is_a_labelled_one(folder):
    save_corrected(folder, table(size=(60, 80)), [die(1, "red")], light="sun", name="right")
    labels = {label.file.stem: label for label in load_labels(folder)}
    assert len(labels) == 3
    assert labels["right"].values == (1,)
    assert (labels["right"].light, labels["right"].dice[0].body) == ("sun", "red")
    assert load_picture(labels["right"].file).shape == (60, 80, 3)


def test_silent_misreads_and_abstentions_are_counted_apart(folder):
    answers = iter(
        [Reading((die(2), die(3)), True, None), Reading((die(3),), True, None), Reading((die(5),), False, "glare")]
    )
    trials = measure(folder, lambda _: next(answers))
    figures = summarise(trials)
    assert figures["all"]["exact"]["count"] == 1
    assert figures["all"]["silently_wrong"] == {
        "count": 1,
        "of": 3,
        "share": 1 / 3,
        "low": pytest.approx(0.0084, abs=1e-4),
        "high": pytest.approx(0.9057, abs=1e-4),
    }
    assert figures["all"]["silently_wrong_dice"]["count"] == 1
    assert figures["all"]["dice_in_unsure_pictures"]["count"] == 2
    assert set(figures["light"]) == {"lamp"}
    assert "silently wrong 33.3 % [0.8-90.6]" in spell_summary(figures).splitlines()[0]
    sheet = draw_contact_sheet(trials)
    assert sheet is not None
    assert sheet.shape[2] == 3


def test_dice_of_one_colour_are_counted_by_themselves(tmp_path):
    save_corrected(tmp_path, table(size=(60, 80)), [die(2, "red"), die(3), die(3)], name="mixed")
    save_corrected(tmp_path, table(size=(60, 80)), [die(5, "red"), die(6)], name="second")
    answers = iter(
        [
            Reading((die(4, "red"), die(3), die(3)), True, None),
            Reading((die(5, "orange"), die(6, "ivory")), True, None),
        ]
    )
    figures = summarise(measure(tmp_path, lambda _: next(answers)))
    red, white = figures["body"]["red"], figures["body"]["white"]
    assert (red["dice"], red["silently_wrong_dice"]["count"]) == (2, 1)
    assert (white["dice"], white["silently_wrong_dice"]["count"]) == (3, 0)
    assert (red["colour_named_right"]["count"], red["colour_named_right"]["of"]) == (0, 1)
    assert (white["colour_named_right"]["count"], white["colour_named_right"]["of"]) == (1, 1)
    assert set(figures["light"]) == {"dim (measured)"}


def test_a_sheet_says_what_it_leaves_out(folder, monkeypatch):
    trials = measure(folder, lambda _: Reading((), False, "glare"))
    whole = draw_contact_sheet(trials)
    monkeypatch.setattr("tablekeeper.vision.measure.contact_sheet.MOST_TILES", 1)
    short = draw_contact_sheet(trials)
    assert whole is not None
    assert short is not None
    assert short[:, 320:640].max() > 0, "the second tile counts the others"
    assert short[:, 640:].max() == 0


def test_a_sheet_of_nothing_wrong_is_none(folder):
    truths = {label.file: label for label in load_labels(folder)}
    answers = iter([Reading(tuple(die(d.value) for d in label.dice), True, None) for label in truths.values()])
    assert draw_contact_sheet(measure(folder, lambda _: next(answers))) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "expected JSON"),
        ("[]", "'list'"),
        ("{}", "no list 'images'"),
        (json.dumps({"images": [{"file": "a.png", "values": [7]}]}), r"\[7\]"),
        (json.dumps({"images": [{"values": [1]}]}), "expected an object with 'file'"),
        (json.dumps({"images": [{"file": "a.png", "values": [1], "dice": [{"value": 2}]}]}), "differ from 'dice'"),
    ],
)
def test_bad_labels_are_refused(tmp_path, text, found):
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(LabelsError, match=found):
        load_labels(tmp_path)


def test_a_folder_without_labels_is_refused(tmp_path):
    with pytest.raises(LabelsError, match="found no"):
        load_labels(tmp_path)
