"""The page in a browser: it opens without a network, fits a phone, follows dark mode and prints."""

import html
import json
import re
import shutil
import subprocess

import pytest

from mkbalance.report.build import build

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed (apt install chromium)"),
]

MEASURE = """
<script>
addEventListener("load", () => {
  const page = document.querySelector("iframe").contentDocument, body = page.body, view = page.documentElement;
  const wide = [...page.querySelectorAll("p, li, h1, h2, h3, nav, figcaption")].filter(
    item => item.getBoundingClientRect().right > view.clientWidth + 1 && !item.closest(".wide"));
  const style = page.defaultView.getComputedStyle(body);
  document.body.innerText = JSON.stringify({
    scroll: view.scrollWidth, client: view.clientWidth, wide: wide.map(item => item.innerText.slice(0, 60)),
    page: style.backgroundColor, ink: style.color,
    figures: [...page.querySelectorAll("figure svg")].map(item => item.getBoundingClientRect().width),
    text: page.defaultView.getComputedStyle(page.querySelector("figure svg text")).fill,
    broken: [...page.querySelectorAll('a[href^="#"]')].filter(a => !page.querySelector(a.getAttribute("href"))).length,
  });
});
</script>"""


def run(*words, tmp_path):
    shared = ("--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND")
    home = f"--user-data-dir={tmp_path / 'browser'}"
    return subprocess.run([BROWSER, *shared, home, *words], capture_output=True, text=True, timeout=120, check=True)


def measured(page, width, tmp_path, dark=False):
    frame = tmp_path / f"frame-{width}-{dark}.html"
    inner = html.escape(page.read_text(), quote=True)
    frame.write_text(f'<body><iframe width="{width}" height="900" srcdoc="{inner}"></iframe>{MEASURE}</body>')
    colour = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    found = run(colour, "--window-size=1400,1000", "--dump-dom", frame.as_uri(), tmp_path=tmp_path)
    return json.loads(html.unescape(re.search(r"\{.*\}", found.stdout, re.S)[0]))


def lightness(colour):
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


def test_page_in_a_browser(study, alone, tmp_path):
    page = build(study(alone).folder)
    phone = measured(page, 390, tmp_path)
    assert phone["scroll"] <= phone["client"]
    assert phone["wide"] == []
    assert phone["broken"] == 0
    desk = measured(page, 1200, tmp_path)
    assert desk["scroll"] <= desk["client"]
    assert min(desk["figures"]) > 600
    assert lightness(desk["page"]) > 240 > 60 > lightness(desk["ink"])
    assert lightness(desk["text"]) < 60
    dark = measured(page, 1200, tmp_path, dark=True)
    assert lightness(dark["page"]) < 60 < 200 < lightness(dark["ink"])
    assert lightness(dark["text"]) > 200
    paper = tmp_path / "page.pdf"
    run("--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri(), tmp_path=tmp_path)
    assert paper.read_bytes().startswith(b"%PDF")
    assert paper.stat().st_size > 20_000
