import { expect, test } from "vitest";
import {
  plan,
  ToolwrightError,
  type Override,
} from "../../../generator/index.js";
import { project } from "../regenerate/project.js";
import { shop } from "../regenerate/shop.js";

test.each<[string, Record<string, unknown>, string]>([
  [
    "an operation that does not exist",
    { creatPet: { title: "New" } },
    `The override for "creatPet" does not match an operation of the document.`,
  ],
  [
    "a path that does not exist",
    { "GET /cats": { exclude: true } },
    `The override for "GET /cats" does not match an operation of the document.`,
  ],
  [
    "an unknown field",
    { createPet: { desc: "New" } },
    `Unknown option: "desc" in overrides.createPet.`,
  ],
  [
    "no object",
    { createPet: "New" },
    'The option overrides.createPet must be an object, not "New".',
  ],
  [
    "a field of the wrong type",
    { createPet: { hide: "age" } },
    'The option overrides.createPet.hide must be a list, not "age".',
  ],
  [
    "a hint that there isn't",
    { createPet: { annotations: { safeHint: true } } },
    'Unknown option: "safeHint" in overrides.createPet.annotations.',
  ],
  [
    "a name that clients refuse",
    { createPet: { name: "create pet" } },
    'The option overrides.createPet.name must be another text, not "create pet".',
  ],
  [
    "work without a final value",
    { createPet: { poll: { status: "state" } } },
    "The option overrides.createPet.poll.done is missing.",
  ],
  [
    "more pages than are joined",
    { listPets: { pages: 21 } },
    "The option overrides.listPets.pages must be a whole number from 2 to 20, not 21.",
  ],
  [
    "an argument whose description is not a text",
    { createPet: { arguments: { name: { type: "integer" } } } },
    'Unknown option: "type" in overrides.createPet.arguments.name.',
  ],
  [
    "a description of a missing argument",
    { createPet: { arguments: { colour: { description: "Red." } } } },
    `The override of POST /pets names the argument "colour", which does not exist.`,
  ],
  [
    "an argument that is not there to be hidden",
    { createPet: { hide: ["colour"] } },
    `The override of POST /pets names the argument "colour", which does not exist.`,
  ],
  [
    "an argument that is not there to be fixed",
    { createPet: { fixed: { colour: "red" } } },
    `The override of POST /pets names the argument "colour", which does not exist.`,
  ],
  [
    "a required argument that is hidden",
    { createPet: { hide: ["name"] } },
    "The override of POST /pets hides the required argument name.",
  ],
  [
    "a media type that is not declared",
    { createPet: { contentType: "text/csv" } },
    "The override of POST /pets sets contentType to text/csv, which the document does not declare.",
  ],
  [
    "an argument that is not there to be confirmed",
    { createPet: { confirm: "colour" } },
    `The override of POST /pets names the argument "colour", which does not exist.`,
  ],
  [
    "a confirmed argument that callers don't have",
    { createPet: { confirm: "name", fixed: { name: "Rex" } } },
    "The override of POST /pets sets confirm to name, which is not an argument that callers give.",
  ],
])("%s is an error", async (_name, overrides, message) => {
  // As a config in JSON may hold it.
  const given = overrides as Record<string, Override>;
  await expect(planned(given)).rejects.toThrow(ToolwrightError);
  await expect(planned(given)).rejects.toThrow(message);
});

test("an override is matched by operationId, and by method and path", async () => {
  const rows = await planned({
    createPet: { name: "add_pet", hide: ["age"] },
    "PUT /pets/{petId}": { fixed: { petId: 7 } },
    deletePet: { exclude: true },
  });
  expect(
    rows.map(({ name, file, arguments: args }) =>
      [name, file, ...args].join(" "),
    ),
  ).toEqual([
    "add_pet src/tools/add-pet.ts name",
    "getPet src/tools/get-pet.ts petId",
    "listPets src/tools/list-pets.ts limit species",
    "placeOrder src/tools/place-order.ts petId gift",
    "replacePet src/tools/replace-pet.ts name age",
  ]);
});

/** A document with one operation, whose path has one argument. */
function one(method: string, name: string): string {
  const asked = { in: "path", required: true, schema: { type: "string" } };
  const operation = { operationId: "one", parameters: [{ ...asked, name }] };
  const paths = { [`/pets/{${name}}`]: { [method]: operation } };
  const info = { title: "Pets", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", info, paths });
}

test.each([
  ["petId", "petId", "resource resource://pets/7"],
  ["pet-id", "pet_id", "resource resource://pets/7"],
])("a fixed %s is not a variable of the URI", async (name, argument, want) => {
  const overrides = { one: { fixed: { [argument]: 7 } } };
  const rows = await plan({ overrides }, { text: one("get", name) });
  expect(rows.map(({ kind, uri }) => `${kind} ${uri}`)).toEqual([want]);
});

test.each([
  [
    "confirm",
    "confirm",
    true,
    "adds the argument confirm, but the API already has one",
  ],
  ["confirm", "person-or-repeat", true, "adds the argument confirm, but the"],
  [
    "name",
    "name",
    false,
    "sets confirm to name, but creates a template, which",
  ],
  ["name", "person", false, "asks the user, but creates a template"],
  [
    "name",
    "person",
    true,
    "asks the user to confirm an operation that only reads",
  ],
])(
  "an override of a GET with the argument %s and confirm: %j is an error",
  async (name, confirm, allRoutesAsTools, message) => {
    const overrides = { one: { confirm } };
    const text = one("get", name);
    await expect(
      plan({ allRoutesAsTools, overrides }, { text }),
    ).rejects.toThrow(message);
  },
);

test.each<[string, string, Override, string | null]>([
  ["delete", "name", {}, "person-or-repeat"],
  ["delete", "confirm", {}, "person"],
  ["delete", "name", { confirm: "name" }, "name"],
  ["delete", "name", { annotations: { destructiveHint: false } }, null],
  ["get", "name", { annotations: { destructiveHint: true } }, null],
  ["get", "name", {}, null],
])(
  "confirmDestructive turns %s with %s and %j into %j",
  async (method, name, override, confirm) => {
    const config = { confirmDestructive: "person-or-repeat" } as const;
    const overrides = { one: override };
    const text = one(method, name);
    const all = { allRoutesAsTools: true, ...config, overrides };
    expect(await plan(all, { text })).toMatchObject([{ confirm }]);
  },
);

test.each<[string, Override, string]>([
  [
    "work that a resource waits for",
    { poll: { status: "state", done: ["ok"] } },
    "The override of GET /pets/{petId} waits for work, but makes a template.",
  ],
  [
    "pages that a resource joins",
    { pages: 5 },
    "The override of GET /pets/{petId} joins pages, but makes a template.",
  ],
])("%s is an error", async (_name, getPet, message) => {
  const overrides = { getPet };
  await expect(plan({ overrides }, { text: shop() })).rejects.toThrow(message);
});

function planned(overrides: Record<string, Override>) {
  return plan({ allRoutesAsTools: true, overrides }, { text: shop() });
}

test("the description of an argument from overrides is in the module, also beside a shared body", async () => {
  const made = project();
  const description = "As it shall be called.";
  const overrides = { createPet: { arguments: { name: { description } } } };
  await made.generate(shop(), { config: { overrides } });
  expect(made.read("src/tools/create-pet.ts")).toContain(`  body: {
    $ref: "#/$defs/NewPet",
    properties: {
      name: { description: "As it shall be called." },
    },
  },
`);
});

test("the description of a hidden argument does not restore its property", async () => {
  const made = project();
  const age = { description: "In years." };
  const override = { hide: ["age"], arguments: { age } };
  await made.generate(shop(), {
    config: { overrides: { createPet: override } },
  });
  expect(made.read("src/tools/create-pet.ts")).not.toContain("In years.");
});

test("pages of an override are in the module, and an edited handler stays when they change", async () => {
  const made = project();
  const file = "src/tools/list-pets.ts";
  const run = (pages?: number) =>
    made.generate(shop(), {
      config: { overrides: { listPets: pages ? { pages } : {} } },
    });
  await run();
  made.edit(file, ["return send(args);", "return (await send(args)).data;"]);
  expect(await run(5)).toEqual([
    "created src/runtime/features/responses/auto-paginate.ts",
    "created src/runtime/features/responses/shorten-responses/find-list.ts",
    "created src/runtime/features/responses/shorten-responses/join-pages.ts",
    "created src/runtime/features/responses/shorten-responses/page-order.ts",
    "created src/runtime/features/responses/shorten-responses/page-size.ts",
    "created src/runtime/features/responses/shorten-responses/page.ts",
    "created src/runtime/features/responses/shorten-responses/pages.ts",
    "created src/runtime/features/responses/shorten-responses/pagination-names.ts",
    "created src/runtime/features/responses/shorten-responses/pagination.ts",
    "created src/runtime/features/responses/wrap-context.ts",
    "updated src/server.ts",
    `merged ${file}`,
  ]);
  expect(made.read(file)).toContain("\n  pages: 5,\n");
  expect(made.read("src/server.ts")).toContain(
    "features: [autoPaginate(), structuredOutput()],",
  );
  await run(3);
  expect(made.read(file)).toContain("\n  pages: 3,\n");
  expect(made.read(file)).toContain("return (await send(args)).data;");
});
