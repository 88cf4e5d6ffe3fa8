"""Play the studies of experiments/ and publish their reports here: `make reports`.

Rows go to reports/build, which is not kept; what is kept of a study is its page, its tables, the experiment and the
provenance. First the strength of the players is measured, for every page shows it; last come the README's output and
figures.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import re
import shutil
import subprocess
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

PUBLISHED = (  # experiments, in the order of the list of reports
    "dragon_levels",
    "head_by_head",
    "randomized_heads",
    "apocalypse_is_here",
    "against_the_horsemen",
    "solo_conquest",
    "hero_ranking",
)
STRENGTH = ROOT / "mkbalance" / "mageknight" / "players" / "strength.json"
MEASURED = {  # scenario, with what is set: games by skill
    "against_the_dragon/solo": {},
    "against_the_dragon/solo, heads at 2": {"scenario.dragon.heads.all": 2},
    "apocalypse_is_here/solo": {},
    "against_the_horsemen/solo": {},
    "solo_conquest/solo": {},
    "first_reconnaissance/solo": {},
}
GAMES = {"random": 500, "novice": 500, "competent": 500, "expert": 300}
SHAKEN = 300  #: games of the baseline with its estimates moved
FOLLOWED = 200  #: games of the baseline followed round by round
JOBS = 2


def measure_strength(scale: float, target: Path) -> None:
    """Write how strong the built-in players are."""
    import mkbalance as mk
    from mkbalance.games import get_game

    rows = []
    for name, changes in MEASURED.items():
        scenario = mk.scenario(name.partition(",")[0])
        scenario = scenario.set_all(changes) if changes else scenario
        for skill, games in GAMES.items():
            found = mk.simulate(
                scenario, players=f"tovak:{skill}", games=max(20, round(scale * games)), seed=1, n_jobs=JOBS
            ).summary()
            rows.append(
                {
                    "scenario": name,
                    "hero": "tovak",
                    "skill": skill,
                    "games": found["games"],
                    "win_rate": found["win_rate"],
                    "score": {key: found["score"][key] for key in ("mean", "low", "high")},
                }
            )
            print(f"  {name}, {skill}: {found['win_rate']['value']:.1%}, {found['score']['mean']:.1f}", flush=True)
    info = get_game().info()
    document = {"core_hash": info["core_hash"], "content_hash": info["content_hash"], "seed": 1, "rows": rows}
    target.write_text(json.dumps(document, indent=1) + "\n")


def publish(name: str, scale: float, out: Path) -> dict:
    """Run one study and put its page, tables, experiment and provenance into `out`; return its summary."""
    from mkbalance.cli.app import main
    from mkbalance.report.tables import downloads
    from mkbalance.study.study import Study

    text = (ROOT / "experiments" / f"{name}.toml").read_text()
    if scale != 1:
        text = re.sub(r"per_cell = (\d+)", lambda found: f"per_cell = {max(20, round(scale * int(found[1])))}", text)
    build = HERE / "build" / name
    shutil.rmtree(build, ignore_errors=True)
    file = HERE / "build" / f"{name}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    path = ROOT / "experiments" / f"{name}.toml" if scale == 1 else file
    for words in (
        ("run", str(path.relative_to(ROOT)), "-o", str(build), "-j", str(JOBS), "-q"),
        ("report", str(build), *_beside(scale), "-j", str(JOBS), "-q"),
    ):
        with redirect_stdout(io.StringIO()):
            code = main(list(words))
        if code:
            raise SystemExit(f"mkbalance {' '.join(words)}: exit {code}")
    summary = Study(build).summary()
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for kept in ("report.html", "provenance.json", "experiment.toml"):
        shutil.copy(build / kept, folder / kept)
    for table in downloads(summary):
        if table["name"].endswith(".csv") and table["name"] not in ("scores.csv", "groups.csv", "rounds.csv"):
            (folder / table["name"]).write_bytes(base64.b64decode(table["link"].partition("base64,")[2]))
    return summary


def _beside(scale: float) -> list[str]:
    """Return the arguments of what a report plays beside its study."""
    asked = (("--shake", SHAKEN), ("--follow", FOLLOWED))
    return [word for flag, games in asked for word in (flag, str(max(20, round(scale * games))))]


def write_list(out: Path) -> None:
    """Write the list of reports, each with its question and the first sentences of its answer."""
    lines = [
        "# Reports",
        "",
        "Each folder holds a page that opens without a network (`report.html`), its tables as CSV, the experiment and",
        "the provenance. `make reports` plays them all again; docs/guides/publishing.md says how to add one.",
        "",
    ]
    for name in PUBLISHED:
        page = out / name / "report.html"
        if page.exists():
            text = page.read_text()
            answer = text.partition('aria-label="Answer"')[2].partition("</section>")[0]
            first = [re.sub(r"\s+", " ", line).strip() for line in re.findall(r"<p[^>]*>(.*?)</p>", answer, re.S)[:2]]
            question = re.search(r"<h1>(.*?)</h1>", text, re.S)[1]
            lines += [f"## [{question}]({name}/report.html)", "", " ".join(first), ""]
    (out / "README.md").write_text("\n".join(lines).rstrip() + "\n")


def refresh_readme() -> None:
    """Run the examples of the README again, put their output under them and draw its figures."""
    import matplotlib as mpl

    mpl.use("Agg")
    import mkbalance as mk

    path = ROOT / "README.md"
    text = path.read_text()
    python = re.search(r"```python\n(import mkbalance as mk\n.*?)```\n\nprints\n\n```\n(.*?)```", text, re.S)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(python[1], "README", "exec"), {})
    text = text.replace(python[2], out.getvalue())
    shell = re.search(r"```\n\$ (mkbalance simulate [^\n]*)\n(.*?)```", text, re.S)
    done = subprocess.run(
        [sys.executable, "-m", *shell[1].split()], capture_output=True, text=True, check=True, cwd=ROOT
    )
    text = text.replace(shell[2], done.stdout)
    path.write_text(text)
    study = mk.Study(HERE / "build" / "readme") if (HERE / "build" / "readme").exists() else None
    if study is None:
        study = mk.run(ROOT / "experiments" / "against_the_dragon.toml", HERE / "build" / "readme", n_jobs=JOBS)
    with mpl.rc_context({"svg.hashsalt": "readme", "font.sans-serif": ["DejaVu Sans"]}):
        study.plot.score().figure.savefig(
            ROOT / "docs" / "images" / "score.svg", facecolor="white", metadata={"Date": None, "Creator": None}
        )
    game = mk.Game("against_the_dragon/solo", players="tovak:competent", seed=7, game=3).play()
    (ROOT / "docs" / "images" / "map.svg").write_text(game.board().svg())


def main() -> None:
    """Publish the reports asked for."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = ("strength", *PUBLISHED, "readme")
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(steps)}; all when left out")
    asked.add_argument("--scale", type=float, default=1.0, help="share of the games; below 1 nothing is published")
    asked.add_argument("--publish", action="store_true", help="publish whatever the scale; the pages tell their games")
    options = asked.parse_args()
    unknown = set(options.names) - set(steps)
    if unknown:
        asked.error(f"no such report: {', '.join(sorted(unknown))}; there are {', '.join(steps)}")
    real = options.scale == 1 or options.publish
    names = options.names or [step for step in steps if step != "readme" or options.scale == 1]
    out = HERE if real else HERE / "build" / "trial"
    out.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    if "strength" in names:
        print("strength of the players", flush=True)
        measure_strength(options.scale, STRENGTH if real else out / "strength.json")
    for name in (name for name in PUBLISHED if name in names):
        at = time.perf_counter()
        summary = publish(name, options.scale, out)
        took = time.perf_counter() - at
        print(f"{name}: {len(summary['cells'])} cells, {took:.0f} s, {out / name / 'report.html'}", flush=True)
    write_list(out)
    if "readme" in names:
        shutil.rmtree(HERE / "build" / "readme", ignore_errors=True)
        refresh_readme()
    print(f"{time.perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
