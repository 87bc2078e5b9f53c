import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import {
  describeFailure,
  escapeForTerminal,
  nameCommands,
} from "../../../generator/cli/console.js";
import { command, toolwright, toolwrightAlone, type Ended } from "../cli.js";

/** Titles a terminal, hides, turns round, begins lines, and commands GitHub's runner and Azure's. */
const POISON =
  "a\u001b]0;owned\u0007\u001b[8m\r\u202e\u2066\u200b\u{e0041}\u0085\u009b\n::error::pwned\n ::add-mask::a\n##[error]b";
const HIDDEN =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;
const COMMAND = /^\s*::|##\[/m;

const poisoned = (word: string) => `${word}${POISON}`;

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: POISON, version: poisoned("1"), description: POISON },
  servers: [{ url: `https://ann:hunter22@api.example/${POISON}` }],
  components: {
    securitySchemes: {
      [poisoned("key")]: {
        type: "apiKey",
        in: "header",
        name: "X-Key",
        description: POISON,
      },
      [poisoned("odd")]: { type: poisoned("odd") },
    },
  },
  paths: {
    [`/a/${POISON}/{id}`]: {
      post: {
        operationId: poisoned("op"),
        summary: POISON,
        description: POISON,
        tags: [POISON],
        security: [{ [poisoned("key")]: [] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: {} },
          { name: "kind", in: "query", schema: { enum: ["a"] } },
          { name: poisoned("q"), in: "query", schema: { type: POISON } },
        ],
        responses: {},
      },
    },
    "/b": { get: { operationId: "b", summary: POISON, responses: {} } },
    "/c": {
      get: { parameters: [{ $ref: `#/${POISON}` }], responses: {} },
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), "toolwright-console-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => toolwright(args, { cwd: folder });
const options = ["--all-routes-as-tools"];

beforeAll(async () => {
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  const replaced = JSON.parse(
    JSON.stringify(DOCUMENT).replace('["a"]', JSON.stringify([POISON])),
  ) as unknown;
  write("a.json", DOCUMENT);
  write("b.json", replaced);
  write("none.json", { ...DOCUMENT, paths: { "/c": DOCUMENT.paths["/c"] } });
  writeFileSync(join(folder, "broken.yaml"), "a: *b\u202e\u2066\u200b");
  write("emit.json", {
    document: "a.json",
    out: "out",
    allRoutesAsTools: true,
    emit: ["dockerfile", "mcpb"],
  });
  expect((await run("generate", "--config", "emit.json")).stderr).toBe("");
});

test.each<[string, number, string[]]>([
  ["a first run", 0, ["generate", "a.json", "--out", "new", ...options]],
  ["the same as data", 0, ["generate", "a.json", "--out", "n2", "--json"]],
  ["a plan", 0, ["plan", "a.json", ...options]],
  ["a plan as data", 0, ["plan", "a.json", "--json"]],
  ["a stale output", 1, ["check", "b.json", "--out", "out", ...options]],
  ["an invalid base", 2, ["diff", "b.json", "--base", POISON]],
  [
    "changes in Markdown",
    0,
    ["diff", "b.json", "--base", "a.json", "--format", "markdown", ...options],
  ],
  [
    "changes as data",
    0,
    ["diff", "b.json", "--base", "a.json", "--json", ...options],
  ],
  ["why nothing is served", 2, ["plan", "none.json"]],
  ["why nothing is read", 2, ["plan", "broken.yaml"]],
  ["a file that is not there", 2, ["plan", `${POISON}.json`]],
  ["a wrong option", 2, ["plan", "a.json", "--timeout", POISON]],
  ["an unknown option", 2, ["plan", "a.json", `--${POISON}`]],
])("output of a run is plain text: %s", async (_name, code, args) => {
  const ended = await run(...args);
  expect(ended.code).toBe(code);
  expectPlain(ended);
  if (args.includes("--json"))
    expect(JSON.stringify(JSON.parse(ended.stdout))).toContain(
      JSON.stringify("\u202e\u2066\u200b\u{e0041}").slice(1, -1),
    );
});

function expectPlain({ stdout, stderr }: Ended): void {
  const told = stdout + stderr;
  expect(told).toContain("\\u202e\\u2066\\u200b");
  expect(HIDDEN.exec(told)).toBeNull();
  expect(COMMAND.exec(told)).toBeNull();
}

test("every emitted file that isn't TypeScript is plain text", () => {
  const files = readdirSync(join(folder, "out"), {
    recursive: true,
    encoding: "utf8",
  });
  const plain = files.filter(
    (file) =>
      !file.endsWith(".ts") && file !== "src" && !/^src\/[^.]*$/.test(file),
  );
  expect(plain.length).toBeGreaterThan(10);
  for (const file of plain) {
    const text = readFileSync(join(folder, "out", file), "utf8");
    expect([file, HIDDEN.exec(text)]).toEqual([file, null]);
    expect([file, /^\s*::/m.exec(text)]).toEqual([file, null]);
  }
});

test("the password in a document's URL is never printed", async () => {
  const server = createServer(({ headers }, response) => {
    response.statusCode = headers.authorization === undefined ? 401 : 200;
    response.end(JSON.stringify({ ...DOCUMENT, servers: [] }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://ann:hunter22@127.0.0.1:${port}/a.json`;
  const config = join(folder, "remote.json");
  writeFileSync(config, JSON.stringify({ document: url, out: "remote" }));
  const { code, ...told } = await run("generate", "--config", config);
  expect(code).toBe(0);
  const out = join(folder, "remote");
  const files = readdirSync(out, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) =>
      readFileSync(join(parentPath, name), "utf8"),
    );
  expect(texts.join()).toContain(`127.0.0.1:${port}`);
  expect(JSON.stringify([told, texts])).not.toMatch(/hunter22|ann:/);
});

test("a closed pipe of standard output is not an error", async () => {
  const [file = "", ...rest] = command();
  const child = spawn(file, [...rest, "plan", "a.json"], { cwd: folder });
  child.stdout.destroy();
  let told = "";
  child.stderr.on("data", (chunk) => (told += String(chunk)));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(told).toBe("");
});

test("a report that can't be written is an error", async () => {
  const html = ["--html", `${"x".repeat(300)}.html`];
  expect(await run("report", "a.json", "--out", "n3", ...html)).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^error: x{300}\.html: The name is too long for the file system\.[\s\S]*\n {2}Choose another file of the page with a shorter name\.\n$/,
    ) as string,
  });
});

test("the password in a server URL is in no generated file", () => {
  for (const file of ["src/client.ts", ".env.example"])
    expect(readFileSync(join(folder, "out", file), "utf8")).not.toContain(
      "hunter22",
    );
});

describe("text for the terminal escapes control characters and CI commands", () => {
  const [red, end] = ["\u001b[31m", "\u001b[39m"];
  test.each<[string, boolean, string]>([
    [`${red}a${end}\n\tb`, true, `${red}a${end}\n\tb`],
    [`${red}a${end}`, false, "\\u001b[31ma\\u001b[39m"],
    ["\u001b[2Ja", true, "\\u001b[2Ja"],
    ["a::b: ::c", true, "a::b: ::c"],
    ["  ::error::x", true, "  \\u003a:error::x"],
    ["a ##[error]x # #[", true, "a \\u0023#[error]x # #["],
    ["naïve, 日本, 😀", false, "naïve, 日本, 😀"],
  ])("%j, colours %s", (text, colours, want) => {
    expect(escapeForTerminal(text, colours)).toBe(want);
  });
});

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{}, false],
  [{ FORCE_COLOR: "1" }, true],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  [{ FORCE_COLOR: "0" }, false],
])(
  "with the environment %j, colours are %s, on standard error as well",
  async (env, painted) => {
    const options = { cwd: folder, env: { NO_COLOR: "", ...env } };
    const { stdout } = await toolwrightAlone(["plan", "a.json"], options);
    expect(stdout.includes("\u001b[1m")).toBe(painted);
    const { stderr } = await toolwrightAlone(["plan", "broken.yaml"], options);
    expect(stderr.includes("\u001b[31merror:\u001b[39m ")).toBe(painted);
    // As a terminal opens it.
    expect(stderr).toMatch(/error:\S* broken\.yaml:1:\d+: /);
  },
);

test("schemas nested too deeply are reported as the document's error", () => {
  const error = new RangeError("Maximum call stack size exceeded");
  expect(describeFailure(error)).toMatch(
    /^error: The document's schemas are nested/,
  );
});

test.each([
  [["generate", "nowhere.json", "--out", "server"], "no-such-file"],
  [["generate", "--unheard-of"], "bad-option"],
])("%j with --json prints its problems as JSON", async (args, code) => {
  const ended = await toolwright([...args, "--json"], { cwd: tmpdir() });
  expect(ended.code).toBe(2);
  expect(JSON.parse(ended.stdout)).toMatchObject({ problems: [{ code }] });
  expect(ended.stderr).toMatch(/^error: /);
});

test.each([
  [["diff", "old.yaml", "new.yaml"], "diff new.yaml --base old.yaml"],
  [["generate", "a.yaml", "--emit", "ci", "tests"], "--emit dockerfile,tests"],
])(
  "%j is rejected as an extra argument, with a suggestion",
  async (args, hint) => {
    const { code, stderr } = await toolwright(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
  },
);

test("printed commands have the name that the user's shell finds", () => {
  const name = (text: string) => nameCommands(text, "npx toolwright");
  expect(name("Run `toolwright generate`, then toolwright check --json")).toBe(
    "Run `npx toolwright generate`, then npx toolwright check --json",
  );
  for (const text of [
    "npx toolwright generate",
    "toolwright 0.1.0 wrote this",
    "toolwright.config.json",
    "./bin/toolwright generate",
  ])
    expect(name(text)).toBe(text);
});
