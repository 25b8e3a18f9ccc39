"""The report in a real browser: nothing runs, everything fits, and hostile text is text."""

import re
from pathlib import Path

from corpora.stage import write_report
from tests.browser import chromium
from tests.corpora.project import build

# Run in the page by the test only: writes what the browser laid out into the document.
PROBE = """<script>
window.addEventListener('load', () => {
  const wide = document.documentElement.scrollWidth > window.innerWidth;
  document.body.innerHTML += `<p id="probe">wide=${wide} cells=${document.querySelectorAll('td').length}`
    + ` scripts=${document.querySelectorAll('main script').length}`
    + ` marks=${document.querySelectorAll('mark').length}</p>`;
});
</script>"""


def page_of(tmp_path: Path) -> str:
    write_report(build(tmp_path), "A bank <b>with markup</b>", tmp_path / "page.html")
    return (tmp_path / "page.html").read_text("utf-8")


def probed(tmp_path: Path, width: int) -> str:
    page = re.sub(r"<meta http-equiv=.*?>", "", page_of(tmp_path), count=1)
    file = tmp_path / "report.html"
    file.write_text(page.replace("</body>", PROBE + "</body>"), "utf-8")
    dom = chromium(file, tmp_path / "profile", "--dump-dom", f"--window-size={width},900")
    found = re.findall(r'id="probe">(wide=[a-z]+ [^<]*)<', dom)
    assert found, "the page did not load"
    return str(found[-1])


def test_the_page_fits_and_runs_nothing_of_the_documents(tmp_path: Path) -> None:
    for width in (1280, 640):
        said = probed(tmp_path / str(width), width)
        assert "wide=false" in said and "scripts=0" in said and "marks=2" in said
        assert int(re.search(r"cells=(\d+)", said)[1]) > 30  # type: ignore[index]


def test_the_page_forbids_scripts_and_foreign_resources(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    assert "default-src 'none'" in page and "<script" not in page and "src=" not in page.replace("default-src", "")
    assert "&lt;b&gt;with markup" in page
