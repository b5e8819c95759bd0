"""A small made-up workspace to rank in: a weather station's software, its notes, its data."""

FILES: dict[str, str] = {
    "README.md": "# Rainhouse\n\nReads the rain gauges of a weather station and keeps their readings.\n\n## Install\n\nRun `make install`.\n",
    "CHANGELOG.md": "# Changes\n\n- retry policy: wait longer after each failed upload\n- gauge calibration reads the new table\n",
    "src/rainhouse/gauge.py": (
        '"""One rain gauge: how it is read and calibrated."""\n\n\nclass Gauge:\n    """A tipping bucket gauge."""\n\n'
        "    def __init__(self, port, factor):\n        self.port = port\n        self.factor = factor\n\n"
        "    def read_bucket(self):\n        return self.port.count() * self.factor\n\n\n"
        "def calibrate(gauge, table):\n    gauge.factor = table[gauge.port.name]\n    return gauge\n"
    ),
    "src/rainhouse/upload.py": (
        '"""Sends readings to the collector and tries again when that fails."""\n\nimport time\n\n\n'
        "class RetryPolicy:\n    def __init__(self, first_wait, most_tries):\n        self.first_wait = first_wait\n"
        "        self.most_tries = most_tries\n\n    def waits(self):\n        for number in range(self.most_tries):\n"
        "            yield self.first_wait * 2**number\n\n\ndef send_reading(connection, reading, policy):\n"
        "    for wait in policy.waits():\n        if connection.put(reading):\n            return True\n        time.sleep(wait)\n    return False\n"
    ),
    "src/rainhouse/store.py": (
        '"""Keeps readings in a file, a line each."""\n\n\nclass ReadingStore:\n    def append(self, reading):\n'
        '        self.file.write(f"{reading.time},{reading.millimetres}\\n")\n\n    def latest(self):\n        return self.rows()[-1]\n'
    ),
    "src/rainhouse/httpServer.js": (
        "const port = 8080;\n\nfunction handleRequest(req, res) {\n  res.end(latestReading());\n}\n\n"
        "export function startHttpServer() {\n  return listen(port, handleRequest);\n}\n"
    ),
    "src/rainhouse/units.c": (
        "#include <stdio.h>\n\n/* Converts tips of the bucket to millimetres. */\ndouble\nmillimetres_of_tips(int tips)\n{\n"
        "    return tips * 0.2;\n}\n\nint main(void)\n{\n    printf(\"%f\\n\", millimetres_of_tips(5));\n}\n"
    ),
    "tests/test_upload.py": (
        "from rainhouse.upload import RetryPolicy, send_reading\n\n\ndef test_retry_policy_waits_longer_each_time():\n"
        "    assert list(RetryPolicy(1, 3).waits()) == [1, 2, 4]\n\n\ndef test_send_reading_gives_up():\n    assert not send_reading(Dead(), 1, RetryPolicy(0, 2))\n"
    ),
    "tests/test_gauge.py": "from rainhouse.gauge import Gauge, calibrate\n\n\ndef test_calibrate():\n    assert calibrate(Gauge(port, 1), table).factor == 2\n",
    "docs/calibration.md": (
        "# Calibration\n\nPour a known volume of water into the funnel and count the tips of the bucket.\nThe factor is volume by tips.\n\n"
        "## When\n\nTwice a year, and after a storm has moved the gauge.\n"
    ),
    "docs/protocol.md": "# The collector's protocol\n\nA reading is put with PUT /readings; the answer is 204.\nAfter a failure the client waits before it tries again.\n",
    "notes/2026-03-storm.md": "# The March storm\n\nGauge 3 was blown over. The upload failed for two days; nobody noticed.\nWe should send an alert when uploads fail.\n",
    "notes/ideas.md": "- an alert by text message\n- solar power for the logger\n- compare with the radar's rainfall\n",
    "data/stations.csv": "name,height,factor\nharbour,12,0.2\nhill,340,0.2\nriver,8,0.25\n",
    "config/settings.toml": "[upload]\nfirst_wait = 1\nmost_tries = 5\n\n[server]\nport = 8080\n",
    "Makefile": "install:\n\tpip install .\n\ntest:\n\tpytest tests\n",
}

QUERIES: tuple[tuple[str, str], ...] = (
    # what is typed, what answers it best
    ("RetryPolicy", "src/rainhouse/upload.py"),
    ("retry policy", "src/rainhouse/upload.py"),
    ("gauge", "src/rainhouse/gauge.py"),
    ("gauge.py", "src/rainhouse/gauge.py"),
    ("calibration", "docs/calibration.md"),
    ("calibrate", "src/rainhouse/gauge.py"),
    ("millimetres_of_tips", "src/rainhouse/units.c"),
    ("http server", "src/rainhouse/httpServer.js"),
    ("startHttp", "src/rainhouse/httpServer.js"),
    ("how are failed uploads tried again", "src/rainhouse/upload.py"),
    ("how do I calibrate a gauge with water", "docs/calibration.md"),
    ("where are readings kept in a file", "src/rainhouse/store.py"),
    ("test that sending gives up", "tests/test_upload.py"),
    ("alert when uploads fail", "notes/2026-03-storm.md"),
    ('"put with PUT"', "docs/protocol.md"),
    ("port.count()", "src/rainhouse/gauge.py"),
    ("#include <stdio.h>", "src/rainhouse/units.c"),
    ("harbour", "data/stations.csv"),
    ("first_wait", "src/rainhouse/upload.py"),
    ("solar", "notes/ideas.md"),
    ("/def \\w+_reading/", "src/rainhouse/upload.py"),
    ("stor", "src/rainhouse/store.py"),
    ("rainfall radar", "notes/ideas.md"),
    ("make install", "README.md"),
)
