import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolder, packVersion, replaceText } from "./packed.js";
import type { PackedVersion } from "./packed.js";

const { version: CURRENT } = JSON.parse(
  readFileSync("package.json", "utf8"),
) as { version: string };
const [major = 0, minor = 0] = CURRENT.split(".").map(Number);

const RUNTIME = "runtime/errors.ts";
const TEMPLATE = "templates/main.ts.hbs";
const HELP_LINE = "Environment variables are listed in .env.example.";
const firstExport = (text: string) =>
  /^\/\*\*[^]*?^export /m.exec(text)?.[0] ?? "";

/** Changes of a template and of a file of the runtime, at the same places in each version. */
function changesOf(name: string): PackedVersion["changes"] {
  const start = firstExport(readFileSync(RUNTIME, "utf8"));
  return {
    [RUNTIME]: [
      start,
      `/** Name of this version. */\nexport const VERSION_NAME = "${name}";\n\n${start}`,
    ],
    [TEMPLATE]: [HELP_LINE, `${HELP_LINE} This is ${name}.`],
  };
}

const VERSIONS: Readonly<Record<string, PackedVersion>> = {
  previous: {
    version: minor > 0 ? `${major}.${minor - 1}.9` : `${major - 1}.9.9`,
    changes: changesOf("previous"),
  },
  current: { version: CURRENT, changes: {} },
  next: { version: `${major}.${minor + 1}.0`, changes: changesOf("next") },
};

type Command = Awaited<ReturnType<typeof packVersion>>;

const names = Object.keys(VERSIONS);
const orders = names.flatMap((first) =>
  names
    .filter((name) => name !== first)
    .map((second) => [
      first,
      second,
      ...names.filter((name) => name !== first && name !== second),
    ]),
);

let folder: string;
const commands = new Map<string, Command>();

beforeAll(async () => {
  folder = await createFolder();
  for (const [name, version] of Object.entries(VERSIONS)) {
    commands.set(name, await packVersion(folder, version));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command line of a version in a folder with a document. */
const runIn =
  (home: string) =>
  (name: string, ...args: string[]) =>
    (commands.get(name) ?? notPacked)(args, home);

const notPacked: Command = () =>
  Promise.reject(new Error("It was not packed."));

async function createHome(name: string): Promise<string> {
  const home = join(folder, "projects", name);
  await mkdir(home);
  await cp("test/emitted/sdk.json", join(home, "openapi.json"));
  return home;
}

/** Edits of a hand: an argument's words, a line of the runtime, and one of a file that the template changes. */
async function edit(home: string): Promise<void> {
  const [tool = ""] = readdirSync(join(home, "out/src/tools")).filter(
    (file) => file !== "index.ts",
  );
  await replaceText(join(home, "out/src/tools", tool), (text) =>
    text.replace(/(title: ")[^"]*/, "$1Our title"),
  );
  await replaceText(
    join(home, "out/src/runtime/errors.ts"),
    (text) => `${text}\n// Our line.\n`,
  );
  await replaceText(join(home, "out/src/main.ts"), (text) =>
    text.replace("--help              show", "--help              prints"),
  );
}

/** Texts of a project's files, without the records of toolwright. */
function textsIn(home: string): Record<string, string> {
  const out = join(home, "out");
  const files = readdirSync(out, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile() && entry.name !== "toolwright.lock")
      .map(({ name, parentPath }) => {
        const path = join(parentPath, name);
        return [path.slice(out.length), readFileSync(path, "utf8")];
      }),
  );
}

test.each(orders)("%s, then %s, then %s", async (...order) => {
  const home = await createHome(order.join("-"));
  const run = runIn(home);
  const [first = ""] = order;
  const options = ["openapi.json", "--out", "out"];
  expect((await run(first, "generate", ...options)).code).toBe(0);
  await edit(home);
  let last = first;
  for (const name of order.slice(1)) {
    const isOlder = names.indexOf(name) < names.indexOf(last);
    const before = textsIn(home);
    const lastVersion = VERSIONS[last]?.version ?? "";
    const version = VERSIONS[name]?.version ?? "";
    if (isOlder) {
      const refused = await run(name, "generate", "--out", "out");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(
        `was written by toolwright ${lastVersion}`,
      );
      expect(textsIn(home)).toEqual(before);
    }
    const allow = isOlder ? ["--allow-older"] : [];
    const { code, stderr, stdout } = await run(
      name,
      ...["generate", "--out", "out", ...allow],
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")[0]).toMatch(
      new RegExp(
        `^toolwright ${lastVersion} wrote this, and this is ${version}: [23] files differ`,
      ),
    );
    const checked = await run(name, "check", "--out", "out");
    expect([checked.code, checked.stderr]).toEqual([0, ""]);
    const merged = textsIn(home);
    expect((await run(name, "generate", "--out", "out")).code).toBe(0);
    expect(textsIn(home)).toEqual(merged);
    last = name;
  }
  const fresh = await createHome(`${order.join("-")}-fresh`);
  await runIn(fresh)(last, "generate", ...options);
  await edit(fresh);
  await runIn(fresh)(last, "generate", "--out", "out"); // unfolds the edited file in .gitattributes
  expect(textsIn(home)).toEqual(textsIn(fresh));
});
