import { expect, test } from "vitest";
import { diff } from "../../../generator/commands/diff.js";
import { unifiedDiff } from "../../../generator/merge/unified-diff.js";
import { project } from "./project.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const body = (operationId: string, schema: object) => ({
  operationId,
  requestBody: { required: true, content: { "application/json": { schema } } },
  responses: { 204: { description: "" } },
});
const size = { name: "size", in: "query", schema: { type: "integer" } };

/** An API in which a schema has one user or several, with a change. */
const api = (change: (given: typeof document) => void = () => undefined) => {
  const copy = structuredClone(document);
  change(copy);
  return JSON.stringify(copy);
};
const document = {
  openapi: "3.0.3",
  info: { title: "Signs", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/one": { post: body("sendOne", ref("OnlyHere")) },
    "/two": { post: body("sendTwo", { allOf: [ref("Signer"), ref("Place")] }) },
    "/three": { post: body("sendThree", ref("Signer")) },
    "/four": {
      get: {
        operationId: "listFour",
        parameters: [{ $ref: "#/components/parameters/size" }],
        responses: {
          200: {
            description: "",
            content: { "application/json": { schema: ref("Answer") } },
          },
        },
      },
    },
    "/five": {
      get: {
        operationId: "listFive",
        parameters: [{ $ref: "#/components/parameters/size" }],
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    parameters: { size },
    schemas: {
      OnlyHere: {
        type: "object",
        properties: {
          kind: { type: "string", enum: ["a"] },
          note: text as object,
        },
      },
      Signer: {
        type: "object",
        required: [] as string[],
        properties: { name: text as object, mail: text, place: ref("Place") },
      },
      Place: { type: "object", properties: { town: text as object } },
      Answer: { type: "object", properties: { sum: text as object } },
    },
  },
};

/** Changes that a caller notices, by the file or the schema at which a reviewer finds them. */
test.each<[string, (given: typeof document) => void, string[], string[]]>([
  [
    "a value of an enum that one operation takes",
    ({ components }) =>
      components.schemas.OnlyHere.properties.kind.enum.push("b"),
    [
      "src/generated/api-types.ts export type OnlyHere",
      "src/tools/send-one.ts",
    ],
    [],
  ],
  [
    "an alternative more",
    ({ components }) => {
      components.schemas.OnlyHere.properties.note = {
        anyOf: [text, { type: "integer" }],
      };
    },
    [
      // The first body with a union that may hold an integer of 64 bits brings the part that writes it.
      ...["src/client.ts", "src/client.ts"],
      "src/generated/api-types.ts export type OnlyHere",
      "src/tools/send-one.ts",
    ],
    [],
  ],
  [
    "a field of a shared argument",
    ({ components }) =>
      Object.assign(components.schemas.Place.properties, { zip: text }),
    [
      "src/generated/api-types.ts export type Place",
      "src/generated/schemas.ts export const Place",
    ],
    [],
  ],
  [
    "a wider type there",
    ({ components }) => {
      components.schemas.Signer.properties.name = {
        oneOf: [text, { type: "integer" }],
      };
    },
    [
      ...["src/client.ts", "src/client.ts"],
      "src/generated/api-types.ts export type Signer",
      "src/generated/schemas.ts export const Signer",
    ],
    [],
  ],
  [
    "a field that is required there now",
    ({ components }) => components.schemas.Signer.required.push("mail"),
    [
      "src/generated/api-types.ts export type Signer",
      "src/generated/schemas.ts export const Signer",
    ],
    [
      "sendThree: argument mail: became required",
      "sendTwo: argument mail: became required",
    ],
  ],
  [
    "a shared parameter",
    ({ components }) =>
      Object.assign(components.parameters.size.schema, { maximum: 9 }),
    [
      "src/generated/api-types.ts export type sizeArgument",
      "src/generated/schemas.ts export const sizeArgument",
    ],
    [
      "listFive: argument size: maximum none → 9",
      "listFour: argument size: maximum none → 9",
    ],
  ],
  [
    "a field of a response",
    ({ components }) =>
      Object.assign(components.schemas.Answer.properties, { tax: text }),
    ["src/generated/api-types.ts export type Answer"],
    [],
  ],
  [
    "another type there",
    ({ components }) => {
      components.schemas.Answer.properties.sum = { type: "integer" };
    },
    ["src/generated/api-types.ts export type Answer"],
    ["listFour: response Answer.sum: string → number"],
  ],
])(
  "a pull request and diff show %s",
  async (_what, change, places, breaking) => {
    const made = project();
    await made.generate(api());
    const before = made.files();
    const told = await diff(
      { out: made.out, allRoutesAsTools: true },
      { text: api(change) },
    );
    expect(
      told
        .filter((one) => one.breaking)
        .map((one) => `${one.name}: ${one.text}`),
    ).toEqual(breaking);
    await made.generate(api(change));
    const folded = [...made.read(".gitattributes").matchAll(/^\/(\S+) /gm)].map(
      ([, path = ""]) => path.replace("/**", "/"),
    );
    const shown = Object.entries(made.files()).flatMap(([path, now]) => {
      const isFolded = folded.some((one) => path.startsWith(one));
      return isFolded ? [] : hunks(path, before[path] ?? "", now);
    });
    // Nothing but the change, as its type and as what is listed: no noise.
    expect(shown).toEqual(places);
  },
);

/** Each hunk by its file, and of what is shared by the line that git shows as its header. */
function hunks(path: string, before: string, after: string): string[] {
  const all = unifiedDiff(path, before, after).matchAll(/^@@ .*\+(\d+)/gm);
  const lines = after.split("\n");
  return [...all].map(([, start]) => {
    // Three lines of context are before the change.
    const header = lines
      .slice(0, Number(start) + 2)
      .findLast((line) => line.startsWith("export "));
    const name = /^export (?:const|type) \w+/.exec(header ?? "")?.[0];
    return /^src\/generated\/[\w-]+\.ts$/.test(path) ? `${path} ${name}` : path;
  });
}
