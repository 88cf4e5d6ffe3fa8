"""What a comparison prints."""

import mkbalance as mk


def test_a_comparison_prints_both_sides_and_the_interval():
    base = mk.scenario("against_the_dragon/solo")
    text = str(mk.compare(base, base, players="tovak:random", games=20, seed=3))
    assert "paired over 20 games (seed 3)" in text.splitlines()[0]
    score = next(line for line in text.splitlines() if line.startswith("score"))
    assert "+0 (+0 to +0)" in score
