"""Settings of the whole test run: hypothesis measures no time, for tests don't."""

from hypothesis import settings

settings.register_profile("project", deadline=None, max_examples=60)
settings.load_profile("project")
