import { describe, expect, it } from "vitest";
import type { Body, Schema } from "../../../generator/model.js";
import { planBody } from "../../../generator/plan/body.js";
import { chooseMedia } from "../../../generator/plan/media.js";
import { api, jsonBody } from "./fixtures.js";

const text: Schema = { type: "string" };
const schemas = new Map<string, Schema>([
  ["Pet", { type: "object", required: ["name"], properties: { name: text } }],
  [
    "Cat",
    {
      allOf: [
        { $ref: "#/$defs/Pet" },
        {
          properties: {
            id: { ...text, readOnly: true },
            "x-lives": { type: "integer" },
          },
          required: ["x-lives", "id"],
        },
      ],
    },
  ],
]);
const pet = { $ref: "#/$defs/Pet" };

/** A body with the same schema in several media types. */
function bodyOf(types: readonly string[], schema: Schema, required = true) {
  const [json] = jsonBody(schema).media;
  if (json === undefined) throw new Error("no media type");
  const media = types.map((contentType) => ({ ...json, contentType }));
  return { description: "", required, media } satisfies Body;
}

/** What is asked for and how it is sent. */
function planned(body: Body) {
  const media = chooseMedia(body);
  if (media === null) throw new Error("no media type");
  const document = api([], { schemas });
  const { properties, shared, omitted, recipe } = planBody(body, media, {
    api: document,
    spellOut: false,
  });
  const names = properties.map(
    ({ name, required }) => `${name}${required ? "!" : ""}`,
  );
  return { names, shared, omitted, recipe, schema: properties[0]?.schema };
}

describe("chooseMedia", () => {
  it.each<[string[], string]>([
    [["text/xml", "application/json"], "application/json"],
    [
      ["multipart/form-data", "application/vnd.api+json"],
      "application/vnd.api+json",
    ],
    [
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      "multipart/form-data",
    ],
    [
      ["application/xml", "application/x-www-form-urlencoded"],
      "application/x-www-form-urlencoded",
    ],
    [["application/octet-stream", "text/plain"], "text/plain"],
    [["image/png", "image/gif"], "image/png"],
  ])("%j: %s", (types, want) => {
    expect(chooseMedia(bodyOf(types, text))?.contentType).toBe(want);
  });

  it("takes the one that is asked for", () => {
    const body = bodyOf(["application/json", "text/csv"], text);
    expect(chooseMedia(body, "text/csv")?.contentType).toBe("text/csv");
  });
});

describe("planBody", () => {
  it("spreads an object through allOf, without what the API writes", () => {
    expect(planned(jsonBody({ $ref: "#/$defs/Cat" }))).toMatchObject({
      names: ["name!", "x_lives!"],
      shared: [{ $ref: "#/$defs/Cat" }],
      omitted: ["id", "x-lives"],
      recipe: {
        contentType: "application/json",
        required: true,
        names: { x_lives: "x-lives" },
      },
    });
  });

  it("asks for nothing of a body that may be left out", () => {
    const { names, recipe } = planned(jsonBody(pet, false));
    expect(names).toEqual(["name"]);
    expect(recipe).toEqual({ contentType: "application/json" });
  });

  it.each<[string, Schema, string[], boolean]>([
    [
      "a union",
      { oneOf: [pet, text], discriminator: { propertyName: "kind" } },
      ["body!"],
      false,
    ],
    ["a list", { type: "array", items: pet }, ["body!"], false],
    ["a scalar", { type: "integer" }, ["body!"], false],
    ["a free-form object", { type: "object" }, ["body"], true],
    ["anything", {}, ["body!"], false],
  ])("takes %s as a whole", (_name, schema, names, required) => {
    const body = planned(jsonBody(schema));
    expect(body.names).toEqual(names);
    expect(body.recipe).toEqual({
      contentType: "application/json",
      argument: "body",
      ...(required && { required }),
    });
  });

  it.each([
    "application/xml",
    "text/xml",
    "application/soap+xml",
    "text/csv",
    "application/yaml",
  ])("asks for %s as text, whatever its schema says", (type) => {
    const { schema, names } = planned(bodyOf([type], pet));
    expect(names).toEqual(["body!"]);
    expect(schema).toEqual({
      type: "string",
      description: `As text: ${type}.`,
    });
  });

  it("keeps the schema of a scalar in text", () => {
    const { schema } = planned(
      bodyOf(["text/plain"], { ...text, maxLength: 9 }),
    );
    expect(schema).toEqual({ ...text, maxLength: 9 });
  });

  it("spells out the properties of a form with files", () => {
    const form: Schema = {
      type: "object",
      required: ["file"],
      properties: { file: { ...text, format: "binary" }, note: text },
    };
    const { names, shared, recipe } = planned(
      bodyOf(["multipart/form-data"], form),
    );
    expect({ names, shared, recipe }).toEqual({
      names: ["file!", "note"],
      shared: [],
      recipe: {
        contentType: "multipart/form-data",
        required: true,
        encoding: { file: { file: true } },
      },
    });
  });
});
