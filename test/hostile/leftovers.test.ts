/**
 * Files that someone may commit to an output folder in the guise of a killed run, and files that a killed run really
 * leaves.
 */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { ToolwrightError } from "../../generator/index.js";
import { project, type Project } from "../generator/regenerate/project.js";
import { oneMore, shop } from "../generator/regenerate/shop.js";
import { filesIn } from "../generator/project/write/folder.js";

/** Files of `.toolwright`, by path. */
type Leftovers = Readonly<Record<string, string>>;

test.each<[string, Leftovers]>([
  [
    "write a git hook",
    {
      journal: `[{"path":"../.git/hooks/post-checkout","before":null,"after":"A"}]`,
      "new/0": "#!/bin/sh\n",
    },
  ],
  [
    "overwrite unknown files",
    {
      journal: `[{"path":"../victim.txt","before":"x","after":null},{"path":"../victim.txt","before":null,"after":"A"}]`,
      "old/0": "",
      "new/1": "evil\n",
    },
  ],
  [
    "delete by undoing",
    { undo: `[{"path":"../victim.txt","before":null,"after":"A"}]` },
  ],
  [
    "overwrite by undoing",
    {
      undo: `[{"path":"../victim.txt","before":"A","after":"B"}]`,
      "old/0": "evil\n",
    },
  ],
  ["are not JSON", { journal: "{" }],
  ["pretend that a run continues elsewhere", { "run-1-x": "another.host" }],
])("committed leftovers that %s are ignored", async (_name, leftovers) => {
  const made = await withVictim();
  for (const [path, text] of Object.entries(leftovers))
    made.write(`.toolwright/${path}`, text);
  await expectUnmoved(made, ["draft-in-the-way"]);
});

test.each([
  ["a folder", "..", ["draft-in-the-way"]],
  ["a file", "../victim.txt", ["draft-in-the-way"]],
  ["nothing", "../nothing", ["draft-in-the-way"]],
])("a link to %s at the draft's path is reported", async (_name, to, codes) => {
  const made = await withVictim();
  symlinkSync(to, join(made.out, ".toolwright"));
  await expectUnmoved(made, codes);
});

test("a draft is removed by the next run", async () => {
  const made = await withVictim();
  made.write(".toolwright", "half of a fi");
  const before = everything(made);
  await made.generate(shop(oneMore), { dryRun: true });
  expect(everything(made)).toEqual(before);
  await made.generate(shop(oneMore));
  expect(made.has(".toolwright")).toBe(false);
});

test("a user without a cache folder can generate", async () => {
  const made = await withVictim();
  const none = join(dirname(made.out), "victim.txt");
  vi.stubEnv("XDG_CACHE_HOME", none);
  expect(await made.generate(shop(oneMore))).toContain(
    "created src/tools/list-owners.ts",
  );
});

/** A generated project in a folder beside something that is no one's business. */
async function withVictim(): Promise<Project> {
  const made = project();
  await made.generate(shop());
  mkdirSync(join(made.out, ".git/hooks"), { recursive: true });
  made.write("src/custom/own.ts", "mine\n");
  made.write("../victim.txt", "victim\n");
  return made;
}

/** Runs that would write, and dry ones, change nothing at all, be it inside or outside of the output. */
async function expectUnmoved(made: Project, codes: string[]): Promise<void> {
  const before = everything(made);
  await made.generate(shop(oneMore), { dryRun: true });
  expect(everything(made)).toEqual(before);
  expect(await codesOf(made.generate(shop(oneMore)))).toEqual(codes);
  expect(everything(made)).toEqual(before);
}

/** Every file of the output and of the folder around it. */
function everything(made: Project): Record<string, string> {
  return filesIn(dirname(made.out));
}

async function codesOf(result: Promise<unknown>): Promise<string[]> {
  try {
    await result;
    return [];
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    return error.problems.map(({ code }) => code);
  }
}
