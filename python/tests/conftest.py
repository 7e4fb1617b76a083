"""Fields that several tests evaluate."""

import perlane
import pytest


@pytest.fixture
def land() -> perlane.Field:
    return perlane.fbm(perlane.perlin(seed=42, frequency=1 / 100), octaves=4)
