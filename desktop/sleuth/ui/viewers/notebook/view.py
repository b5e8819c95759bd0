"""How is a notebook shown: its cells as they read, code with what came of it?"""

from collections.abc import Callable

from sleuth.domain.cancel import Cancellation
from sleuth.domain.opening import open_regular
from sleuth.engine.reading import Reading
from sleuth.ingest.readers.base import stoppable
from sleuth.ingest.readers.formats.notebook import MOST_BYTES
from sleuth.ui.viewers.markdown.view import MarkdownViewer
from sleuth.ui.viewers.notebook.rendering import NotebookRenderer, Words
from sleuth.ui.viewers.web.addresses import root_of
from sleuth.ui.viewers.web.page import Rendered
from sleuth.ui.viewers.web.pictures import Pictures


class NotebookViewer(MarkdownViewer):
    """Shows notebooks; nothing in them is run. Their source is the text of their cells, as it is searched."""

    page_kind = "notebook"
    counted_in = "cell"

    def renderer(self, reading: Reading) -> Callable[[Cancellation], Rendered]:
        words = Words(
            empty=self.tr("This notebook has no cells."),
            not_shown=self.tr("An output that is no text and no picture is not shown."),
            cut=self.tr("The output goes on."),
            picture=self.tr("Output"),
            notes=self.notes(),
        )

        def render(cancellation: Cancellation) -> Rendered:
            root = root_of(reading.path, reading.ref)
            with open_regular(root, reading.ref) as file:
                data = file.read(MOST_BYTES)
            pictures = Pictures(root, reading.ref)
            with stoppable(cancellation):
                html = NotebookRenderer(reading.ref, pictures, words).render(data, cancellation.check)
            return Rendered(html, frozenset(pictures.shown))

        return render
