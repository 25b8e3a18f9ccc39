"""params.yaml as a model: unknown keys and wrong types are refused, all faults in one message.

The file is the user's: `lexproof ingest` adds to it and keeps every comment.
"""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError

from records.errors import ConfigError
from records.files import write_text

PARAMS = Path("params.yaml")
EXAM_ID = r"^[a-z0-9][a-z0-9-]{1,60}$"


ExamId = Annotated[str, Field(pattern=EXAM_ID)]


class Section(BaseModel):
    """Base of the sections: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class BankParams(Section):
    """The bank that is released; see the comments in params.yaml."""

    name: str = Field(pattern=EXAM_ID)
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    title: str
    licence: str


class VerifyParams(Section):
    """Size and seed of the stratified pilot over which confirmation rates are printed beside the full bank's."""

    pilot_size: int = Field(ge=1)
    pilot_seed: int


class ExamParams(Section):
    """One exam: its layout file and the documents in data/raw/<exam>/; `earlier_keys` were replaced, oldest first."""

    layout: str
    paper: str = "paper.pdf"
    key: str | None = None
    earlier_keys: list[str] = []
    booklet: str | None = None


class ImportParams(Section):
    """One exam of office files (docx, xlsx, csv, json, jsonl): read once, confirmed by no second path."""

    layout: str
    paper: str
    key: str | None = None


class Params(Section):
    """All of params.yaml."""

    bank: BankParams
    verify: VerifyParams
    exams: dict[ExamId, ExamParams]
    imports: dict[ExamId, ImportParams] = {}

    @model_validator(mode="after")
    def _ids_differ(self) -> "Params":
        if both := sorted(self.exams.keys() & self.imports.keys()):
            raise ValueError(f"declared under exams and imports: {', '.join(both)}")
        return self

    @property
    def declared(self) -> dict[str, ExamParams | ImportParams]:
        """All exams, papers before office files."""
        return {**self.exams, **self.imports}


def load_yaml(path: Path) -> Any:
    """Read a YAML file.

    Raises:
        ConfigError: it is missing or no YAML.
    """
    try:
        return YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError("not found", where=str(path), do="Run inside a lexproof project.") from error
    except (UnicodeDecodeError, YAMLError) as error:
        raise ConfigError(f"is no YAML: {error}", where=str(path)) from error
    except RecursionError as error:
        raise ConfigError("is nested too deeply", where=str(path)) from error


def validated(model: type[Any], data: Any, where: Path) -> Any:
    """Check data against a model, naming every fault in one line."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'file'}: {e['msg']}" for e in error.errors())
        raise ConfigError(faults, where=str(where)) from error


def load_params(root: Path = Path()) -> Params:
    """Read and check params.yaml of the project at `root`."""
    params: Params = validated(Params, load_yaml(root / PARAMS), root / PARAMS)
    return params


def declare_exam(exam: str, declared: ExamParams | ImportParams, root: Path = Path()) -> None:
    """Add an exam to params.yaml; comments and order survive."""
    entry = declared.model_dump(mode="json", exclude_defaults=True) | {"paper": declared.paper}
    section = "exams" if isinstance(declared, ExamParams) else "imports"
    _edit(section, lambda exams: exams.__setitem__(exam, {"layout": entry.pop("layout"), **entry}), root)


def undeclare_exam(exam: str, root: Path = Path()) -> None:
    """Take an exam out of params.yaml; comments and order survive."""
    section = "imports" if exam in load_params(root).imports else "exams"
    _edit(section, lambda exams: exams.pop(exam), root)


def _edit(section: str, change: Callable[[Any], Any], root: Path) -> None:
    yaml = YAML()
    yaml.width = 4096
    yaml.preserve_quotes = True
    data = yaml.load((root / PARAMS).read_text(encoding="utf-8"))
    if not data.get(section):
        data[section] = {}
    change(data[section])
    if not data[section]:
        data[section] = CommentedMap()
        data[section].fa.set_flow_style()  # an empty block would be written as a line of its own
    buffer = StringIO()
    yaml.dump(data, buffer)
    write_text(root / PARAMS, buffer.getvalue())
    load_params(root)
