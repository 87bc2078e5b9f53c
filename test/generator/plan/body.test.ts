import { describe, expect, it } from "vitest";
import { validateArguments } from "../../../runtime/validate-arguments.js";
import { toInputSchema } from "../../../runtime/json-schema.js";
import type { Body, Encoding, Schema } from "../../../generator/model.js";
import { plan } from "../../../generator/plan/plan.js";
import { planBody } from "../../../generator/plan/body.js";
import { chooseMedia } from "../../../generator/schema/media.js";
import { api, jsonBody, operation, planOptions } from "./fixtures.js";

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
schemas.set("Nameless", {
  type: "object",
  required: ["name"],
  properties: { age: { type: "integer" } },
});
const pet = { $ref: "#/$defs/Pet" };

it("plan reports once how many bodies require undescribed properties", () => {
  const routes = ["POST /a", "PUT /a", "POST /b"].map((route) =>
    operation(route, { body: jsonBody({ $ref: "#/$defs/Nameless" }) }),
  );
  const plain = operation("POST /c", { body: jsonBody(pet) });
  const { findings } = plan(
    api([...routes, plain], { schemas }),
    planOptions(),
  );
  const told = findings.filter(({ code }) => code === "undescribed-field");
  expect(told.map(({ message }) => message)).toEqual([
    "3 operations have required fields that their bodies don't declare, POST /a for one; each became an argument that accepts any value.",
  ]);
});

/** A body with the same schema in several media types. */
function bodyOf(types: readonly string[], schema: Schema, required = true) {
  const [json] = jsonBody(schema).media;
  if (json === undefined) throw new Error("no media type");
  const media = types.map((contentType) => ({ ...json, contentType }));
  return { description: "", required, media } satisfies Body;
}

/** Plan of a body: its arguments and its encoding. */
function planned(body: Body, without: readonly string[] = [], method = "POST") {
  const document = api([], { schemas });
  const media = chooseMedia(body, document);
  if (media === null) throw new Error("no media type");
  const { properties, ...rest } = planBody(body, media, {
    api: document,
    operation: { method },
    hiddenArguments: without,
    filterExamples: (schema) => schema,
    takesPaths: false,
  });
  const arguments_ = properties.map(
    ({ name, required }) => `${name}${required ? "!" : ""}`,
  );
  return { ...rest, arguments: arguments_, whole: properties[0]?.schema };
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
    [
      ["application/json-patch+json", "application/merge-patch+json"],
      "application/merge-patch+json",
    ],
  ])("chooses among %j: %s", (types, want) => {
    expect(chooseMedia(bodyOf(types, text), api([]))?.contentType).toBe(want);
  });

  it.each<[Schema, string]>([
    [{ format: "binary" }, "multipart/form-data"],
    [{ items: { $ref: "#/$defs/File" } }, "multipart/form-data"],
    [{ contentMediaType: "*/*" }, "multipart/form-data"],
    [{ contentMediaType: "image/png" }, "multipart/form-data"],
    [{ contentMediaType: "text/html" }, "application/json"],
    [{ contentEncoding: "base64" }, "application/json"],
  ])("sends %j in a media type that can hold it", (file, want) => {
    const types = ["application/json", "multipart/form-data"];
    const schemas = new Map([["File", { format: "binary" }]]);
    const body = bodyOf(types, { type: "object", properties: { file } });
    const media = chooseMedia(body, api([], { schemas }));
    expect(media?.contentType).toBe(want);
  });

  it("takes the media type that overrides name", () => {
    const body = bodyOf(["application/json", "text/csv"], text);
    expect(chooseMedia(body, api([]), "text/csv")?.contentType).toBe(
      "text/csv",
    );
  });
});

describe("planBody", () => {
  it("refers to a shared schema and makes its writable properties arguments", () => {
    expect(planned(jsonBody({ $ref: "#/$defs/Cat" }))).toMatchObject({
      arguments: ["name!", "x_lives!"],
      sharedSchemas: [{ $ref: "#/$defs/Cat" }],
      omittedNames: ["id", "x-lives"],
      schema: { $ref: "#/$defs/Cat" },
      required: true,
      names: { x_lives: "x-lives" },
      encoding: {},
    });
  });

  it.each<[string, Schema, Schema]>([
    [
      "its own properties",
      {
        type: "object",
        description: "Left out, as all that says nothing of the whole.",
        required: ["a", "nowhere"],
        properties: { a: text, id: { ...text, readOnly: true } },
        minProperties: 1,
      },
      {
        properties: {
          a: text,
          nowhere: {
            description:
              "Required by the API; its document has no description.",
          },
        },
        required: ["a"],
        minProperties: 1,
      },
    ],
    [
      "properties that a shared schema requires and does not describe",
      { allOf: [{ $ref: "#/$defs/Nameless" }] },
      {
        $ref: "#/$defs/Nameless",
        properties: {
          name: {
            description:
              "Required by the API; its document has no description.",
          },
        },
      },
    ],
    [
      "shared ones and its own",
      { allOf: [pet], properties: { a: text }, required: ["a"] },
      { $ref: "#/$defs/Pet", properties: { a: text }, required: ["a"] },
    ],
    [
      "several parts",
      { allOf: [pet, { type: "object", properties: { a: text } }] },
      { allOf: [pet, { type: "object", properties: { a: text } }] },
    ],
    [
      "any further ones",
      { type: "object", properties: { a: text }, additionalProperties: text },
      { properties: { a: text }, additionalProperties: text },
    ],
  ])("describes an object as %s", (_name, schema, want) => {
    expect(planned(jsonBody(schema)).schema).toEqual(want);
  });

  it("inlines a shared schema if some of its properties are hidden", () => {
    const { schema } = planned(jsonBody({ $ref: "#/$defs/Cat" }), ["name"]);
    expect(schema).toEqual({
      properties: { "x-lives": { type: "integer" } },
      required: ["x-lives"],
    });
  });

  it("makes no argument of an optional body required", () => {
    expect(planned(jsonBody(pet, false))).toMatchObject({
      arguments: ["name"],
      schema: pet,
      required: false,
    });
  });

  it.each([
    ["POST", pet, ["name!"], "expected"],
    ["PUT", pet, ["name!"], "expected"],
    ["DELETE", pet, ["name"], false],
    ["POST", { type: "object", properties: { a: text } }, ["a"], false],
  ])(
    "plans %s of %j with the arguments %j if nothing says whether the body is required",
    (method, schema, args, required) => {
      const body = { ...jsonBody(schema), required: null };
      expect(planned(body, [], method)).toMatchObject({
        arguments: args,
        required,
      });
    },
  );

  it.each<[string, Schema, string]>([
    [
      "a union",
      { oneOf: [pet, text], discriminator: { propertyName: "kind" } },
      "body!",
    ],
    ["a list", { type: "array", items: pet }, "body!"],
    ["a scalar", { type: "integer" }, "body!"],
    ["a free-form object", { type: "object" }, "body"],
    ["anything", {}, "body!"],
  ])("takes %s as one argument", (_name, schema, argument) => {
    expect(planned(jsonBody(schema))).toMatchObject({
      arguments: [argument],
      schema: null,
      names: {},
      encoding: {},
    });
  });

  it.each([
    "application/xml",
    "text/xml",
    "application/soap+xml",
    "text/csv",
    "application/yaml",
  ])("takes %s as text, whatever its schema says", (type) => {
    const body = planned(bodyOf([type], pet));
    expect(body.arguments).toEqual(["body!"]);
    expect(body.whole).toEqual({
      type: "string",
      description: `As text: ${type}. Fields: name.`,
    });
  });

  it("keeps the schema of a scalar in a text body", () => {
    const { whole } = planned(
      bodyOf(["text/plain"], { ...text, maxLength: 9 }),
    );
    expect(whole).toEqual({ ...text, maxLength: 9 });
  });

  it("inlines the properties of a form with files", () => {
    const form: Schema = {
      type: "object",
      required: ["file"],
      properties: { file: { ...text, format: "binary" }, note: text },
    };
    const body = planned(bodyOf(["multipart/form-data"], form));
    expect(body).toMatchObject({
      arguments: ["file!", "note"],
      sharedSchemas: [],
      encoding: { file: { file: true } },
    });
    expect(Object.keys(body.schema?.["properties"] ?? {})).toEqual([
      "file",
      "note",
    ]);
  });

  const binary = { ...text, format: "binary" };
  const asked = expect.objectContaining({
    anyOf: expect.anything() as object,
  }) as object;

  it("accepts files as additional properties of a form", () => {
    const form: Schema = {
      type: "object",
      properties: { note: text },
      additionalProperties: binary,
    };
    expect(planned(bodyOf(["multipart/form-data"], form))).toMatchObject({
      arguments: ["note"],
      schema: { properties: { note: text }, additionalProperties: asked },
      encoding: { note: {}, "*": { file: true } },
    });
    const named: Schema = { allOf: [{ additionalProperties: binary }] };
    expect(planned(bodyOf(["multipart/form-data"], named))).toMatchObject({
      arguments: ["body!"],
      whole: { type: "object", additionalProperties: asked },
      encoding: { "*": { file: true } },
    });
  });

  it("accepts text or a file for a text field with the name of a file", () => {
    const properties = {
      file: { ...text, description: "What to upload." },
      avatar_image: { type: "array", items: text },
      file_name: text,
      uploadImage: { ...text, enum: ["a"] },
    };
    const form: Schema = { type: "object", properties };
    const body = planned(bodyOf(["multipart/form-data"], form));
    expect(body.encoding).toEqual({
      file: { file: false },
      avatar_image: { file: false },
    });
    const { description, anyOf } = body.whole ?? {};
    expect(description).toMatch(/^What to upload. Text, or a file: an object/);
    expect(anyOf).toContainEqual(text);
    const asked = body.schema?.["properties"];
    expect(asked).toMatchObject({
      avatar_image: { type: "array", items: { anyOf } },
      file_name: text,
    });
    const url = bodyOf(["application/x-www-form-urlencoded"], form);
    expect(planned(url).encoding).toEqual({});
    const real = { photo: { ...text, format: "binary" }, image: text };
    const mixed = bodyOf(["multipart/form-data"], { properties: real });
    expect(planned(mixed).encoding).toEqual({ photo: { file: true } });
  });

  const none = { type: "null" };
  const files = { type: "array", items: binary };
  it.each<[string, Schema, "one" | "list" | "none"]>([
    ["null", { anyOf: [binary, none] }, "one"],
    ["null, by FastAPI", { anyOf: [{ contentMediaType: "a/b" }, none] }, "one"],
    ["null, in a list", { ...files, type: ["array", "null"] }, "list"],
    ["a list or null", { anyOf: [files, none] }, "list"],
    ["one or several", { oneOf: [binary, files] }, "list"],
    ["text", { anyOf: [binary, text] }, "none"],
    ["nothing but null", { anyOf: [none] }, "none"],
    [
      "JSON as text",
      { ...text, contentMediaType: "application/json", contentSchema: {} },
      "none",
    ],
  ])("recognises a file that may be %s", (_name, part, want) => {
    const form: Schema = { type: "object", properties: { part } };
    const body = planned(bodyOf(["multipart/form-data"], form));
    const schemas = { one: asked, list: { type: "array", items: asked } };
    if (want === "none") return expect(body.encoding).toEqual({});
    expect(body).toMatchObject({
      schema: { properties: { part: schemas[want] } },
      encoding: { part: { file: true } },
    });
  });

  it("accepts text or a file for a part without a type, unless its content type is JSON", () => {
    const list = { type: "array", items: {} };
    const properties = { any: {}, list, pic: {}, meta: {}, note: text };
    const body = bodyOf(["multipart/form-data"], {
      type: "object",
      properties,
    });
    const encoded = (contentType: string): Encoding => {
      const unsaid = { style: null, explode: null, allowReserved: false };
      return { ...unsaid, contentType, headers: new Map() };
    };
    const encoding = new Map([
      ["pic", encoded("image/png, */*")],
      ["meta", encoded("application/json")],
    ]);
    const media = body.media.map((one) => ({ ...one, encoding }));
    const words = expect.stringMatching(/^Text, or a file/) as string;
    const told = { description: words };
    expect(planned({ ...body, media })).toMatchObject({
      schema: {
        properties: { any: told, list: { items: {} }, pic: asked, meta: {} },
      },
      encoding: {
        any: { file: false },
        list: { file: false },
        pic: { file: true, contentType: "image/png, */*" },
        meta: { contentType: "application/json" },
      },
    });
  });

  it.each(["application/cbor", "application/x-msgpack"])(
    "takes a body of %s as bytes, since no writer exists for it",
    (type) => {
      const object: Schema = { type: "object", properties: { a: text } };
      expect(planned(bodyOf([type], object)).whole).toEqual(asked);
      const either = bodyOf([type, "application/json"], object);
      expect(planned(either).arguments).toEqual(["a"]);
    },
  );

  it("sets the content type of a file from its schema", () => {
    const file = { ...text, contentMediaType: "image/png" };
    const bytes = { ...text, contentMediaType: "application/octet-stream" };
    const form: Schema = { type: "object", properties: { file, bytes } };
    expect(planned(bodyOf(["multipart/form-data"], form)).encoding).toEqual({
      file: { file: true, contentType: "image/png, */*" },
      bytes: { file: true },
    });
  });

  it.each<[string, string, Schema]>([
    ["in OpenAPI 3.0", "image/jpeg", { ...text, format: "byte" }],
    ["in OpenAPI 3.1", "image/png", { contentEncoding: "base64" }],
    ["of text", "text/plain", { ...text, contentEncoding: "base64url" }],
  ])("leaves a base64 body unchanged, %s", (_name, type, schema) => {
    const body = planned(bodyOf([type], schema));
    expect(body).toMatchObject({ encoding: { body: { file: false } } });
    expect(body.whole).toEqual(schema);
  });

  it("does not change base64 in JSON and beside files", () => {
    const byte = { ...text, format: "byte" };
    const file = { ...text, format: "binary" };
    const form = { type: "object", properties: { byte, file } };
    const json = planned(jsonBody({ type: "object", properties: { byte } }));
    expect([json.whole, json.encoding]).toEqual([byte, {}]);
    const multipart = planned(bodyOf(["multipart/form-data"], form));
    expect(multipart.whole).toEqual(byte);
    expect(multipart.encoding).toEqual({ file: { file: true } });
  });

  it.each<[string, readonly unknown[], Schema, string[]]>([
    ["without an example", [{ age: 3 }], {}, ["age", "name"]],
    ["that an example has", [{ age: 3, name: "Rex" }], {}, ["age", "name!"]],
    [
      "that the schema's example has",
      [],
      { examples: [{ name: "Rex" }] },
      ["age", "name!"],
    ],
  ])(
    "makes arguments of required properties that are not described, %s",
    (_name, examples, more, want) => {
      const schema = {
        type: "object",
        required: ["name"],
        properties: { age: { type: "integer" } },
        ...more,
      };
      const [media] = jsonBody(schema).media;
      if (media === undefined) throw new Error("no media type");
      const body = planned({
        ...jsonBody(schema),
        media: [{ ...media, examples }],
      });
      expect(body.arguments).toEqual(want);
      const required = want.includes("name!") ? ["name"] : undefined;
      expect(body.schema?.["required"]).toEqual(required);
      expect(body.undescribedNames).toEqual(["name"]);
    },
  );

  const either = [{ required: ["git"] }, { required: ["image", "tag"] }];
  it.each<[string, Schema, string, string]>([
    ["anyOf", { anyOf: either }, "", 'Give "git", or "image" and "tag".'],
    [
      "oneOf",
      { oneOf: either },
      "",
      'Give exactly one: "git", or "image" and "tag".',
    ],
    ["oneOf of one", { oneOf: [{ required: ["git"] }] }, "", 'Give "git".'],
    [
      "the text of the schema",
      { description: "A deployment. Provide exactly one of git and image." },
      "",
      "Provide exactly one of git and image.",
    ],
    [
      "the text of the body",
      {},
      "What runs. The tag is required if image is given. See below.",
      "The tag is required if image is given.",
    ],
    ["neither", { description: "A deployment." }, "It runs.", ""],
  ])(
    "describes combinations of properties, by %s",
    (_name, more, description, want) => {
      const properties = { git: text, image: text, tag: text };
      const schema = { type: "object", properties, ...more };
      const body = planned({ ...jsonBody(schema), description });
      expect(body.constraints).toBe(want);
      expect(body.arguments).toEqual(["git", "image", "tag"]);
    },
  );

  it("requires a property that an earlier part of allOf requires", () => {
    const schema = {
      allOf: [{ required: ["a"] }, { properties: { a: text } }],
    };
    expect(planned(jsonBody(schema)).arguments).toEqual(["a!"]);
  });

  it("makes optional arguments of a body that may be null or left out", () => {
    const schema = { type: ["object", "null"], properties: { a: text } };
    expect(planned(jsonBody(schema, false))).toMatchObject({
      arguments: ["a"],
      required: false,
    });
  });

  it("accepts null as a body", () => {
    const schema = { type: ["object", "null"], properties: { a: text } };
    expect(planned(jsonBody(schema))).toMatchObject({
      arguments: ["body!"],
      whole: schema,
    });
  });

  const asFile = expect.stringContaining("A file: base64") as string;
  it.each<[string, Schema, object]>([
    ["application/jwt", text, { encoding: { body: { file: false } } }],
    ["application/jwt", { type: "object" }, { encoding: {} }],
    ["application/octet-stream", text, { encoding: {} }],
    [
      "application/octet-stream",
      { ...text, format: "byte" },
      { whole: { anyOf: expect.any(Array) as unknown }, encoding: {} },
    ],
    ["application/dicom", {}, { whole: { description: asFile } }],
    [
      "application/octet-stream",
      { type: "array", items: { ...text, format: "byte" } },
      { whole: { anyOf: expect.any(Array) as unknown } },
    ],
  ])("describes a body of %s with the schema %j", (type, schema, want) => {
    expect(planned(bodyOf([type], schema))).toMatchObject(want);
  });

  it("gives a file only the schema keywords that the server checks", () => {
    const base64 = { ...text, contentEncoding: "base64" };
    const object = (name: string, content: Schema) => ({
      type: "object",
      required: [name],
      additionalProperties: false,
      properties: {
        [name]: content,
        filename: text,
        contentType: expect.any(Object) as unknown,
      },
    });
    const file = { ...text, format: "binary" };
    expect(planned(bodyOf(["image/png"], file))).toMatchObject({
      whole: {
        anyOf: [base64, object("data", base64), object("text", text)],
      },
    });
  });
});

it("an argument that was renamed to avoid a clash names the API's parameter", () => {
  const schema = {
    type: "object",
    properties: { "a-b": text, a_b: text, "c<": text, "c>": text, "d-e": text },
  };
  const body = jsonBody(schema);
  const { schema: whole, names } = planned(body);
  expect(names).toEqual({ a_b_2: "a-b", c: "c<", c_2: "c>", d_e: "d-e" });
  const named = (name: string) => `Named "${name}" in the API.`;
  expect(whole?.["properties"]).toEqual({
    a_b: text,
    "a-b": { ...text, description: named("a-b") },
    "c<": { ...text, description: named("c<") },
    "c>": { ...text, description: named("c>") },
    "d-e": text,
  });
});

describe("properties of conditions are optional arguments:", () => {
  const t = text;
  const card = { properties: { number: text }, required: ["number"] };
  const named = { if: { properties: { t: { const: "card" } } }, then: card };
  const object = { type: "object", properties: { t }, required: ["t"] };
  const open = { "x-foo": "1" };
  const conditional = new Map<string, Schema>([
    ["Payment", { ...object, ...named }],
    ["Patterns", { ...object, patternProperties: { "^x-": t } }],
  ]);
  it.each<[string, Schema, args: string[], given?: object]>([
    ["then", { ...object, ...named }, ["t!", "number"]],
    ["in allOf", { ...object, allOf: [named] }, ["t!", "number"]],
    ["shared", { $ref: "#/$defs/Payment" }, ["t!", "number"]],
    [
      "beside a shared schema",
      {
        allOf: [{ $ref: "#/$defs/Payment" }],
        else: { properties: { iban: t } },
      },
      ["t!", "number", "iban"],
      { iban: "1" },
    ],
    [
      "a condition in another",
      { ...object, if: {}, else: { if: {}, then: { oneOf: [card] } } },
      ["t!", "number"],
    ],
    [
      "in two forms",
      { ...object, ...named, else: { properties: { number: { const: 1 } } } },
      ["t!", "number"],
      { number: 1 },
    ],
    [
      "dependent",
      { ...object, dependentSchemas: { t: card } },
      ["t!", "number"],
    ],
    [
      "required alone",
      { ...object, allOf: [{ if: {}, then: { required: ["number"] } }] },
      ["t!", "number"],
    ],
    [
      "narrower schemas of known properties",
      { ...object, if: {}, then: { properties: { t: { const: "a" } } } },
      ["t!"],
      {},
    ],
    ["patterns", { ...object, patternProperties: { "^x-": t } }, ["t!"], open],
    ["shared patterns", { $ref: "#/$defs/Patterns" }, ["t!"], open],
    [
      "patterns beside a shared schema",
      { allOf: [{ $ref: "#/$defs/Payment" }], patternProperties: { "^x-": t } },
      ["t!", "number"],
      open,
    ],
    [
      "patterns under a condition",
      {
        ...object,
        allOf: [{ if: {}, then: { patternProperties: { "^x-": t } } }],
      },
      ["t!"],
      open,
    ],
  ])("%s", (_case, schema, want, given = { number: "1" }) => {
    for (const type of ["application/json", "multipart/form-data"]) {
      const body = bodyOf([type], schema);
      const one = operation("POST /a", { body });
      const made = plan(api([one], { schemas: conditional }), planOptions());
      const [component] = made.components;
      if (!component) throw new Error("no component");
      const { args, requestSpec: recipe } = component;
      const names = args.map(({ name, required }) =>
        required ? `${name}!` : name,
      );
      expect(names).toEqual(want);
      const { $defs } = made.sharedSchemas;
      const checked = {
        name: "a",
        $defs,
        schema: toInputSchema(recipe, made.sharedSchemas),
      };
      const whole = { t: "b", ...given };
      expect(validateArguments(whole, checked)).toEqual(whole);
    }
  });
});
