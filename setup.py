"""What pyproject.toml can't say: the prompts lie at the top of a checkout and beside the package in a wheel."""

from setuptools import find_namespace_packages, setup

setup(packages=[*find_namespace_packages("server"), "slowpath.prompts"],
      package_dir={"": "server", "slowpath.prompts": "prompts"})
