import { expect, test } from "vitest";
import { createListedTest } from "../../../generator/lint/listed-tools.js";

const INDEX = `export { default as addPet } from "./add-pet.js";
export { default as listPets } from "./list-pets.js";
export { default as listToys } from "./list-toys.js";
`;

const TOOLS = [
  { path: "src/tools/add-pet.ts", name: "add_pet" },
  { path: "src/tools/list-pets.ts", name: "list_pets" },
  { path: "src/tools/list-toys.ts", name: "list_toys" },
  { path: "src/custom/index.ts", name: "mine" },
];

/** Names of the tools that a server with this expression in its components lists. */
function listedBy(expression: string, imports = ""): string[] {
  const server = `import * as toolList from "./tools/index.js";
${imports}
export const service = defineServer({
  sources: [{ components: [...${expression}, ...custom] }],
});
`;
  const isListed = createListedTest(
    new Map([
      ["src/server.ts", server],
      ["src/tools/index.ts", INDEX],
    ]),
  );
  return TOOLS.filter(isListed).map(({ name }) => name);
}

const VALUES = "Object.values(toolList)";

test.each<[string, string, string?]>([
  [
    "tool !== listToys",
    "add_pet list_pets mine",
    'import { listToys } from "./tools/index.js";',
  ],
  [
    "tool !== toys",
    "add_pet list_pets mine",
    'import { listToys as toys } from "./tools/index.js";',
  ],
  [
    "tool !== toys",
    "add_pet list_pets mine",
    'import toys from "./tools/list-toys.js";',
  ],
  ["tool !== toolList.listToys", "add_pet list_pets mine"],
  ['tool.name !== "list_toys"', "add_pet list_pets mine"],
  [
    'tool !== toolList.addPet && !(tool.name === "list_toys")',
    "list_pets mine",
  ],
  ['!["add_pet", "list_toys"].includes(tool.name)', "list_pets mine"],
  ["[toolList.addPet].includes(tool)", "add_pet mine"],
  [
    'tool.name === "add_pet" || tool === toolList.listPets',
    "add_pet list_pets mine",
  ],
  ["isWanted(tool)", "add_pet list_pets list_toys mine"],
  ["isWanted(tool) && tool !== toolList.addPet", "list_pets list_toys mine"],
  ["tool !== unknown", "add_pet list_pets list_toys mine"],
])("a filter by %s lists %s", (condition, want, imports) => {
  const filtered = `${VALUES}.filter((tool) => ${condition})`;
  expect(listedBy(filtered, imports)).toEqual(want.split(" "));
});

test.each<[string, string]>([
  [VALUES, "add_pet list_pets list_toys mine"],
  [
    `${VALUES}.filter((a) => a !== toolList.addPet).filter((b) => b.name !== "list_toys")`,
    "list_pets mine",
  ],
  [
    "other.filter((tool) => tool !== toolList.addPet)",
    "add_pet list_pets list_toys mine",
  ],
])("%s lists %s", (expression, want) => {
  expect(listedBy(expression)).toEqual(want.split(" "));
});
