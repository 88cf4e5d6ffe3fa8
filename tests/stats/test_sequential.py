"""Alpha spending against printed boundaries, and the error of looking often by simulation."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.sequential import FAR, boundaries, conditional_power, crossing, spent


@pytest.mark.parametrize(
    ("looks", "alpha", "printed"),
    [
        # Reboussin, DeMets, Kim and Lan (2000), doi:10.1016/S0197-2456(00)00057-X; the `ldbounds` example of five looks
        (5, 0.05, [4.8769, 3.3570, 2.6803, 2.2898, 2.0310]),
        # Jennison and Turnbull (2000), Group Sequential Methods: spending function like O'Brien-Fleming
        (2, 0.05, [2.963, 1.969]),
        (4, 0.05, [4.333, 2.963, 2.359, 2.014]),
    ],
)
def test_printed_boundaries(looks, alpha, printed):
    found = boundaries([(look + 1) / looks for look in range(looks)], alpha)
    assert found == pytest.approx(printed, abs=6e-4)


@pytest.mark.parametrize("shares", [[1.0], [0.1, 0.15, 0.9, 1.0], [0.02, 0.5, 1.0]])
def test_the_looks_spend_alpha_and_no_more(shares):
    found = boundaries(shares, 0.05)
    assert crossing(shares, found) == pytest.approx(0.05, abs=1e-6)
    assert sum(np.diff([0, *[spent(share) for share in shares]])) == pytest.approx(0.05)


def test_one_look_is_the_plain_test():
    assert boundaries([1.0], 0.05)[0] == pytest.approx(stats.norm.ppf(0.975))
    assert crossing([1.0], [1.96], 3.0) == pytest.approx(stats.norm.sf(1.96 - 3) + stats.norm.cdf(-1.96 - 3))


def test_a_first_look_too_early_stops_nothing():
    assert boundaries([0.001, 1.0])[0] == FAR


@pytest.mark.parametrize("shares", [[], [0.5, 0.5], [0.5, 0.4], [0.0, 1.0], [0.5, 1.5]])
def test_refused_looks(shares):
    with pytest.raises(ValueError, match="looks must rise"):
        boundaries(shares)


@pytest.mark.statistical
def test_error_of_ten_looks_by_simulation():
    """20,000 trials under no difference: 5 % cross a boundary, within 4 standard errors (0.6 points)."""
    shares = [(look + 1) / 10 for look in range(10)]
    bounds = np.array(boundaries(shares))
    steps = np.random.default_rng(4).normal(size=(20_000, 10)) * np.sqrt(0.1)
    z = steps.cumsum(axis=1) / np.sqrt(shares)
    assert (np.abs(z) >= bounds).any(axis=1).mean() == pytest.approx(0.05, abs=0.0062)
    assert (np.abs(z) >= 1.96).any(axis=1).mean() > 0.15  # what repeated 95 % intervals would do


def test_conditional_power_is_the_law_of_the_rest():
    """The rest of the games brings a normal step of mean z / sqrt(t) * (1 - t) and variance 1 - t."""
    steps = np.random.default_rng(2).normal(1.2 / np.sqrt(0.4) * 0.6, np.sqrt(0.6), 400_000)
    end = 1.2 * np.sqrt(0.4) + steps
    assert conditional_power(1.2, 0.4, 2.03) == pytest.approx((np.abs(end) >= 2.03).mean(), abs=0.004)
    assert conditional_power(3.0, 1.0, 2.03) == 1
    assert conditional_power(0.0, 0.8, 2.03) < 1e-4
