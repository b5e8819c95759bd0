"""What was said in Roo Code?

An editor's extension made from Cline's, whose tasks it keeps in the same way.
"""

from sleuth.ingest.readers.conversations.tasks import TaskStore


class RooCode(TaskStore):
    agent = "roo-code"
    name = "Roo Code"


READER = RooCode("rooveterinaryinc.roo-cline", "roo-cline.customStoragePath")
