"""Opening pictures: every bad input is one clear sentence, every odd format is a picture."""

import struct

import cv2
import numpy as np
import pytest

from tablekeeper.vision import load_picture
from tablekeeper.vision.errors import PictureError, PictureMissingError
from tablekeeper.vision.picture import LONG_SIDE_PX
from tests.vision.drawing import draw_die, table


def encoded(picture, kind=".jpg"):
    return cv2.imencode(kind, picture)[1].tobytes()


def exif_turned(jpeg, orientation):
    tiff = (
        b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"
        + bytes([orientation])
        + b"\x00\x00\x00\x00\x00\x00"
    )
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


def scratched(jpeg):
    """A JPEG with a marker in the middle of its pixels that cannot stand there, as a bad card leaves it."""
    middle = len(jpeg) // 2
    return jpeg[:middle] + b"\xff\x7f" + jpeg[middle + 2 :]


def tiff_of(width, height):
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, size) for tag, size in ((256, width), (257, height)))
    return b"II*\x00\x08\x00\x00\x00\x02\x00" + entries + bytes(40)


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("empty.jpg", b"", "an empty file"),
        ("text.jpg", b"these are no dice", "text beginning 'these are no dic'"),
        ("half.jpg", encoded(table())[:9000], "a damaged or truncated JPEG picture"),
        ("half.png", encoded(table(), ".png")[:60], "a damaged or truncated PNG picture"),
        ("half.webp", encoded(table(), ".webp")[:60], "a damaged or truncated WebP picture"),
        ("half.bmp", encoded(table(), ".bmp")[:600], "a damaged or truncated BMP picture"),
        ("scratched.jpg", scratched(encoded(table())), "a damaged or truncated JPEG picture"),
        ("zeros.png", bytes(100), "bytes beginning '00000000'"),
        ("one.png", encoded(np.zeros((1, 1, 3), np.uint8), ".png"), "1 x 1 pixels"),
        (
            "bomb.png",
            encoded(table(), ".png")[:16] + (60000).to_bytes(4, "big") * 2 + bytes(50),
            "60000 x 60000 pixels",
        ),
        ("bomb.tif", tiff_of(60000, 60000), "60000 x 60000 pixels"),
        ("bomb.webp", b"RIFF\xff\x00\x00\x00WEBPVP8X" + bytes(8) + b"\xff\x3f\x00" * 2, "16384 x 16384 pixels"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(tmp_path, name, data, found):
    place = tmp_path / name
    place.write_bytes(data)
    with pytest.raises(PictureError) as caught:
        load_picture(place)
    message = str(caught.value)
    assert found in message
    assert repr(str(place)) in message
    assert "\n" not in message


def test_a_folder_and_nothing_are_told_apart(tmp_path):
    with pytest.raises(PictureError, match="a folder"):
        load_picture(tmp_path)
    with pytest.raises(PictureMissingError, match="nothing"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(FileNotFoundError):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError):
        load_picture(tmp_path / ("x" * 300))


@pytest.mark.parametrize("kind", ["grey", "deep", "alpha", "deep grey", "deep alpha"])
def test_odd_formats_become_plain_pictures(tmp_path, kind):
    picture = table(size=(40, 60))
    shown = picture[..., 1] if "grey" in kind else picture
    if "alpha" in kind:
        shown = np.dstack([picture, np.full((40, 60), 255, np.uint8)])
    if "deep" in kind:
        shown = shown.astype(np.uint16) * 257
    place = tmp_path / "odd.png"
    place.write_bytes(encoded(shown, ".png"))
    loaded = load_picture(place)
    assert (loaded.shape, loaded.dtype) == ((40, 60, 3), np.uint8)
    assert np.array_equal(loaded[..., 1], picture[..., 1])


def test_what_alpha_hides_is_not_shown(tmp_path):
    picture = np.dstack([table(size=(40, 60)), np.zeros((40, 60), np.uint8)])
    (tmp_path / "hidden.png").write_bytes(encoded(picture, ".png"))
    assert np.all(load_picture(tmp_path / "hidden.png") == 128)


def test_exif_turns_the_picture(tmp_path):
    picture = table(size=(40, 64))
    draw_die(picture, 1, 16, 20, edge=18)
    (tmp_path / "turned.jpg").write_bytes(exif_turned(encoded(picture), 6))
    assert load_picture(tmp_path / "turned.jpg").shape == (64, 40, 3)


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_very_wide_picture_is_shrunk(tmp_path, kind):
    (tmp_path / f"wide{kind}").write_bytes(encoded(np.full((300, 20000, 3), 90, np.uint8), kind))
    loaded = load_picture(tmp_path / f"wide{kind}")
    assert loaded.shape[1] <= LONG_SIDE_PX
    assert loaded.shape[0] >= 8
