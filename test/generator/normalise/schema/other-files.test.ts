import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { load } from "../../../../generator/load/load.js";
import type { Schema } from "../../../../generator/model.js";
import { normalise } from "../../../../generator/normalise/normalise.js";
import { told } from "../api-of.js";

const text = { type: "string" };
const local = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const named = (name: string) => ({ $ref: `#/$defs/${name}` });

/** Converts the schema of a body in `api.json`, which may refer to files beside it. */
async function convert(
  schema: object,
  files: Readonly<Record<string, object>>,
  schemas: object = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "references-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const document = {
    openapi: "3.1.0",
    info: { title: "Pay", version: "1" },
    paths: {
      "/a": {
        post: { requestBody: { content: { "application/json": { schema } } } },
      },
    },
    components: { schemas },
  };
  for (const [name, value] of Object.entries({
    ...files,
    "api.json": document,
  }))
    await writeFile(join(folder, name), JSON.stringify(value));
  const api = normalise(await load(join(folder, "api.json")));
  return {
    schema: api.operations[0]?.body?.media[0]?.schema ?? {},
    schemas: Object.fromEntries(api.schemas) as Record<string, Schema>,
    findings: told(api.findings),
  };
}

/** A base with a discriminator, and a schema that extends it. */
const sink = (discriminator: object) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: text },
  discriminator: { propertyName: "kind", ...discriminator },
});
const tokenSink = (base: object) => ({
  allOf: [base, { type: "object", properties: { token: text } }],
});
const family = (discriminator: object) => ({
  Sink: sink(discriminator),
  TokenSink: tokenSink(local("Sink")),
});

describe("subtypes of a schema in another file are alternatives", () => {
  test.each<[string, string, Readonly<Record<string, object>>, string]>([
    [
      "by a mapping to references",
      "common.json#/components/schemas/Sink",
      {
        "common.json": {
          components: {
            schemas: family({ mapping: { TOKEN: local("TokenSink").$ref } }),
          },
        },
      },
      "TOKEN",
    ],
    [
      "by a mapping to bare names of that file",
      "common.json#/components/schemas/Sink",
      {
        "common.json": {
          components: { schemas: family({ mapping: { TOKEN: "TokenSink" } }) },
        },
      },
      "TOKEN",
    ],
    [
      "by their names",
      "common.json#/components/schemas/Sink",
      { "common.json": { components: { schemas: family({}) } } },
      "TokenSink",
    ],
    [
      "in the definitions of that file",
      "common.json#/definitions/Sink",
      {
        "common.json": {
          definitions: {
            Sink: sink({}),
            TokenSink: tokenSink({ $ref: "#/definitions/Sink" }),
          },
        },
      },
      "TokenSink",
    ],
    [
      "as members of that file",
      "common.json#/Sink",
      {
        "common.json": {
          Sink: sink({ mapping: { TOKEN: "TokenSink" } }),
          TokenSink: tokenSink({ $ref: "#/Sink" }),
        },
      },
      "TOKEN",
    ],
    [
      "in files of their own",
      "Sink.json",
      {
        "Sink.json": sink({ mapping: { TOKEN: "TokenSink.json" } }),
        "TokenSink.json": tokenSink({ $ref: "Sink.json" }),
      },
      "TOKEN",
    ],
  ])("%s", async (_case, $ref, files, tag) => {
    const { findings, schema, schemas } = await convert(
      { properties: { sink: { $ref } } },
      files,
    );
    expect(findings).toEqual([]);
    expect(schema).toMatchObject({
      properties: { sink: named("Sink_anyOf") },
    });
    expect(schemas["Sink_anyOf"]).toMatchObject({
      anyOf: [named("TokenSink"), named("Sink")],
    });
    expect(schemas["TokenSink"]).toMatchObject({
      allOf: [named("Sink"), {}],
    });
    expect(JSON.stringify(schemas["Sink_anyOf"])).toContain(tag);
  });

  test("whichever is read first", async () => {
    const files = { "common.json": { components: { schemas: family({}) } } };
    const common = (name: string) => ({
      $ref: `common.json#/components/schemas/${name}`,
    });
    const { schema, schemas } = await convert(
      { properties: { token: common("TokenSink"), sink: common("Sink") } },
      files,
    );
    expect(schema).toMatchObject({
      properties: { token: named("TokenSink"), sink: named("Sink_anyOf") },
    });
    expect(schemas["TokenSink"]).toMatchObject({ allOf: [named("Sink"), {}] });
  });
});

/** The values that each alternative allows for `type`. */
const tagsOf = (schemas: Readonly<Record<string, Schema>>) =>
  Object.values(schemas).map(
    ({ properties }) => (properties as { type: Schema }).type["enum"],
  );

const method = {
  type: "object",
  required: ["type"],
  properties: { type: text },
};

describe("branches of other files without a mapping", () => {
  test.each<[string, string[], unknown[]]>([
    [
      "have their names as tags",
      ["cash.json#/cash", "card.json"],
      [["card"], ["cash"]],
    ],
    [
      "have no tags if their names are equal",
      ["cash.json#/Method", "card.json#/Method"],
      [undefined, undefined],
    ],
  ])("%s", async (_case, branches, tags) => {
    const { schemas } = await convert(
      {
        oneOf: branches.map(($ref) => ({ $ref })),
        discriminator: { propertyName: "type" },
      },
      filesOf(branches),
    );
    expect(tagsOf(schemas)).toEqual(tags);
  });

  test("have their names as tags beside a component of the same name", async () => {
    const branch = { $ref: "cash.json#/Cash" };
    const { schemas } = await convert(
      {
        properties: {
          method: {
            oneOf: [branch, { $ref: "card.json#/Card" }],
            discriminator: { propertyName: "type" },
          },
          other: local("Cash"),
        },
      },
      { "cash.json": { Cash: method }, "card.json": { Card: method } },
      { Cash: { type: "object", properties: { type: text } } },
    );
    expect(tagsOf(schemas)).toEqual([["Card"], undefined, ["Cash"]]);
  });
});

/** Files with the schemas of references: `cash.json#/Cash`. */
function filesOf(branches: readonly string[]) {
  const files: Record<string, object> = {};
  for (const branch of branches) {
    const [file = "", name] = branch.split("#/");
    files[file] = name === undefined ? method : { [name]: method };
  }
  return files;
}

describe("a mapping to names that are no components", () => {
  test.each<[string, string[], object, unknown[], number]>([
    [
      "selects the branch of that name",
      ["cash.json#/cash_method", "card.json#/card_method"],
      { cash: "cash_method", card: "card_method" },
      [["card"], ["cash"]],
      0,
    ],
    [
      "selects the branch whose file has that name",
      ["cash_method.json", "card_method.json"],
      { cash: "cash_method", card: "card_method" },
      [["card"], ["cash"]],
      0,
    ],
    [
      "selects the branch that a lost pointer named",
      ["cash.json#/cash_method", "card.json#/card_method"],
      {
        cash: "#/components/schemas/cash_method",
        card: "#/components/schemas/card_method",
      },
      [["card"], ["cash"]],
      0,
    ],
    [
      "selects the branch whose name ends with it",
      ["cash.json#/v1_cash_method", "card.json#/v1_card_method"],
      { cash: "cash_method", card: "card_method" },
      [["card"], ["cash"]],
      0,
    ],
    [
      "selects none if no branch ends with it",
      ["cash.json#/cash_method", "card.json#/card_method"],
      { cash: "PaidInCash", card: "PaidByCard" },
      [undefined, undefined],
      2,
    ],
    [
      "leaves a branch without a tag if another name is lost",
      ["cash.json#/cash_method", "card.json#/card_method"],
      { cash: "cash_method", card: "PaidByCard" },
      [undefined, ["cash"]],
      1,
    ],
  ])("%s", async (_case, branches, mapping, tags, count) => {
    const { findings, schemas } = await convert(
      {
        oneOf: branches.map(($ref) => ({ $ref })),
        discriminator: { propertyName: "type", mapping },
      },
      filesOf(branches),
    );
    expect(tagsOf(schemas)).toEqual(tags);
    expect(findings).toHaveLength(count);
  });
});
