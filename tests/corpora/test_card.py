"""The dataset card: a front matter that hubs read, computed numbers, and source text without effect."""

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from corpora.card import card
from corpora.release import ReleaseInput
from records.model import Item
from tests.corpora.project import make_project, release_of


@pytest.fixture
def release(tmp_path: Path) -> ReleaseInput:
    make_project(tmp_path)
    return release_of(tmp_path)


def front_matter(text: str) -> dict[str, Any]:
    opening, front, _ = text.split("---\n", 2)
    assert opening == ""
    data: dict[str, Any] = YAML(typ="safe").load(StringIO(front))
    return data


def test_the_front_matter_is_what_the_hub_reads(release: ReleaseInput) -> None:
    data = front_matter(card(release))
    assert data["license"] == "cc0-1.0" and data["language"] == ["en"] and data["multilinguality"] == ["monolingual"]
    assert data["configs"][0]["data_files"] == [{"split": "test", "path": "items.parquet"}]
    assert data["size_categories"] == ["n<1K"] and data["pretty_name"] == "A bank"


def test_a_licence_without_a_name_on_the_hub_is_declared_other(release: ReleaseInput) -> None:
    data = front_matter(card(replace(release, licence="Official documents, free of copyright")))
    assert data["license"] == "other" and data["license_link"] == "README.md"


def test_counts_are_those_after_corrections(release: ReleaseInput) -> None:
    text = card(release)
    assert "\n4 exam items of 1 exam, version 1.0.0." in text
    assert "| e | 6 | 3 | 1 | 1 | 1 |" in text
    assert "2 corrections of 2 items were applied" in text and "- `e-3`: missing\\_option:B" in text


def test_sources_and_rates_are_complete(release: ReleaseInput) -> None:
    text = card(release)
    assert f"`{release.documents[0].path}`: sha256 `{release.documents[0].sha256}`" in text
    assert "| e | paper | en | A \\| ministry | not stated | not stated |" in text
    for field, rate in release.summaries["e"]["rates"].items():
        name = field.replace("_", "\\_")
        assert f"| e | {name} | {rate['confirmed']} | {rate['total']} | {rate['rate']:.4f} |" in text


def test_every_field_of_an_item_is_described(release: ReleaseInput) -> None:
    structure = card(release).partition("## Structure")[2].partition("## Sources")[0]
    assert [name for name in Item.model_fields if f"`{name}`" not in structure] == []


def test_titles_and_issuers_carry_no_markup(release: ReleaseInput) -> None:
    text = card(replace(release, title="A <img src=x> [link](x)"))
    body = text.split("---\n", 2)[2]
    assert "\n# " in f"\n{body}" and "# A &lt;img src=x> \\[link\\](x)" in body


def test_it_asks_not_to_train_on_it(release: ReleaseInput) -> None:
    assert "do not train on it" in card(release) and "`lexproof:b:1.0.0`" in card(release)
