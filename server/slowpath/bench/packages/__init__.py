"""`slowpath bench packages`: what Slowpath makes of real contest packages, judged by what their setters keep."""
