"""Headless Chromium for tests of pages: what a reader sees, not what the template says; skips where it is missing."""

import shutil
import subprocess
from pathlib import Path

import pytest

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--virtual-time-budget=2000")  # fmt: skip


def chromium(page: Path, profile: Path, *options: str) -> str:
    """Open a local page and return what Chromium prints."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    command = [program, *FLAGS, f"--user-data-dir={profile}", *options, page.resolve().as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
