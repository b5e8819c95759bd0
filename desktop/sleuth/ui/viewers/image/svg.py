"""How is an SVG kept from reading other files?

Qt's renderer runs no scripts and asks no network, but it opens whatever path an `image` or a style sheet's instruction
names: on Windows a path may be another machine's. So the SVG is written anew, with only what it holds itself.
"""

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QXmlStreamReader, QXmlStreamWriter

from sleuth.domain.errors import ItemUnreadable

_Token = QXmlStreamReader.TokenType
# No instructions, no document type, no comments.
_KEPT = (_Token.StartElement, _Token.EndElement, _Token.Characters)
_LOADING = ("image", "feimage")
_OWN = re.compile(r"\s*data:image/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=\s]*")


def without_files(data: bytes) -> QByteArray:
    """An SVG without what would be loaded.

    Raises:
        ItemUnreadable: It is no XML.
    """
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    given = QBuffer()
    given.setData(QByteArray(data))
    given.open(QIODevice.OpenModeFlag.ReadOnly)
    reader, writer = QXmlStreamReader(given), QXmlStreamWriter(made)
    while not reader.atEnd():
        token = reader.readNext()
        if token == _Token.StartElement and _loads(reader):
            reader.skipCurrentElement()
        elif token in _KEPT:
            writer.writeCurrentToken(reader)
    if reader.hasError():
        raise ItemUnreadable("the file is damaged or incomplete")
    return made.data()


def _loads(reader: QXmlStreamReader) -> bool:
    """Whether the element would load a picture that it does not hold itself."""
    if reader.name().lower() not in _LOADING:
        return False
    given = reader.attributes()
    attributes = [given.at(index) for index in range(given.count())]
    return not all(_OWN.fullmatch(one.value()) for one in attributes if one.name().lower() == "href")
