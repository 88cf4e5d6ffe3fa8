"""Two proportions against printed examples and scipy."""

import numpy as np
import pytest
from scipy import stats

from mkbalance.stats.tables import mcnemar, newcombe, newcombe_paired


@pytest.mark.parametrize(
    ("cells", "printed"),  # (both, only a, only b, neither): Newcombe (1998), doi:…SIM954, method 10
    [
        ((36, 12, 2, 0), (0.0569, 0.3404)),
        ((1, 1, 3, 3), None),
        ((54, 0, 0, 0), (-0.0664, 0.0664)),
    ],
)
def test_newcombe_paired_printed(cells, printed):
    both, only_1, only_2, neither = cells
    found = newcombe_paired(both, only_1, only_2, neither)
    assert found.value == pytest.approx((only_1 - only_2) / sum(cells))
    assert found.low <= found.value <= found.high
    if printed:
        assert (found.low, found.high) == pytest.approx(printed, abs=6e-4)


def test_newcombe_unpaired_printed():
    """Newcombe (1998), doi:…SIM779, method 10: 56/70 against 48/80 gives 0.0524 to 0.3339."""
    found = newcombe(56, 70, 48, 80)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=6e-5)


@pytest.mark.parametrize(("b", "c"), [(1, 7), (0, 5), (12, 30), (3, 3), (0, 0), (100, 140)])
def test_mcnemar_is_the_binomial_test(b, c):
    exact = stats.binomtest(b, b + c).pvalue if b + c else 1.0
    assert mcnemar(b, c, "exact") == pytest.approx(exact)
    assert mcnemar(b, c, "mid-p") <= mcnemar(b, c, "exact")
    assert mcnemar(b, c) == mcnemar(c, b)


def test_mcnemar_printed():
    """Fagerland and others (2013), doi:10.1186/1471-2288-13-91: 1 and 7 change, mid-p 0.039, exact 0.070."""
    assert mcnemar(7, 1) == pytest.approx(0.0391, abs=5e-5)
    assert mcnemar(7, 1, "exact") == pytest.approx(0.0703, abs=5e-5)
    assert mcnemar(7, 1, "asymptotic") == pytest.approx(0.0339, abs=5e-5)


def test_refused():
    for cells in ((-1, 0, 0, 1), (0, 0, 0, 0)):
        with pytest.raises(ValueError, match="paired table"):
            newcombe_paired(*cells)
    with pytest.raises(ValueError, match="no method"):
        mcnemar(1, 2, "other")
    with pytest.raises(ValueError, match="numbers of games"):
        mcnemar(-1, 2)


@pytest.mark.statistical
@pytest.mark.parametrize("shares", [(0.3, 0.1, 0.05, 0.55), (0.02, 0.02, 0.01, 0.95), (0.6, 0.2, 0.1, 0.1)])
def test_newcombe_paired_coverage(shares):
    """Of 3,000 tables of 200 games at least 93.4 % of the intervals hold the truth (95 % less 4 standard errors)."""
    rng = np.random.default_rng(7)
    truth = shares[1] - shares[2]
    found = [newcombe_paired(*map(int, cells)) for cells in rng.multinomial(200, shares, size=3000)]
    assert np.mean([item.low <= truth <= item.high for item in found]) > 0.934
