import { describe, expect, test } from "vitest";
import type { Schema } from "../../../../generator/model.js";
import { toHoverText } from "../../../../generator/describe/shorten.js";
import { writeApiTypes } from "../../../../generator/emit/types/api-types.js";
import { compile } from "./compile.js";

const TEXT = { type: "string" };
const words = toHoverText;

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Unused: { type: "object", properties: { other: { $ref: "#/$defs/Pet" } } },
  Pet: {
    type: "object",
    description: "A pet */ export const a = 1; /*",
    title: "Pet",
    properties: {
      id: { type: "integer", readOnly: true },
      name: {
        type: "string",
        description: "What it *answers* to.\n\nMore.",
        default: "Rex",
        maxLength: 20,
      },
      kind: { enum: ["cat", "dog"], deprecated: true, description: "a */ b" },
      tag: { $ref: "#/$defs/Tag" },
      owner: { $ref: "#/$defs/Owner" },
    },
    required: ["id"],
  },
  Owner: {
    type: ["object", "null"],
    properties: { pets: { type: "array", items: { $ref: "#/$defs/Pet" } } },
  },
  Labels: { type: "object", additionalProperties: TEXT },
  Tag: { type: "string", description: "@ts-ignore me", format: "uuid" },
  Tree: { anyOf: [TEXT, { type: "array", items: { $ref: "#/$defs/Tree" } }] },
};

const OPERATIONS = new Map([
  [
    "createPet",
    {
      arguments: {
        type: "object",
        properties: { dry_run: { type: "boolean" }, id: TEXT },
        required: ["id"],
        allOf: [{ $ref: "#/$defs/Pet" }],
        additionalProperties: false,
      },
      omit: ["id", "gone"],
      response: { $ref: "#/$defs/Pet" },
    },
  ],
  [
    "get-photo",
    {
      arguments: { type: "object", additionalProperties: false },
      response: "bytes" as const,
    },
  ],
  [
    "label",
    {
      arguments: { type: "object", allOf: [{ $ref: "#/$defs/Labels" }] },
      optional: true,
      response: null,
    },
  ],
  [
    "own",
    {
      arguments: { type: "object", allOf: [{ $ref: "#/$defs/Owner" }] },
      response: {},
      mayBeEmpty: true,
    },
  ],
  [
    "disown",
    {
      arguments: {
        type: "object",
        properties: { id: TEXT },
        allOf: [{ $ref: "#/$defs/Owner" }],
      },
      omit: ["pets"],
      response: {},
    },
  ],
  [
    "name",
    {
      arguments: {
        type: "object",
        allOf: [{ $ref: "#/$defs/Pet", required: ["name"] }],
      },
      response: { anyOf: [{ $ref: "#/$defs/Tree" }, TEXT] },
      mayBeEmpty: true,
    },
  ],
]);

const WANT = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */

type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };

export interface operations {
  createPet: createPetOperation;
  "get-photo": get_photoOperation;
  label: labelOperation;
  own: ownOperation;
  disown: disownOperation;
  name: nameOperation;
}

export type createPetOperation = {
  arguments: Omit<Pet, "id"> & {
    dry_run?: boolean;
    id: string;
  };
  response: Pet;
};
export type get_photoOperation = {
  arguments: Record<string, never>;
  response: Uint8Array;
};
export type labelOperation = {
  arguments: Partial<Labels>;
  response: undefined;
};
export type ownOperation = {
  arguments: Owner & {
    [key: string]: unknown;
  };
  response: unknown;
};
export type disownOperation = {
  arguments: Omit<NonNullable<Owner>, "pets"> & {
    id?: string;
  };
  response: unknown;
};
export type nameOperation = {
  arguments: WithRequired<Pet, "name">;
  response: Tree | string | undefined;
};
export type Labels = {
  [key: string]: string;
};
export type Owner = {
  pets?: Pet[];
} | null;
export type Pet = {
  id: number;
  /** What it answers to. (default: "Rex", maxLength: 20) */
  name?: string;
  /** @deprecated a *\\/ b. */
  kind?: "cat" | "dog";
  /** \\@ts-ignore me. (format: uuid) */
  tag?: Tag;
  owner?: Owner;
};
export type Tag = string;
export type Tree = string | unknown[];
`;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONG_UNION = LETTERS.replaceAll(/./g, ' | "$&"').slice(3);
const EMPTY = "Record<string, never>";

function bySchemas(entries: [string, Schema][]) {
  return writeApiTypes({
    schemas: new Map(entries),
    operations: OPERATIONS,
    describeProperty: words,
  });
}

describe("typings", () => {
  const entries = Object.entries(SCHEMAS);

  test("writes the operations and what they use, with what an editor tells of them", () => {
    expect(bySchemas(entries)).toBe(WANT);
  });

  test("does not depend on the order of the schemas", () => {
    expect(bySchemas(entries.reverse())).toBe(WANT);
  });

  test.each<[string, Schema, string]>([
    ["one value", { const: "a" }, '"a"'],
    ["numbers", { enum: [-1, 1e21, 0.5] }, "-1 | 1e21 | 0.5"],
    ["many values", { enum: LETTERS.split("") }, LONG_UNION],
    [
      "a list of alternatives",
      { type: "array", items: { enum: ["a", "b"] } },
      '("a" | "b")[]',
    ],
    [
      "alternatives within alternatives",
      { anyOf: [{ enum: ["a", "b"] }, TEXT, { type: "array" }] },
      '"a" | "b" | string | unknown[]',
    ],
    ["a tuple", { prefixItems: [TEXT, { type: "null" }] }, "[string, null]"],
    [
      "objects, one member a line",
      {
        anyOf: [
          { type: "null" },
          { properties: { "a-b": {}, c: { properties: { d: TEXT } } } },
        ],
      },
      `null | {
    "a-b"?: unknown;
    c?: {
      d?: string;
    };
  }`,
    ],
    ["no members", { type: "object", additionalProperties: false }, EMPTY],
  ])("writes %s", (_, response, want) => {
    const operations = new Map([["a", { arguments: {}, response }]]);
    const text = writeApiTypes({
      schemas: new Map(),
      operations,
      describeProperty: words,
    });
    expect(text).toContain(`\n  response: ${want};\n`);
    expect(compile({ "/api.ts": text })).toEqual([]);
  });

  test("is well-formed without any operation", () => {
    const text = writeApiTypes({
      schemas: new Map(),
      operations: new Map(),
      describeProperty: words,
    });
    expect(compile({ "/api.ts": text })).toEqual([]);
  });

  test("gives types that say what the schemas say", () => {
    const uses = `import type { Pet, operations } from "./api.js";
      type Arguments<Name extends keyof operations> = operations[Name]["arguments"];
      const pet: Pet = { id: 1, kind: "cat", owner: { pets: [] } };
      export const create: Arguments<"createPet"> = { id: "a", name: "Rex" };
      // @ts-expect-error id is text here
      export const wrong: Arguments<"createPet"> = pet;
      // @ts-expect-error name is required
      export const nameless: Arguments<"name"> = pet;
      export const name: Arguments<"name"> = { ...pet, name: "Rex" };
      // @ts-expect-error takes nothing
      export const nothing: Arguments<"get-photo"> = { a: 1 };
      export const objects: object[] = [create, {} as Arguments<"label">, {} as Arguments<"own">];
    `;
    expect(compile({ "/api.ts": WANT, "/uses.ts": uses })).toEqual([]);
  });
});

describe("bare objects, which callers may fill with any value", () => {
  const ANY = ["object", "array", "string", "number", "boolean"];
  const bag = (types: readonly string[]) => ({
    type: "object",
    properties: { bag: { type: types } },
  });
  const types = writeApiTypes({
    schemas: new Map<string, Schema>([
      ["Response", bag([...ANY, "null"])],
      ["Both", bag(ANY)],
    ]),
    operations: new Map([
      [
        "fill",
        {
          arguments: { ...bag(ANY), allOf: [{ $ref: "#/$defs/Both" }] },
          response: {
            type: "array",
            items: { anyOf: [{ type: ANY }, { $ref: "#/$defs/Response" }] },
          },
        },
      ],
      ["read", { arguments: {}, response: { $ref: "#/$defs/Both" } }],
    ]),
    describeProperty: () => "",
  });

  test("are objects in responses, and any value in what arguments share", () => {
    const use = `
      type Bag = { [key: string]: unknown };
      export const readMember = (bag: Bag) => bag["a"];
      export const readItem = (item: operations["fill"]["answer"][number]) =>
        readMember(item);
      export const readNested = ({ bag = {} }: Response) => readMember(bag);
      export const wide: Both["bag"] = "text";
      export const argument: operations["fill"]["arguments"]["bag"] = 1;`;
    expect(compile({ "api.ts": types + use })).toEqual([]);
  });
});
