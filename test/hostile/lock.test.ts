/** Locks that a pull request may forge, so that the next run takes edited files for generated ones. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { check, ToolwrightError } from "../../generator/index.js";
import {
  formatLock,
  parseLock,
} from "../../generator/project/lock/lock-text.js";
import type { LockedFile } from "../../generator/project/outcome.js";
import { digest } from "../../generator/shared/hash.js";
import { project, type Project } from "../generator/regenerate/project.js";
import { oneMore, shop } from "../generator/regenerate/shop.js";
import { filesIn } from "../generator/project/write/folder.js";

const lock = "toolwright.lock";
const createPet = "src/tools/create-pet.ts";
const mine = "src/tools/mine.ts";
const own = "export const own = 1;\n";
const guard: [string, string] = [
  "return send(args);",
  "if (!allowed()) throw new Error();\n    return send(args);",
];
const title: [string, string] = ["Create a pet", "Create our pet"];

/** Differences from a generated project with its lock. */
interface Case {
  /** Files that users have written or edited. */
  readonly disk: (made: Project) => void;
  /** Line of the lock for a file; of the text on disk, if it has no text. */
  readonly lines: readonly (Partial<LockedFile> & {
    readonly path: string;
    readonly says?: string;
    readonly gone?: boolean;
  })[];
  readonly document?: string;
}

const retitled = shop(oneMore, title);

test.each<[string, Case]>([
  [
    "a guard in a handler, generated",
    {
      disk: (made) => made.edit(createPet, guard),
      lines: [{ path: createPet }],
      document: retitled,
    },
  ],
  [
    "a guard in a handler with other edits generated",
    {
      disk: (made) => made.edit(createPet, guard, ["Create a pet", "Ours"]),
      lines: [{ path: createPet, says: "guard" }],
      document: shop(["/pets", "/animals"]),
    },
  ],
  [
    "a list with your own tools generated",
    {
      disk: (made) =>
        made.write(
          "src/tools/index.ts",
          `export { own } from "../custom/own.js";\n${made.read("src/tools/index.ts")}`,
        ),
      lines: [{ path: "src/tools/index.ts" }],
    },
  ],
  [
    "your own file a tool",
    {
      disk: (made) => made.write(mine, own),
      lines: [
        { path: createPet, gone: true },
        { path: mine, key: "tool POST /pets" },
      ],
    },
  ],
  [
    "your own file a removed tool",
    {
      disk: (made) => made.write(mine, own),
      lines: [{ path: mine, key: "tool POST /mine" }],
    },
  ],
  [
    "your own file an orphan",
    {
      disk: (made) => made.write(mine, own),
      lines: [{ path: mine, key: "tool POST /mine", orphan: true }],
    },
  ],
  [
    "your own file a tool that has moved",
    {
      disk: (made) => made.write("src/tools/add-pet.ts", own),
      lines: [{ path: "src/tools/add-pet.ts", key: "tool POST /mine" }],
      document: shop(["createPet", "addPet"]),
    },
  ],
  ...["Dockerfile", ".dockerignore", ".mcpbignore", "manifest.json"]
    .concat("src/db-client.ts", "src/db/source.ts", "src/db/tools/index.ts")
    .map((path): [string, Case] => [
      `one's own ${path} generated`,
      { disk: (made) => made.write(path, own), lines: [{ path }] },
    ]),
  ...["src/generated/output-schemas.ts", "src/db/generated/schemas.ts"].map(
    (path): [string, Case] => [
      `one's own ${path} generated`,
      {
        disk: (made) => made.write(path, own),
        lines: [{ path, editable: false }],
      },
    ],
  ),
  [
    "one's own data an orphan",
    {
      disk: (made) => made.write("test/responses.json", own),
      lines: [{ path: "test/responses.json", editable: false, orphan: true }],
    },
  ],
])("a lock that calls %s is refused", async (_name, given) => {
  const made = project();
  await made.generate(shop());
  given.disk(made);
  forge(made, given.lines);
  const { document = shop(oneMore) } = given;
  const before = filesIn(dirname(made.out));
  for (const dryRun of [true, false]) {
    const run = made.generate(document, { dryRun });
    await expect(run).rejects.toThrow(
      /toolwright\.lock.*: The lock contains content for /,
    );
    await expect(run).rejects.toThrow("git log -p --text toolwright.lock");
    expect(filesIn(dirname(made.out))).toEqual(before);
  }
  const { current } = await check(
    { out: made.out, allRoutesAsTools: true },
    { text: shop() },
  ).catch((error: unknown) => {
    if (!(error instanceof ToolwrightError)) throw error;
    return { current: false };
  });
  expect(current).toBe(false);
  // The way out that the error names loses nothing.
  await made.generate(document, { adopt: true }).catch((error: unknown) => {
    expect(String(error)).toContain("Your file has the");
  });
  const written = Object.values(made.files()).filter(isByHand);
  expect(written).toHaveLength(Object.values(before).filter(isByHand).length);
});

test("a forged line with a plausible text is found by check", async () => {
  const made = project();
  await made.generate(shop());
  made.edit(createPet, ["Create a pet", "Create our pet"]);
  forge(made, [{ path: createPet }]);
  const { drifts } = await check(
    { out: made.out, allRoutesAsTools: true },
    { text: shop() },
  );
  expect(drifts).toMatchObject([{ kind: "stale", path: createPet }]);
});

function isByHand(text: string): boolean {
  return text === own || /allowed\(\)|custom\/own/.test(text);
}

/** Writes into the lock what a case says of files. */
function forge(made: Project, lines: Case["lines"]): void {
  const last = parseLock(made.read(lock));
  const files = new Map(last.files);
  for (const { path, says, gone, ...more } of lines) {
    const present = made.read(path);
    const text =
      says === "guard" ? present.replace("Ours", "Create a pet") : present;
    const { key } = files.get(path) ?? {};
    files.set(path, {
      digest: digest(text),
      editable: true,
      orphan: false,
      ...(key === undefined ? {} : { key }),
      ...more,
      text: () => (more.editable === false ? undefined : text),
    });
    if (gone === true) files.delete(path);
  }
  made.write(lock, formatLock({ ...last, files }));
}
