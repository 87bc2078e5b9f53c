/**
 * Options that a pull request may put into a project, so that the runs of a reviewer execute, read or request
 * something.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { toolwright } from "../generator/cli.js";
import { shop } from "../generator/regenerate/shop.js";
import { ownCache, temporaryFolder } from "../generator/temporary.js";

const options = "toolwright.config.json";

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

test.each(FORGED)("%s is refused with its name", async (_name, asked) => {
  const [name = ""] = Object.keys(asked());
  ask(asked());
  for (const command of COMMANDS) {
    const { code, stderr } = await run(command);
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain(`It has "${name}" with`);
    expect(stderr).toContain("git log -p");
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

test.each(WIDENED)(
  "%j needs this user's word",
  async (asked, flags, reason) => {
    symlinkSync(join(folder, "outside.json"), join(repo, "linked.json"));
    ask(asked);
    for (const command of COMMANDS) {
      const { code, stderr } = await run(command);
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(`It sets ${flags}, which ${reason}.`);
      expect(stderr).toContain(`toolwright generate ${flags}\n`);
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
