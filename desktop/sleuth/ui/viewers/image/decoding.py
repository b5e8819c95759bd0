"""What picture does a file hold?

Runs in a job. Formats are told by the content, and only those that are named here are decoded. An SVG is drawn once, large
enough to be looked at closely.
"""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemTooLarge, ItemUnreadable
from sleuth.domain.opening import open_regular
from sleuth.ui.viewers.image.svg import without_files

MOST_BYTES = 256_000_000
MOST_PIXELS = 64_000_000
"""Decoded, four bytes each: what Qt's own limit allows (`QImageReader.allocationLimit`, 256 MB)."""
_FORMATS = ("png", "jpeg", "gif", "webp", "bmp", "ico")
_SVG_SIDE = 2_048
_SMALLEST_LEVEL = 1_024


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, decoded.

    Attributes:
        levels: The picture, and each the half of the one before, so that a small view need not look at every pixel.
    """

    levels: tuple[QImage, ...]
    size: QSize
    """In pixels; what an SVG says of itself."""
    byte_count: int
    format: str
    frame_count: int = 1


def decode(path: Path, cancellation: Cancellation) -> Picture:
    """The picture in a file, its first frame where there are several.

    Raises:
        ItemUnreadable: It is gone, or no picture.
        ItemTooLarge: There are too many bytes or pixels.
        Cancelled: Nobody waits for it any more.
    """
    data = _bytes(path)
    cancellation.check()
    if path.suffix.lower() == ".svg":
        size, image = _drawn(data)
        name, frame_count = "SVG", 1
    else:
        image, name, frame_count = _decoded(data)
        size = image.size()
    levels = [image]
    while max(levels[-1].width(), levels[-1].height()) > _SMALLEST_LEVEL:
        cancellation.check()
        half = QSize(max(levels[-1].width() // 2, 1), max(levels[-1].height() // 2, 1))
        smooth = Qt.TransformationMode.SmoothTransformation
        levels.append(levels[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))
    return Picture(tuple(levels), size, len(data), name, frame_count)


def _bytes(path: Path) -> bytes:
    try:
        with open_regular(path.parent, path.name) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise ItemUnreadable("it is not there any more") from error
    except OSError as error:
        raise ItemUnreadable(error.strerror or str(error)) from error
    if len(data) > MOST_BYTES:
        raise ItemTooLarge(f"it has more than {MOST_BYTES // 1_000_000} MB")
    return data


def _decoded(data: bytes) -> tuple[QImage, str, int]:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    name = reader.format().toStdString()
    if name not in _FORMATS:
        raise ItemUnreadable("it holds no picture that is known here")
    _refuse_huge(reader.size())
    image = reader.read()
    if image.isNull():
        raise ItemUnreadable("the file is damaged or incomplete")
    has_alpha = image.hasAlphaChannel()
    wanted = QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32
    return image.convertToFormat(wanted), name.upper(), max(reader.imageCount(), 1)


def _drawn(data: bytes) -> tuple[QSize, QImage]:
    renderer = QSvgRenderer()
    renderer.setAnimationEnabled(False)
    renderer.load(without_files(data))
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        raise ItemUnreadable("the file is damaged or incomplete")
    target = size.scaled(_SVG_SIDE, _SVG_SIDE, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    image = QImage(target, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return size, image


def _refuse_huge(size: QSize) -> None:
    if size.width() * size.height() > MOST_PIXELS:
        raise ItemTooLarge(f"it has {size.width():,} × {size.height():,} pixels")
