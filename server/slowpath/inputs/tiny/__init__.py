"""All of the smallest inputs."""
