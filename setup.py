"""How do the icon and the like, which lie beside the code in a clone, get into the package that is installed?"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithResources(build_py):
    """Puts `resources/`, its screenshots apart, where `sleuth.places.resources_folder` looks for it."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shutil.copytree(
                Path(__file__).with_name("resources"),
                Path(self.build_lib, "sleuth", "resources"),
                ignore=shutil.ignore_patterns("screenshots"),
                dirs_exist_ok=True,
            )


setup(cmdclass={"build_py": BuildWithResources})
