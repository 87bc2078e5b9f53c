import { expect, test } from "vitest";
import { buildLock } from "../../../generator/project/lock.js";
import {
  formatLock,
  parseLock,
} from "../../../generator/project/lock/lock-text.js";
import { edit } from "../merge/modules.js";
import { project, type Project } from "./project.js";
import { shop } from "./shop.js";

const lock = "toolwright.lock";
type Pair = Parameters<typeof edit>[1][number];

/** Files that an older toolwright wrote in other words, and edits of the same files since. */
const files: [path: string, older: Pair, edited: Pair][] = [
  [
    "README.md",
    ["## Clients\n", "## Programs\n"],
    ["## Edit a tool\n", "## Ours\n\nBy hand.\n\n## Edit a tool\n"],
  ],
  [
    "package.json",
    [`"axios": "^1.`, `"axios": "^0.`],
    [`"scripts": {`, `"scripts": {\n    "deploy": "node deploy.js",`],
  ],
  [
    "src/client.ts",
    ["Client of the API.", "The client of the API."],
    ["timeout: 30", "timeout: 5"],
  ],
  [
    "src/main.ts",
    [`      help: { type: "boolean", default: false },\n`, ""],
    [`default: "stdio"`, `default: "streamable-http"`],
  ],
  [
    "src/runtime/features/observe/log.ts",
    ["|secret|", "|"],
    [`event, ...details };`, `event, ...details, app: "ours" };`],
  ],
  [
    "src/tools/get-pet.ts",
    ["/** GET /pets/{petId} */", "/** Calls GET /pets/{petId}. */"],
    ["return send(args);", "return (await send(args)).data;"],
  ],
];

test("changes of a newer toolwright are merged beside edits of the same files", async () => {
  const made = project();
  await made.generate(shop());
  const now = made.files();
  for (const [path, older] of files) made.edit(path, older);
  made.write("src/runtime/dropped.ts", "export const dropped = true;\n");
  made.remove("src/runtime/errors.ts");
  lockAsItIs(made);
  for (const [path, , edited] of files) made.edit(path, edited);

  expect(await made.generate(shop())).toEqual([
    "updated .gitattributes",
    ...files.slice(0, 4).map(([path]) => `merged ${path}`),
    "removed src/runtime/dropped.ts",
    "created src/runtime/errors.ts",
    ...files.slice(4).map(([path]) => `merged ${path}`),
  ]);
  const edited = files.map(([path, , pair]) => [
    path,
    edit(now[path] ?? "", [pair]),
  ]);
  expect({ ...made.files(), [lock]: "" }).toEqual({
    ...now,
    ...Object.fromEntries(edited),
    // A review shows the edited file of the runtime.
    ".gitattributes": `${now[".gitattributes"]}/src/runtime/features/observe/log.ts -linguist-generated\n`,
    [lock]: "",
  });
  const withoutAttributes = (text = "") =>
    text.replace(/^\.gitattributes\t.*\n/m, "");
  expect(withoutAttributes(made.read(lock))).toBe(withoutAttributes(now[lock]));
});

/** Writes the lock as the toolwright that had written these files would have. */
function lockAsItIs(made: Project): void {
  const last = parseLock(made.read(lock));
  const next = Object.entries(made.files())
    .filter(([path]) => path !== lock)
    .map(([path, text]) => {
      const { contract, editable = true, key } = last.files.get(path) ?? {};
      return {
        path,
        text,
        editable,
        ...(key !== undefined && { key }),
        ...(contract !== undefined && { contract }),
      };
    });
  const older = buildLock({
    generator: "0.0.1",
    baseLock: last,
    incoming: next,
    outcomes: [],
  });
  made.write(lock, formatLock(older));
}
