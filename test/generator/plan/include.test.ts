import { expect, test } from "vitest";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, planOptions } from "./fixtures.js";

const pets = { tags: ["pets"] };
const operations = [
  operation("GET /pets", { operationId: "listPets", ...pets }),
  operation("POST /pets", { operationId: "createPet", ...pets }),
  operation("GET /owners", { operationId: "listOwners" }),
  operation("POST /owners", {
    operationId: "createOwner",
    hints: { hiddenBy: "x-mcp", name: "", title: "", description: "" },
  }),
];

const served = (change: Parameters<typeof planOptions>[0]) => {
  const { components, findings } = plan(api(operations), planOptions(change));
  return {
    names: components.map(({ name }) => name).sort(),
    codes: findings
      .map(({ code }) => code)
      .filter((code) => code !== "no-words"),
  };
};

test.each<[string, Parameters<typeof planOptions>[0], string[]]>([
  ["nothing", {}, ["createPet", "listOwners", "listPets"]],
  ["operationIds", { include: ["createPet"] }, ["createPet"]],
  [
    "routes",
    { include: ["GET /owners", "listPets"] },
    ["listOwners", "listPets"],
  ],
  [
    "one that tags leave out",
    { include: ["createPet", "listOwners"], tags: ["pets"] },
    ["createPet"],
  ],
  [
    "one that a route map excludes",
    {
      include: ["createPet", "listPets"],
      routeMaps: [{ methods: ["GET"], routeType: "EXCLUDE" }],
    },
    ["createPet"],
  ],
  [
    "one that an override excludes",
    {
      include: ["createPet", "listPets"],
      overrides: { listPets: { exclude: true } },
    },
    ["createPet"],
  ],
  [
    "one that the document hides",
    { include: ["createOwner"] },
    ["createOwner"],
  ],
])("include %s: %j", (_, change, want) => {
  expect(served(change).names).toEqual(want);
});

test("a name that no operation has is an error with the nearest", () => {
  expect(() => served({ include: ["creatPet"] })).toThrow(
    'The option include names "creatPet", which is not an operation of the document.\n  Did you mean createPet?',
  );
});

test("a name that the document lost is a finding", () => {
  const include = ["createPet", "removePet"];
  expect(served({ include, isFormer: (name) => name === "removePet" })).toEqual(
    {
      names: ["createPet"],
      codes: ["lost-operation"],
    },
  );
});
