"""A page in a real browser without a screen: what is in it after some script has run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--window-size=1366,768",
    "--virtual-time-budget=20000",
    "--dump-dom",
)
RESULT = "outcome-of-the-test"
_FOUND = re.compile(rf'<pre id="{RESULT}">(.*?)</pre>', re.S)


def browser() -> str:
    """Return the program, or skip."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium on PATH (Debian: apt-get install chromium)")
    return found


def outcome(page: str, script: str, folder: Path, fragment: str = "") -> Any:
    """Open a page, run a script in it, and return what `finish` in it was given.

    The script may wait: `await pause(milliseconds)`.
    """
    hook = f"""
<script>
(async () => {{
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const finish = (value) => {{
    const place = document.createElement("pre");
    place.id = "{RESULT}";
    place.textContent = JSON.stringify(value);
    document.body.append(place);
  }};
  try {{ {script} }} catch (error) {{ finish(`failed: ${{error}}`); }}
}})();
</script>
</body>"""
    path = folder / "page.html"
    assert page.count("</body>") == 1
    path.write_text(page.replace("</body>", hook), encoding="utf-8")
    address = f"{path.resolve().as_uri()}{fragment}"
    profile = f"--user-data-dir={folder / 'profile'}"
    run = subprocess.run(
        [browser(), *FLAGS, profile, address], capture_output=True, text=True, check=False
    )
    found = _FOUND.search(run.stdout)
    assert found, f"the script did not finish\n{run.stderr[-2000:]}"
    return json.loads(unescape(found[1]))
