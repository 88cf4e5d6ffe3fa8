"""Play the studies of experiments/ and publish their reports here: `make reports`.

Rows go to reports/build, which is not kept; what is kept of a study is its page, its tables, the experiment and the
provenance. First the strength of the players is measured, for every page shows it; last come the README's output and
figures. What this build of the core has published already, from the same experiment, is left as it is, and a study that
was interrupted goes on where it stopped: the command can be stopped and given again. `--again` starts over.
"""

from __future__ import annotations

import argparse
import base64
import csv
import html
import io
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

PUBLISHED = (  # experiments, in the order of the list of reports
    "dragon_levels",
    "head_by_head",
    "head_pairs",
    "control_head",
    "rounds_and_heads",
    "randomized_heads",
    "apocalypse_is_here",
    "against_the_horsemen",
    "solo_conquest",
    "city_levels",
    "hero_ranking",
    "luck",
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
GAMES = {"random": 300, "quick": 300, "novice": 150, "competent": 150, "expert": 60}
SHAKEN = 100  #: games of the baseline with its estimates moved
FOLLOWED = 100  #: games of the baseline followed round by round
BENCHED = 200  #: games of each player for the tables of speed
SHORT = ("games/s", "ns per decision", "Checksum")  #: columns of the README's table of speeds
LONG = ("Games", "games/s", "decisions/s", "ns per decision", "Checksum")  #: and of that of docs/speed.md
JOBS = 2


def build_of(document: dict) -> tuple[str, str]:
    """Return what rows depend on: the compiled core and the content, as `Game.info` and a provenance name them."""
    found = document["build"] if isinstance(document.get("build"), dict) else document
    return found.get("core_hash"), found.get("content_hash")


def measure_strength(scale: float, target: Path, again: bool = False) -> None:
    """Write how strong the built-in players are, unless it was measured with this build."""
    import mkbalance as mk
    from mkbalance.games import get_game

    asked = {skill: max(20, round(scale * games)) for skill, games in GAMES.items()}
    rows, info = [], get_game().info()
    if target.exists() and not again:
        known = json.loads(target.read_text())
        played = {(row["scenario"], row["skill"], row["games"]) for row in known["rows"]}
        wanted = {(name, skill, games) for name in MEASURED for skill, games in asked.items()}
        if build_of(known) == build_of(info) and played >= wanted:
            print("  measured with this build already", flush=True)
            return
    for name, changes in MEASURED.items():
        scenario = mk.scenario(name.partition(",")[0])
        scenario = scenario.set_all(changes) if changes else scenario
        for skill, games in asked.items():
            found = mk.simulate(scenario, players=f"tovak:{skill}", games=games, seed=1, n_jobs=JOBS).summary()
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
    document = {"core_hash": info["core_hash"], "content_hash": info["content_hash"], "seed": 1, "rows": rows}
    target.write_text(json.dumps(document, indent=1) + "\n")


def publish(name: str, scale: float, out: Path, again: bool = False) -> dict | None:
    """Run one study and put its page, tables, experiment and provenance into `out`; return its summary.

    None where this build has published it already. An interrupted run is resumed if it was of the same build.
    """
    from mkbalance.cli.app import main
    from mkbalance.games import get_game
    from mkbalance.report.build import chance_of, factorial_of
    from mkbalance.report.tables import downloads
    from mkbalance.study.study import Study

    text = (ROOT / "experiments" / f"{name}.toml").read_text()
    if scale != 1:
        text = re.sub(r"per_cell = (\d+)", lambda found: f"per_cell = {max(20, round(scale * int(found[1])))}", text)
    build, folder, current = HERE / "build" / name, out / name, build_of(get_game().info())
    kept = folder / "experiment.toml"
    known = kept.exists() and kept.read_text() == text
    if known and not again and build_of(json.loads((folder / "provenance.json").read_text())) == current:
        return None
    stamp = HERE / "build" / f"{name}.build.json"
    same = stamp.exists() and json.loads(stamp.read_text()) == [*current, text]
    if again or not same:
        shutil.rmtree(build, ignore_errors=True)
    file = HERE / "build" / f"{name}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    stamp.write_text(json.dumps([*current, text]))
    path = ROOT / "experiments" / f"{name}.toml" if scale == 1 else file
    resume = ("--resume",) if (build / "provenance.json").exists() else ()
    for words in (
        ("run", str(path.relative_to(ROOT)), "-o", str(build), "-j", str(JOBS), "-q", *resume),
        ("report", str(build), *_beside(scale), "-j", str(JOBS), "-q"),
    ):
        with redirect_stdout(io.StringIO()):
            code = main(list(words))
        if code:
            raise SystemExit(f"mkbalance {' '.join(words)}: exit {code}")
    study = Study(build)
    summary, fresh = study.summary(), HERE / "build" / f"{name}.published"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    for kept in ("report.html", "provenance.json", "experiment.toml"):
        shutil.copy(build / kept, fresh / kept)
    for table in downloads(summary, None, factorial_of(study), chance_of(study)):
        if table["name"].endswith(".csv") and table["name"] not in ("scores.csv", "groups.csv", "rounds.csv"):
            (fresh / table["name"]).write_bytes(base64.b64decode(table["link"].partition("base64,")[2]))
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(fresh, folder)  # whole or not at all, but for a kill within this line
    return summary


def _beside(scale: float) -> list[str]:
    """Return the arguments of what a report plays beside its study."""
    asked = (("--shake", SHAKEN), ("--follow", FOLLOWED))
    return [word for flag, games in asked for word in (flag, str(max(20, round(scale * games))))]


def width(folder: Path) -> str:
    """Return how many games a published study played and how wide its intervals are, as one sentence."""

    def half(rows: list[dict], low: str, high: str, scale: float) -> float:
        return max((scale * (float(r[high]) - float(r[low])) / 2 for r in rows if r[low] and r[high]), default=0.0)

    cells = list(csv.DictReader((folder / "cells.csv").read_text().splitlines()))
    games = sorted({int(row["games"]) for row in cells})
    win, score = half(cells, "win_low", "win_high", 100), half(cells, "score_low", "score_high", 1)
    played = " to ".join(f"{number:,}" for number in sorted({games[0], games[-1]}))
    text = f"{len(cells)} cells of {played} games; half-widths at most {win:.1f} percentage points for a win rate and "
    text += f"{score:.1f} points for a mean score (95 %, each alone)"
    if (folder / "differences.csv").exists():
        rows = list(csv.DictReader((folder / "differences.csv").read_text().splitlines()))
        win, score = (
            half([row for row in rows if row["metric"] == metric], "low", "high", scale)
            for metric, scale in (("win_rate", 100), ("score", 1))
        )
        text += f", {win:.1f} and {score:.1f} for a paired difference (95 % together)"
    return f"*{text}.*"


def write_list(out: Path) -> None:
    """Write the list of reports, each with its question and the first sentences of its answer."""
    lines = [
        "# Reports",
        "",
        "Each folder holds a page that opens without a network (`report.html`), its tables as CSV, the experiment and",
        "the provenance. `make reports` plays them all again; docs/guides/publishing.md says how to add one.",
        "Scripted players played all of them: docs/players.md says how strong they are.",
        "",
    ]
    from mkbalance.games import get_game

    current = build_of(get_game().info())
    for name in PUBLISHED:
        page = out / name / "report.html"
        if page.exists():
            text = html.unescape(page.read_text())
            answer = text.partition('aria-label="Answer"')[2].partition("</section>")[0]
            first = [re.sub(r"\s+", " ", line).strip() for line in re.findall(r"<p[^>]*>(.*?)</p>", answer, re.S)[:2]]
            question = re.search(r"<h1>(.*?)</h1>", text, re.S)[1]
            told = width(out / name)
            if build_of(json.loads((out / name / "provenance.json").read_text())) != current:
                told += " Played with an earlier build."
            lines += [f"## [{question}]({name}/report.html)", "", " ".join(first), "", told, ""]
    (out / "README.md").write_text("\n".join(lines).rstrip() + "\n")


def refresh_readme(again: bool = False) -> None:
    """Run the examples of the README again, put their output under them and draw its figures."""
    import matplotlib as mpl

    mpl.use("Agg")
    import mkbalance as mk
    from mkbalance.games import get_game

    path = ROOT / "README.md"
    text = path.read_text()
    python = re.search(r"```python\n(import mkbalance as mk\n.*?)```\n\nprints\n\n```\n(.*?)```", text, re.S)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(python[1], "README", "exec"), {})
    text = _replaced(text, python, 2, out.getvalue())
    for shell in list(re.finditer(r"```\n\$ (mkbalance [^\n]*)\n(.*?)```", text, re.S))[::-1]:
        done = subprocess.run(
            [sys.executable, "-m", *shell[1].split()], capture_output=True, text=True, check=True, cwd=ROOT
        )
        told = re.sub(r"(?m)^(speed +).*", r"\1…", done.stdout)  # that of a machine, not of a game
        text = _replaced(text, shell, 2, told)
    folder, stamp = HERE / "build" / "readme", HERE / "build" / "readme.build.json"
    current = json.dumps(build_of(get_game().info()))
    if again or not stamp.exists() or stamp.read_text() != current:
        shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(current)
    resume = (folder / "provenance.json").exists()
    study = mk.run(ROOT / "experiments" / "against_the_dragon.toml", folder, n_jobs=JOBS, resume=resume)
    games = {cell["games"] for cell in study.summary()["cells"]}
    caption = re.search(r"scripted players, ([\d,]+) games each", text)
    path.write_text(_replaced(text, caption, 1, f"{games.pop():,}"))
    with mpl.rc_context({"svg.hashsalt": "readme", "font.sans-serif": ["DejaVu Sans"]}):
        study.plot.score().figure.savefig(
            ROOT / "docs" / "images" / "score.svg", facecolor="white", metadata={"Date": None, "Creator": None}
        )
    game = mk.Game("against_the_dragon/solo", players="tovak:competent", seed=7, game=3).play()
    (ROOT / "docs" / "images" / "map.svg").write_text(game.board().svg())


def refresh_speed() -> None:
    """Measure the speed of this machine and put it into the tables of the README and docs/speed.md."""
    done = subprocess.run(
        [sys.executable, "-m", "mkbalance", "bench", "--json", "-n", str(BENCHED), "-q"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    found = json.loads(done.stdout)["cases"]
    for path, columns in ((ROOT / "README.md", SHORT), (ROOT / "docs" / "speed.md", LONG)):
        path.write_text(with_speed(path.read_text(), found, columns))


def with_speed(text: str, found: list[dict], columns: Sequence[str]) -> str:
    """Return a page whose table of speeds holds what was measured."""
    lines = []
    for row in found:
        shown = {
            "Games": f"{row['games']:,}",
            "games/s": f"{row['games_per_second']:,.0f}",
            "decisions/s": f"{row['actions_per_second']:,.0f}",
            "ns per decision": f"{row['ns_per_action']:,.0f}",
            "Checksum": f"`{row['checksum'][:12]}`",
        }
        lines.append(" | ".join([f"| `{row['scenario']}`", row["player"], *(shown[name] for name in columns)]) + " |")
    table = re.search(r"(\| Scenario \| Player \|[^\n]*\n\|[-|]*\n)((?:\|[^\n]*\n)*)", text)
    return _replaced(text, table, 2, "\n".join(lines) + "\n")


def _replaced(text: str, found: re.Match, group: int, by: str) -> str:
    """Return the text with a group of a match replaced, and nothing else."""
    return text[: found.start(group)] + by + text[found.end(group) :]


def main() -> None:
    """Publish the reports asked for."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    last = ("readme", "speed")
    steps = ("strength", *PUBLISHED, *last)
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(steps)}; all when left out")
    asked.add_argument("--scale", type=float, default=1.0, help="share of the games; below 1 nothing is published")
    asked.add_argument("--publish", action="store_true", help="publish whatever the scale; the pages tell their games")
    asked.add_argument("--again", action="store_true", help="also what this build has published already")
    options = asked.parse_args()
    unknown = set(options.names) - set(steps)
    if unknown:
        asked.error(f"no such report: {', '.join(sorted(unknown))}; there are {', '.join(steps)}")
    real = options.scale == 1 or options.publish
    names = options.names or [step for step in steps if step not in last or real]
    out = HERE if real else HERE / "build" / "trial"
    out.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    if "strength" in names:
        print("strength of the players", flush=True)
        measure_strength(options.scale, STRENGTH if real else out / "strength.json", options.again)
    for name in (name for name in PUBLISHED if name in names):
        at = time.perf_counter()
        summary = publish(name, options.scale, out, options.again)
        if summary is None:
            print(f"{name}: published with this build already", flush=True)
            continue
        took = time.perf_counter() - at
        print(f"{name}: {len(summary['cells'])} cells, {took:.0f} s, {out / name / 'report.html'}", flush=True)
        write_list(out)
    write_list(out)
    if "readme" in names:
        refresh_readme(options.again)
    if "speed" in names:
        refresh_speed()
    print(f"{time.perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
