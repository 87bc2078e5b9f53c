import { expect, it } from "vitest";
import { project } from "./project.js";

const CASES = "test/cases/operations.ts";
const config = { emit: ["tests"] } as const;

/** A document of an API that adds and reads pets; the names of its arguments and its server depend on the version. */
function shop(version: number): string {
  const schema = { type: "string" };
  const json = (content: object) => ({ "application/json": content });
  const body = {
    schema: { type: "object", properties: { [`name${version}`]: schema } },
  };
  const responses = { 200: { description: "OK" } };
  const post = {
    operationId: "addPet",
    requestBody: { required: true, content: json(body) },
    responses,
  };
  const get = {
    operationId: "getPets",
    parameters: [{ name: `q${version}`, in: "query", schema }],
    responses,
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: `https://v${version}.example/api` }],
    paths: {
      "/pets": { get, post },
      ...(version > 1 && {
        "/owners": { get: { operationId: "getOwners", responses } },
      }),
    },
  });
}

const BY_HAND = `"POST /pets": {
    args: { name1: "Rex" },
    requests: [
      { sends: "GET /pets?q1=Rex", answer: [], status: 404 },
      { sends: "POST /pets", body: { name1: "Rex" }, answer: { id: 7 } },
    ],
    answer: { id: 7 },
  },`;

const ADD_PET = `"POST /pets": {
    args: { name1: "name1" },
    sends: "POST /pets",
    body: { name1: "name1" },
  },`;

it("a case by hand stays as it is, and the others follow the document", async () => {
  const emitted = project();
  await emitted.generate(shop(1), { config });
  emitted.edit(CASES, [ADD_PET, BY_HAND]);
  const told = await emitted.generate(shop(2), { config });
  expect(told).toContain(`merged ${CASES}`);
  const text = emitted.read(CASES);
  expect(text).toContain(BY_HAND);
  expect(text).toContain('sends: "GET /pets?q2=q2"');
  expect(text).toContain('sends: "GET /owners"');
  expect(await emitted.generate(shop(2), { config })).toEqual([
    `kept ${CASES}`,
  ]);
});

it("a case that was removed by hand stays away", async () => {
  const emitted = project();
  await emitted.generate(shop(1), { config });
  emitted.edit(CASES, [ADD_PET, ""]);
  await emitted.generate(shop(2), { config });
  expect(emitted.read(CASES)).not.toContain("POST /pets");
  expect(emitted.read(CASES)).not.toContain("<<<<<<<");
});

it("a case by hand stays if the document loses its operation", async () => {
  const emitted = project();
  await emitted.generate(shop(1), { config });
  emitted.edit(CASES, [ADD_PET, BY_HAND]);
  const { paths, ...document } = JSON.parse(shop(1)) as {
    paths: { "/pets": { get: object } };
  };
  const { get } = paths["/pets"];
  const less = JSON.stringify({ ...document, paths: { "/pets": { get } } });
  await emitted.generate(less, { config });
  expect(emitted.read(CASES)).toContain(BY_HAND);
  expect(emitted.read(CASES)).not.toContain("<<<<<<<");
});

it("a new address of the API changes no case", async () => {
  const emitted = project();
  await emitted.generate(shop(1), { config });
  const text = emitted.read(CASES);
  const moved = shop(1).replaceAll("https://v1.example/api", "https://b.test");
  await emitted.generate(moved, { config });
  expect(emitted.read(CASES)).toBe(text);
});
