"""Echoes what it understood, by FastAPI's own reading of each request."""

from datetime import date, datetime
from enum import Enum
from typing import Annotated

from fastapi import Body, Cookie, FastAPI, File, Form, Header, Query, UploadFile
from pydantic import BaseModel, field_validator

app = FastAPI(title="Echo")


class Kind(str, Enum):
    cat = "cat"
    dog = "dog"


class Address(BaseModel):
    street: str
    number: int | None = None


class Person(BaseModel):
    name: str
    age: int
    tags: list[str] = []
    address: Address | None = None
    born: date | None = None
    scores: dict[str, float] = {}

    @field_validator("name")
    @classmethod
    def is_somebody(cls, name: str) -> str:
        if name == "nobody":
            raise ValueError("nobody is no person")
        return name


class Filters(BaseModel):
    limit: int = 10
    order: Kind = Kind.cat
    words: list[str] = []


@app.get("/items/{item_id}/{slug}", operation_id="item")
def item(
    item_id: int,
    slug: str,
    active: bool = False,
    ratio: float | None = None,
    kind: Kind | None = None,
    since: datetime | None = None,
    q: str | None = None,
    tags: Annotated[list[str], Query()] = [],
    numbers: Annotated[list[int], Query(alias="numbers[]")] = [],
):
    return locals()


@app.get("/files/{path:path}", operation_id="file")
def file(path: str):
    return locals()


@app.get("/filtered", operation_id="filtered")
def filtered(filters: Annotated[Filters, Query()]):
    return filters


@app.get("/head", operation_id="head")
def head(
    x_trace: Annotated[str | None, Header()] = None,
    x_count: Annotated[int | None, Header()] = None,
    session: Annotated[str | None, Cookie()] = None,
    visits: Annotated[int | None, Cookie()] = None,
):
    return locals()


@app.post("/people", operation_id="person", status_code=201)
def person(person: Person, dry_run: bool = False):
    return {"person": person, "dry_run": dry_run}


@app.put("/people/{person_id}", operation_id="both")
def both(person_id: int, person: Person, note: Annotated[str, Body()]):
    return locals()


@app.patch("/people", operation_id="people")
def people(people: list[Person]):
    return people


@app.post("/number", operation_id="number")
def number(number: Annotated[int, Body()]):
    return number


@app.post("/form", operation_id="form")
def form(
    name: Annotated[str, Form()],
    age: Annotated[int | None, Form()] = None,
    member: Annotated[bool, Form()] = False,
    tags: Annotated[list[str], Form()] = [],
):
    return locals()


@app.post("/upload", operation_id="upload")
async def upload(
    file: UploadFile,
    note: Annotated[str, Form()],
    more: Annotated[list[UploadFile], File()] = [],
    proof: UploadFile | None = None,
):
    async def told(upload: UploadFile):
        return {
            "name": upload.filename,
            "type": upload.content_type,
            "hex": (await upload.read()).hex(),
        }

    return {
        "file": await told(file),
        "note": note,
        "more": [await told(each) for each in more],
        "proof": proof and await told(proof),
    }


@app.delete("/people", operation_id="remove")
def remove(ids: Annotated[list[int], Body(embed=True)]):
    return locals()
