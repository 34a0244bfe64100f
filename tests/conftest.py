"""How hard Hypothesis looks: the same examples every time, or many new ones on demand.

pytest                                 as it runs for every change
pytest --hypothesis-profile=thorough   a night's search
"""

from hypothesis import settings

settings.register_profile("house", deadline=None, max_examples=30, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("house")
