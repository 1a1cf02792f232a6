"""What pyproject.toml can't say: the prompts, and the page on the format that one of them quotes, lie at the top of a
checkout and beside the package in a wheel."""

from setuptools import find_namespace_packages, setup

setup(packages=[*find_namespace_packages("server"), "slowpath.prompts", "slowpath.docs"],
      package_dir={"": "server", "slowpath.prompts": "prompts", "slowpath.docs": "docs"})
