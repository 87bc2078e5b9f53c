/**
 * Options that a pull request may put into a project, so that the runs of a reviewer execute, read or request
 * something.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { toolwright } from "../generator/cli.js";
import { shop } from "../generator/regenerate/shop.js";
import { ownCache, temporaryFolder } from "../generator/temporary.js";

const options = "toolwright.config.json";
const formerOptions = "toolwright.options.json";
const lock = "toolwright.lock";

let folder = "";
let repo = "";
beforeEach(async () => {
  ownCache();
  folder = temporaryFolder();
  repo = join(folder, "repo");
  mkdirSync(join(repo, ".git"), { recursive: true });
  writeFileSync(join(repo, "shop.json"), shop());
  writeFileSync(join(folder, "outside.json"), shop());
  writeFileSync(join(folder, "precious"), "mine");
  // Any module will do; who loads it leaves a trace.
  const trace = JSON.stringify(join(folder, "ran"));
  for (const name of ["notes.mjs", "notes.ts"])
    writeFileSync(
      join(repo, name),
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${trace}, "");\nexport default {};\n`,
    );
  expect((await run("generate shop.json --out mcp", ".")).code).toBe(0);
});

const run = (args: string, cwd = "mcp") =>
  toolwright(args.split(" "), { cwd: join(repo, cwd) });

/** Asks in the config of the project, which calls another config that it `extends`. */
function ask({ config, ...asked }: Record<string, unknown>): void {
  const extension = config === undefined ? {} : { extends: config };
  writeFileSync(
    join(repo, "mcp", options),
    JSON.stringify({
      document: "../shop.json",
      out: ".",
      ...asked,
      ...extension,
    }),
  );
}

/** Asks as projects did before they had a config. */
function askFormerly(asked: object): void {
  rmSync(join(repo, "mcp", options), { force: true });
  writeFileSync(
    join(repo, "mcp", formerOptions),
    JSON.stringify({ document: "../shop.json", ...asked }),
  );
}

/** Saves options as locks of version 2 had them. */
function askInLock(asked: object): void {
  for (const name of [options, formerOptions])
    rmSync(join(repo, "mcp", name), { force: true });
  const path = join(repo, "mcp", lock);
  const [header = "", ...rest] = readFileSync(path, "utf8").split("\n");
  const all = { document: "../shop.json", ...asked };
  const lines = Object.entries(all).map(
    ([name, value]) => `option\t${name}\t${JSON.stringify(value)}`,
  );
  writeFileSync(path, [header, ...lines, ...rest].join("\n"));
}

const COMMANDS = ["check", "diff", "plan", "generate --dry-run", "generate"];

/** Options that no command line can have saved in this form. */
const FORGED: [name: string, asked: () => Record<string, unknown>][] = [
  ["a report over any file", () => ({ report: "../../precious" })],
  ["a name of no option", () => ({ hasOwnProperty: true })],
  [
    "a prototype",
    () => JSON.parse('{"__proto__":{"app":"x"}}') as object as never,
  ],
  ["an absolute document", () => ({ document: join(folder, "outside.json") })],
  ["an absolute application", () => ({ app: join(repo, "notes.mjs") })],
  ["an absolute config", () => ({ config: join(repo, "notes.ts") })],
  ["standard input", () => ({ document: "-" })],
  ["a login", () => ({ document: "http://ann:hunter22@127.0.0.1:9/a.json" })],
  ["a token", () => ({ overlays: ["http://127.0.0.1:9/a.json?key=hunter22"] })],
  ["a loaded document", () => ({ document: { openapi: "3.1.0" } })],
  ["no path", () => ({ config: ["notes.ts"] })],
  ["an absolute extension", () => ({ extensions: [join(repo, "notes.ts")] })],
];

/** Options that could not be saved before there was a config, which is judged by their effect. */
const FORMERLY_FORGED: typeof FORGED = [
  ["an output folder", () => ({ out: "../other" })],
  ["what only configs can say", () => ({ sources: [{ name: "a" }] })],
  ["a folder of its choice", () => ({ files: { folder: "/" } })],
  ["an extension", () => ({ extensions: ["../notes.mjs"] })],
];

test.each([
  ...FORGED.map((row) => [...row, [ask, askFormerly, askInLock]] as const),
  ...FORMERLY_FORGED.map((row) => [...row, [askFormerly, askInLock]] as const),
])("%s is refused with its name", async (_name, asked, forges) => {
  const [name = ""] = Object.keys(asked());
  for (const forge of forges) {
    forge(asked());
    for (const command of COMMANDS) {
      const { code, stderr } = await run(command);
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(`It has "${name}" with`);
      expect(stderr).toContain("git log -p");
    }
  }
  assertUntouched();
});

test.each<[name: string, asked: Record<string, unknown>]>([
  ["an extension", { extensions: ["../notes.mjs"] }],
  ["a folder for files", { files: { folder: "/" } }],
])(
  "%s in a project's config needs the approval of this user",
  async (_name, asked) => {
    ask(asked);
    for (const command of COMMANDS) {
      const { code, stderr } = await run(command);
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(Object.keys(asked)[0]);
      expect(stderr).not.toContain("default export");
    }
    assertUntouched();
  },
);

/** The engine takes years to read it, and nothing stops it. */
const EMPTY = `${"(|)".repeat(60)}x`;

/** Options that widen trust, with their flags and the reason that is printed. */
const WIDENED: [
  asked: Record<string, unknown>,
  flags: string,
  reason: string,
][] = [
  [{ app: "../notes.mjs" }, "--app ../notes.mjs", "runs code"],
  [
    { config: "src/custom/notes.ts" },
    "--config src/custom/notes.ts",
    "runs code",
  ],
  [{ config: "../notes.ts" }, "--config ../notes.ts", "runs code"],
  [
    { config: "../../toolwright.config.ts" },
    "--config ../../toolwright.config.ts",
    "runs code",
  ],
  [{ allowRemote: true }, "--allow-remote", "opens connections"],
  [{ refRoot: ".." }, "--ref-root ..", "reads outside the repository"],
  [
    { document: "http://127.0.0.1:9/a.json" },
    "http://127.0.0.1:9/a.json",
    "opens connections",
  ],
  [
    { document: "../../outside.json" },
    "../../outside.json",
    "reads outside the repository",
  ],
  [
    { document: "../linked.json" },
    "../linked.json",
    "reads outside the repository",
  ],
  [
    { overlays: ["../a.yaml", "https://127.0.0.1:9/b"] },
    "--overlay ../a.yaml --overlay https://127.0.0.1:9/b",
    "opens connections",
  ],
  [
    { overlays: ["../../outside.json"] },
    "--overlay ../../outside.json",
    "reads outside the repository",
  ],
  [
    {
      routeMaps: [{ methods: "*", pattern: "^(a|aa)+$", routeType: ["TOOL"] }],
    },
    "--route-map '* ^(a|aa)+$ TOOL'",
    "may run for very long",
  ],
  [
    { routeMaps: [{ methods: "*", pattern: EMPTY, routeType: ["TOOL"] }] },
    `--route-map '* ${EMPTY} TOOL'`,
    "may run for very long",
  ],
];

/** Options of a config alone, for which this user has to name the config. */
const WIDENED_CONFIG: [asked: Record<string, unknown>][] = [
  [{ afterGenerate: "touch ../../ran" }],
  [{ sources: [{ name: "shop", app: "../notes.mjs" }] }],
  [{ sources: [{ name: "shop", document: "../../outside.json" }] }],
  [{ sources: [{ name: "shop", document: "http://127.0.0.1:9/a.json" }] }],
];

test.each(WIDENED_CONFIG)(
  "%j is refused unless --config names the config",
  async (asked) => {
    ask({ document: undefined, ...asked });
    for (const command of COMMANDS) {
      const { code, stderr } = await run(command);
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(
        "It sets --config toolwright.config.json, which",
      );
    }
    assertUntouched();
  },
);

test("a named config is applied, and later also without its name", async () => {
  ask({
    document: undefined,
    sources: [{ name: "shop", document: "../../outside.json" }],
  });
  expect((await run("check --config toolwright.config.json")).code).toBe(1);
  expect((await run("check")).code).toBe(1);
  ownCache();
  expect((await run("check")).code).toBe(2);
});

test("options of an earlier version are moved into a config, if this user may set them", async () => {
  const read = (name: string) => readFileSync(join(repo, "mcp", name), "utf8");
  for (const forge of [askFormerly, askInLock]) {
    forge({ timeout: 5 });
    const { code, stderr } = await run("generate");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(read(options))).toEqual({
      document: "../shop.json",
      out: ".",
      timeout: 5,
    });
    expect(existsSync(join(repo, "mcp", formerOptions))).toBe(false);
    expect(read(lock)).not.toMatch(/^option\t/m);
    expect((await run("check")).code).toBe(0);
    forge({ timeout: 5, allowRemote: true });
    expect((await run("generate")).code).toBe(2);
    expect(existsSync(join(repo, "mcp", options))).toBe(false);
  }
});

test.each(WIDENED)(
  "%j needs this user's word",
  async (asked, flags, reason) => {
    symlinkSync(join(folder, "outside.json"), join(repo, "linked.json"));
    for (const forge of [ask, askFormerly, askInLock]) {
      forge(asked);
      for (const command of COMMANDS) {
        const { code, stderr } = await run(command);
        expect([command, code]).toEqual([command, 2]);
        expect(stderr).toContain(`It sets ${flags}, which ${reason}.`);
        expect(stderr).toContain(`toolwright generate ${flags}\n`);
      }
      // What is left in the lock is what the newer file says.
      const path = join(repo, "mcp", lock);
      const kept = readFileSync(path, "utf8").replace(/^option.*\n/gm, "");
      writeFileSync(path, kept);
    }
    assertUntouched();
  },
);

function assertUntouched(): void {
  expect(existsSync(join(folder, "ran"))).toBe(false);
  expect(readFileSync(join(folder, "precious"), "utf8")).toBe("mine");
}

test("an approval of this user holds on this machine, and for nothing else", async () => {
  const { code } = await run("generate ../outside.json --out mcp", ".");
  expect(code).toBe(0);
  expect((await run("check")).code).toBe(0);
  writeFileSync(join(folder, "other.json"), shop());
  ask({ document: "../../other.json" });
  expect((await run("check")).code).toBe(2);
  // Another machine, or another folder of this one.
  ask({ document: "../../outside.json" });
  expect((await run("check")).code).toBe(0);
  ownCache();
  expect((await run("check")).code).toBe(2);
  expect((await run("check ../../outside.json")).code).toBe(0);
  expect((await run("check")).code).toBe(0);
});

test("options that add no rights are applied without approval", async () => {
  ownCache();
  mkdirSync(join(repo, "v1:beta"));
  writeFileSync(join(repo, "v1:beta", "shop.json"), shop());
  ask({
    document: "../v1:beta/shop.json",
    name: "Ours",
    routeMaps: [
      { methods: ["GET"], pattern: "^/pets/.*", routeType: ["TOOL"] },
    ],
  });
  expect((await run("generate --yes")).code).toBe(0);
});

test("options that aren't an object in JSON are reported", async () => {
  writeFileSync(join(repo, "mcp", options), "<<<<<<< ours\n{}\n");
  const { code, stderr } = await run("generate");
  expect(code).toBe(2);
  expect(stderr).toContain(`${options}: It is not a JSON object.`);
});

test("CI has flags for options that need approval", async () => {
  const flags = "../outside.json --out mcp --emit ci --allow-remote";
  const { code, stdout } = await run(`generate ${flags}`, ".");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "      - run: npm run check -- --allow-remote ../../outside.json\n",
  );
});
