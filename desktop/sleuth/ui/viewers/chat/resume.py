"""How is a session taken up again? The command that does it, as one pastes it into a terminal."""

import shlex
import subprocess
import sys

from sleuth.domain.chats import Session


def resume_command(session: Session, platform: str = sys.platform) -> str:
    """`cd FOLDER && COMMAND`; empty where there is none.

    What a transcript says becomes part of a command here. It is quoted; where it holds what a terminal takes for a key
    (a line's end, Escape), there is no command.

    >>> resume_command(Session("s1", "/tmp/my work", resume=("claude", "--resume", "s1")), "linux")
    "cd '/tmp/my work' && claude --resume s1"
    >>> resume_command(Session("s1", "C:\\\\my work", resume=("claude", "--resume", "s1")), "win32")
    'cd /d "C:\\\\my work" && claude --resume s1'
    """
    parts = (*session.resume, *([session.folder] if session.folder else []))
    if not session.resume or not all(part.isprintable() for part in parts):
        return ""
    if platform == "win32":
        return _for_windows(session)
    command = shlex.join(session.resume)
    return f"cd {shlex.quote(session.folder)} && {command}" if session.folder else command


def _for_windows(session: Session) -> str:
    # Within quotes its shell still puts variables in, and a quote ends them: nothing says that it is not meant.
    if any(letter in part for part in (*session.resume, session.folder or "") for letter in '"%!^&|<>\''):
        return ""
    command = subprocess.list2cmdline(session.resume)
    return f'cd /d "{session.folder}" && {command}' if session.folder else command
