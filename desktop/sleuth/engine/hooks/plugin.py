"""What does the plugin say by which OpenCode tells of its turns?

OpenCode has no hooks that are commands; it loads every module in its folder of plugins. One object serves its first
version (`server`) and its second (`setup`). Each ignores the other's. It must be the only thing that is exported: the
first version takes each export for a plugin.
https://opencode.ai/v1/docs/plugins/ https://opencode.ai/docs/build/plugins/migrate-v1
"""

import json

from sleuth.engine.hooks.call import program

MARK = "sleuth hooks install opencode"

_PLUGIN = """\
// Tells Sleuth when a turn begins and ends. Made by `%(mark)s`; `sleuth hooks uninstall opencode` deletes it.
import { spawn } from "node:child_process"

const SLEUTH = %(program)s

const tell = (turn, folder) => {
  try {
    const options = { stdio: "ignore", detached: true, windowsHide: true }
    spawn(SLEUTH[0], [...SLEUTH.slice(1), turn, ...(folder ? ["-w", folder] : [])], options).on("error", () => {}).unref()
  } catch {}
}

// OpenCode 1
const server = async ({ directory }) => ({
  "chat.message": async () => tell("turn-started", directory),
  event: async ({ event }) => {
    if (event.type === "session.idle") tell("turn-ended", directory)
  },
})

// OpenCode 2
const TURNS = {
  "session.execution.started": "turn-started",
  "session.execution.succeeded": "turn-ended",
  "session.execution.failed": "turn-ended",
  "session.execution.interrupted": "turn-ended",
}
const setup = async (context) => {
  let over = false
  const listen = async () => {
    for await (const event of context.event.subscribe()) {
      if (over) return
      if (TURNS[event.type]) tell(TURNS[event.type], event.location?.directory ?? context.location?.directory)
    }
  }
  listen().catch(() => {})
  return () => {
    over = true
  }
}

export default { id: "sleuth", server, setup }
"""


def plugin() -> str:
    """The module, for the Sleuth that runs."""
    return _PLUGIN % {"mark": MARK, "program": json.dumps(program(), ensure_ascii=False)}
