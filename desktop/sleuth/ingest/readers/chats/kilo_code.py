"""What was said in Kilo Code, as long as it was an extension made from Roo Code's?"""

from sleuth.ingest.readers.conversations.tasks import TaskStore


class KiloCode(TaskStore):
    agent = "kilo-code"
    name = "Kilo Code"


READER = KiloCode("kilocode.kilo-code", "kilo-code.customStoragePath")
